//! The hits of two searches, for a position and for the same with the colours reversed, as one answer.

use std::collections::HashSet;

use similarity::{BoardKey, Distinct, Similar};

/// The places of the best hits of two searches, still of different games and, if so wished, boards; of two equal ones
/// that with the colours as they are comes first.
pub(super) fn merged<'a>(
    found: &'a Similar,
    flipped: Option<&'a Similar>,
    limit: usize,
) -> Vec<(usize, &'a Similar)> {
    let searches = [Some(found), flipped].into_iter().flatten();
    let mut hits: Vec<_> = searches
        .flat_map(|search| (0..search.hits.len()).map(move |place| (place, search)))
        .collect();
    // As in each search, the position itself comes before others of its score.
    let is_other = |place: usize, of: &Similar| {
        let asked = BoardKey::new(of.query.position());
        of.query.distinct() == Distinct::Board && of.boards[place].board != asked
    };
    hits.sort_by(|(one, of_one), (other, of_other)| {
        let (hit, next) = (&of_one.hits[*one], &of_other.hits[*other]);
        let by_score = next.score.total_cmp(&hit.score);
        let identical_first = is_other(*one, of_one).cmp(&is_other(*other, of_other));
        by_score.then(identical_first).then(hit.order(next))
    });
    let (mut games, mut boards) = (HashSet::new(), HashSet::new());
    hits.retain(|(place, search)| {
        let (game, board) = (search.hits[*place].game, search.boards[*place].board);
        let has_board = search.query.distinct() == Distinct::Board && boards.contains(&board);
        let is_free = !has_board && !games.contains(&game);
        if is_free {
            games.insert(game);
            boards.insert(board);
        }
        is_free
    });
    hits.truncate(limit);
    hits
}
