from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from typing_extensions import Self

from ..models.bughouse_request_board import (
    BughouseRequestBoard,
    check_bughouse_request_board,
)
from ..models.bughouse_request_rules_type_0 import (
    BughouseRequestRulesType0,
    check_bughouse_request_rules_type_0,
)
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.bughouse_clocks import BughouseClocks


T = TypeVar("T", bound="BughouseRequest")


@_attrs_define
class BughouseRequest:
    """Both boards, and the player whose turn it is."""

    board: BughouseRequestBoard
    """ The board on which to choose a move, `a` or `b`. """
    boards: list[str]
    """ Boards A and B: FENs with the pieces in hand in brackets, and `~` behind promoted pieces, e.g.
    `r1bqk2r/ppp2ppp/8/8/8/8/PPP2PPP/R1BQ~K2R[NPbp] w KQkq - 0 9`. """
    clocks_ms: BughouseClocks | None | Unset = UNSET
    """ What the four clocks show. Without them all players have the same time. """
    depth: int | None | Unset = UNSET
    """ The depth of the search, in plies. """
    movetime_ms: int | None | Unset = UNSET
    """ The time of the search, in milliseconds. """
    nodes: int | None | Unset = UNSET
    """ The number of moves in the search. Without `depth`, `nodes` and `movetimeMs` it depends on the clock, or is
    50,000. """
    rules: BughouseRequestRulesType0 | None | Unset = UNSET
    """ `usual` (the default), as servers play it; or `thesis`: no clocks, no draw by repetition, and a dropped rook
    may
    castle. """

    def to_dict(self) -> dict[str, Any]:
        from ..models.bughouse_clocks import BughouseClocks

        board: str = self.board

        boards = self.boards

        clocks_ms: dict[str, Any] | None | Unset
        if isinstance(self.clocks_ms, Unset):
            clocks_ms = UNSET
        elif isinstance(self.clocks_ms, BughouseClocks):
            clocks_ms = self.clocks_ms.to_dict()
        else:
            clocks_ms = self.clocks_ms

        depth: int | None | Unset
        if isinstance(self.depth, Unset):
            depth = UNSET
        else:
            depth = self.depth

        movetime_ms: int | None | Unset
        if isinstance(self.movetime_ms, Unset):
            movetime_ms = UNSET
        else:
            movetime_ms = self.movetime_ms

        nodes: int | None | Unset
        if isinstance(self.nodes, Unset):
            nodes = UNSET
        else:
            nodes = self.nodes

        rules: None | str | Unset
        if isinstance(self.rules, Unset):
            rules = UNSET
        elif isinstance(self.rules, str):
            rules = self.rules
        else:
            rules = self.rules

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "board": board,
                "boards": boards,
            }
        )
        if clocks_ms is not UNSET:
            field_dict["clocksMs"] = clocks_ms
        if depth is not UNSET:
            field_dict["depth"] = depth
        if movetime_ms is not UNSET:
            field_dict["movetimeMs"] = movetime_ms
        if nodes is not UNSET:
            field_dict["nodes"] = nodes
        if rules is not UNSET:
            field_dict["rules"] = rules

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.bughouse_clocks import BughouseClocks

        d = dict(src_dict)
        board = check_bughouse_request_board(d.pop("board"))

        boards = cast(list[str], d.pop("boards"))

        def _parse_clocks_ms(data: object) -> BughouseClocks | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                clocks_ms_type_0 = BughouseClocks.from_dict(data)

                return clocks_ms_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(BughouseClocks | None | Unset, data)

        clocks_ms = _parse_clocks_ms(d.pop("clocksMs", UNSET))

        def _parse_depth(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        depth = _parse_depth(d.pop("depth", UNSET))

        def _parse_movetime_ms(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        movetime_ms = _parse_movetime_ms(d.pop("movetimeMs", UNSET))

        def _parse_nodes(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        nodes = _parse_nodes(d.pop("nodes", UNSET))

        def _parse_rules(data: object) -> BughouseRequestRulesType0 | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                rules_type_0 = check_bughouse_request_rules_type_0(data)

                return rules_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(BughouseRequestRulesType0 | None | Unset, data)

        rules = _parse_rules(d.pop("rules", UNSET))

        bughouse_request = cls(
            board=board,
            boards=boards,
            clocks_ms=clocks_ms,
            depth=depth,
            movetime_ms=movetime_ms,
            nodes=nodes,
            rules=rules,
        )

        return bughouse_request
