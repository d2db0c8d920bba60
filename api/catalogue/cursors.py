"""Cursors of shoppers' product lists."""

from api.http.pagination import parse_decimal, parse_number, parse_time, read_cursor, write_cursor
from shop.catalogue.search import CursorPosition, Sort, SortValue


def write(sort: Sort, position: CursorPosition) -> str:
    """Return the cursor of the page after this position."""
    return write_cursor(sort.value, *position)


def read(sort: Sort, cursor: str) -> CursorPosition:
    """Return the position of a cursor.

    :raises InvalidCursor: for anything that :func:`write` did not return for this sort order.
    """

    def parse(text: str) -> SortValue:
        if sort is Sort.NEWEST:
            return parse_time(text)
        if sort is Sort.BEST_SELLING:
            return parse_number(int(text), 2**31 - 1)
        if sort is Sort.BEST_MATCH:
            return parse_number(int(text))
        return parse_decimal(text)

    return read_cursor(sort.value, cursor, parse)
