"""The client that does not wait. `_sync.py` is made of it by generate.py."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Literal, TypeVar

import anyio
import httpx
from typing_extensions import Self, Unpack

from ._core import (
    A,
    Position,
    TabiyaError,
    batches,
    documented,
    error_of,
    fen_of,
    filled,
    no_answer,
    pause,
    pieces,
    unfinished,
    with_input,
)
from ._generated.api.games import (
    annotate,
    collections,
    drop_collection,
    export_games,
    fetch_games,
    game,
    import_games,
    masters_pgn,
    player_record,
    players,
    remove_game,
    rename_collection,
    report,
)
from ._generated.api.operations import alive, create_snapshot, metrics, openapi, ready, snapshots, status
from ._generated.api.positions import analyse, difficulty, motifs, terms, training
from ._generated.api.search import lichess, masters, player, positions, similar
from ._generated.api.variants import bughouse, progressive, puzzle
from ._generated.models import (
    AnalyseRequest,
    Analysis,
    BughouseAnswer,
    BughouseRequest,
    CollectionAnswer,
    CollectionsAnswer,
    DifficultyAnswer,
    DifficultyRequest,
    DroppedCollection,
    ExactAnswer,
    ExplorerAnswer,
    FenRequest,
    FetchRequest,
    GameAnswer,
    GamesAnswer,
    IngestAnswer,
    IngestProgress,
    MotifsAnswer,
    MotifsRequest,
    NextMoves,
    PatternAnswer,
    PlayerGames,
    PlayerRecord,
    PlayersAnswer,
    PositionsRequest,
    ProgressiveAnswer,
    ProgressiveRequest,
    PuzzleAnswer,
    PuzzleRequest,
    Refusal,
    RenameRequest,
    ReportAnswer,
    ReportBody,
    SimilarAnswer,
    SimilarRequest,
    SnapshotAnswer,
    SnapshotsAnswer,
    StatusAnswer,
    TermsAnswer,
    TrainingAnswer,
    TrainingRequest,
)
from ._generated.types import UNSET
from ._options import (
    AnalyseOptions,
    AnnotateOptions,
    BughouseOptions,
    ExplorerOptions,
    GameListOptions,
    GamesOptions,
    PatternOptions,
    PositionsOptions,
    ProgressiveOptions,
    PuzzleOptions,
    ReportOptions,
    SimilarOptions,
    TrainingOptions,
)

T = TypeVar("T")
Request = dict[str, Any]
Pgn = str | bytes | Path

JSON = "application/json"
PGN = "application/x-chess-pgn"
TRAINING_FORMS = {"pgn": PGN, "csv": "text/csv", "anki": "text/tab-separated-values"}


@documented
class AsyncTabiya:
    """A client of the Tabiya server at `url`, for `async with`.

    `token` is the server's token, or a key: to import and remove games, for snapshots, and on a private server for
    everything. `timeout` is in seconds, for each part of an exchange. A busy server (429, 503) is asked again after the
    time that it names, up to `retries` times; but games are not sent again, of which there may be very many.
    `transport` takes the place of httpx's own.

    Every method raises `TabiyaError`. A position is a FEN or a board that has a method `fen`.
    """

    def __init__(
        self,
        url: str = "http://127.0.0.1:8080",
        *,
        token: str | None = None,
        timeout: float = 30.0,
        retries: int = 3,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        self._http = httpx.AsyncClient(base_url=url, headers=headers, timeout=timeout, transport=transport)
        self._retries = retries

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Closes the connections."""
        await self._http.aclose()

    # Similar and equal positions

    async def similar(self, position: Position, **options: Unpack[SimilarOptions]) -> SimilarAnswer:
        """The positions most similar to this one, with reasons."""
        fen = fen_of(position)
        body = filled(SimilarRequest, fen=fen, **options)
        return with_input(await self._ask(SimilarAnswer.from_dict, similar.request(body=body)), fen)

    def similar_many(
        self, positions: Iterable[Position], *, batch: int = 64, **options: Unpack[SimilarOptions]
    ) -> AsyncIterator[SimilarAnswer | Refusal]:
        """An answer or a refusal for each position, in their order; `answer["input"]` is the position as it was sent.
        The client sends `batch` positions at a time, at most 64, when their answers are needed."""

        def ask(fens: list[str]) -> Request:
            return similar.request(body=filled(SimilarRequest, fens=fens, **options))

        return self._many(positions, batch, ask, SimilarAnswer.from_dict)

    async def plans(self, position: Position, **options: Unpack[SimilarOptions]) -> NextMoves:
        """The moves of each side within six moves, in the games of the 100 most similar positions."""
        options = {"limit": 1, "idea": False, **options, "plans": True}
        counted = (await self.similar(position, **options)).plans
        if counted is None:
            raise TabiyaError(
                503, "Service Unavailable", "The server had no time to count plans: try again in a second", 1.0
            )
        return counted

    async def positions(self, position: Position, **options: Unpack[PositionsOptions]) -> ExactAnswer:
        """The games that reached exactly this position, and what was played in them."""
        body = filled(PositionsRequest, fen=fen_of(position), **options)
        return await self._ask(ExactAnswer.from_dict, positions.request(body=body))

    async def pattern(self, pattern: str, **options: Unpack[PatternOptions]) -> PatternAnswer:
        """The positions that look like a board with wildcards: `?` for any square, a number for empty squares."""
        body = filled(PositionsRequest, pattern=pattern, **options)
        return await self._ask(PatternAnswer.from_dict, positions.request(body=body))

    async def explorer(self, position: Position | None = None, **options: Unpack[ExplorerOptions]) -> ExplorerAnswer:
        """Lichess's opening explorer over these games: what was played in a position, by default the usual start."""
        asked = lichess.request(fen=UNSET if position is None else fen_of(position), **options)
        return await self._ask(ExplorerAnswer.from_dict, asked)

    async def masters(self, position: Position | None = None, **options: Unpack[ExplorerOptions]) -> ExplorerAnswer:
        """The same as Lichess's explorer of masters counts it."""
        asked = masters.request(fen=UNSET if position is None else fen_of(position), **options)
        return await self._ask(ExplorerAnswer.from_dict, asked)

    async def player(
        self,
        name: str,
        color: Literal["white", "black"],
        position: Position | None = None,
        **options: Unpack[ExplorerOptions],
    ) -> ExplorerAnswer:
        """What a player has played in a position, with this colour."""
        fen = UNSET if position is None else fen_of(position)
        return await self._ask(ExplorerAnswer.from_dict, player.request(player=name, color=color, fen=fen, **options))

    async def players(self, name: str, limit: int = 10, collection: str | None = None) -> list[PlayerGames]:
        """The players whose names begin like this, those of most games first; of the games of a collection."""
        asked = players.request(q=name, limit=limit, collection=UNSET if collection is None else collection)
        return (await self._ask(PlayersAnswer.from_dict, asked)).players

    async def collections(self) -> list[CollectionAnswer]:
        """The collections of the server, in the order of their names, each with its number of games."""
        return (await self._ask(CollectionsAnswer.from_dict, collections.request())).collections

    async def rename_collection(self, name: str, new: str) -> CollectionAnswer:
        """Gives a collection another name."""
        body = RenameRequest(name=new)
        return await self._ask(CollectionAnswer.from_dict, rename_collection.request(name=name, body=body))

    async def drop_collection(self, name: str, *, games: bool = False) -> DroppedCollection:
        """Drops a collection; with `games` its games that are in no other collection are removed, too."""
        return await self._ask(DroppedCollection.from_dict, drop_collection.request(name=name, games=games))

    async def player_record(self, name: str) -> PlayerRecord:
        """A player's results by colour, openings and named structures."""
        return await self._ask(PlayerRecord.from_dict, player_record.request(name=name))

    async def report(self, player: str, **options: Unpack[ReportOptions]) -> ReportAnswer:
        """What a player's games say about the player: results and what the ratings predict, average losses,
        time trouble, the costliest kinds of mistakes."""
        body = filled(ReportBody, player=player, **options)
        return await self._ask(ReportAnswer.from_dict, report.request(body=body))

    # One position

    async def terms(self, position: Position) -> TermsAnswer:
        """The terms of a position, by which it is found."""
        return await self._ask(TermsAnswer.from_dict, terms.request(body=FenRequest(fen=fen_of(position))))

    async def motifs(self, position: Position) -> MotifsAnswer:
        """What a player sees in a position: motifs, named structures, the opening."""
        fen = fen_of(position)
        return with_input(await self._ask(MotifsAnswer.from_dict, motifs.request(body=MotifsRequest(fen=fen))), fen)

    def motifs_many(self, positions: Iterable[Position], *, batch: int = 64) -> AsyncIterator[MotifsAnswer | Refusal]:
        """The same for each of many positions, as `similar_many`."""

        def ask(fens: list[str]) -> Request:
            return motifs.request(body=MotifsRequest(fens=fens))

        return self._many(positions, batch, ask, MotifsAnswer.from_dict)

    async def analyse(self, position: Position, **options: Unpack[AnalyseOptions]) -> Analysis:
        """The engine's score and best lines."""
        fen = fen_of(position)
        body = filled(AnalyseRequest, fen=fen, **options)
        return with_input(await self._ask(Analysis.from_dict, analyse.request(body=body)), fen)

    def analyse_many(
        self, positions: Iterable[Position], *, batch: int = 64, **options: Unpack[AnalyseOptions]
    ) -> AsyncIterator[Analysis | Refusal]:
        """The same for each of many positions, as `similar_many`."""

        def ask(fens: list[str]) -> Request:
            return analyse.request(body=filled(AnalyseRequest, fens=fens, **options))

        return self._many(positions, batch, ask, Analysis.from_dict)

    async def difficulty(self, position: Position, solution: str | list[str] | None = None) -> DifficultyAnswer:
        """How hard a position is; its solution, UCI moves with the solver's first, improves the estimate."""
        fen = fen_of(position)
        body = DifficultyRequest(fen=fen, solution=solution)
        return with_input(await self._ask(DifficultyAnswer.from_dict, difficulty.request(body=body)), fen)

    def difficulty_many(
        self, positions: Iterable[Position], *, batch: int = 64
    ) -> AsyncIterator[DifficultyAnswer | Refusal]:
        """The same for each of many positions, as `similar_many`."""

        def ask(fens: list[str]) -> Request:
            return difficulty.request(body=DifficultyRequest(fens=fens))

        return self._many(positions, batch, ask, DifficultyAnswer.from_dict)

    # Exercises

    async def training(self, **options: Unpack[TrainingOptions]) -> TrainingAnswer:
        """Exercises with one good move, of at least one of `fen`, `pgn`, `player` and `theme`; with `mistakes`, of the
        mistakes of `player`; with `plan`, the plan of `fen` instead."""
        body = filled(TrainingRequest, **options)
        return await self._ask(TrainingAnswer.from_dict, training.request(body=body))

    async def training_text(self, form: Literal["pgn", "csv", "anki"], **options: Unpack[TrainingOptions]) -> str:
        """The same as PGN, as Lichess's puzzle CSV, or as a file that Anki imports."""
        asked = training.request(body=filled(TrainingRequest, **options))
        return await self._text(asked, TRAINING_FORMS[form])

    # Games

    async def annotate(
        self, pgn: Pgn, *, evals: bool = False, eval: bool = False, **options: Unpack[AnnotateOptions]
    ) -> str:
        """The same PGN with comments; with `evals`, also with scores and marks. Text is PGN, a file is a `Path`.

        `eval` is an old name of `evals`, for one release.
        """
        asked = annotate.request(evals=evals or eval, **options)
        return (await self._send(asked, content=_body(pgn, None))).text

    async def game(self, id: int) -> GameAnswer:
        """A game with its tags, moves and opening."""
        return await self._ask(GameAnswer.from_dict, game.request(id=id))

    async def game_pgn(self, id: int) -> str:
        """A game as PGN."""
        return await self._text(game.request(id=id), PGN)

    async def masters_pgn(self, id: int) -> str:
        """A game as PGN, as Lichess's explorer answers."""
        return await self._text(masters_pgn.request(id=id), PGN)

    async def games(self, **options: Unpack[GameListOptions]) -> GamesAnswer:
        """A page of all games, or of those that pass a filter, without their moves. To get the next page, send the
        `next` of this page as `after`."""
        return await self._ask(GamesAnswer.from_dict, {**export_games.request(**options), "headers": {"Accept": JSON}})

    async def games_pgn(self, **options: Unpack[GamesOptions]) -> str:
        """All games as one PGN, or those that pass a filter."""
        return await self._text(export_games.request(**options), PGN)

    async def import_games(
        self,
        pgn: Pgn,
        *,
        from_move: int | None = None,
        collection: str | None = None,
        variations: bool | None = None,
        keep_legal: bool | None = None,
        contained: Literal["keep", "skip", "replace"] | None = None,
        on_progress: Callable[[IngestProgress], object] | None = None,
        on_sent: Callable[[int], object] | None = None,
    ) -> IngestAnswer:
        """Imports games: PGN of any size as text or bytes, or the `Path` of a file, plain or compressed.

        `from_move` is the move from which positions are indexed. The games are added to the `collection`, those that
        are stored already, too. With `variations` each variation becomes a game of its own. With `keep_legal` a
        game keeps the moves before its first illegal one. `contained` says what is done with a game that is part of a
        longer one of the same players, date and round. `on_sent` is called with
        the number of bytes that have been sent; as the server takes games at the speed at which it stores them, that is the progress until all
        are sent. `on_progress` is then called with what the server has stored. If the import ends early, what was read
        by then is stored, and the error says why.
        """
        asked = import_games.request(
            from_move=UNSET if from_move is None else from_move,
            collection=UNSET if collection is None else collection,
            variations=UNSET if variations is None else variations,
            keep_legal=UNSET if keep_legal is None else keep_legal,
            contained=UNSET if contained is None else contained,
        )
        # The server may take its time, to write or to read, as long as the connection is open.
        timeout = httpx.Timeout(self._http.timeout.connect, read=None, write=None)
        response = await self._send(asked, content=_body(pgn, on_sent), timeout=timeout, stream=True)
        return await self._imported(response, on_progress)

    async def fetch_games(
        self,
        site: Literal["lichess", "chesscom"],
        name: str,
        *,
        from_move: int | None = None,
        collection: str | None = None,
        on_progress: Callable[[IngestProgress], object] | None = None,
    ) -> IngestAnswer:
        """Fetches the games of a player of lichess or chess.com; after the first time only those that are new.

        `from_move` is the move from which positions are indexed; the games are added to the `collection`. `on_progress` is called with what the server has
        stored. If the fetch ends early, the games that had come are stored, and the error says why; the next one goes on.
        """
        body = filled(FetchRequest, site=site, name=name, from_move=from_move, collection=collection)
        # The site may ask to wait; the server says every half second that it does.
        timeout = httpx.Timeout(self._http.timeout.connect, read=None, write=None)
        response = await self._send(fetch_games.request(body=body), timeout=timeout, stream=True)
        return await self._imported(response, on_progress)

    async def _imported(
        self, response: httpx.Response, on_progress: Callable[[IngestProgress], object] | None
    ) -> IngestAnswer:
        """The result of an import, of the lines of its answer."""
        try:
            async for line in response.aiter_lines():
                report = json.loads(line)
                if "error" in report:
                    last = IngestAnswer.from_dict(report)
                    if not last.done:
                        detail = f"{last.error} {last.games} games are imported."
                        raise TabiyaError(response.status_code, "Import ended early", detail)
                    return last
                if on_progress:
                    on_progress(IngestProgress.from_dict(report))
        except httpx.TransportError as error:
            raise no_answer(error) from error
        finally:
            await response.aclose()
        raise TabiyaError(0, "No answer", "The server did not report what it imported.")

    async def remove_game(self, id: int) -> None:
        """Removes a game and its positions."""
        await self._send(remove_game.request(id=id))

    # Variants

    async def progressive(
        self, position: Position, moves: int, **options: Unpack[ProgressiveOptions]
    ) -> ProgressiveAnswer:
        """Whether a position of progressive chess has a mate in a series of this many moves."""
        body = filled(ProgressiveRequest, fen=fen_of(position), moves=moves, **options)
        return await self._ask(ProgressiveAnswer.from_dict, progressive.request(body=body))

    async def puzzle(self, **options: Unpack[PuzzleOptions]) -> PuzzleAnswer:
        """A position of progressive chess with a mate."""
        body = filled(PuzzleRequest, **options)
        return await self._ask(PuzzleAnswer.from_dict, puzzle.request(body=body))

    async def bughouse(
        self, boards: tuple[str, str], board: Literal["a", "b"], **options: Unpack[BughouseOptions]
    ) -> BughouseAnswer:
        """A move of bughouse, for the player whose turn it is on a board."""
        body = filled(BughouseRequest, boards=list(boards), board=board, **options)
        return await self._ask(BughouseAnswer.from_dict, bughouse.request(body=body))

    # The server

    async def status(self) -> StatusAnswer:
        """Version, number of games and positions, size of the index."""
        return await self._ask(StatusAnswer.from_dict, status.request())

    async def alive(self) -> str:
        """`ok` as long as the server runs."""
        return await self._text(alive.request())

    async def ready(self) -> str:
        """`ready` once the server answers; until then an error that says why not, as soon as there are no `retries`."""
        return await self._text(ready.request())

    async def metrics(self) -> str:
        """What Prometheus reads."""
        return await self._text(metrics.request())

    async def openapi(self) -> dict[str, Any]:
        """The description of the API."""
        return await self._ask(dict, openapi.request())

    async def create_snapshot(self) -> SnapshotAnswer:
        """Makes a snapshot of the index, where the server was started with a folder for them."""
        return await self._ask(SnapshotAnswer.from_dict, create_snapshot.request())

    async def snapshots(self) -> list[SnapshotAnswer]:
        """The snapshots, the oldest first."""
        return (await self._ask(SnapshotsAnswer.from_dict, snapshots.request())).snapshots

    # How to ask

    async def _ask(self, parse: Callable[[Mapping[str, Any]], T], asked: Request) -> T:
        return parse((await self._send(asked)).json())

    async def _text(self, asked: Request, accept: str = "text/plain") -> str:
        headers = {**asked.get("headers", {}), "Accept": accept}
        return (await self._send({**asked, "headers": headers})).text

    async def _many(
        self,
        positions: Iterable[Position],
        size: int,
        ask: Callable[[list[str]], Request],
        parse: Callable[[Mapping[str, Any]], A],
    ) -> AsyncIterator[A | Refusal]:
        for fens in batches(positions, size):
            answers = await self._batch(parse, ask(fens))
            late = unfinished(answers)
            while late:
                again = await self._batch(parse, ask([fens[place] for place in late]))
                for place, answer in zip(late, again, strict=True):
                    answers[place] = answer
                late = [late[place] for place in unfinished(again)]
            for fen, answer in zip(fens, answers, strict=True):
                yield answer if isinstance(answer, Refusal) else with_input(answer, fen)

    async def _batch(self, parse: Callable[[Mapping[str, Any]], T], asked: Request) -> list[T | Refusal]:
        results = (await self._send(asked)).json()["results"]
        return [Refusal.from_dict(result) if "problem" in result else parse(result) for result in results]

    async def _send(
        self,
        asked: Request,
        *,
        content: AsyncIterator[bytes] | None = None,
        stream: bool = False,
        **more: Any,
    ) -> httpx.Response:
        """A response of success, whose body has been read unless it is a `stream`. `content` is sent once."""
        body: Request = {"content": content} if content else {}
        retries = 0 if content else self._retries
        attempt = 0
        while True:
            try:
                built = self._http.build_request(**{**asked, **body, **more})
                response = await self._http.send(built, stream=stream)
                if response.is_success:
                    return response
                await response.aread()
            except httpx.TransportError as error:
                raise no_answer(error) from error
            problem = error_of(response)
            seconds = pause(problem, attempt)
            if seconds is None or attempt >= retries:
                raise problem
            await anyio.sleep(seconds)
            attempt += 1


async def _body(pgn: Pgn, on_sent: Callable[[int], object] | None) -> AsyncIterator[bytes]:
    sent = 0
    for piece in pieces(pgn):
        yield piece
        sent += len(piece)
        if on_sent:
            on_sent(sent)
