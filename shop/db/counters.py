"""Row counts and sums maintained by triggers, because counting takes longer with each product and order.

For each row that is added, removed or moved, a trigger adds a row to a table of counts in the same transaction. The
count is the sum of these rows, so it is exact for each reader's snapshot. Rows are only added, so writers never wait
for each other. A scheduled job compacts the rows of one kind into a single row.
"""

from functools import cache
from typing import Any

from sqlalchemy import ColumnElement, Insert, Select, Table, func, or_, select, tuple_


def totals(counts: Table) -> Select[Any]:
    """Select the sums: one row for each kind, with the columns of the kind first, then the numbers."""
    kind, numbers = _columns(counts)
    return select(*kind, *(func.sum(number).label(number.name) for number in numbers)).group_by(*kind)


@cache
def compact(counts: Table) -> Insert:
    """Replace all rows of the same kind by one row.

    Several transactions may compact concurrently: each deletes only rows that it read, and adds their sum.
    """
    kind, numbers = _columns(counts)
    repeated = select(*kind).group_by(*kind).having(func.count() > 1)
    deleted = counts.delete().where(tuple_(*kind).in_(repeated)).returning(*counts.c).cte("deleted")
    sums = [func.sum(deleted.c[number.name]) for number in numbers]
    kinds = [deleted.c[column.name] for column in kind]
    summed = select(*kinds, *sums).group_by(*kinds).having(or_(*(number != 0 for number in sums)))
    return counts.insert().from_select([column.name for column in counts.c], summed)


def _columns(counts: Table) -> tuple[list[ColumnElement[Any]], list[ColumnElement[Any]]]:
    """Return the columns of the kind, and those of the numbers."""
    numbers: list[ColumnElement[Any]] = [column for column in counts.c if column.name.startswith("number")]
    return [column for column in counts.c if not column.name.startswith("number")], numbers
