"""Cursors of product lists: where a page ended, written so that nobody is tempted to build one."""

import base64
import datetime as dt
import json
from decimal import Decimal
from typing import Any

from api.shapes import NoSuchPlace
from shop.catalogue.search import Key, Place, Sort
from shop.db.base import LARGEST_KEY

_LONGEST = 200


def write(sort: Sort, place: Place) -> str:
    """Return the cursor of the page that begins behind ``place``."""
    key, product_id = place
    text = key.isoformat() if isinstance(key, dt.datetime) else str(key)
    return base64.urlsafe_b64encode(json.dumps([sort.value, text, product_id]).encode()).decode().rstrip("=")


def read(sort: Sort, cursor: str) -> Place:
    """Return where the page ended.

    :raises NoSuchPlace: for anything that :func:`write` did not return for this order.
    """
    try:
        place = _parsed(sort, cursor)
    except (ValueError, TypeError, ArithmeticError, RecursionError):
        place = None
    if place is None or write(sort, place) != cursor:
        raise NoSuchPlace
    return place


def _parsed(sort: Sort, cursor: str) -> Place:
    padded = cursor[:_LONGEST].encode("ascii") + b"=" * (-len(cursor) % 4)
    _, text, product_id = json.loads(base64.b64decode(padded, altchars=b"-_", validate=True))
    return _key(sort, text), _number(product_id)


def _key(sort: Sort, text: str) -> Key:
    if sort is Sort.NEWEST:
        at = dt.datetime.fromisoformat(text)
        return at.astimezone(dt.UTC)
    if sort is Sort.BEST_SELLING:
        return _number(int(text), 2**31 - 1)
    value = Decimal(text)
    if not value.is_finite() or abs(value) >= 10**18:
        raise ValueError(text)
    return value


def _number(value: Any, most: int = LARGEST_KEY) -> int:
    if type(value) is not int or not 0 <= value <= most:
        raise ValueError(value)
    return value
