from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from typing_extensions import Self

from ..types import UNSET, Unset

T = TypeVar("T", bound="SimilarRequestWeightsType0")


@_attrs_define
class SimilarRequestWeightsType0:
    """Weights in place of the profile's (`thesis` has none), by the name of the feature, e.g. `pawnSkeleton`; from 0
    to 100.

    """

    attack: float | Unset = UNSET
    backward: float | Unset = UNSET
    chain: float | Unset = UNSET
    cheaper_attacker: float | Unset = UNSET
    connection: float | Unset = UNSET
    defence: float | Unset = UNSET
    doubled: float | Unset = UNSET
    evaluation: float | Unset = UNSET
    hanging: float | Unset = UNSET
    idea: float | Unset = UNSET
    islands: float | Unset = UNSET
    isolated: float | Unset = UNSET
    learned: float | Unset = UNSET
    naive: float | Unset = UNSET
    opening: float | Unset = UNSET
    passed: float | Unset = UNSET
    pawn_file: float | Unset = UNSET
    pawn_skeleton: float | Unset = UNSET
    pawn_wing: float | Unset = UNSET
    penalty: float | Unset = UNSET
    piece_count: float | Unset = UNSET
    piece_difference: float | Unset = UNSET
    plan: float | Unset = UNSET
    protected_passed: float | Unset = UNSET
    reachability: float | Unset = UNSET
    relation: float | Unset = UNSET
    solution: float | Unset = UNSET
    winning_capture: float | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        attack = self.attack

        backward = self.backward

        chain = self.chain

        cheaper_attacker = self.cheaper_attacker

        connection = self.connection

        defence = self.defence

        doubled = self.doubled

        evaluation = self.evaluation

        hanging = self.hanging

        idea = self.idea

        islands = self.islands

        isolated = self.isolated

        learned = self.learned

        naive = self.naive

        opening = self.opening

        passed = self.passed

        pawn_file = self.pawn_file

        pawn_skeleton = self.pawn_skeleton

        pawn_wing = self.pawn_wing

        penalty = self.penalty

        piece_count = self.piece_count

        piece_difference = self.piece_difference

        plan = self.plan

        protected_passed = self.protected_passed

        reachability = self.reachability

        relation = self.relation

        solution = self.solution

        winning_capture = self.winning_capture

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if attack is not UNSET:
            field_dict["attack"] = attack
        if backward is not UNSET:
            field_dict["backward"] = backward
        if chain is not UNSET:
            field_dict["chain"] = chain
        if cheaper_attacker is not UNSET:
            field_dict["cheaperAttacker"] = cheaper_attacker
        if connection is not UNSET:
            field_dict["connection"] = connection
        if defence is not UNSET:
            field_dict["defence"] = defence
        if doubled is not UNSET:
            field_dict["doubled"] = doubled
        if evaluation is not UNSET:
            field_dict["evaluation"] = evaluation
        if hanging is not UNSET:
            field_dict["hanging"] = hanging
        if idea is not UNSET:
            field_dict["idea"] = idea
        if islands is not UNSET:
            field_dict["islands"] = islands
        if isolated is not UNSET:
            field_dict["isolated"] = isolated
        if learned is not UNSET:
            field_dict["learned"] = learned
        if naive is not UNSET:
            field_dict["naive"] = naive
        if opening is not UNSET:
            field_dict["opening"] = opening
        if passed is not UNSET:
            field_dict["passed"] = passed
        if pawn_file is not UNSET:
            field_dict["pawnFile"] = pawn_file
        if pawn_skeleton is not UNSET:
            field_dict["pawnSkeleton"] = pawn_skeleton
        if pawn_wing is not UNSET:
            field_dict["pawnWing"] = pawn_wing
        if penalty is not UNSET:
            field_dict["penalty"] = penalty
        if piece_count is not UNSET:
            field_dict["pieceCount"] = piece_count
        if piece_difference is not UNSET:
            field_dict["pieceDifference"] = piece_difference
        if plan is not UNSET:
            field_dict["plan"] = plan
        if protected_passed is not UNSET:
            field_dict["protectedPassed"] = protected_passed
        if reachability is not UNSET:
            field_dict["reachability"] = reachability
        if relation is not UNSET:
            field_dict["relation"] = relation
        if solution is not UNSET:
            field_dict["solution"] = solution
        if winning_capture is not UNSET:
            field_dict["winningCapture"] = winning_capture

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        attack = d.pop("attack", UNSET)

        backward = d.pop("backward", UNSET)

        chain = d.pop("chain", UNSET)

        cheaper_attacker = d.pop("cheaperAttacker", UNSET)

        connection = d.pop("connection", UNSET)

        defence = d.pop("defence", UNSET)

        doubled = d.pop("doubled", UNSET)

        evaluation = d.pop("evaluation", UNSET)

        hanging = d.pop("hanging", UNSET)

        idea = d.pop("idea", UNSET)

        islands = d.pop("islands", UNSET)

        isolated = d.pop("isolated", UNSET)

        learned = d.pop("learned", UNSET)

        naive = d.pop("naive", UNSET)

        opening = d.pop("opening", UNSET)

        passed = d.pop("passed", UNSET)

        pawn_file = d.pop("pawnFile", UNSET)

        pawn_skeleton = d.pop("pawnSkeleton", UNSET)

        pawn_wing = d.pop("pawnWing", UNSET)

        penalty = d.pop("penalty", UNSET)

        piece_count = d.pop("pieceCount", UNSET)

        piece_difference = d.pop("pieceDifference", UNSET)

        plan = d.pop("plan", UNSET)

        protected_passed = d.pop("protectedPassed", UNSET)

        reachability = d.pop("reachability", UNSET)

        relation = d.pop("relation", UNSET)

        solution = d.pop("solution", UNSET)

        winning_capture = d.pop("winningCapture", UNSET)

        similar_request_weights_type_0 = cls(
            attack=attack,
            backward=backward,
            chain=chain,
            cheaper_attacker=cheaper_attacker,
            connection=connection,
            defence=defence,
            doubled=doubled,
            evaluation=evaluation,
            hanging=hanging,
            idea=idea,
            islands=islands,
            isolated=isolated,
            learned=learned,
            naive=naive,
            opening=opening,
            passed=passed,
            pawn_file=pawn_file,
            pawn_skeleton=pawn_skeleton,
            pawn_wing=pawn_wing,
            penalty=penalty,
            piece_count=piece_count,
            piece_difference=piece_difference,
            plan=plan,
            protected_passed=protected_passed,
            reachability=reachability,
            relation=relation,
            solution=solution,
            winning_capture=winning_capture,
        )

        return similar_request_weights_type_0
