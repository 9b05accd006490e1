from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

if TYPE_CHECKING:
    from ..models.game_variation import GameVariation
    from ..models.move_evaluation import MoveEvaluation


T = TypeVar("T", bound="MoveAnnotations")


@_attrs_define
class MoveAnnotations:
    """The annotations of a move."""

    clk: float | None
    """ What the clock of who moved showed, in seconds (`[%clk 0:02:59]`); null where nothing says. """
    comments: list[str]
    """ The comments, without commands like `[%clk 0:02:59]`. """
    emt: float | None
    """ How long the move took, in seconds (`[%emt 0:00:12]`); null where nothing says. """
    eval_: MoveEvaluation | None
    """ The evaluation of the position after it, from White's side (`[%eval 0.17]`); null where nothing says. """
    nags: list[int]
    """ The marks by their numbers in PGN: 1 `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`, ... """
    ply: int
    """ The number of half-moves before it stands: 1 of what stands after the first move, 0 before it. """
    variations: list[GameVariation]
    """ The variations instead of it. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.move_evaluation import MoveEvaluation

        clk: float | None
        clk = self.clk

        comments = self.comments

        emt: float | None
        emt = self.emt

        eval_: dict[str, Any] | None
        if isinstance(self.eval_, MoveEvaluation):
            eval_ = self.eval_.to_dict()
        else:
            eval_ = self.eval_

        nags = self.nags

        ply = self.ply

        variations = []
        for variations_item_data in self.variations:
            variations_item = variations_item_data.to_dict()
            variations.append(variations_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "clk": clk,
                "comments": comments,
                "emt": emt,
                "eval": eval_,
                "nags": nags,
                "ply": ply,
                "variations": variations,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.game_variation import GameVariation
        from ..models.move_evaluation import MoveEvaluation

        d = dict(src_dict)

        def _parse_clk(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        clk = _parse_clk(d.pop("clk"))

        comments = cast(list[str], d.pop("comments"))

        def _parse_emt(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        emt = _parse_emt(d.pop("emt"))

        def _parse_eval_(data: object) -> MoveEvaluation | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                eval_type_0 = MoveEvaluation.from_dict(data)

                return eval_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(MoveEvaluation | None, data)

        eval_ = _parse_eval_(d.pop("eval"))

        nags = cast(list[int], d.pop("nags"))

        ply = d.pop("ply")

        variations = []
        _variations = d.pop("variations")
        for variations_item_data in _variations:
            variations_item = GameVariation.from_dict(variations_item_data)

            variations.append(variations_item)

        move_annotations = cls(
            clk=clk,
            comments=comments,
            emt=emt,
            eval_=eval_,
            nags=nags,
            ply=ply,
            variations=variations,
        )

        move_annotations.additional_properties = d
        return move_annotations

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
