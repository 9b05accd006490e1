//! What a filter asks of games.

use pgn::Date;
use shakmaty::Color;

use crate::filter::condition::{Condition, NameColumn, NumberColumn};
use crate::filter::ending::Ending;
use crate::filter::field::fields;
use crate::games::collection::CollectionName;
use crate::games::comment::CommentQuery;
use crate::games::facts::GameResult;
use crate::games::opening_name::OpeningQuery;
use crate::games::speed::Speed;

fields! {
    /// Conditions on games; all must hold. A field without a value has no effect.
    GameFilter {
        /// One of the players: `Carlsen`, `carlsen magnus` or `Carlsen, M`.
        player: Option<String> = "player", "Player", "Carlsen";
        /// That player's side: `white` or `black`.
        color: Option<Color> = "color", "Player’s colour", "white";
        /// The other player.
        opponent: Option<String> = "opponent", "Opponent", "Anand";
        /// The player of the white pieces.
        white: Option<String> = "white", "White", "Carlsen";
        /// The player of the black pieces.
        black: Option<String> = "black", "Black", "Anand";
        /// How it ended: `white`, `black`, `draw` or `unknown`, as PGN has it, or `win` or `loss` of `player`.
        result: Option<Ending> = "result", "Result", "draw";
        /// The lowest mean of both ratings, or of the one that is known.
        min_rating: Option<u64> = "minRating", "Rating from", "2500";
        /// The greatest mean of both ratings.
        max_rating: Option<u64> = "maxRating", "Rating to", "2900";
        /// Played on this day or later: `2010`, `2010-06` or `2010-06-18`.
        since: Option<Date> = "since", "Played since", "2010";
        /// Played on this day or earlier.
        until: Option<Date> = "until", "Played until", "2015-06";
        /// The beginning of the ECO tag, e.g. `B9`.
        eco: Option<String> = "eco", "ECO begins with", "B9";
        /// The name of the game's opening, taken from the last of its positions that Lichess's table names. Give words that
        /// begin parts of the name, e.g. `Sicilian Najdorf`.
        opening: Option<OpeningQuery> = "opening", "Opening", "Sicilian Najdorf";
        /// Words of the Event tag.
        event: Option<String> = "event", "Event", "Tata Steel";
        /// Words of its comments, and phrases in quotes: `c5 "minority attack"`, all of them.
        comment: Option<CommentQuery> = "comment", "Words of comments", "\"minority attack\"";
        /// How fast the game was, by its `TimeControl` tag: any of these. Games of unknown speed do not pass.
        speeds: Vec<Speed> = "speeds", "Speed", "blitz,rapid";
        /// The names of collections: the game is in any of them.
        collections: Vec<CollectionName> = "collection", "Collection", "repertoire";
    }
    /// Further conditions, for which requests have no field.
    also: Vec<Condition>;
}

impl GameFilter {
    /// The meaning of all its fields, as conditions on what is stored of games. All of them must hold.
    ///
    /// A new field means something once it has a line here: a folder and a cluster both go by these conditions.
    pub fn conditions(&self) -> Vec<Condition> {
        let named = |column, name: &Option<String>| {
            let name = name.clone();
            name.map(|name| Condition::Named(column, name))
        };
        let within = |column, least: Option<u64>, most: Option<u64>| {
            let (from, to) = (least.unwrap_or(0), most.unwrap_or(u64::MAX));
            let is_asked = least.is_some() || most.is_some();
            is_asked.then_some(Condition::Within(column, from..=to))
        };
        let since = self.since.map(|day| day.earliest().to_bits());
        let until = self.until.map(|day| day.latest().to_bits());
        let eco = self.eco.as_ref().map(|eco| eco.trim().to_ascii_uppercase());
        let speeds: Vec<Option<Speed>> = self.speeds.iter().copied().map(Some).collect();
        let conditions = [
            (!speeds.is_empty()).then_some(Condition::Speeds(speeds)),
            (!self.collections.is_empty()).then(|| Condition::Collected(self.collections.clone())),
            named(NameColumn::White, &self.white),
            named(NameColumn::Black, &self.black),
            named(NameColumn::Event, &self.event),
            eco.filter(|eco| !eco.is_empty()).map(Condition::Eco),
            self.opening.clone().map(Condition::Opening),
            self.comment.clone().map(Condition::Commented),
            within(NumberColumn::Rating, self.min_rating, self.max_rating),
            within(NumberColumn::Earliest, since, None),
            within(NumberColumn::Latest, None, until),
            self.players(),
        ];
        let conditions = conditions.into_iter().flatten();
        conditions.chain(self.also.iter().cloned()).collect()
    }

    /// Condition on player, opponent and result: it must hold for one of the sides that `color` allows.
    fn players(&self) -> Option<Condition> {
        let of_color = |color: Color| {
            let columns = [NameColumn::White, NameColumn::Black];
            let [own, other] = if color.is_white() {
                columns
            } else {
                [columns[1], columns[0]]
            };
            let result = self.result.map(|result| match result {
                Ending::Is(result) => result,
                Ending::Win => GameResult::Won(color),
                Ending::Loss => GameResult::Won(color.other()),
            });
            let all = [
                self.player.clone().map(|name| Condition::Named(own, name)),
                self.opponent
                    .clone()
                    .map(|name| Condition::Named(other, name)),
                result.map(Condition::Result),
            ];
            Condition::All(all.into_iter().flatten().collect())
        };
        let sides = Color::ALL.into_iter();
        let sides = sides.filter(|side| self.color.is_none_or(|color| color == *side));
        let is_asked = self.player.is_some() || self.opponent.is_some() || self.result.is_some();
        is_asked.then(|| Condition::Any(sides.map(of_color).collect()))
    }

    /// Checks what fields ask of each other.
    ///
    /// # Errors
    ///
    /// The name of a field and the reason, if it needs another field that is missing.
    pub fn check(&self) -> Result<(), (&'static str, &'static str)> {
        if self.player.is_none() && matches!(self.result, Some(Ending::Win | Ending::Loss)) {
            let why = "win and loss are from a player's view; name the player";
            return Err(("result", why));
        }
        if self.color.is_some() && self.player.is_none() && self.opponent.is_none() {
            return Err(("color", "it is a player's colour; name the player"));
        }
        Ok(())
    }
}
