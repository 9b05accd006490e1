import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.util.BytesRef;

/**
 * One document a passage, as Tabiya has them: its terms are those of any of its positions, each at its nearest, and its
 * norm is of the smallest |D|, so that none of its positions scores more. These are scored exactly from what is stored.
 */
final class Passages implements Way {
    private static final String PASSAGE = "passage";
    /** The first number of a term that always matches where it stands: similarity/src/terms/term.rs. */
    private static final int CONNECTIVITY = 8 * 768;
    /** More than the thesis has terms, some 18,000. */
    private static final int KEYS = 1 << 15;
    /** The most positions of a passage: similarity/src/passages/passage.rs. */
    private static final int MOST_POSITIONS = 12;
    /**
     * Passages are looked at whose bound reaches this part of the last hit's score: rounding a bound to 32 bits, four
     * times 2^-24, is much less.
     */
    private static final double PART = 1 - 1e-6;

    private final Thesis thesis;

    Passages(Thesis thesis) {
        this.thesis = thesis;
    }

    @Override
    public void index(Input input, IndexWriter writer) throws IOException {
        Terms terms = new Terms();
        BinaryDocValuesField stored = new BinaryDocValuesField(PASSAGE, new BytesRef());
        Document document = new Document();
        document.add(terms.field());
        document.add(stored);
        input.forEachPassage(passage -> {
            terms.begin(Arrays.stream(passage.lengths()).min().getAsInt());
            int last = -1;
            for (int i = 0; i < passage.terms().length; i++) {
                int term = passage.terms()[i];
                // The nearest comes first.
                if (term != last) {
                    terms.add(term, passage.distances()[i]);
                    last = term;
                }
            }
            stored.setBytesValue(bytes(passage));
            writer.addDocument(document);
        });
    }

    /** A term at a distance as a number: as Tabiya's terms, but that of one square those of all distances are adjacent. */
    private static int key(int term, int distance) {
        return term < CONNECTIVITY ? 8 * term + distance : term;
    }

    /**
     * Game (4 bytes), ply (2), the number of positions (1), the |D| of each (1); of each term how much greater its key
     * is than the last one's, seven bits a byte, and which positions have it (2).
     */
    private static BytesRef bytes(Input.Passage passage) {
        int count = passage.lengths().length;
        byte[] bytes = new byte[7 + count + 5 * passage.terms().length];
        int at = 0;
        for (int shift = 24; shift >= 0; shift -= 8) {
            bytes[at++] = (byte) (passage.game() >> shift);
        }
        bytes[at++] = (byte) (passage.ply() >> 8);
        bytes[at++] = (byte) passage.ply();
        bytes[at++] = (byte) count;
        for (int length : passage.lengths()) {
            bytes[at++] = (byte) length;
        }
        int last = 0;
        for (int i = 0; i < passage.terms().length; i++) {
            int key = key(passage.terms()[i], passage.distances()[i]);
            int more = key - last;
            last = key;
            while (more > 127) {
                bytes[at++] = (byte) (more & 127 | 128);
                more >>= 7;
            }
            bytes[at++] = (byte) more;
            bytes[at++] = (byte) (passage.positions()[i] >> 8);
            bytes[at++] = (byte) passage.positions()[i];
        }
        return new BytesRef(bytes, 0, at);
    }

    @Override
    public List<Hit> search(IndexSearcher searcher, Input.Question question, int limit) throws IOException {
        double[] counts = new double[KEYS];
        for (int i = 0; i < question.terms().length; i++) {
            int term = question.terms()[i];
            for (int distance = 0; distance < (term < CONNECTIVITY ? 8 : 1); distance++) {
                counts[key(term, distance)] = question.idfs()[i] * Thesis.weight(distance);
            }
        }
        Best best = new Best(limit);
        Collecting.Reading reading = reader -> documents(reader, counts, best);
        searcher.search(Terms.query(question), new Collecting(best, PART, reading));
        return best.hits();
    }

    private Collecting.Documents documents(LeafReader reader, double[] counts, Best best) throws IOException {
        BinaryDocValues stored = reader.getBinaryDocValues(PASSAGE);
        double[] sums = new double[MOST_POSITIONS];
        return (doc, bound) -> {
            stored.advanceExact(doc);
            score(stored.binaryValue(), counts, sums, best);
        };
    }

    /** Scores the positions of a passage as similarity/src/scoring.rs does, to the last bit: terms add up by number. */
    private void score(BytesRef passage, double[] counts, double[] sums, Best best) {
        byte[] bytes = passage.bytes;
        int start = passage.offset;
        int positions = bytes[start + 6];
        Arrays.fill(sums, 0);
        int key = 0;
        for (int at = start + 7 + positions; at < start + passage.length; at++) {
            int shift = 0;
            for (; bytes[at] < 0; at++) {
                key += (bytes[at] & 127) << shift;
                shift += 7;
            }
            key += bytes[at++] << shift;
            int having = (bytes[at++] & 255) << 8 | bytes[at] & 255;
            double more = counts[key];
            if (more > 0) {
                for (; having > 0; having &= having - 1) {
                    sums[Integer.numberOfTrailingZeros(having)] += more;
                }
            }
        }
        for (int position = 0; position < positions; position++) {
            double score = thesis.norm(bytes[start + 7 + position] & 255) * sums[position];
            if (score >= best.least()) {
                int game = (bytes[start] & 255) << 24 | (bytes[start + 1] & 255) << 16 | (bytes[start + 2] & 255) << 8
                        | bytes[start + 3] & 255;
                int ply = ((bytes[start + 4] & 255) << 8 | bytes[start + 5] & 255) + position;
                best.offer(new Hit(game, ply, score));
            }
        }
    }
}
