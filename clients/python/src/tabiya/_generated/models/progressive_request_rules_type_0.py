from typing import Literal

ProgressiveRequestRulesType0 = Literal["italian", "scottish"]

PROGRESSIVE_REQUEST_RULES_TYPE_0_VALUES: set[ProgressiveRequestRulesType0] = {
    "italian",
    "scottish",
}


def check_progressive_request_rules_type_0(value: str) -> ProgressiveRequestRulesType0:
    if value in PROGRESSIVE_REQUEST_RULES_TYPE_0_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {PROGRESSIVE_REQUEST_RULES_TYPE_0_VALUES!r}")
