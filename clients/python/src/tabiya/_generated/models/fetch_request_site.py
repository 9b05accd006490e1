from typing import Literal

FetchRequestSite = Literal["chesscom", "lichess"]

FETCH_REQUEST_SITE_VALUES: set[FetchRequestSite] = {
    "chesscom",
    "lichess",
}


def check_fetch_request_site(value: str) -> FetchRequestSite:
    if value in FETCH_REQUEST_SITE_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {FETCH_REQUEST_SITE_VALUES!r}")
