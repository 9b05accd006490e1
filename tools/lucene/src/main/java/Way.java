import java.io.IOException;
import java.util.List;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.search.IndexSearcher;

/** A way to find positions with Lucene. */
interface Way {
    void index(Input input, IndexWriter writer) throws IOException;

    List<Hit> search(IndexSearcher searcher, Input.Question question, int limit) throws IOException;
}
