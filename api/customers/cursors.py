"""Where a page of customers goes on: a text that the caller gets and gives back, opaque to them."""

import base64
import binascii

from api.shapes import NoSuchPlace
from shop.db.base import LARGEST_KEY


def write(text: str, id_: int) -> str:
    """Return the cursor behind the row with this sorted text and id."""
    return base64.urlsafe_b64encode(f"{id_} {text}".encode()).decode()


def read(cursor: str) -> tuple[str, int]:
    """Return the sorted text and the id of the row that the cursor stands behind.

    :raises NoSuchPlace: for what :func:`write` did not give.
    """
    try:
        number, _, text = base64.b64decode(cursor.encode(), altchars=b"-_", validate=True).decode().partition(" ")
    except (binascii.Error, UnicodeError):
        number, text = "", ""
    if not (number.isascii() and number.isdecimal() and len(number) < 17) or "\x00" in text:
        raise NoSuchPlace
    return text, min(int(number), LARGEST_KEY)
