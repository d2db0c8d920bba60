"""Read PostgreSQL notifications in tests."""

from itertools import takewhile
from typing import Any

import psycopg

_LAST = "that was all"


def heard(listening: psycopg.Connection[Any], channel: str) -> list[str]:
    """Return a channel's notifications since the last call. They arrive in order, so reading stops at a marker."""
    listening.execute(f"NOTIFY {channel}, '{_LAST}'")
    told = (notice.payload for notice in listening.notifies(timeout=60))
    return list(takewhile(lambda payload: payload != _LAST, told))
