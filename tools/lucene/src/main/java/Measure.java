import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.LogDocMergePolicy;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.store.MMapDirectory;

/**
 * Makes an index of Lucene, or measures one.
 *
 * <pre>
 * Measure index positions|passages INPUT INDEX
 * Measure search positions|passages INPUT INDEX THREADS
 * </pre>
 */
final class Measure {
    /** How often all queries are asked before they are measured. Measured: from the third round on p50 stays within 3 %. */
    private static final int WARMING = 3;
    /** What the writer keeps in memory. Guessed. */
    private static final int MEGABYTES = 512;

    public static void main(String[] arguments) throws IOException {
        Input input = new Input(Path.of(arguments[2]));
        Path folder = Path.of(arguments[3]);
        Thesis thesis = new Thesis(input.averageLength);
        Way way = arguments[1].equals("positions") ? new Positions() : new Passages(thesis);
        if (arguments[0].equals("index")) {
            index(way, input, thesis, folder);
        } else {
            search(way, input, thesis, folder, Integer.parseInt(arguments[4]));
        }
    }

    private static void index(Way way, Input input, Thesis thesis, Path folder) throws IOException {
        long started = System.nanoTime();
        // Documents stay in the order of games and plies, so that of equal scores the first one is the first hit.
        IndexWriterConfig config = new IndexWriterConfig().setSimilarity(thesis).setUseCompoundFile(false)
                .setRAMBufferSizeMB(MEGABYTES).setOpenMode(IndexWriterConfig.OpenMode.CREATE)
                .setMergePolicy(new LogDocMergePolicy()).setMergeScheduler(new SerialMergeScheduler());
        try (MMapDirectory directory = new MMapDirectory(folder);
                IndexWriter writer = new IndexWriter(directory, config)) {
            way.index(input, writer);
            writer.forceMerge(1);
        }
        long bytes = 0;
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                bytes += Files.size(file);
            }
        }
        System.out.printf("{\"seconds\": %.1f, \"bytes\": %d}%n", (System.nanoTime() - started) / 1e9, bytes);
    }

    private static void search(Way way, Input input, Thesis thesis, Path folder, int threads) throws IOException {
        try (MMapDirectory directory = new MMapDirectory(folder);
                DirectoryReader reader = DirectoryReader.open(directory);
                // A search uses the thread that asks, too.
                ExecutorService others = threads == 1 ? null : Executors.newFixedThreadPool(threads - 1)) {
            IndexSearcher searcher = threads == 1 ? new IndexSearcher(reader) : shared(reader, others, threads);
            searcher.setSimilarity(thesis);
            searcher.setQueryCache(null);
            int count = input.questions.size();
            double[] times = new double[count];
            int[] same = {};
            for (int round = 0; round <= WARMING; round++) {
                same = new int[3];
                for (int i = 0; i < count; i++) {
                    Input.Question question = input.questions.get(i);
                    int limit = question.hits().size();
                    long started = System.nanoTime();
                    List<Hit> hits = way.search(searcher, question, limit);
                    times[i] = (System.nanoTime() - started) / 1e6;
                    same[0] += hits.equals(question.hits()) ? 1 : 0;
                    same[1] += hasPlaces(hits, question.hits()) ? 1 : 0;
                    same[2] += hasScores(hits, question.hits()) ? 1 : 0;
                }
            }
            Arrays.sort(times);
            System.out.printf("{\"p50\": %.3f, \"p99\": %.3f, \"queries\": %d, ", percentile(times, 50),
                    percentile(times, 99), count);
            System.out.printf("\"equal\": %d, \"places\": %d, \"scores\": %d}%n", same[0], same[1], same[2]);
        }
    }

    /** Each thread searches its part of the only segment. */
    private static IndexSearcher shared(DirectoryReader reader, ExecutorService others, int threads) {
        return new IndexSearcher(reader, others) {
            @Override
            protected LeafSlice[] slices(List<LeafReaderContext> leaves) {
                int most = (reader.maxDoc() + threads - 1) / threads;
                return slices(leaves, most, leaves.size(), true);
            }
        };
    }

    /** Whether hits are the same positions in the same order. */
    private static boolean hasPlaces(List<Hit> hits, List<Hit> expected) {
        boolean isSame = hits.size() == expected.size();
        for (int i = 0; i < hits.size() && isSame; i++) {
            isSame = hits.get(i).game() == expected.get(i).game() && hits.get(i).ply() == expected.get(i).ply();
        }
        return isSame;
    }

    /** Whether hits have the same scores, as far as 32 bits tell. */
    private static boolean hasScores(List<Hit> hits, List<Hit> expected) {
        boolean isSame = hits.size() == expected.size();
        for (int i = 0; i < hits.size() && isSame; i++) {
            isSame = Math.abs(hits.get(i).score() / expected.get(i).score() - 1) < 1e-6;
        }
        return isSame;
    }

    /** The nearest rank, as in `tabiya bench`. */
    private static double percentile(double[] sorted, int percent) {
        return sorted[Math.max(Math.ceilDiv(sorted.length * percent, 100), 1) - 1];
    }
}
