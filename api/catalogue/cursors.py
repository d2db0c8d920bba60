"""Cursors of product lists: the position after a page, encoded so that clients treat it as opaque."""

import base64
import datetime as dt
import json
from decimal import Decimal
from typing import Any

from api.http.pagination import InvalidCursor
from shop.catalogue.search import CursorPosition, Sort, SortValue
from shop.db.base import LARGEST_KEY

_MAX_LENGTH = 200


def write(sort: Sort, position: CursorPosition) -> str:
    """Return the cursor of the page after this position."""
    value, product_id = position
    text = value.isoformat() if isinstance(value, dt.datetime) else str(value)
    return base64.urlsafe_b64encode(json.dumps([sort.value, text, product_id]).encode()).decode().rstrip("=")


def read(sort: Sort, cursor: str) -> CursorPosition:
    """Return the position of a cursor.

    :raises InvalidCursor: for anything that :func:`write` did not return for this sort order.
    """
    try:
        position = _parse(sort, cursor)
    except (ValueError, TypeError, ArithmeticError, RecursionError):
        position = None
    if position is None or write(sort, position) != cursor:
        raise InvalidCursor
    return position


def _parse(sort: Sort, cursor: str) -> CursorPosition:
    padded = cursor[:_MAX_LENGTH].encode("ascii") + b"=" * (-len(cursor) % 4)
    _, text, product_id = json.loads(base64.b64decode(padded, altchars=b"-_", validate=True))
    return _sort_value(sort, text), _number(product_id)


def _sort_value(sort: Sort, text: str) -> SortValue:
    if sort is Sort.NEWEST:
        at = dt.datetime.fromisoformat(text)
        return at.astimezone(dt.UTC)
    if sort is Sort.BEST_SELLING:
        return _number(int(text), 2**31 - 1)
    if sort is Sort.BEST_MATCH:
        return _number(int(text))
    value = Decimal(text)
    if not value.is_finite() or abs(value) >= 10**18:
        raise ValueError(text)
    return value


def _number(value: Any, max_value: int = LARGEST_KEY) -> int:
    if type(value) is not int or not 0 <= value <= max_value:
        raise ValueError(value)
    return value
