from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from typing_extensions import Self

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.filter_request import FilterRequest


T = TypeVar("T", bound="PositionsRequest")


@_attrs_define
class PositionsRequest:
    """A position or a pattern: `fen` or `pattern`."""

    fen: None | str | Unset = UNSET
    """ FEN or EPD: games that reached exactly this position, by whatever moves. """
    filter_: FilterRequest | None | Unset = UNSET
    """ What games (and with `pattern` positions) must be like. """
    limit: int | None | Unset = UNSET
    """ The number of games with a pattern, or of top and recent games with a position (at most 15); 10 by default.
    """
    material: None | str | Unset = UNSET
    """ With `pattern`: the pieces on the board, e.g. `KRPPkrpp`. """
    pattern: None | str | Unset = UNSET
    """ A board as in a FEN, with `?` for any square and `-` (or a number) for empty ones; `w` or `b` may
    follow. """
    terms: list[str] | None | Unset = UNSET
    """ With `pattern`: terms that the position must have, e.g. `Id4` or `'Fc5`. """

    def to_dict(self) -> dict[str, Any]:
        from ..models.filter_request import FilterRequest

        fen: None | str | Unset
        if isinstance(self.fen, Unset):
            fen = UNSET
        else:
            fen = self.fen

        filter_: dict[str, Any] | None | Unset
        if isinstance(self.filter_, Unset):
            filter_ = UNSET
        elif isinstance(self.filter_, FilterRequest):
            filter_ = self.filter_.to_dict()
        else:
            filter_ = self.filter_

        limit: int | None | Unset
        if isinstance(self.limit, Unset):
            limit = UNSET
        else:
            limit = self.limit

        material: None | str | Unset
        if isinstance(self.material, Unset):
            material = UNSET
        else:
            material = self.material

        pattern: None | str | Unset
        if isinstance(self.pattern, Unset):
            pattern = UNSET
        else:
            pattern = self.pattern

        terms: list[str] | None | Unset
        if isinstance(self.terms, Unset):
            terms = UNSET
        elif isinstance(self.terms, list):
            terms = self.terms

        else:
            terms = self.terms

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if fen is not UNSET:
            field_dict["fen"] = fen
        if filter_ is not UNSET:
            field_dict["filter"] = filter_
        if limit is not UNSET:
            field_dict["limit"] = limit
        if material is not UNSET:
            field_dict["material"] = material
        if pattern is not UNSET:
            field_dict["pattern"] = pattern
        if terms is not UNSET:
            field_dict["terms"] = terms

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.filter_request import FilterRequest

        d = dict(src_dict)

        def _parse_fen(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        fen = _parse_fen(d.pop("fen", UNSET))

        def _parse_filter_(data: object) -> FilterRequest | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                filter_type_0 = FilterRequest.from_dict(data)

                return filter_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(FilterRequest | None | Unset, data)

        filter_ = _parse_filter_(d.pop("filter", UNSET))

        def _parse_limit(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        limit = _parse_limit(d.pop("limit", UNSET))

        def _parse_material(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        material = _parse_material(d.pop("material", UNSET))

        def _parse_pattern(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        pattern = _parse_pattern(d.pop("pattern", UNSET))

        def _parse_terms(data: object) -> list[str] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                terms_type_0 = cast(list[str], data)

                return terms_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None | Unset, data)

        terms = _parse_terms(d.pop("terms", UNSET))

        positions_request = cls(
            fen=fen,
            filter_=filter_,
            limit=limit,
            material=material,
            pattern=pattern,
            terms=terms,
        )

        return positions_request
