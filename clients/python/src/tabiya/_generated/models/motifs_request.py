from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from typing_extensions import Self

from ..types import UNSET, Unset

T = TypeVar("T", bound="MotifsRequest")


@_attrs_define
class MotifsRequest:
    """The positions to look at: `fen` or `fens`."""

    fen: None | str | Unset = UNSET
    """ FEN or EPD. """
    fens: list[str] | None | Unset = UNSET
    """ Several of them, up to 64; each that is not a FEN is answered with a problem. """
    nodes: int | None | Unset = UNSET
    """ Of the tactical chances those are left out whose move loses more than half a pawn, by searches that make
    this
    number of moves: 60,000 by default; 0: all are named, unconfirmed. """

    def to_dict(self) -> dict[str, Any]:
        fen: None | str | Unset
        if isinstance(self.fen, Unset):
            fen = UNSET
        else:
            fen = self.fen

        fens: list[str] | None | Unset
        if isinstance(self.fens, Unset):
            fens = UNSET
        elif isinstance(self.fens, list):
            fens = self.fens

        else:
            fens = self.fens

        nodes: int | None | Unset
        if isinstance(self.nodes, Unset):
            nodes = UNSET
        else:
            nodes = self.nodes

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if fen is not UNSET:
            field_dict["fen"] = fen
        if fens is not UNSET:
            field_dict["fens"] = fens
        if nodes is not UNSET:
            field_dict["nodes"] = nodes

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)

        def _parse_fen(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        fen = _parse_fen(d.pop("fen", UNSET))

        def _parse_fens(data: object) -> list[str] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                fens_type_0 = cast(list[str], data)

                return fens_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None | Unset, data)

        fens = _parse_fens(d.pop("fens", UNSET))

        def _parse_nodes(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        nodes = _parse_nodes(d.pop("nodes", UNSET))

        motifs_request = cls(
            fen=fen,
            fens=fens,
            nodes=nodes,
        )

        return motifs_request
