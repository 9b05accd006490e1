from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

if TYPE_CHECKING:
    from ..models.corrections import Corrections
    from ..models.rejected_game import RejectedGame


T = TypeVar("T", bound="IngestResponse")


@_attrs_define
class IngestResponse:
    """The result of an import."""

    corrections: list[Corrections]
    """ The corrections by kind: what was put right in games, or left out of them. """
    done: bool
    """ Whether it read all its games to the end. """
    duplicates: int
    """ The number of games skipped because the index has them already. """
    error: None | str
    """ Why it ended early, or the first file that could not be read, in one sentence. """
    games: int
    """ The number of games stored. """
    positions: int
    """ The number of their positions that were indexed. """
    positions_per_second: int
    """ Positions stored per second. """
    rejected: list[RejectedGame]
    """ Those games; over HTTP the first thousand, else the first hundred thousand. """
    rejected_count: int
    """ The number of games rejected because of an illegal move. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        corrections = []
        for corrections_item_data in self.corrections:
            corrections_item = corrections_item_data.to_dict()
            corrections.append(corrections_item)

        done = self.done

        duplicates = self.duplicates

        error: None | str
        error = self.error

        games = self.games

        positions = self.positions

        positions_per_second = self.positions_per_second

        rejected = []
        for rejected_item_data in self.rejected:
            rejected_item = rejected_item_data.to_dict()
            rejected.append(rejected_item)

        rejected_count = self.rejected_count

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "corrections": corrections,
                "done": done,
                "duplicates": duplicates,
                "error": error,
                "games": games,
                "positions": positions,
                "positionsPerSecond": positions_per_second,
                "rejected": rejected,
                "rejectedCount": rejected_count,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.corrections import Corrections
        from ..models.rejected_game import RejectedGame

        d = dict(src_dict)
        corrections = []
        _corrections = d.pop("corrections")
        for corrections_item_data in _corrections:
            corrections_item = Corrections.from_dict(corrections_item_data)

            corrections.append(corrections_item)

        done = d.pop("done")

        duplicates = d.pop("duplicates")

        def _parse_error(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        error = _parse_error(d.pop("error"))

        games = d.pop("games")

        positions = d.pop("positions")

        positions_per_second = d.pop("positionsPerSecond")

        rejected = []
        _rejected = d.pop("rejected")
        for rejected_item_data in _rejected:
            rejected_item = RejectedGame.from_dict(rejected_item_data)

            rejected.append(rejected_item)

        rejected_count = d.pop("rejectedCount")

        ingest_response = cls(
            corrections=corrections,
            done=done,
            duplicates=duplicates,
            error=error,
            games=games,
            positions=positions,
            positions_per_second=positions_per_second,
            rejected=rejected,
            rejected_count=rejected_count,
        )

        ingest_response.additional_properties = d
        return ingest_response

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
