"""Cursors of the customers' list: the sort key and id of the last row, encoded as an opaque text."""

import base64
import binascii

from api.http.pagination import InvalidCursor
from shop.db.base import LARGEST_KEY


def write(text: str, id_: int) -> str:
    """Return the cursor after the row with this sort key and id."""
    return base64.urlsafe_b64encode(f"{id_} {text}".encode()).decode()


def read(cursor: str) -> tuple[str, int]:
    """Return the sort key and the id of the last row before the cursor.

    :raises InvalidCursor: for a text that :func:`write` did not return.
    """
    try:
        number, _, text = base64.b64decode(cursor.encode(), altchars=b"-_", validate=True).decode().partition(" ")
    except (binascii.Error, UnicodeError):
        number, text = "", ""
    if not (number.isascii() and number.isdecimal() and len(number) < 17) or "\x00" in text:
        raise InvalidCursor
    return text, min(int(number), LARGEST_KEY)
