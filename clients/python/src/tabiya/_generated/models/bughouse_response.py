from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

from ..models.bughouse_response_board import (
    BughouseResponseBoard,
    check_bughouse_response_board,
)
from ..models.bughouse_response_color import (
    BughouseResponseColor,
    check_bughouse_response_color,
)

T = TypeVar("T", bound="BughouseResponse")


@_attrs_define
class BughouseResponse:
    """What the player does."""

    board: BughouseResponseBoard
    """ The board, `a` or `b`. """
    boards: list[str]
    """ The boards, as they were read. """
    color: BughouseResponseColor
    """ The player, `white` or `black`. """
    cp: int | None
    """ The score of its board from White's side, in centipawns; null for a mate. """
    depth: int
    """ The depth that was completed, in plies. """
    mate: int | None
    """ White mates in this number of moves; negative: Black does; null without a mate. """
    nodes: int
    """ The number of moves made in the search. """
    san: None | str
    """ The same in standard algebraic notation, e.g. `Nf3`, `N@f3+`. """
    say: list[str]
    """ Its messages to the partner, in the words of FICS: `+n`, `++n`, `+++n`: a knight would be good, very good,
    would
    decide; `-q`, `--q`, `---q`: a queen for the opponent would be bad, very bad, would mate. """
    time_ms: int
    """ How long the search took, in milliseconds. """
    uci: None | str
    """ The move in UCI, e.g. `g1f3`, `N@f3`; null: it waits, and is to be asked again when a piece has come or time
    has
    passed. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        board: str = self.board

        boards = self.boards

        color: str = self.color

        cp: int | None
        cp = self.cp

        depth = self.depth

        mate: int | None
        mate = self.mate

        nodes = self.nodes

        san: None | str
        san = self.san

        say = self.say

        time_ms = self.time_ms

        uci: None | str
        uci = self.uci

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "board": board,
                "boards": boards,
                "color": color,
                "cp": cp,
                "depth": depth,
                "mate": mate,
                "nodes": nodes,
                "san": san,
                "say": say,
                "timeMs": time_ms,
                "uci": uci,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        board = check_bughouse_response_board(d.pop("board"))

        boards = cast(list[str], d.pop("boards"))

        color = check_bughouse_response_color(d.pop("color"))

        def _parse_cp(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        cp = _parse_cp(d.pop("cp"))

        depth = d.pop("depth")

        def _parse_mate(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        mate = _parse_mate(d.pop("mate"))

        nodes = d.pop("nodes")

        def _parse_san(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        san = _parse_san(d.pop("san"))

        say = cast(list[str], d.pop("say"))

        time_ms = d.pop("timeMs")

        def _parse_uci(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        uci = _parse_uci(d.pop("uci"))

        bughouse_response = cls(
            board=board,
            boards=boards,
            color=color,
            cp=cp,
            depth=depth,
            mate=mate,
            nodes=nodes,
            san=san,
            say=say,
            time_ms=time_ms,
            uci=uci,
        )

        bughouse_response.additional_properties = d
        return bughouse_response

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
