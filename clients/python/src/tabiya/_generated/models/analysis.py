from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

if TYPE_CHECKING:
    from ..models.pv import Pv


T = TypeVar("T", bound="Analysis")


@_attrs_define
class Analysis:
    """What the engine thinks of a position."""

    depth: int
    """ The depth that was completed, in plies. """
    engine: str
    """ Name and version of the engine. """
    fen: str
    """ A position: FEN, X-FEN or EPD, with spaces or `_`, with counters or without. """
    nodes: int
    """ The number of moves made in the search. """
    pvs: list[Pv]
    """ The best lines, the best one first. """
    seldepth: int
    """ The deepest ply that was searched. """
    time_ms: int
    """ How long it took, in milliseconds. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        depth = self.depth

        engine = self.engine

        fen = self.fen

        nodes = self.nodes

        pvs = []
        for pvs_item_data in self.pvs:
            pvs_item = pvs_item_data.to_dict()
            pvs.append(pvs_item)

        seldepth = self.seldepth

        time_ms = self.time_ms

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "depth": depth,
                "engine": engine,
                "fen": fen,
                "nodes": nodes,
                "pvs": pvs,
                "seldepth": seldepth,
                "timeMs": time_ms,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.pv import Pv

        d = dict(src_dict)
        depth = d.pop("depth")

        engine = d.pop("engine")

        fen = d.pop("fen")

        nodes = d.pop("nodes")

        pvs = []
        _pvs = d.pop("pvs")
        for pvs_item_data in _pvs:
            pvs_item = Pv.from_dict(pvs_item_data)

            pvs.append(pvs_item)

        seldepth = d.pop("seldepth")

        time_ms = d.pop("timeMs")

        analysis = cls(
            depth=depth,
            engine=engine,
            fen=fen,
            nodes=nodes,
            pvs=pvs,
            seldepth=seldepth,
            time_ms=time_ms,
        )

        analysis.additional_properties = d
        return analysis

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
