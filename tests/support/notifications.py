"""What PostgreSQL announces, as a test hears it."""

from itertools import takewhile
from typing import Any

import psycopg

_LAST = "that was all"


def heard(listening: psycopg.Connection[Any], channel: str) -> list[str]:
    """Return what was announced on a channel that a connection listens to, since it looked last: it hears in order."""
    listening.execute(f"NOTIFY {channel}, '{_LAST}'")
    told = (notice.payload for notice in listening.notifies(timeout=60))
    return list(takewhile(lambda payload: payload != _LAST, told))
