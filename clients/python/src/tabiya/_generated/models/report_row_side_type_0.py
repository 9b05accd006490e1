from typing import Literal

ReportRowSideType0 = Literal["opponent", "player"]

REPORT_ROW_SIDE_TYPE_0_VALUES: set[ReportRowSideType0] = {
    "opponent",
    "player",
}


def check_report_row_side_type_0(value: str) -> ReportRowSideType0:
    if value in REPORT_ROW_SIDE_TYPE_0_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {REPORT_ROW_SIDE_TYPE_0_VALUES!r}")
