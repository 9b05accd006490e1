from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

from ..models.motif_color_type_0 import MotifColorType0, check_motif_color_type_0

if TYPE_CHECKING:
    from ..models.move import Move


T = TypeVar("T", bound="Motif")


@_attrs_define
class Motif:
    """One motif."""

    color: MotifColorType0 | None
    """ Whose it is, `white` or `black`; null if it is of both. """
    kind: str
    """ Its name, e.g. `isolated`, `hangingPiece`. """
    moves: list[Move]
    """ Its moves: none for a motif on the board, one for a chance, three for a mate in two. """
    pieces: list[None | str]
    """ The piece on each of them, as in a FEN; null on an empty square. """
    squares: list[str]
    """ Its squares, in the order that [`motifs::MotifKind`] documents: of a chain from base to head, of a pin the
    pinning piece, the pinned one, and what is behind. """
    term: None | str
    """ Its term, e.g. `Id4`; null for kinds without one. """
    text: str
    """ One sentence, e.g. `White's d4 pawn is isolated.` """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        color: None | str
        if isinstance(self.color, str):
            color = self.color
        else:
            color = self.color

        kind = self.kind

        moves = []
        for moves_item_data in self.moves:
            moves_item = moves_item_data.to_dict()
            moves.append(moves_item)

        pieces = []
        for pieces_item_data in self.pieces:
            pieces_item: None | str
            pieces_item = pieces_item_data
            pieces.append(pieces_item)

        squares = self.squares

        term: None | str
        term = self.term

        text = self.text

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "color": color,
                "kind": kind,
                "moves": moves,
                "pieces": pieces,
                "squares": squares,
                "term": term,
                "text": text,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.move import Move

        d = dict(src_dict)

        def _parse_color(data: object) -> MotifColorType0 | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                color_type_0 = check_motif_color_type_0(data)

                return color_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(MotifColorType0 | None, data)

        color = _parse_color(d.pop("color"))

        kind = d.pop("kind")

        moves = []
        _moves = d.pop("moves")
        for moves_item_data in _moves:
            moves_item = Move.from_dict(moves_item_data)

            moves.append(moves_item)

        pieces = []
        _pieces = d.pop("pieces")
        for pieces_item_data in _pieces:

            def _parse_pieces_item(data: object) -> None | str:
                if data is None:
                    return data
                return cast(None | str, data)

            pieces_item = _parse_pieces_item(pieces_item_data)

            pieces.append(pieces_item)

        squares = cast(list[str], d.pop("squares"))

        def _parse_term(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        term = _parse_term(d.pop("term"))

        text = d.pop("text")

        motif = cls(
            color=color,
            kind=kind,
            moves=moves,
            pieces=pieces,
            squares=squares,
            term=term,
            text=text,
        )

        motif.additional_properties = d
        return motif

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
