from typing import Literal

CorrectionsKind = Literal[
    "annotations", "captureSign", "contained", "cutOff", "illegalMove", "joinedMoves", "language", "result"
]

CORRECTIONS_KIND_VALUES: set[CorrectionsKind] = {
    "annotations",
    "captureSign",
    "contained",
    "cutOff",
    "illegalMove",
    "joinedMoves",
    "language",
    "result",
}


def check_corrections_kind(value: str) -> CorrectionsKind:
    if value in CORRECTIONS_KIND_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {CORRECTIONS_KIND_VALUES!r}")
