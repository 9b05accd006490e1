import org.apache.lucene.analysis.tokenattributes.FlagsAttribute;
import org.apache.lucene.index.FieldInvertState;
import org.apache.lucene.search.CollectionStatistics;
import org.apache.lucene.search.TermStatistics;
import org.apache.lucene.search.similarities.Similarity;

/**
 * Tabiya's scoring `thesis`, as similarity/src/scoring.rs has it: norm(D) times the sum of idf(t) times w(t, D).
 *
 * <p>The boost of a term is its idf, its frequency says at which distance it matches, the norm of a document is |D|.
 */
final class Thesis extends Similarity {
    private static final double K1 = 1.2;
    private static final double B = 0.75;
    /** The frequency of a term that matches where it stands; 1 is the farthest distance, 7. */
    static final int NEAREST = 8;
    /** How many lengths a byte tells apart. */
    private static final int LENGTHS = 256;

    private final double averageLength;
    /** w times norm(D) by frequency and |D|. */
    private final float[] factors = new float[(NEAREST + 1) * LENGTHS];

    Thesis(double averageLength) {
        this.averageLength = averageLength;
        for (int frequency = 1; frequency <= NEAREST; frequency++) {
            for (int length = 0; length < LENGTHS; length++) {
                factors[frequency * LENGTHS + length] = (float) (weight(NEAREST - frequency) * norm(length));
            }
        }
    }

    static double weight(int distance) {
        return 1.0 - 7.0 * distance / 64.0;
    }

    double norm(int length) {
        return (K1 + 1.0) / (1.0 + K1 * (1.0 - B + B * length / averageLength));
    }

    @Override
    public long computeNorm(FieldInvertState state) {
        int length = state.getAttributeSource().getAttribute(FlagsAttribute.class).getFlags();
        if (length <= 0 || length >= LENGTHS) {
            throw new IllegalStateException("a position has " + length + " terms, which a byte cannot tell");
        }
        // Norms that fit a byte take one; Lucene compares them as if without a sign.
        return (byte) length;
    }

    @Override
    public SimScorer scorer(float boost, CollectionStatistics collection, TermStatistics... terms) {
        return new SimScorer() {
            @Override
            public float score(float frequency, long norm) {
                return boost * factor(frequency, norm);
            }

            @Override
            public BulkSimScorer asBulkSimScorer() {
                return (size, frequencies, norms, scores) -> {
                    for (int i = 0; i < size; i++) {
                        scores[i] = boost * factor(frequencies[i], norms[i]);
                    }
                };
            }
        };
    }

    private float factor(float frequency, long norm) {
        // Lucene also asks for the most of all frequencies.
        int nearest = Math.min((int) frequency, NEAREST);
        return factors[nearest * LENGTHS + ((int) norm & LENGTHS - 1)];
    }
}
