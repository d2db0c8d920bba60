"""Pages of lists: the size of a page, cursors of rows, and pages by offset.

A cursor of a row has the row's sort value and id, encoded so that clients treat it as opaque. So the next page has
every row after it, also when rows of earlier pages were deleted or have left the list.
"""

import base64
import datetime as dt
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated, Any, TypeVar, TypeVarTuple

from fastapi import Depends, Query
from sqlalchemy import BigInteger, Select, literal, tuple_
from sqlalchemy.orm import InstrumentedAttribute

from shop.db.base import LARGEST_KEY
from shop.errors import NotFound

PAGE_SIZE = 200
"""The maximum and default number of rows on a page."""

Limit = Annotated[int, Query(ge=1, le=PAGE_SIZE)]
Cursor = Annotated[str, Query(max_length=4000, pattern="^[A-Za-z0-9_=-]+$")]
"""The end of the previous page, from its ``nextCursor``."""

Columns = TypeVarTuple("Columns")
Row = TypeVar("Row")
Value = TypeVar("Value")


class InvalidCursor(NotFound):
    """A cursor that does not come from a list of this kind."""

    code = "no_such_place"

    def __init__(self) -> None:
        super().__init__("This list cannot go on from there.", fields={"cursor": "Take it from nextCursor."})


def write_cursor(order: str, value: Any, id_: int) -> str:
    """Return the cursor after the row with this sort value and id, in a list that is sorted by ``order``."""
    text = value.isoformat() if isinstance(value, dt.datetime) else None if value is None else str(value)
    content = json.dumps([order, text, id_], ensure_ascii=False)
    return base64.urlsafe_b64encode(content.encode()).decode().rstrip("=")


def read_cursor(order: str, cursor: str, parse: Callable[[Any], Value]) -> tuple[Value, int]:
    """Return the sort value and the id of the last row before the cursor.

    :param parse: returns the sort value that has a text, or that null stands for, and raises an error for others.
    :raises InvalidCursor: for anything that :func:`write_cursor` did not return for this order.
    """
    try:
        content = base64.b64decode(cursor.encode() + b"=" * (-len(cursor) % 4), altchars=b"-_", validate=True)
        _, text, id_ = json.loads(content)
        position = parse(text), parse_number(id_)
        is_own = write_cursor(order, *position) == cursor
    except (ValueError, TypeError, ArithmeticError, RecursionError):
        raise InvalidCursor from None
    if not is_own:
        raise InvalidCursor
    return position


def parse_time(text: str) -> dt.datetime:
    """Return the time that has this text."""
    return dt.datetime.fromisoformat(text).astimezone(dt.UTC)


def parse_decimal(text: str) -> Decimal:
    """Return the decimal that has this text."""
    value = Decimal(text)
    if not value.is_finite() or abs(value) >= 10**18:
        raise ValueError(text)
    return value


def parse_number(value: Any, max_value: int = LARGEST_KEY) -> int:
    """Return a number if it is an integer that a column may have."""
    if type(value) is not int or not 0 <= value <= max_value:
        raise ValueError(value)
    return value


def parse_text(text: str) -> str:
    """Return a text if PostgreSQL can store it."""
    if "\x00" in text:
        raise ValueError(text)
    return text


def split_page(rows: Sequence[Row], limit: int, cursor_of: Callable[[Row], str]) -> tuple[Sequence[Row], str | None]:
    """Return the rows of a page, and the cursor of the next one.

    :param rows: the rows of the page, and one more if there is a next page.
    :param cursor_of: returns the cursor after a row.
    """
    listed = rows[:limit]
    return listed, cursor_of(listed[-1]) if len(rows) > limit else None


@dataclass(frozen=True)
class OffsetPage:
    """A page of ``limit`` rows after the first ``cursor`` rows."""

    limit: Limit = PAGE_SIZE
    cursor: Annotated[int, Query(ge=0, le=10_000_000)] = 0

    def select(self, query: Select[*Columns]) -> Select[*Columns]:
        """Limit a query to this page plus one row, which shows whether there is a next page."""
        return query.limit(self.limit + 1).offset(self.cursor)

    def split(self, rows: Sequence[Row]) -> tuple[Sequence[Row], str | None]:
        """Return the rows of this page, and the cursor of the next one."""
        return split_page(rows, self.limit, lambda _: str(self.cursor + self.limit))


@dataclass(frozen=True)
class CursorPage:
    """A page of ``limit`` rows after the row of ``cursor``."""

    limit: Limit = PAGE_SIZE
    cursor: Cursor | None = None

    def select_newest(
        self,
        query: Select[*Columns],
        order: str,
        at: InstrumentedAttribute[dt.datetime],
        id_: InstrumentedAttribute[int],
    ) -> Select[*Columns]:
        """Sort a query by time and id, and limit it to this page plus one row, as :class:`OffsetPage` does.

        :param order: the name of the list in its cursors.
        :raises InvalidCursor: for a cursor of another list.
        """
        if self.cursor is not None:
            last_at, last_id = read_cursor(order, self.cursor, parse_time)
            query = query.where(tuple_(at, id_) < tuple_(literal(last_at, at.type), literal(last_id, BigInteger)))
        return query.order_by(at.desc(), id_.desc()).limit(self.limit + 1)

    def select_by_id(
        self, query: Select[*Columns], order: str, id_: InstrumentedAttribute[int], *, is_newest_first: bool = True
    ) -> Select[*Columns]:
        """Limit a query that is sorted by id to this page plus one row, as :class:`OffsetPage` does.

        :param order: the name of the list in its cursors.
        :raises InvalidCursor: for a cursor of another list.
        """
        if self.cursor is not None:
            _, id_of_last = read_cursor(order, self.cursor, lambda _: None)
            last = literal(id_of_last, BigInteger)
            query = query.where(id_ < last if is_newest_first else id_ > last)
        return query.limit(self.limit + 1)

    def split(
        self, rows: Sequence[Row], order: str, position_of: Callable[[Row], tuple[Any, int]]
    ) -> tuple[Sequence[Row], str | None]:
        """Return the rows of this page, and the cursor of the next one.

        :param position_of: returns the sort value of a row, None in a list that is sorted by id, and its id.
        """
        return split_page(rows, self.limit, lambda row: write_cursor(order, *position_of(row)))


RequestedPage = Annotated[OffsetPage, Depends()]
RequestedCursorPage = Annotated[CursorPage, Depends()]
