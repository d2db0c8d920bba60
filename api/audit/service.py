"""Reading the audit page by page."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from shop.audit import queries
from shop.audit.queries import FIRST_SOURCE, EntryFilters

_BATCH = 1000


async def page(
    database: AsyncSession, filters: EntryFilters, *, limit: int
) -> tuple[Sequence[Any], EntryFilters | None]:
    """Return at most ``limit`` entries, and the filters that select the next page, if there is one.

    A page of a search reads a limited number of entries, so it may be empty although others follow.
    """
    start = await database.scalar(queries.window_start(filters), filters.values) if filters.has_window else None
    read = filters if start is None else replace(filters, since=start)
    rows = (await database.execute(queries.entries(read), read.values | {"limit": limit + 1})).all()
    if len(rows) > limit:
        last = rows[limit - 1]
        return rows[:limit], replace(filters, until=last.at, source=last.source, id=last.id)
    return rows, None if start is None else replace(filters, until=start, source=FIRST_SOURCE, id=0)


async def batches(filters: EntryFilters, database: AsyncSession) -> AsyncIterator[Sequence[Any]]:
    """Yield all entries in batches."""
    following: EntryFilters | None = filters
    while following is not None:
        rows, following = await page(database, following, limit=_BATCH)
        if rows:
            yield rows
