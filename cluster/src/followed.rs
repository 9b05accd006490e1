//! Which positions in a cluster are followed by the moves of a filter.
//!
//! The terms around a move leave some games, found by the lists of their passages; all passages of those are fetched and
//! replayed here.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::{Value, json};
use shakmaty::Color;
use similarity::{Filter, Passage, PlySet, Rule, Term, followed};

use crate::bounds::has_term;
use crate::clause::{NAMES, any, some};
use crate::error::Error;
use crate::response::Of;
use crate::snapshot::Snapshot;

impl Snapshot {
    /// What a filter asks of positions. What must be played in them is looked up here, in the games that pass.
    pub(crate) fn rule(&self, filter: &Filter) -> Result<Rule, Error> {
        let rule = filter.positions.rule();
        if filter.positions.played.is_empty() {
            return Ok(rule);
        }
        let clauses = self.games_clauses(&filter.games)?;
        let games = self.promising(filter, &clauses)?;
        let mut plies = PlySet::default();
        for ids in games.chunks(NAMES) {
            let query = clauses.iter().cloned().chain([any("game", ids)]);
            let query: Vec<Value> = query.collect();
            let mut passages: Vec<Passage> = Vec::new();
            self.for_each_passage(&json!({"bool": {"filter": query}}), |found| {
                let game = found.passage.game;
                if passages.first().is_some_and(|first| first.game != game) {
                    self.add_followed(filter, &rule, &passages, &mut plies)?;
                    passages.clear();
                }
                passages.push(found.passage);
                Ok(())
            })?;
            self.add_followed(filter, &rule, &passages, &mut plies)?;
        }
        Ok(rule.among(Some(Arc::new(plies))))
    }

    /// Adds the positions of a game, given by all its passages, that `rule` admits and the moves follow.
    fn add_followed(
        &self,
        filter: &Filter,
        rule: &Rule,
        passages: &[Passage],
        plies: &mut PlySet,
    ) -> Result<(), Error> {
        let Some(game) = passages.first().map(|passage| passage.game) else {
            return Ok(());
        };
        let found =
            followed(&filter.positions.played, passages).ok_or_else(|| self.damaged(game))?;
        for (ply, position) in found {
            if rule.admits(game, ply, &position) {
                plies.add(game, ply);
            }
        }
        Ok(())
    }

    /// The games with passages around all moves of either side, ascending.
    fn promising(&self, filter: &Filter, clauses: &[Value]) -> Result<Vec<u64>, Error> {
        let mut games = BTreeSet::new();
        let sides = Color::ALL.into_iter();
        for side in sides.filter(|side| filter.positions.turn.is_none_or(|turn| turn == *side)) {
            let mut of_side: Option<BTreeSet<u64>> = None;
            for terms in filter
                .positions
                .played
                .iter()
                .flat_map(|m| m.necessary(side))
            {
                let with = self.games_with_any(&terms, clauses)?;
                of_side = Some(match of_side {
                    None => with,
                    Some(known) => known.intersection(&with).copied().collect(),
                });
            }
            games.extend(of_side.unwrap_or_default());
        }
        Ok(games.into_iter().collect())
    }

    /// The games with passages that have any of some terms.
    fn games_with_any(&self, terms: &[Term], clauses: &[Value]) -> Result<BTreeSet<u64>, Error> {
        let terms: Vec<Value> = terms.iter().copied().map(has_term).collect();
        let query: Vec<Value> = clauses.iter().cloned().chain([some(&terms)]).collect();
        let mut games = BTreeSet::new();
        self.for_each_value(
            Of::Passages,
            &json!({"filter": query}),
            "game",
            |game, _| {
                games.extend(game.as_u64());
            },
        )?;
        Ok(games)
    }
}
