from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

T = TypeVar("T", bound="IngestProgress")


@_attrs_define
class IngestProgress:
    """The progress of an import: a line of its answer over HTTP, before the last one."""

    done: bool
    """ Always false. """
    duplicates: int
    """ The number of games skipped so far because the index has them already. """
    games: int
    """ The number of games stored so far. """
    positions: int
    """ The number of their positions. """
    rejected_count: int
    """ The number of games rejected so far because of an illegal move. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        done = self.done

        duplicates = self.duplicates

        games = self.games

        positions = self.positions

        rejected_count = self.rejected_count

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "done": done,
                "duplicates": duplicates,
                "games": games,
                "positions": positions,
                "rejectedCount": rejected_count,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        done = d.pop("done")

        duplicates = d.pop("duplicates")

        games = d.pop("games")

        positions = d.pop("positions")

        rejected_count = d.pop("rejectedCount")

        ingest_progress = cls(
            done=done,
            duplicates=duplicates,
            games=games,
            positions=positions,
            rejected_count=rejected_count,
        )

        ingest_progress.additional_properties = d
        return ingest_progress

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
