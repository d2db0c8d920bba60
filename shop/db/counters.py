"""Counts of whole tables, kept by PostgreSQL: to count them afresh takes longer with each product and order.

A trigger adds a row for whatever comes, goes or moves, in the transaction that moves it. The sum of the rows is what
there is, exactly, for each reader as of its own moment; and as rows are only ever added, nobody waits for anybody else
who is counted. Now and then the rows of one kind are folded into one.
"""

from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    ColumnElement,
    Insert,
    Integer,
    Select,
    SmallInteger,
    String,
    Table,
    func,
    or_,
    select,
    tuple_,
)

from shop.catalogue.listing import PRICE_BANDS
from shop.db.base import Base

LISTED = Table(
    "listing_count",
    Base.metadata,
    Column("shelf_id", BigInteger, nullable=False),
    Column("price_band", SmallInteger, nullable=False),
    Column("number", Integer, nullable=False),
)
"""The products on sale by shelf and band of prices, as the version before reads them: the next one takes it away."""

SHELVED = Table(
    "shelf_count",
    Base.metadata,
    Column("shelf_id", BigInteger, nullable=False),
    *(Column(f"number_{band}", Integer, nullable=False) for band in range(len(PRICE_BANDS) + 1)),
)
"""The products on sale by shelf, with a number for each band of prices: lists add up a few hundred rows."""

LINES = Table(
    "status_count",
    Base.metadata,
    Column("status", String, nullable=False),
    Column("number", Integer, nullable=False),
)
"""The lines of orders by status."""

ALL = (LISTED, SHELVED, LINES)


def totals(counts: Table) -> Select[Any]:
    """Select how many rows there are of each kind, the columns that tell the kind before the numbers."""
    kind, numbers = _columns(counts)
    return select(*kind, *(func.sum(number) for number in numbers)).group_by(*kind)


def compact(counts: Table) -> Insert:
    """Put one row in the place of all that count the same kind.

    Several may fold at once: each takes away what it read and adds what that was worth, but for what another took.
    """
    kind, numbers = _columns(counts)
    several = select(*kind).group_by(*kind).having(func.count() > 1)
    read = counts.delete().where(tuple_(*kind).in_(several)).returning(*counts.c).cte("read")
    sums = [func.sum(read.c[number.name]) for number in numbers]
    kinds = [read.c[column.name] for column in kind]
    worth = select(*kinds, *sums).group_by(*kinds).having(or_(*(number != 0 for number in sums)))
    return counts.insert().from_select([column.name for column in counts.c], worth)


def _columns(counts: Table) -> tuple[list[ColumnElement[Any]], list[ColumnElement[Any]]]:
    """Return the columns that tell the kind, and the numbers."""
    numbers: list[ColumnElement[Any]] = [column for column in counts.c if column.name.startswith("number")]
    return [column for column in counts.c if not column.name.startswith("number")], numbers
