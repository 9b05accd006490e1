import java.util.ArrayList;
import java.util.List;

/** The best position of each of the best games, of one search by one or more threads. */
final class Best {
    private final int limit;
    private final List<Hit> hits = new ArrayList<>();
    /** What a position must score to matter. */
    private volatile double least = Double.NEGATIVE_INFINITY;

    Best(int limit) {
        this.limit = limit;
    }

    double least() {
        return least;
    }

    synchronized void offer(Hit hit) {
        if (hits.size() == limit && hit.compareTo(hits.getLast()) >= 0) {
            return;
        }
        for (Hit other : hits) {
            if (other.game() == hit.game()) {
                if (other.compareTo(hit) <= 0) {
                    return;
                }
                hits.remove(other);
                break;
            }
        }
        int place = 0;
        while (place < hits.size() && hits.get(place).compareTo(hit) < 0) {
            place++;
        }
        hits.add(place, hit);
        if (hits.size() > limit) {
            hits.removeLast();
        }
        if (hits.size() == limit) {
            least = hits.getLast().score();
        }
    }

    List<Hit> hits() {
        return hits;
    }
}
