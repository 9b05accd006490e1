import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.BytesTermAttribute;
import org.apache.lucene.analysis.tokenattributes.FlagsAttribute;
import org.apache.lucene.analysis.tokenattributes.TermFrequencyAttribute;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.util.BytesRef;

/** The terms of a document: how near each of them is as its frequency, and the number of terms that its norm is of. */
final class Terms extends TokenStream {
    private static final String FIELD = "terms";
    /** Guessed: more than a passage has, of twelve positions with up to 200 terms each, most of them in all. */
    private static final int MOST = 2048;

    private final BytesTermAttribute bytes = addAttribute(BytesTermAttribute.class);
    private final TermFrequencyAttribute frequency = addAttribute(TermFrequencyAttribute.class);
    private final FlagsAttribute flags = addAttribute(FlagsAttribute.class);
    private final int[] terms = new int[MOST];
    private final int[] distances = new int[MOST];
    private int count;
    private int next;
    private int length;

    /** The field of a document, with these terms. */
    Field field() {
        FieldType type = new FieldType();
        type.setTokenized(true);
        type.setIndexOptions(IndexOptions.DOCS_AND_FREQS);
        type.freeze();
        return new Field(FIELD, this, type);
    }

    void begin(int length) {
        this.length = length;
        count = 0;
    }

    void add(int term, int distance) {
        terms[count] = term;
        distances[count] = distance;
        count++;
    }

    @Override
    public void reset() {
        next = 0;
    }

    @Override
    public boolean incrementToken() {
        if (next == count) {
            return false;
        }
        clearAttributes();
        bytes.setBytesRef(bytes(terms[next]));
        frequency.setTermFrequency(Thesis.NEAREST - distances[next]);
        next++;
        return true;
    }

    @Override
    public void end() {
        clearAttributes();
        flags.setFlags(length);
    }

    private static BytesRef bytes(int term) {
        return new BytesRef(new byte[] {(byte) (term >> 8), (byte) term});
    }

    /** The documents that have any of the terms, each of which counts its idf. */
    static Query query(Input.Question question) {
        BooleanQuery.Builder query = new BooleanQuery.Builder();
        for (int i = 0; i < question.terms().length; i++) {
            Query term = new TermQuery(new Term(FIELD, bytes(question.terms()[i])));
            query.add(new BoostQuery(term, (float) question.idfs()[i]), BooleanClause.Occur.SHOULD);
        }
        return query.build();
    }
}
