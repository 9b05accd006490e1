/** A position found. */
record Hit(int game, int ply, double score) implements Comparable<Hit> {
    /** Best first: higher score, then lower game, then earlier ply, as Tabiya orders them. */
    @Override
    public int compareTo(Hit other) {
        int byScore = Double.compare(other.score, score);
        int byGame = Integer.compare(game, other.game);
        return byScore != 0 ? byScore : byGame != 0 ? byGame : Integer.compare(ply, other.ply);
    }
}
