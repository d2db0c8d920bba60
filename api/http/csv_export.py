"""Export a whole list as a CSV file for spreadsheets.

A server-side cursor reads the rows into a temporary file before the response begins. So a slow client holds no database
connection, a long list needs little memory, and an error while reading still becomes an error response.
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
from shop.text.csv_formulas import guarded

R = TypeVar("R")
Cell = str | int | Decimal | dt.datetime | dt.date | None

CSV = "csv"
"""The value of ``flag`` that requests a list as a file."""

_BATCH = 500
_CHUNK = 64 * 1024
_SPOOL_BYTES = 1024 * 1024
# Without it Excel decodes UTF-8 with the code page of its machine, and the rupee sign becomes three other characters.
_BYTE_ORDER_MARK = "\ufeff"


@dataclass(frozen=True)
class CsvExport(Generic[R]):
    """The columns of a list as a file: each heading with the function that returns a row's cell.

    The file name is ``name`` followed by the day.
    """

    name: str
    columns: Mapping[str, Callable[[R], Cell]]

    async def respond(self, database: AsyncSession, query: Select[*tuple[Any, ...]] | TextClause) -> StreamingResponse:
        """Return the result of ``query`` as a file. Columns get the entity if the query selects one, else the row."""
        file: IO[bytes] = tempfile.SpooledTemporaryFile(max_size=_SPOOL_BYTES)  # noqa: SIM115 - the response closes it
        try:
            await self._write(file, database, query)
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

    async def _write(
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
    """Format a cell: times in India's time zone, and texts so that no spreadsheet reads them as a formula."""
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
