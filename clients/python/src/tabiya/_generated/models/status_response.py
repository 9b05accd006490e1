from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

if TYPE_CHECKING:
    from ..models.ingest_progress import IngestProgress


T = TypeVar("T", bound="StatusResponse")


@_attrs_define
class StatusResponse:
    """The index that is served."""

    games: int
    """ The number of stored games. """
    import_: IngestProgress | None
    """ What the import that runs through this server has read so far; null while none runs. """
    index_bytes: int
    """ The size of the index on disk; in a cluster, of its primary shards, or of its local copy while that answers.
    """
    opening_bytes: int
    """ The part of it for the moves of openings, which only the search for exact positions needs; 0 for a cluster,
    which does not report it, unless its local copy answers. """
    positions: int
    """ The number of indexed positions. """
    uptime: int
    """ Seconds since the server started. """
    version: str
    """ Tabiya's version. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.ingest_progress import IngestProgress

        games = self.games

        import_: dict[str, Any] | None
        if isinstance(self.import_, IngestProgress):
            import_ = self.import_.to_dict()
        else:
            import_ = self.import_

        index_bytes = self.index_bytes

        opening_bytes = self.opening_bytes

        positions = self.positions

        uptime = self.uptime

        version = self.version

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "games": games,
                "import": import_,
                "indexBytes": index_bytes,
                "openingBytes": opening_bytes,
                "positions": positions,
                "uptime": uptime,
                "version": version,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.ingest_progress import IngestProgress

        d = dict(src_dict)
        games = d.pop("games")

        def _parse_import_(data: object) -> IngestProgress | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                import_type_0 = IngestProgress.from_dict(data)

                return import_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(IngestProgress | None, data)

        import_ = _parse_import_(d.pop("import"))

        index_bytes = d.pop("indexBytes")

        opening_bytes = d.pop("openingBytes")

        positions = d.pop("positions")

        uptime = d.pop("uptime")

        version = d.pop("version")

        status_response = cls(
            games=games,
            import_=import_,
            index_bytes=index_bytes,
            opening_bytes=opening_bytes,
            positions=positions,
            uptime=uptime,
            version=version,
        )

        status_response.additional_properties = d
        return status_response

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
