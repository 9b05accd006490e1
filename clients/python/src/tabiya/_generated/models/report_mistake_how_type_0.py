from typing import Literal

ReportMistakeHowType0 = Literal["allowed", "missed"]

REPORT_MISTAKE_HOW_TYPE_0_VALUES: set[ReportMistakeHowType0] = {
    "allowed",
    "missed",
}


def check_report_mistake_how_type_0(value: str) -> ReportMistakeHowType0:
    if value in REPORT_MISTAKE_HOW_TYPE_0_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {REPORT_MISTAKE_HOW_TYPE_0_VALUES!r}")
