from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from typing_extensions import Self

from ..models.fetch_request_site import FetchRequestSite, check_fetch_request_site
from ..types import UNSET, Unset

T = TypeVar("T", bound="FetchRequest")


@_attrs_define
class FetchRequest:
    """Whose games are fetched."""

    name: str
    """ The name of the player there. """
    site: FetchRequestSite
    """ A site where chess is played. """
    collection: None | str | Unset = UNSET
    """ The collection that the games are added to; it is made if it is missing. """
    from_move: int | None | Unset = UNSET
    """ Positions after this move of White's and after later ones are indexed; 13 by default. """

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        site: str = self.site

        collection: None | str | Unset
        if isinstance(self.collection, Unset):
            collection = UNSET
        else:
            collection = self.collection

        from_move: int | None | Unset
        if isinstance(self.from_move, Unset):
            from_move = UNSET
        else:
            from_move = self.from_move

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "name": name,
                "site": site,
            }
        )
        if collection is not UNSET:
            field_dict["collection"] = collection
        if from_move is not UNSET:
            field_dict["fromMove"] = from_move

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        name = d.pop("name")

        site = check_fetch_request_site(d.pop("site"))

        def _parse_collection(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        collection = _parse_collection(d.pop("collection", UNSET))

        def _parse_from_move(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        from_move = _parse_from_move(d.pop("fromMove", UNSET))

        fetch_request = cls(
            name=name,
            site=site,
            collection=collection,
            from_move=from_move,
        )

        return fetch_request
