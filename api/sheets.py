"""Lists as files for a spreadsheet: everything that a filter holds, page or no page.

The rows come from a cursor and go to a file on the disk before the answer begins. So the database is not held up by a
slow line, a long list needs little memory, and whoever gets a file has all of it: a failure is still an answer.
"""

import csv
import datetime as dt
import io
import tempfile
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import IO, Any, Generic, TypeVar

from sqlalchemy import Row, Select, TextClause
from sqlalchemy.ext.asyncio import AsyncSession
from starlette.responses import StreamingResponse

from shop.clock import INDIA, now, today
from shop.spreadsheets import guarded

R = TypeVar("R")
Cell = str | int | Decimal | dt.datetime | dt.date | None

CSV = "csv"
"""The ``flag`` that asks for a list as a file."""

_BATCH = 500
_CHUNK = 64 * 1024
_IN_MEMORY = 1024 * 1024
# Excel takes a file without it for one in the code page of its machine, and a rupee sign for three others.
_BYTE_ORDER_MARK = "\ufeff"


@dataclass(frozen=True)
class Sheet(Generic[R]):
    """A kind of list: the file's name, and for each column its head and what a row has there."""

    name: str
    columns: Mapping[str, Callable[[R], Cell]]

    async def answer(self, database: AsyncSession, query: Select[*tuple[Any, ...]] | TextClause) -> StreamingResponse:
        """Return the rows of ``query`` as a file; a row is the entity where it selects one, else all it selects."""
        file: IO[bytes] = tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115 - the answer closes it
        try:
            await self._fill(file, database, query)
        except BaseException:
            file.close()
            raise
        name = f"{self.name}-{today(now())}.csv"
        headers = {
            "Content-Disposition": f'attachment; filename="{name}"',
            "Content-Length": str(file.tell()),
            "Cache-Control": "no-store",
        }
        file.seek(0)
        return StreamingResponse(_chunks(file), media_type="text/csv", headers=headers)

    async def _fill(
        self, file: IO[bytes], database: AsyncSession, query: Select[*tuple[Any, ...]] | TextClause
    ) -> None:
        file.write(f"{_BYTE_ORDER_MARK}{_lines([list(self.columns)])}".encode())
        rows = await database.stream(query.execution_options(yield_per=_BATCH))
        async for part in rows.partitions():
            cells = [[_cell(column(_entity(row))) for column in self.columns.values()] for row in part]
            file.write(_lines(cells).encode())


def _entity(row: Row[*tuple[Any, ...]]) -> Any:
    return row[0] if len(row) == 1 else row


def _lines(rows: list[list[Any]]) -> str:
    text = io.StringIO()
    csv.writer(text, quoting=csv.QUOTE_ALL).writerows(rows)
    return text.getvalue()


def _cell(value: Cell) -> str | int | Decimal:
    """Write times as India reads them, and a text so that no spreadsheet runs it."""
    match value:
        case None:
            return ""
        case dt.datetime():
            return value.astimezone(INDIA).strftime("%Y-%m-%d %H:%M:%S")
        case dt.date():
            return value.isoformat()
        case str():
            return guarded(value)
        case _:
            return value


async def _chunks(file: IO[bytes]) -> AsyncIterator[bytes]:
    with file:
        while chunk := file.read(_CHUNK):
            yield chunk
