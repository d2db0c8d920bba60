"""A portion of a list that is counted through: so many rows, behind so many others."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, TypeVar, TypeVarTuple

from fastapi import Depends, Query
from sqlalchemy import Select

PAGE = 200

Columns = TypeVarTuple("Columns")
Row = TypeVar("Row")


@dataclass(frozen=True)
class Portion:
    """``limit`` rows behind the first ``cursor`` ones, as an address asks for them."""

    limit: Annotated[int, Query(ge=1, le=PAGE)] = PAGE
    cursor: Annotated[int, Query(ge=0, le=10_000_000)] = 0

    def of(self, query: Select[*Columns]) -> Select[*Columns]:
        """Cut the portion out of a query, with one row more, which tells that the list goes on."""
        return query.limit(self.limit + 1).offset(self.cursor)

    def split(self, rows: Sequence[Row]) -> tuple[Sequence[Row], str | None]:
        """Return the rows of the portion, and where the list goes on."""
        return rows[: self.limit], str(self.cursor + self.limit) if len(rows) > self.limit else None


Asked = Annotated[Portion, Depends()]
