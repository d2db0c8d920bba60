"""Pages of lists: the size of a page, cursors, and pages by offset."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, TypeVar, TypeVarTuple

from fastapi import Depends, Query
from sqlalchemy import Select

from shop.errors import NotFound

PAGE_SIZE = 200
"""The maximum and default number of rows on a page."""

Limit = Annotated[int, Query(ge=1, le=PAGE_SIZE)]
Cursor = Annotated[str, Query(max_length=4000, pattern="^[A-Za-z0-9_=-]+$")]
"""The end of the previous page, from its ``nextCursor``."""

Columns = TypeVarTuple("Columns")
Row = TypeVar("Row")


class InvalidCursor(NotFound):
    """A cursor that does not come from a list of this kind."""

    code = "no_such_place"

    def __init__(self) -> None:
        super().__init__("This list cannot go on from there.", fields={"cursor": "Take it from nextCursor."})


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
        return rows[: self.limit], str(self.cursor + self.limit) if len(rows) > self.limit else None


RequestedPage = Annotated[OffsetPage, Depends()]
