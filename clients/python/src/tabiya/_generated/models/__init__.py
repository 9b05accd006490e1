"""Contains all the data models used in inputs/outputs"""

from .analyse_request import AnalyseRequest
from .analysis import Analysis
from .board_clocks import BoardClocks
from .book_exit import BookExit
from .book_move import BookMove
from .bughouse_clocks import BughouseClocks
from .bughouse_request import BughouseRequest
from .bughouse_request_board import BughouseRequestBoard
from .bughouse_request_rules_type_0 import BughouseRequestRulesType0
from .bughouse_response import BughouseResponse
from .bughouse_response_board import BughouseResponseBoard
from .bughouse_response_color import BughouseResponseColor
from .collection_response import CollectionResponse
from .collections_response import CollectionsResponse
from .corrections import Corrections
from .corrections_kind import CorrectionsKind
from .difficulty_request import DifficultyRequest
from .difficulty_response import DifficultyResponse
from .dropped_collection import DroppedCollection
from .effort import Effort
from .exact_response import ExactResponse
from .explanation import Explanation
from .explorer_game import ExplorerGame
from .explorer_month import ExplorerMonth
from .explorer_move import ExplorerMove
from .explorer_response import ExplorerResponse
from .export_games_color import ExportGamesColor
from .export_games_result import ExportGamesResult
from .export_games_turn import ExportGamesTurn
from .fen_request import FenRequest
from .fetch_request import FetchRequest
from .fetch_request_site import FetchRequestSite
from .filter_request import FilterRequest
from .filter_request_color_type_0 import FilterRequestColorType0
from .filter_request_result_type_0 import FilterRequestResultType0
from .filter_request_speeds_type_0_item import FilterRequestSpeedsType0Item
from .filter_request_turn_type_0 import FilterRequestTurnType0
from .game_header import GameHeader
from .game_header_winner_type_0 import GameHeaderWinnerType0
from .game_opening import GameOpening
from .game_position import GamePosition
from .game_response import GameResponse
from .game_response_tags import GameResponseTags
from .game_variation import GameVariation
from .game_variation_move import GameVariationMove
from .hit import Hit
from .import_games_contained import ImportGamesContained
from .ingest_progress import IngestProgress
from .ingest_response import IngestResponse
from .lichess_color import LichessColor
from .lichess_history_color import LichessHistoryColor
from .lichess_history_variant import LichessHistoryVariant
from .lichess_variant import LichessVariant
from .master_color import MasterColor
from .master_variant import MasterVariant
from .masters_color import MastersColor
from .masters_variant import MastersVariant
from .mate import Mate
from .mistake_example import MistakeExample
from .motif import Motif
from .motif_color_type_0 import MotifColorType0
from .motifs_request import MotifsRequest
from .motifs_response import MotifsResponse
from .move import Move
from .move_annotations import MoveAnnotations
from .move_evaluation import MoveEvaluation
from .next_move import NextMove
from .next_moves import NextMoves
from .opening import Opening
from .passed import Passed
from .pattern_hit import PatternHit
from .pattern_response import PatternResponse
from .personal_color import PersonalColor
from .personal_variant import PersonalVariant
from .plans import Plans
from .player import Player
from .player_color import PlayerColor
from .player_games import PlayerGames
from .player_opening import PlayerOpening
from .player_record import PlayerRecord
from .player_score import PlayerScore
from .player_side import PlayerSide
from .player_structure import PlayerStructure
from .player_structure_side_type_0 import PlayerStructureSideType0
from .player_variant import PlayerVariant
from .players_response import PlayersResponse
from .positions_request import PositionsRequest
from .problem import Problem
from .progressive_request import ProgressiveRequest
from .progressive_request_en_passant_type_0 import ProgressiveRequestEnPassantType0
from .progressive_request_rules_type_0 import ProgressiveRequestRulesType0
from .progressive_response import ProgressiveResponse
from .puzzle_request import PuzzleRequest
from .puzzle_request_en_passant_type_0 import PuzzleRequestEnPassantType0
from .puzzle_request_rules_type_0 import PuzzleRequestRulesType0
from .puzzle_response import PuzzleResponse
from .pv import Pv
from .reachability_term import ReachabilityTerm
from .refusal import Refusal
from .rejected_game import RejectedGame
from .rename_request import RenameRequest
from .report_body import ReportBody
from .report_book import ReportBook
from .report_mistake import ReportMistake
from .report_mistake_how_type_0 import ReportMistakeHowType0
from .report_opening import ReportOpening
from .report_response import ReportResponse
from .report_row import ReportRow
from .report_row_side_type_0 import ReportRowSideType0
from .report_score import ReportScore
from .report_side import ReportSide
from .report_time import ReportTime
from .results_analysis import ResultsAnalysis
from .results_difficulty_response import ResultsDifficultyResponse
from .results_motifs_response import ResultsMotifsResponse
from .results_similar_response import ResultsSimilarResponse
from .similar_request import SimilarRequest
from .similar_request_distinct_type_0 import SimilarRequestDistinctType0
from .similar_request_scoring_type_0 import SimilarRequestScoringType0
from .similar_request_turn_type_0 import SimilarRequestTurnType0
from .similar_request_weights_type_0 import SimilarRequestWeightsType0
from .similar_response import SimilarResponse
from .similar_to_color import SimilarToColor
from .similar_to_distinct import SimilarToDistinct
from .similar_to_result import SimilarToResult
from .similar_to_scoring import SimilarToScoring
from .similar_to_turn import SimilarToTurn
from .snapshot_response import SnapshotResponse
from .snapshots_response import SnapshotsResponse
from .square_motifs import SquareMotifs
from .status_response import StatusResponse
from .structure import Structure
from .structure_color_type_0 import StructureColorType0
from .term import Term
from .term_family import TermFamily
from .terms_response import TermsResponse
from .training_alternative import TrainingAlternative
from .training_end import TrainingEnd
from .training_exercise import TrainingExercise
from .training_exercise_color import TrainingExerciseColor
from .training_mistake import TrainingMistake
from .training_model import TrainingModel
from .training_plan import TrainingPlan
from .training_plan_color import TrainingPlanColor
from .training_request import TrainingRequest
from .training_request_color_type_0 import TrainingRequestColorType0
from .training_request_speeds_type_0_item import TrainingRequestSpeedsType0Item
from .training_request_theme_type_0 import TrainingRequestThemeType0
from .training_response import TrainingResponse
from .verdict import Verdict

__all__ = (
    "AnalyseRequest",
    "Analysis",
    "BoardClocks",
    "BookExit",
    "BookMove",
    "BughouseClocks",
    "BughouseRequest",
    "BughouseRequestBoard",
    "BughouseRequestRulesType0",
    "BughouseResponse",
    "BughouseResponseBoard",
    "BughouseResponseColor",
    "CollectionResponse",
    "CollectionsResponse",
    "Corrections",
    "CorrectionsKind",
    "DifficultyRequest",
    "DifficultyResponse",
    "DroppedCollection",
    "Effort",
    "ExactResponse",
    "Explanation",
    "ExplorerGame",
    "ExplorerMonth",
    "ExplorerMove",
    "ExplorerResponse",
    "ExportGamesColor",
    "ExportGamesResult",
    "ExportGamesTurn",
    "FenRequest",
    "FetchRequest",
    "FetchRequestSite",
    "FilterRequest",
    "FilterRequestColorType0",
    "FilterRequestResultType0",
    "FilterRequestSpeedsType0Item",
    "FilterRequestTurnType0",
    "GameHeader",
    "GameHeaderWinnerType0",
    "GameOpening",
    "GamePosition",
    "GameResponse",
    "GameResponseTags",
    "GameVariation",
    "GameVariationMove",
    "Hit",
    "ImportGamesContained",
    "IngestProgress",
    "IngestResponse",
    "LichessColor",
    "LichessHistoryColor",
    "LichessHistoryVariant",
    "LichessVariant",
    "MasterColor",
    "MasterVariant",
    "MastersColor",
    "MastersVariant",
    "Mate",
    "MistakeExample",
    "Motif",
    "MotifColorType0",
    "MotifsRequest",
    "MotifsResponse",
    "Move",
    "MoveAnnotations",
    "MoveEvaluation",
    "NextMove",
    "NextMoves",
    "Opening",
    "Passed",
    "PatternHit",
    "PatternResponse",
    "PersonalColor",
    "PersonalVariant",
    "Plans",
    "Player",
    "PlayerColor",
    "PlayerGames",
    "PlayerOpening",
    "PlayerRecord",
    "PlayerScore",
    "PlayerSide",
    "PlayerStructure",
    "PlayerStructureSideType0",
    "PlayerVariant",
    "PlayersResponse",
    "PositionsRequest",
    "Problem",
    "ProgressiveRequest",
    "ProgressiveRequestEnPassantType0",
    "ProgressiveRequestRulesType0",
    "ProgressiveResponse",
    "PuzzleRequest",
    "PuzzleRequestEnPassantType0",
    "PuzzleRequestRulesType0",
    "PuzzleResponse",
    "Pv",
    "ReachabilityTerm",
    "Refusal",
    "RejectedGame",
    "RenameRequest",
    "ReportBody",
    "ReportBook",
    "ReportMistake",
    "ReportMistakeHowType0",
    "ReportOpening",
    "ReportResponse",
    "ReportRow",
    "ReportRowSideType0",
    "ReportScore",
    "ReportSide",
    "ReportTime",
    "ResultsAnalysis",
    "ResultsDifficultyResponse",
    "ResultsMotifsResponse",
    "ResultsSimilarResponse",
    "SimilarRequest",
    "SimilarRequestDistinctType0",
    "SimilarRequestScoringType0",
    "SimilarRequestTurnType0",
    "SimilarRequestWeightsType0",
    "SimilarResponse",
    "SimilarToColor",
    "SimilarToDistinct",
    "SimilarToResult",
    "SimilarToScoring",
    "SimilarToTurn",
    "SnapshotResponse",
    "SnapshotsResponse",
    "SquareMotifs",
    "StatusResponse",
    "Structure",
    "StructureColorType0",
    "Term",
    "TermFamily",
    "TermsResponse",
    "TrainingAlternative",
    "TrainingEnd",
    "TrainingExercise",
    "TrainingExerciseColor",
    "TrainingMistake",
    "TrainingModel",
    "TrainingPlan",
    "TrainingPlanColor",
    "TrainingRequest",
    "TrainingRequestColorType0",
    "TrainingRequestSpeedsType0Item",
    "TrainingRequestThemeType0",
    "TrainingResponse",
    "Verdict",
)
