//! Which exercises to make.

use shakmaty::Chess;
use shakmaty::Color;
use similarity::{CollectionName, GameFilter, Speed};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::bounded::Bounded;
use crate::error::{Error, quoted};
use crate::report::ReportGames;
use crate::schemas::one_of;

/// The number of similar games for each exercise. Guessed.
pub(crate) const SIMILAR_GAMES: usize = 10;

/// The number of exercises in an answer. Guessed.
pub type ExercisesLimit = Bounded<1, 200>;
/// The rating of an exercise; none is higher.
pub type ExerciseRating = Bounded<0, 4000>;
/// The number of moves that a search for exercises makes. Guessed: 1,000 take half a thousandth of a second, at
/// the speed in docs/engine.md.
pub type ExerciseNodes = Bounded<1000, 1_000_000_000>;

/// The most games that a request may leave out; many more than an index has.
pub type GamesToSkip = Bounded<0, 1_000_000_000>;

/// The most of the most similar games that a request may leave out. Guessed: a search for similar positions that has to
/// pass over this many takes a second.
pub(crate) const MOST_SIMILAR_TO_SKIP: usize = 10_000;

/// A theme that a request names. Its schema lists the names.
#[derive(Copy, Clone, Debug)]
pub struct Theme(pub(crate) coach::Theme);

impl Theme {
    /// The theme of a name as people write it, e.g. `maroczy bind`, `rook on seventh`.
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] with all names if none matches, with those that match if there are several.
    pub fn new(name: &str) -> Result<Theme, Error> {
        let theme = name.parse().map(Theme);
        theme.map_err(|why| Error::impossible("theme", why))
    }
}

impl PartialSchema for Theme {
    fn schema() -> RefOr<Schema> {
        RefOr::T(one_of(coach::Theme::all().map(coach::Theme::name)).into())
    }
}

impl ToSchema for Theme {}

/// A kind of mistake that a request names.
#[derive(Copy, Clone, Debug)]
pub struct MistakeKind(pub(crate) coach::report::MistakeKind);

impl MistakeKind {
    /// The kind of a name as people write it, e.g. `missed fork`, `allowed mate`, `endgame`.
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`], which names all kinds.
    pub fn new(name: &str) -> Result<MistakeKind, Error> {
        let kind = name.parse().map(MistakeKind);
        kind.map_err(|why| Error::impossible("kind", why))
    }
}

/// Which exercises to make.
#[derive(Clone, Debug)]
pub struct ExercisesRequest {
    /// The number of exercises; at most 200 positions are searched for each.
    pub limit: ExercisesLimit,
    /// The lowest rating of an exercise.
    pub min_rating: ExerciseRating,
    /// The highest rating of an exercise.
    pub max_rating: ExerciseRating,
    /// The number of moves that each search makes.
    pub nodes: ExerciseNodes,
    /// The number of games that are left out, the most similar or the first ones: `next` of an earlier answer goes on
    /// after it.
    pub skip: GamesToSkip,
    /// Positions that are exercises already, as those of earlier answers are: none of these comes again.
    pub without: Vec<Chess>,
    /// The player who could have found them, e.g. `Carlsen`, `carlsen magnus`, `Carlsen, M`.
    pub player: Option<String>,
    /// A motif or named structure of theirs.
    pub theme: Option<Theme>,
    /// How fast their games were: one of these, if there are any. Not of a stream of PGN.
    pub speeds: Vec<Speed>,
    /// Collections, of which their games are in one, if there are any. Not of a stream of PGN.
    pub collections: Vec<CollectionName>,
}

impl Default for ExercisesRequest {
    fn default() -> ExercisesRequest {
        ExercisesRequest {
            limit: ExercisesLimit::of::<10>(),
            min_rating: ExerciseRating::MIN,
            max_rating: ExerciseRating::MAX,
            // Guessed: a fiftieth of a second, at the speed in docs/engine.md.
            nodes: ExerciseNodes::of::<50_000>(),
            skip: GamesToSkip::MIN,
            without: Vec::new(),
            player: None,
            theme: None,
            speeds: Vec::new(),
            collections: Vec::new(),
        }
    }
}

impl ExercisesRequest {
    /// Rejects ratings the wrong way round, and a name that is none.
    pub(crate) fn check(&self) -> Result<(), Error> {
        if self.min_rating > self.max_rating {
            return Err(Error::impossible(
                "minRating",
                "it is above the highest rating",
            ));
        }
        if let Some(player) = &self.player
            && !player.chars().any(char::is_alphanumeric)
        {
            let why = format!("{} has no letter", quoted(player));
            return Err(Error::impossible("player", why));
        }
        Ok(())
    }

    /// Which games of an index they come from.
    pub fn filter(&self) -> GameFilter {
        GameFilter {
            player: self.player.clone(),
            speeds: self.speeds.clone(),
            collections: self.collections.clone(),
            ..GameFilter::default()
        }
    }
}

/// The games that are looked at by default. Guessed: at two seconds for a game without scores they take some minutes.
pub const MISTAKES_GAMES: ReportGames = ReportGames::of::<100>();

/// Whose mistakes, and what to make of them.
#[derive(Clone, Debug)]
pub struct MistakesRequest {
    /// The player, which games, and which exercises; without a theme, and nothing is left out at the start. If it has no
    /// range of ratings, exercises from games of others are near the player's rating.
    pub exercises: ExercisesRequest,
    /// The player's side in the games; `None` for both.
    pub color: Option<Color>,
    /// The kind of mistakes; `None` for the ten that cost most.
    pub kind: Option<MistakeKind>,
    /// The most games: the newest, by the numbers of the index.
    pub games: ReportGames,
}
