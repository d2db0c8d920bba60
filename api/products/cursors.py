"""Cursors of the product list for admins."""

from typing import Any

from api.http.pagination import parse_decimal, parse_number, parse_text, parse_time, read_cursor, write_cursor
from shop.catalogue.admin_lists import AdminProductSort, CursorPosition, SortValue


def write(sort: AdminProductSort, position: CursorPosition) -> str:
    """Return the cursor of the page after this position."""
    return write_cursor(sort.value, *position)


def read(sort: AdminProductSort, cursor: str) -> CursorPosition:
    """Return the position of a cursor.

    :raises InvalidCursor: for anything that :func:`write` did not return for this sort order.
    """

    def parse(text: Any) -> SortValue | None:
        if sort in {AdminProductSort.NEWEST, AdminProductSort.OLDEST}:
            return parse_time(text)
        if sort in {AdminProductSort.CODE, AdminProductSort.NAME}:
            return parse_text(text)
        if sort in {AdminProductSort.STOCK_UP, AdminProductSort.STOCK_DOWN}:
            return None if text is None else parse_number(int(text), 2**31 - 1)
        return parse_decimal(text)

    return read_cursor(sort.value, cursor, parse)
