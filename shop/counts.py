"""Counts of whole tables, kept by PostgreSQL: to count them afresh takes longer with each product and order.

A trigger adds a row for whatever comes, goes or moves, in the transaction that moves it. The sum of the rows is what
there is, exactly, for each reader as of its own moment; and as rows are only ever added, nobody waits for anybody else
who is counted. Now and then the rows of one count are folded into one.
"""

from typing import Any

from sqlalchemy import Column, ColumnElement, Insert, Integer, Select, SmallInteger, String, Table, func, select, tuple_

from shop.database import Base

LISTED = Table(
    "listing_count",
    Base.metadata,
    Column("shelf_id", Integer, nullable=False),
    Column("price_band", SmallInteger, nullable=False),
    Column("number", Integer, nullable=False),
)
"""The products on sale by shelf and band of prices."""

LINES = Table(
    "status_count",
    Base.metadata,
    Column("status", String, nullable=False),
    Column("number", Integer, nullable=False),
)
"""The lines of orders by status."""


def totals(counts: Table) -> Select[Any]:
    """Select how many rows there are of each kind, the columns that tell the kind before it."""
    kind = _kind(counts)
    return select(*kind, func.sum(counts.c.number)).group_by(*kind)


def fold(counts: Table) -> Insert:
    """Put one row in the place of all that count the same kind.

    Several may fold at once: each takes away what it read and adds what that was worth, but for what another took.
    """
    kind = _kind(counts)
    several = select(*kind).group_by(*kind).having(func.count() > 1)
    read = counts.delete().where(tuple_(*kind).in_(several)).returning(*counts.c).cte("read")
    number = func.sum(read.c.number)
    worth = select(*(read.c[column.name] for column in kind), number).group_by(
        *(read.c[column.name] for column in kind)
    )
    return counts.insert().from_select([*(column.name for column in kind), "number"], worth.having(number != 0))


def _kind(counts: Table) -> list[ColumnElement[Any]]:
    return [column for column in counts.c if column.name != "number"]
