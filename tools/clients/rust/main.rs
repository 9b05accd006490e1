//! Uses the client of openapi-generator's `rust`: `use-client URL TOKEN`.

use openapi::apis::configuration::Configuration;
use openapi::apis::{Error, games_api, operations_api, positions_api, search_api};
use openapi::models::{
    AnalyseRequest, BatchAnalysis, BatchDifficultyAnswer, BatchMotifsAnswer, BatchSimilarAnswer,
    DifficultyRequest, DifficultyRequestSolution, Effort, FilterRequest, ImportLine, MotifsRequest,
    OutcomeAnalysis, OutcomeDifficultyAnswer, OutcomeMotifsAnswer, OutcomeSimilarAnswer,
    PositionsRequest, PositionsAnswer, Refusal, SimilarRequest, TrainingRequest, similar_request,
};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const FEN: &str = "r1b3k1/pp2n1pp/2n1pr2/q2p4/P1pP4/2P2NP1/2PQ1PBP/R1B1K2R w KQ - 0 1";
const MATE: &str = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";
const PATTERN: &str =
    "????????/????????/????????/????????/????????/????????/?????PPP/??????K?";
const PGN: &str = "[White \"Rust\"]\n[Black \"B\"]\n\n1. e4 e5 1-0\n\n[White \"Rust\"]\n\n1. e4 Ke3 *\n";

/// What a field is set to.
fn some<T>(value: T) -> Option<Option<T>> {
    Some(Some(value))
}

fn check_refusal(refusal: &Refusal) {
    assert_eq!(refusal.problem.status, 400);
    assert!(refusal.problem.detail.starts_with("fen: "), "{refusal:?}");
}

/// Asks with a position, and with it and with what is none; evaluates to the answer to the one.
macro_rules! both {
    ($ask:path, $configuration:expr, $request:expr, $batch:ident::$one:ident, $many:ident, $outcome:ident) => {{
        let mut request = $request;
        request.fen = some(MATE.to_owned());
        let answer = $ask($configuration, request.clone()).await.expect("an answer");
        let $batch::$one(single) = answer else {
            panic!("{answer:?}")
        };
        request.fen = None;
        request.fens = some(vec![MATE.to_owned(), "nonsense".to_owned()]);
        let answer = $ask($configuration, request).await.expect("answers");
        let $batch::$many(several) = answer else {
            panic!("{answer:?}")
        };
        let [$outcome::$one(done), $outcome::Refusal(refusal)] = &several.results[..] else {
            panic!("{several:?}")
        };
        assert_eq!((&*done.fen, &*single.fen), (MATE, MATE));
        check_refusal(refusal);
        single
    }};
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let mut arguments = std::env::args().skip(1);
    let mut configuration = Configuration::new();
    configuration.base_path = arguments.next().expect("a URL");
    configuration.bearer_access_token = arguments.next();
    let api = &configuration;

    let file = std::env::temp_dir().join(format!("use-client-{}.pgn", std::process::id()));
    std::fs::write(&file, PGN).expect("a file");
    let imported = games_api::import_games(api, file.clone(), None, None, None, None, None).await.expect("an import");
    let lines = imported.text().await.expect("lines");
    let last = lines.lines().next_back().expect("a line");
    let ImportLine::IngestAnswer(last) = serde_json::from_str(last).expect("JSON") else {
        panic!("{last}")
    };
    assert!(last.done && last.games == 1 && last.rejected.len() == 1, "{last:?}");
    let annotated = games_api::annotate(api, file.clone(), None, None, None, None).await;
    let annotated = annotated.expect("games").text().await.expect("a text");
    std::fs::remove_file(&file).expect("removed");
    assert!(annotated.contains("1. e4"), "{annotated}");
    assert!(operations_api::status(api).await.expect("a status").games > 1);

    let mut filter = FilterRequest::new();
    filter.player = some("Carlsen".to_owned());
    let mut request = SimilarRequest::new();
    request.fen = some(FEN.to_owned());
    request.limit = some(3);
    request.distinct = some(similar_request::Distinct::Game);
    request.filter = some(Box::new(filter));
    request.plans = some(true);
    let answer = search_api::similar(api, request).await.expect("hits");
    let BatchSimilarAnswer::SimilarAnswer(found) = answer else {
        panic!("{answer:?}")
    };
    assert_eq!(found.hits.len(), 3);
    assert!(!found.plans.expect("plans").white.is_empty());
    let hit = &found.hits[0];
    assert!(hit.analysis.is_none() && !hit.explanation.as_ref().expect("reasons").terms.is_empty());
    let mut request = SimilarRequest::new();
    request.fen = some(FEN.to_owned());
    request.limit = some(1);
    request.analyse = some(Box::new(Effort { depth: some(2), ..Effort::new() }));
    let answer = search_api::similar(api, request).await.expect("hits");
    let BatchSimilarAnswer::SimilarAnswer(analysed) = answer else {
        panic!("{answer:?}")
    };
    assert_eq!(analysed.hits[0].analysis.as_ref().expect("an analysis").depth, 2);
    both!(
        search_api::similar, api, SimilarRequest::new(),
        BatchSimilarAnswer::SimilarAnswer, ResultsSimilarAnswer, OutcomeSimilarAnswer
    );

    let game = games_api::game(api, hit.game.id, None, None, None, None).await.expect("a game");
    assert!(!game.moves.is_empty() && game.initial_fen.is_none());
    assert!(format!("{:?} {:?}", game.white.name, game.black.name).contains("Carlsen"), "{game:?}");

    let mut request = AnalyseRequest::new();
    (request.depth, request.multi_pv) = (some(3), some(2));
    let analysis = both!(
        positions_api::analyse, api, request, BatchAnalysis::Analysis, ResultsAnalysis, OutcomeAnalysis
    );
    assert_eq!((analysis.pvs.len(), analysis.pvs[0].mate, analysis.pvs[0].cp), (2, Some(1), None));
    both!(
        positions_api::difficulty, api, DifficultyRequest::new(),
        BatchDifficultyAnswer::DifficultyAnswer, ResultsDifficultyAnswer, OutcomeDifficultyAnswer
    );
    for solution in [
        DifficultyRequestSolution::String("d1d8".to_owned()),
        DifficultyRequestSolution::ArrayVecString(vec!["d1d8".to_owned()]),
    ] {
        let mut request = DifficultyRequest::new();
        request.fen = some(MATE.to_owned());
        request.solution = some(Box::new(solution));
        let answer = positions_api::difficulty(api, request).await.expect("a rating");
        let BatchDifficultyAnswer::DifficultyAnswer(solved) = answer else {
            panic!("{answer:?}")
        };
        assert!(solved.rating > 0, "{solved:?}");
    }
    let motifs = both!(
        positions_api::motifs, api, MotifsRequest::new(),
        BatchMotifsAnswer::MotifsAnswer, ResultsMotifsAnswer, OutcomeMotifsAnswer
    );
    assert!(!motifs.motifs.is_empty());

    let mut request = TrainingRequest::new();
    request.player = some("Carlsen".to_owned());
    (request.limit, request.nodes) = (some(1), some(1000));
    let exercises = positions_api::training(api, request).await.expect("exercises");
    assert!(exercises.plan.is_none());
    let exercise = &exercises.exercises[0];
    assert!(!exercise.solution[0].san.is_empty() && !exercise.alternatives[0].san.is_empty());
    let mut request = TrainingRequest::new();
    request.fen = some(FEN.to_owned());
    request.plan = Some(true);
    let plan = positions_api::training(api, request).await.expect("a plan");
    assert!(plan.plan.expect("a plan").fen == FEN && plan.ended.is_none());

    let mut request = PositionsRequest::new();
    request.pattern = some(PATTERN.to_owned());
    let answer = search_api::positions(api, request).await.expect("positions");
    let PositionsAnswer::PatternAnswer(matching) = answer else {
        panic!("{answer:?}")
    };
    assert!(matching.hits[0].played.is_some());

    let mut request = SimilarRequest::new();
    request.fen = some("nonsense".to_owned());
    match search_api::similar(api, request).await {
        Err(Error::ResponseError(refused)) => {
            assert_eq!(refused.status.as_u16(), 400);
            let search_api::SimilarError::Status400(problem) = refused.entity.expect("a problem") else {
                panic!("{}", refused.content)
            };
            assert!(problem.detail.starts_with("fen: "), "{problem:?}");
        }
        other => panic!("{other:?}"),
    }

    let mut request = PositionsRequest::new();
    let mut filter = FilterRequest::new();
    filter.white = some("Rust".to_owned());
    request.fen = some(START.to_owned());
    request.filter = some(Box::new(filter));
    let answer = search_api::positions(api, request).await.expect("positions");
    let PositionsAnswer::ExactAnswer(own) = answer else {
        panic!("{answer:?}")
    };
    assert_eq!(own.games, 1);
    let id = own.top_games[0].id.parse().expect("a number");
    games_api::remove_game(api, id).await.expect("removed");
}
