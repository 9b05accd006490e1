from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

if TYPE_CHECKING:
    from ..models.report_book import ReportBook
    from ..models.report_mistake import ReportMistake
    from ..models.report_row import ReportRow
    from ..models.report_score import ReportScore
    from ..models.report_side import ReportSide
    from ..models.report_time import ReportTime


T = TypeVar("T", bound="ReportResponse")


@_attrs_define
class ReportResponse:
    """A report on a player's games."""

    all_: ReportScore
    """ How some of a player's games ended, what the ratings predict, and what the moves were worth. """
    black: ReportSide
    """ A player's games of one colour. """
    book: None | ReportBook
    """ Null if there is no book. """
    complete: bool
    """ Whether engines have nothing left to do. """
    evaluated_games: int
    """ The number of these in which every position that the player moved in has a score. """
    games: int
    """ The number of games of the player that pass the filter. """
    mistakes: list[ReportMistake]
    """ The kinds of mistakes that cost most, the costliest first. """
    motifs: list[ReportRow]
    """ Motifs that stood on the board for as long, likewise. """
    phases: list[ReportRow]
    """ Opening, middlegame and endgame, with the moves made in them. """
    player: str
    """ The player, as the request names it. """
    read: int
    """ The number of them that the report is about: those with the highest numbers. """
    structures: list[ReportRow]
    """ Named structures that stood for eight half-moves or more, at most 30; the moves are those made while they
    stood. The
    most surprising come first: by how far the points are from the expected ones, for the number of rated games. """
    time: None | ReportTime
    """ Null if no game has clocks. """
    white: ReportSide
    """ A player's games of one colour. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.report_book import ReportBook
        from ..models.report_time import ReportTime

        all_ = self.all_.to_dict()

        black = self.black.to_dict()

        book: dict[str, Any] | None
        if isinstance(self.book, ReportBook):
            book = self.book.to_dict()
        else:
            book = self.book

        complete = self.complete

        evaluated_games = self.evaluated_games

        games = self.games

        mistakes = []
        for mistakes_item_data in self.mistakes:
            mistakes_item = mistakes_item_data.to_dict()
            mistakes.append(mistakes_item)

        motifs = []
        for motifs_item_data in self.motifs:
            motifs_item = motifs_item_data.to_dict()
            motifs.append(motifs_item)

        phases = []
        for phases_item_data in self.phases:
            phases_item = phases_item_data.to_dict()
            phases.append(phases_item)

        player = self.player

        read = self.read

        structures = []
        for structures_item_data in self.structures:
            structures_item = structures_item_data.to_dict()
            structures.append(structures_item)

        time: dict[str, Any] | None
        if isinstance(self.time, ReportTime):
            time = self.time.to_dict()
        else:
            time = self.time

        white = self.white.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "all": all_,
                "black": black,
                "book": book,
                "complete": complete,
                "evaluatedGames": evaluated_games,
                "games": games,
                "mistakes": mistakes,
                "motifs": motifs,
                "phases": phases,
                "player": player,
                "read": read,
                "structures": structures,
                "time": time,
                "white": white,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.report_book import ReportBook
        from ..models.report_mistake import ReportMistake
        from ..models.report_row import ReportRow
        from ..models.report_score import ReportScore
        from ..models.report_side import ReportSide
        from ..models.report_time import ReportTime

        d = dict(src_dict)
        all_ = ReportScore.from_dict(d.pop("all"))

        black = ReportSide.from_dict(d.pop("black"))

        def _parse_book(data: object) -> None | ReportBook:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                book_type_0 = ReportBook.from_dict(data)

                return book_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | ReportBook, data)

        book = _parse_book(d.pop("book"))

        complete = d.pop("complete")

        evaluated_games = d.pop("evaluatedGames")

        games = d.pop("games")

        mistakes = []
        _mistakes = d.pop("mistakes")
        for mistakes_item_data in _mistakes:
            mistakes_item = ReportMistake.from_dict(mistakes_item_data)

            mistakes.append(mistakes_item)

        motifs = []
        _motifs = d.pop("motifs")
        for motifs_item_data in _motifs:
            motifs_item = ReportRow.from_dict(motifs_item_data)

            motifs.append(motifs_item)

        phases = []
        _phases = d.pop("phases")
        for phases_item_data in _phases:
            phases_item = ReportRow.from_dict(phases_item_data)

            phases.append(phases_item)

        player = d.pop("player")

        read = d.pop("read")

        structures = []
        _structures = d.pop("structures")
        for structures_item_data in _structures:
            structures_item = ReportRow.from_dict(structures_item_data)

            structures.append(structures_item)

        def _parse_time(data: object) -> None | ReportTime:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                time_type_0 = ReportTime.from_dict(data)

                return time_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | ReportTime, data)

        time = _parse_time(d.pop("time"))

        white = ReportSide.from_dict(d.pop("white"))

        report_response = cls(
            all_=all_,
            black=black,
            book=book,
            complete=complete,
            evaluated_games=evaluated_games,
            games=games,
            mistakes=mistakes,
            motifs=motifs,
            phases=phases,
            player=player,
            read=read,
            structures=structures,
            time=time,
            white=white,
        )

        report_response.additional_properties = d
        return report_response

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
