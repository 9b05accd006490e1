/** Schema names from before the first release, kept for one release. Under MIT or Apache-2.0, as `tabiya.ts` is. */

import type { components } from "./openapi.js";

type Schemas = components["schemas"];

export interface RenamedSchemas {
  /** @deprecated Use `Batch_DifficultyAnswer`. */
  Batch_DifficultyResponse: Schemas["Batch_DifficultyAnswer"];
  /** @deprecated Use `Batch_MotifsAnswer`. */
  Batch_MotifsResponse: Schemas["Batch_MotifsAnswer"];
  /** @deprecated Use `Batch_SimilarAnswer`. */
  Batch_SimilarResponse: Schemas["Batch_SimilarAnswer"];
  /** @deprecated Use `BughouseAnswer`. */
  BughouseResponse: Schemas["BughouseAnswer"];
  /** @deprecated Use `CollectionAnswer`. */
  CollectionResponse: Schemas["CollectionAnswer"];
  /** @deprecated Use `CollectionsAnswer`. */
  CollectionsResponse: Schemas["CollectionsAnswer"];
  /** @deprecated Use `DifficultyAnswer`. */
  DifficultyResponse: Schemas["DifficultyAnswer"];
  /** @deprecated Use `ExactAnswer`. */
  ExactResponse: Schemas["ExactAnswer"];
  /** @deprecated Use `ExplorerAnswer`. */
  ExplorerResponse: Schemas["ExplorerAnswer"];
  /** @deprecated Use `GameAnswer`. */
  GameResponse: Schemas["GameAnswer"];
  /** @deprecated Use `IngestAnswer`. */
  IngestResponse: Schemas["IngestAnswer"];
  /** @deprecated Use `MotifsAnswer`. */
  MotifsResponse: Schemas["MotifsAnswer"];
  /** @deprecated Use `Outcome_DifficultyAnswer`. */
  Outcome_DifficultyResponse: Schemas["Outcome_DifficultyAnswer"];
  /** @deprecated Use `Outcome_MotifsAnswer`. */
  Outcome_MotifsResponse: Schemas["Outcome_MotifsAnswer"];
  /** @deprecated Use `Outcome_SimilarAnswer`. */
  Outcome_SimilarResponse: Schemas["Outcome_SimilarAnswer"];
  /** @deprecated Use `PatternAnswer`. */
  PatternResponse: Schemas["PatternAnswer"];
  /** @deprecated Use `PlayersAnswer`. */
  PlayersResponse: Schemas["PlayersAnswer"];
  /** @deprecated Use `PositionsAnswer`. */
  PositionsResponse: Schemas["PositionsAnswer"];
  /** @deprecated Use `ProgressiveAnswer`. */
  ProgressiveResponse: Schemas["ProgressiveAnswer"];
  /** @deprecated Use `PuzzleAnswer`. */
  PuzzleResponse: Schemas["PuzzleAnswer"];
  /** @deprecated Use `ReportAnswer`. */
  ReportResponse: Schemas["ReportAnswer"];
  /** @deprecated Use `Results_DifficultyAnswer`. */
  Results_DifficultyResponse: Schemas["Results_DifficultyAnswer"];
  /** @deprecated Use `Results_MotifsAnswer`. */
  Results_MotifsResponse: Schemas["Results_MotifsAnswer"];
  /** @deprecated Use `Results_SimilarAnswer`. */
  Results_SimilarResponse: Schemas["Results_SimilarAnswer"];
  /** @deprecated Use `SimilarAnswer`. */
  SimilarResponse: Schemas["SimilarAnswer"];
  /** @deprecated Use `SnapshotAnswer`. */
  SnapshotResponse: Schemas["SnapshotAnswer"];
  /** @deprecated Use `SnapshotsAnswer`. */
  SnapshotsResponse: Schemas["SnapshotsAnswer"];
  /** @deprecated Use `StatusAnswer`. */
  StatusResponse: Schemas["StatusAnswer"];
  /** @deprecated Use `TermsAnswer`. */
  TermsResponse: Schemas["TermsAnswer"];
  /** @deprecated Use `TrainingAnswer`. */
  TrainingResponse: Schemas["TrainingAnswer"];
}
