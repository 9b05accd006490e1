import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What tools/src/bin/lucene_documents.rs writes, which says what the bytes are. */
final class Input {
    /** Up to twelve positions of a game; term i matches at a distance in those positions whose bit is set. */
    record Passage(int game, int ply, int[] lengths, int[] terms, int[] distances, int[] positions) {}

    /** The terms of a position with what each counts, and the hits that Tabiya found for it. */
    record Question(int[] terms, double[] idfs, List<Hit> hits) {}

    interface Each {
        void passage(Passage passage) throws IOException;
    }

    private final Path folder;
    final double averageLength;
    final List<Question> questions = new ArrayList<>();
    private final int passages;

    Input(Path folder) throws IOException {
        this.folder = folder;
        try (DataInputStream in = open("queries")) {
            passages = in.readInt();
            double count = in.readLong();
            averageLength = in.readLong() / count;
            int queries = in.readInt();
            for (int i = 0; i < queries; i++) {
                questions.add(question(in));
            }
        }
    }

    private DataInputStream open(String name) throws IOException {
        return new DataInputStream(new BufferedInputStream(Files.newInputStream(folder.resolve(name)), 1 << 20));
    }

    private static Question question(DataInputStream in) throws IOException {
        int count = in.readUnsignedShort();
        int[] terms = new int[count];
        double[] idfs = new double[count];
        for (int i = 0; i < count; i++) {
            terms[i] = in.readUnsignedShort();
            idfs[i] = in.readDouble();
        }
        List<Hit> hits = new ArrayList<>();
        for (int left = in.readUnsignedByte(); left > 0; left--) {
            hits.add(new Hit(in.readInt(), in.readUnsignedShort(), in.readDouble()));
        }
        return new Question(terms, idfs, hits);
    }

    void forEachPassage(Each each) throws IOException {
        try (DataInputStream in = open("passages")) {
            for (int i = 0; i < passages; i++) {
                each.passage(passage(in));
            }
        }
    }

    private static Passage passage(DataInputStream in) throws IOException {
        int game = in.readInt();
        int ply = in.readUnsignedShort();
        int[] lengths = new int[in.readUnsignedByte()];
        for (int i = 0; i < lengths.length; i++) {
            lengths[i] = in.readUnsignedShort();
        }
        int count = in.readUnsignedShort();
        int[] terms = new int[count];
        int[] distances = new int[count];
        int[] positions = new int[count];
        for (int i = 0; i < count; i++) {
            terms[i] = in.readUnsignedShort();
            distances[i] = in.readUnsignedByte();
            positions[i] = in.readUnsignedShort();
        }
        return new Passage(game, ply, lengths, terms, distances, positions);
    }
}
