import java.io.IOException;
import java.util.List;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.search.IndexSearcher;

/** One document a position. */
final class Positions implements Way {
    private static final String GAME = "game";
    private static final String PLY = "ply";

    @Override
    public void index(Input input, IndexWriter writer) throws IOException {
        Terms terms = new Terms();
        NumericDocValuesField game = new NumericDocValuesField(GAME, 0);
        NumericDocValuesField ply = new NumericDocValuesField(PLY, 0);
        Document document = new Document();
        document.add(terms.field());
        document.add(game);
        document.add(ply);
        input.forEachPassage(passage -> {
            game.setLongValue(passage.game());
            for (int position = 0; position < passage.lengths().length; position++) {
                ply.setLongValue(passage.ply() + position);
                terms.begin(passage.lengths()[position]);
                for (int i = 0; i < passage.terms().length; i++) {
                    if ((passage.positions()[i] >> position & 1) == 1) {
                        terms.add(passage.terms()[i], passage.distances()[i]);
                    }
                }
                writer.addDocument(document);
            }
        });
    }

    @Override
    public List<Hit> search(IndexSearcher searcher, Input.Question question, int limit) throws IOException {
        Best best = new Best(limit);
        Collecting.Reading reading = reader -> documents(reader, best);
        searcher.search(Terms.query(question), new Collecting(best, 1.0, reading));
        return best.hits();
    }

    private static Collecting.Documents documents(LeafReader reader, Best best) throws IOException {
        NumericDocValues games = reader.getNumericDocValues(GAME);
        NumericDocValues plies = reader.getNumericDocValues(PLY);
        return (doc, score) -> {
            games.advanceExact(doc);
            plies.advanceExact(doc);
            best.offer(new Hit((int) games.longValue(), (int) plies.longValue(), score));
        };
    }
}
