from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from typing_extensions import Self

from ..types import UNSET, Unset

T = TypeVar("T", bound="Effort")


@_attrs_define
class Effort:
    """How far a position is searched: to the limit that is reached first. Each question has its own number of nodes by
    default.

    """

    depth: int | None | Unset = UNSET
    """ In plies. """
    movetime_ms: int | None | Unset = UNSET
    """ In milliseconds. """
    multi_pv: int | None | Unset = UNSET
    """ The number of best moves to report; 1 by default. """
    nodes: int | None | Unset = UNSET
    """ The number of moves made in the search. """

    def to_dict(self) -> dict[str, Any]:
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

        multi_pv: int | None | Unset
        if isinstance(self.multi_pv, Unset):
            multi_pv = UNSET
        else:
            multi_pv = self.multi_pv

        nodes: int | None | Unset
        if isinstance(self.nodes, Unset):
            nodes = UNSET
        else:
            nodes = self.nodes

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if depth is not UNSET:
            field_dict["depth"] = depth
        if movetime_ms is not UNSET:
            field_dict["movetimeMs"] = movetime_ms
        if multi_pv is not UNSET:
            field_dict["multiPv"] = multi_pv
        if nodes is not UNSET:
            field_dict["nodes"] = nodes

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)

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

        def _parse_multi_pv(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        multi_pv = _parse_multi_pv(d.pop("multiPv", UNSET))

        def _parse_nodes(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        nodes = _parse_nodes(d.pop("nodes", UNSET))

        effort = cls(
            depth=depth,
            movetime_ms=movetime_ms,
            multi_pv=multi_pv,
            nodes=nodes,
        )

        return effort
