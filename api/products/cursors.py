"""Cursors of the product list for admins.

A cursor of a list by price has the last price of a page. At another gold rate, products would be missing from the next
page or listed twice. So the cursor is valid only at the rate of its page.
"""

from decimal import Decimal
from typing import Any

from api.http.pagination import parse_decimal, parse_number, parse_text, parse_time, read_cursor, write_cursor
from shop.catalogue.admin_lists import AdminProductSort, CursorPosition, SortValue


def write(sort: AdminProductSort, gold_rate: Decimal, position: CursorPosition) -> str:
    """Return the cursor of the page after this position."""
    return write_cursor(_order(sort, gold_rate), *position)


def read(sort: AdminProductSort, gold_rate: Decimal, cursor: str) -> CursorPosition:
    """Return the position of a cursor.

    :raises InvalidCursor: for anything that :func:`write` did not return for this sort order and, by price, this rate.
    """

    def parse(text: Any) -> SortValue | None:
        if sort in {AdminProductSort.NEWEST, AdminProductSort.OLDEST}:
            return parse_time(text)
        if sort in {AdminProductSort.CODE, AdminProductSort.NAME}:
            return parse_text(text)
        if sort in {AdminProductSort.STOCK_UP, AdminProductSort.STOCK_DOWN}:
            return None if text is None else parse_number(int(text), 2**31 - 1)
        return parse_decimal(text)

    return read_cursor(_order(sort, gold_rate), cursor, parse)


def _order(sort: AdminProductSort, gold_rate: Decimal) -> str:
    is_by_price = sort in {AdminProductSort.PRICE_UP, AdminProductSort.PRICE_DOWN}
    return f"{sort.value} {gold_rate}" if is_by_price else sort.value
