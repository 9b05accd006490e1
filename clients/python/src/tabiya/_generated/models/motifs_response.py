from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

if TYPE_CHECKING:
    from ..models.motif import Motif
    from ..models.opening import Opening
    from ..models.square_motifs import SquareMotifs
    from ..models.structure import Structure


T = TypeVar("T", bound="MotifsResponse")


@_attrs_define
class MotifsResponse:
    """The motifs of a position."""

    fen: str
    """ A position: FEN, X-FEN or EPD, with spaces or `_`, with counters or without. """
    motifs: list[Motif]
    """ Motifs on the board: White's, Black's, those of both; then the chances of the side to move that do not lose.
    """
    opening: None | Opening
    """ The opening that the position belongs to by name, null for most. """
    squares: list[SquareMotifs]
    """ The same by square, from a1 to h8, without the kinds about whole files or all pawns: `islands`, `openFile`,
    `halfOpenFile`, `space`. """
    structures: list[Structure]
    """ The named pawn structures, the best grade first. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.opening import Opening

        fen = self.fen

        motifs = []
        for motifs_item_data in self.motifs:
            motifs_item = motifs_item_data.to_dict()
            motifs.append(motifs_item)

        opening: dict[str, Any] | None
        if isinstance(self.opening, Opening):
            opening = self.opening.to_dict()
        else:
            opening = self.opening

        squares = []
        for squares_item_data in self.squares:
            squares_item = squares_item_data.to_dict()
            squares.append(squares_item)

        structures = []
        for structures_item_data in self.structures:
            structures_item = structures_item_data.to_dict()
            structures.append(structures_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "fen": fen,
                "motifs": motifs,
                "opening": opening,
                "squares": squares,
                "structures": structures,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.motif import Motif
        from ..models.opening import Opening
        from ..models.square_motifs import SquareMotifs
        from ..models.structure import Structure

        d = dict(src_dict)
        fen = d.pop("fen")

        motifs = []
        _motifs = d.pop("motifs")
        for motifs_item_data in _motifs:
            motifs_item = Motif.from_dict(motifs_item_data)

            motifs.append(motifs_item)

        def _parse_opening(data: object) -> None | Opening:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                opening_type_0 = Opening.from_dict(data)

                return opening_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Opening, data)

        opening = _parse_opening(d.pop("opening"))

        squares = []
        _squares = d.pop("squares")
        for squares_item_data in _squares:
            squares_item = SquareMotifs.from_dict(squares_item_data)

            squares.append(squares_item)

        structures = []
        _structures = d.pop("structures")
        for structures_item_data in _structures:
            structures_item = Structure.from_dict(structures_item_data)

            structures.append(structures_item)

        motifs_response = cls(
            fen=fen,
            motifs=motifs,
            opening=opening,
            squares=squares,
            structures=structures,
        )

        motifs_response.additional_properties = d
        return motifs_response

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
