"""Requests and answers, by their names in the OpenAPI document."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

from ._generated import models as _models
from ._generated.models import *

# Old names from before the first release, kept for one release: `SimilarResponse` for `SimilarAnswer`.
if TYPE_CHECKING:
    BughouseResponse = _models.BughouseAnswer
    CollectionResponse = _models.CollectionAnswer
    CollectionsResponse = _models.CollectionsAnswer
    DifficultyResponse = _models.DifficultyAnswer
    ExactResponse = _models.ExactAnswer
    ExplorerResponse = _models.ExplorerAnswer
    GameResponse = _models.GameAnswer
    GameResponseTags = _models.GameAnswerTags
    IngestResponse = _models.IngestAnswer
    MotifsResponse = _models.MotifsAnswer
    PatternResponse = _models.PatternAnswer
    PlayersResponse = _models.PlayersAnswer
    ProgressiveResponse = _models.ProgressiveAnswer
    PuzzleResponse = _models.PuzzleAnswer
    ReportResponse = _models.ReportAnswer
    ResultsDifficultyResponse = _models.ResultsDifficultyAnswer
    ResultsMotifsResponse = _models.ResultsMotifsAnswer
    ResultsSimilarResponse = _models.ResultsSimilarAnswer
    SimilarResponse = _models.SimilarAnswer
    SnapshotResponse = _models.SnapshotAnswer
    SnapshotsResponse = _models.SnapshotsAnswer
    StatusResponse = _models.StatusAnswer
    TermsResponse = _models.TermsAnswer
    TrainingResponse = _models.TrainingAnswer
else:

    def __getattr__(name: str) -> Any:
        renamed = name.replace("Response", "Answer")
        if renamed == name or not hasattr(_models, renamed):
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        warnings.warn(f"tabiya.models.{name} is now called {renamed}", DeprecationWarning, stacklevel=2)
        return getattr(_models, renamed)
