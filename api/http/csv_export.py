"""Export a whole list as a CSV file for spreadsheets.

A server-side cursor reads the rows into a temporary file, from which they are sent meanwhile. So a slow client holds no
database connection, a long list needs little memory, and the response begins with the first rows. An error before them
becomes an error response. A later one ends the connection, so that no client mistakes the part for the whole file.
"""

import asyncio
import csv
import datetime as dt
import io
import tempfile
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import IO, Any, Generic, TypeVar

from sqlalchemy import Row, Select, TextClause
from sqlalchemy.ext.asyncio import AsyncSession
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from shop.clock import INDIA, now, today
from shop.db.deadlines import WAIT_SECONDS, wait_limit
from shop.text.csv_formulas import guarded

R = TypeVar("R")
Cell = str | int | Decimal | dt.datetime | dt.date | None
Batches = Callable[[AsyncSession], AsyncIterator[Sequence[Any]]]
"""Reads the rows of a file in batches."""

CSV = "csv"
"""The value of ``flag`` that requests a list as a file."""

_BATCH = 200
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

    def respond(self, database: AsyncSession, query: Select[*tuple[Any, ...]] | TextClause) -> StreamingResponse:
        """Return the result of ``query`` as a file. Columns get the entity if the query selects one, else the row."""
        return self.respond_in_batches(database, batches_of(query))

    def respond_in_batches(self, database: AsyncSession, batches: Batches) -> StreamingResponse:
        """Return all rows of the batches as a file."""
        name = f"{self.name}-{today(now())}.csv"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return _CsvResponse(self._parts(database, batches), headers)

    async def _parts(self, database: AsyncSession, batches: Batches) -> AsyncIterator[bytes]:
        """Yield the headings with the first batch, then the other batches.

        The request's transaction has ended by then, so the session begins another one.
        """
        text = f"{_BYTE_ORDER_MARK}{_lines([list(self.columns)])}"
        async with database:
            async for rows in batches(database):
                yield (text + await asyncio.to_thread(self._format, rows)).encode()
                text = ""
        if text:
            yield text.encode()

    def _format(self, rows: Sequence[Any]) -> str:
        """Return the lines of these rows. A thread calls it, so that other requests do not wait for it."""
        return _lines([_cell(column(_entity(row))) for column in self.columns.values()] for row in rows)


class _CsvResponse(StreamingResponse):
    """Sends the parts of a file.

    A task writes them to a temporary file at its own pace, even if the client reads slowly.
    """

    def __init__(self, parts: AsyncIterator[bytes], headers: Mapping[str, str]) -> None:
        super().__init__((), media_type="text/csv", headers=headers)
        self._parts = parts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with tempfile.SpooledTemporaryFile(max_size=_SPOOL_BYTES) as file:
            written = asyncio.Event()
            writing = asyncio.create_task(self._write(file, written))
            writing.add_done_callback(lambda _: written.set())
            chunks = _chunks(file, written, writing)
            try:
                first = await anext(chunks)  # an error raised here still becomes an error response
                self.body_iterator = _chained(first, chunks)
                await super().__call__(scope, receive, send)
            finally:
                writing.cancel()
                await asyncio.gather(writing, return_exceptions=True)

    async def _write(self, file: IO[bytes], written: asyncio.Event) -> None:
        # Each wait is limited, but not their sum, which grows with the list.
        with wait_limit(WAIT_SECONDS):
            async for part in self._parts:
                file.seek(0, io.SEEK_END)
                file.write(part)
                written.set()


def batches_of(query: Select[*tuple[Any, ...]] | TextClause) -> Batches:
    """Return what reads the result of ``query``."""

    async def batches(database: AsyncSession) -> AsyncIterator[Sequence[Row[*tuple[Any, ...]]]]:
        rows = await database.stream(query.execution_options(yield_per=_BATCH))
        async for part in rows.partitions(_BATCH):  # the option sets no size for a text
            yield part

    return batches


def _entity(row: Row[*tuple[Any, ...]]) -> Any:
    return row[0] if len(row) == 1 else row


def _lines(rows: Iterable[Sequence[Any]]) -> str:
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


async def _chunks(file: IO[bytes], written: asyncio.Event, writing: asyncio.Task[None]) -> AsyncIterator[bytes]:
    """Yield what the task has written, until it ends; raise its error."""
    sent = 0
    while True:
        written.clear()
        file.seek(sent)
        chunk = file.read(_CHUNK)
        if chunk:
            sent += len(chunk)
            yield chunk
        elif writing.done():
            writing.result()
            return
        else:
            await written.wait()


async def _chained(first: bytes, others: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    yield first
    async for chunk in others:
        yield chunk
