from typing import Literal

BughouseRequestRulesType0 = Literal["thesis", "usual"]

BUGHOUSE_REQUEST_RULES_TYPE_0_VALUES: set[BughouseRequestRulesType0] = {
    "thesis",
    "usual",
}


def check_bughouse_request_rules_type_0(value: str) -> BughouseRequestRulesType0:
    if value in BUGHOUSE_REQUEST_RULES_TYPE_0_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {BUGHOUSE_REQUEST_RULES_TYPE_0_VALUES!r}")
