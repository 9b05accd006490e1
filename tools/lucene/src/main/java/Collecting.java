import java.io.IOException;
import java.util.Collection;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.Collector;
import org.apache.lucene.search.CollectorManager;
import org.apache.lucene.search.LeafCollector;
import org.apache.lucene.search.Scorable;
import org.apache.lucene.search.ScoreMode;

/** A search, by one or more threads, that tells Lucene what a document must score to matter. */
final class Collecting implements CollectorManager<Collector, Void> {
    /** The documents of a segment. */
    interface Documents {
        void offer(int doc, float score) throws IOException;
    }

    /** How they are read. */
    interface Reading {
        Documents of(LeafReader reader) throws IOException;
    }

    private final Best best;
    /** What part of the last hit's score a document must reach, as its own is rounded. */
    private final double part;
    private final Reading reading;

    Collecting(Best best, double part, Reading reading) {
        this.best = best;
        this.part = part;
        this.reading = reading;
    }

    @Override
    public Collector newCollector() {
        return new Collector() {
            @Override
            public ScoreMode scoreMode() {
                return ScoreMode.TOP_SCORES;
            }

            @Override
            public LeafCollector getLeafCollector(LeafReaderContext context) throws IOException {
                return new Leaf(reading.of(context.reader()));
            }
        };
    }

    @Override
    public Void reduce(Collection<Collector> collectors) {
        return null;
    }

    private final class Leaf implements LeafCollector {
        private final Documents documents;
        private Scorable scorer;
        private float least;

        Leaf(Documents documents) {
            this.documents = documents;
        }

        @Override
        public void setScorer(Scorable scorer) throws IOException {
            this.scorer = scorer;
            least = 0;
            raise();
        }

        @Override
        public void collect(int doc) throws IOException {
            float score = scorer.score();
            raise();
            if (score >= least) {
                documents.offer(doc, score);
                raise();
            }
        }

        private void raise() throws IOException {
            float now = (float) (best.least() * part);
            if (now > least) {
                least = now;
                scorer.setMinCompetitiveScore(least);
            }
        }
    }
}
