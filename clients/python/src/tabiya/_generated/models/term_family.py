from typing import Literal

TermFamily = Literal[
    "connectivity",
    "continuation",
    "evaluation",
    "idea",
    "learned",
    "material",
    "naive",
    "pawns",
    "reachability",
    "tactics",
]

TERM_FAMILY_VALUES: set[TermFamily] = {
    "connectivity",
    "continuation",
    "evaluation",
    "idea",
    "learned",
    "material",
    "naive",
    "pawns",
    "reachability",
    "tactics",
}


def check_term_family(value: str) -> TermFamily:
    if value in TERM_FAMILY_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {TERM_FAMILY_VALUES!r}")
