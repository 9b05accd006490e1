//! Weights and filters with which a cluster and a folder are asked.

use shakmaty::Color;
use similarity::{Condition, Filter, GameFilter, Given, NumberColumn, Scoring, Speed, Weights};

/// Weights of one's own: some features alone, some without a penalty, one with a large one.
pub(crate) fn own_weights() -> Vec<Scoring> {
    let all = [
        &[("pawnSkeleton", 2.0), ("plan", 0.0)][..],
        &[("penalty", 0.0), ("naive", 0.0)],
        &[("penalty", 3.0), ("reachability", 1.0), ("opening", 0.0)],
        &[("naive", 0.0), ("attack", 5.0), ("evaluation", 0.0)],
    ];
    let own = |changed: &&[(&str, f64)]| {
        let mut weights: Weights = Scoring::Tabiya.weights().expect("weights");
        for (name, weight) in *changed {
            weights.set(name, *weight).expect("a weight");
        }
        Scoring::Custom(weights)
    };
    all.iter().map(own).collect()
}

/// A filter as in a query string.
pub(crate) fn filter(text: &str) -> Filter {
    let mut filter = Filter::default();
    for pair in text.split('&') {
        let (name, value) = pair.split_once('=').expect("a value");
        let set = filter.set(name, Given::Text(value.to_owned()));
        assert_eq!(set, Some(Ok(())), "{pair}");
    }
    filter
}

/// Filters of games and positions, alone and together.
const FILTERS: [&str; 15] = [
    "player=Anand",
    "player=carlsen magnus&color=black&result=loss",
    "player=Carlsen, M&opponent=Kramnik&result=win",
    "white=Aronian",
    "black=nobody at all",
    "minRating=2750",
    "maxRating=2500",
    "since=2010&until=2012-06-18",
    "eco= b9",
    "event=Tata Steel",
    "result=draw&turn=white",
    "minPly=61&maxPly=64",
    "maxPly=30&turn=black",
    "material=KRPPkrpp",
    "material=KRPPPkrppp&turn=white&minPly=90",
];

/// Those, and what requests have no field for, e.g. groups of ratings; at the end a player with a least rating and an
/// empty ECO code, which asks for nothing.
pub(crate) fn filters() -> Vec<Filter> {
    let groups = [2000..=2199, 2800..=u64::MAX];
    let groups = groups.map(|group| Condition::Within(NumberColumn::Rating, group));
    let weak = Condition::Within(NumberColumn::RatingOf(Color::White), 0..=2799);
    let also = [
        Condition::Any(groups.into()),
        Condition::Not(Box::new(weak)),
        Condition::All(Vec::new()),
        Condition::Any(Vec::new()),
    ];
    let also = also.map(|condition| {
        let filter = GameFilter {
            also: vec![condition],
            ..GameFilter::default()
        };
        filter.into()
    });
    let of_strong = GameFilter {
        eco: Some(String::new()),
        player: Some("Carlsen".to_owned()),
        min_rating: Some(2600),
        ..GameFilter::default()
    };
    let filters = FILTERS.into_iter().map(filter).chain(also);
    filters.chain([of_strong.into()]).collect()
}

/// Filters of speeds, known and unknown.
pub(crate) fn filters_of_speeds() -> [Filter; 3] {
    let blitz = vec![Some(Speed::Blitz), None];
    let with_unknown = [(blitz, Some(2600)), (vec![None], None)];
    let [blitz, unknown] = with_unknown.map(|(speeds, min_rating)| GameFilter {
        also: vec![Condition::Speeds(speeds)],
        min_rating,
        ..GameFilter::default()
    });
    [
        filter("speeds=bullet,correspondence"),
        blitz.into(),
        unknown.into(),
    ]
}

/// Filters of what is played, alone and with others.
pub(crate) fn filters_of_moves() -> Vec<Filter> {
    let filters = [
        "played=Bxh7",
        "played=Nd5,Nxf6&turn=white",
        "played=O-O",
        "played=Rxd8,exd5&result=draw&maxPly=50",
        "played=a8=Q&material=KPkp",
        "played=a8=N",
    ];
    filters.map(filter).into()
}
