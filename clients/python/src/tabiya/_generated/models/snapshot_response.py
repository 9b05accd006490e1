from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

T = TypeVar("T", bound="SnapshotResponse")


@_attrs_define
class SnapshotResponse:
    """A snapshot: the index as it was at one commit, in a folder of its own."""

    bytes_: int | None
    """ The size of its files; those that it shares with the index take room only once. """
    games: int | None
    """ The number of its games; null if it is damaged. """
    made: datetime.datetime
    """ When it was made, e.g. `2026-11-24T11:16:29Z`. """
    name: str
    """ The name of its folder among the snapshots, e.g. `2026-11-24-11-16-29`. """
    positions: int | None
    """ The number of its positions; null if it is damaged. """
    problem: None | str
    """ What is damaged, in one sentence; null if it can be opened. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        bytes_: int | None
        bytes_ = self.bytes_

        games: int | None
        games = self.games

        made = self.made.isoformat()

        name = self.name

        positions: int | None
        positions = self.positions

        problem: None | str
        problem = self.problem

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "bytes": bytes_,
                "games": games,
                "made": made,
                "name": name,
                "positions": positions,
                "problem": problem,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)

        def _parse_bytes_(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        bytes_ = _parse_bytes_(d.pop("bytes"))

        def _parse_games(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        games = _parse_games(d.pop("games"))

        made = datetime.datetime.fromisoformat(d.pop("made"))

        name = d.pop("name")

        def _parse_positions(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        positions = _parse_positions(d.pop("positions"))

        def _parse_problem(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        problem = _parse_problem(d.pop("problem"))

        snapshot_response = cls(
            bytes_=bytes_,
            games=games,
            made=made,
            name=name,
            positions=positions,
            problem=problem,
        )

        snapshot_response.additional_properties = d
        return snapshot_response

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
