from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from typing_extensions import Self

from ..types import UNSET, Unset

T = TypeVar("T", bound="AnalyseRequest")


@_attrs_define
class AnalyseRequest:
    """The positions to analyse, `fen` or `fens`, with the fields of [`Effort`]."""

    depth: int | None | Unset = UNSET
    """ See [`Effort`]. """
    elo: int | None | Unset = UNSET
    """ Play as a player of this rating would; by default as well as the engine can. (Another engine does so if it
    has
    the option `UCI_Elo`.) """
    fen: None | str | Unset = UNSET
    """ FEN or EPD. """
    fens: list[str] | None | Unset = UNSET
    """ Several of them, up to 64; each that is not a FEN is answered with a problem. """
    movetime_ms: int | None | Unset = UNSET
    """ See [`Effort`]. """
    multi_pv: int | None | Unset = UNSET
    """ See [`Effort`]. """
    nodes: int | None | Unset = UNSET
    """ See [`Effort`]. """
    resume: bool | None | Unset = UNSET
    """ Whether to go on where an earlier analysis of the same position ended, if the engine still has it in memory:
    the
    answer comes from deeper, and depends on more than the request. Other engines always begin anew. """

    def to_dict(self) -> dict[str, Any]:
        depth: int | None | Unset
        if isinstance(self.depth, Unset):
            depth = UNSET
        else:
            depth = self.depth

        elo: int | None | Unset
        if isinstance(self.elo, Unset):
            elo = UNSET
        else:
            elo = self.elo

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

        resume: bool | None | Unset
        if isinstance(self.resume, Unset):
            resume = UNSET
        else:
            resume = self.resume

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if depth is not UNSET:
            field_dict["depth"] = depth
        if elo is not UNSET:
            field_dict["elo"] = elo
        if fen is not UNSET:
            field_dict["fen"] = fen
        if fens is not UNSET:
            field_dict["fens"] = fens
        if movetime_ms is not UNSET:
            field_dict["movetimeMs"] = movetime_ms
        if multi_pv is not UNSET:
            field_dict["multiPv"] = multi_pv
        if nodes is not UNSET:
            field_dict["nodes"] = nodes
        if resume is not UNSET:
            field_dict["resume"] = resume

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

        def _parse_elo(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        elo = _parse_elo(d.pop("elo", UNSET))

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

        def _parse_resume(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        resume = _parse_resume(d.pop("resume", UNSET))

        analyse_request = cls(
            depth=depth,
            elo=elo,
            fen=fen,
            fens=fens,
            movetime_ms=movetime_ms,
            multi_pv=multi_pv,
            nodes=nodes,
            resume=resume,
        )

        return analyse_request
