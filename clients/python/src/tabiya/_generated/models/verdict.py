from typing import Literal

Verdict = Literal["mate", "noMate", "unknown"]

VERDICT_VALUES: set[Verdict] = {
    "mate",
    "noMate",
    "unknown",
}


def check_verdict(value: str) -> Verdict:
    if value in VERDICT_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {VERDICT_VALUES!r}")
