"""Statements that go to PostgreSQL together, in a pipeline of psycopg, and are waited for once."""

from collections.abc import Sequence
from typing import Any

import psycopg
from psycopg.pq import TransactionStatus
from psycopg.rows import namedtuple_row

from shop.db.deadlines import waiting, watched
from shop.db.engine import is_outdated

Driver = psycopg.AsyncConnection[Any] | psycopg.Connection[Any]
Rows = Sequence[Any]
"""Named tuples, by the names of the columns; of a statement that returns nothing there are none."""
Sent = tuple[str, Sequence[Any]]
"""A statement with ``$1``, ``$2`` … and its values."""


def is_idle(driver: Driver) -> bool:
    """Whether a connection is open, and in no transaction."""
    return driver.info.transaction_status == TransactionStatus.IDLE


async def send(driver: psycopg.AsyncConnection[Any], statements: Sequence[Sent]) -> list[Rows]:
    """Send statements together; return the rows of each. Where one fails, those behind it are not carried out.

    Outside a transaction they are one by themselves.

    :raises psycopg.Error: what the first one that failed says.
    """
    with waiting(driver):
        if len(statements) > 1 and len({text for text, _ in statements}) == 1:
            return await _send_same(driver, statements)
        if len(statements) == 1:
            cursors = [await _execute(driver, statements[0])]
        else:
            async with driver.pipeline():
                cursors = [await _execute(driver, statement) for statement in statements]
        return [await _rows_of(cursor) for cursor in cursors]


async def _execute(driver: psycopg.AsyncConnection[Any], statement: Sent) -> psycopg.AsyncRawCursor[Any]:
    cursor = psycopg.AsyncRawCursor(driver, row_factory=namedtuple_row)
    return await cursor.execute(*statement, prepare=True)


async def _send_same(driver: psycopg.AsyncConnection[Any], statements: Sequence[Sent]) -> list[Rows]:
    """Do the same with one statement and several sets of values, at two thirds of the cost."""
    cursor = psycopg.AsyncRawCursor(driver, row_factory=namedtuple_row)
    await cursor.executemany(statements[0][0], [values for _, values in statements], returning=True)
    return [await _rows_of(each) async for each in cursor.results()]


async def _rows_of(cursor: psycopg.AsyncRawCursor[Any]) -> Rows:
    """Return the rows of a result; ``rownumber`` tells whether there are any, without describing each column."""
    return await cursor.fetchall() if cursor.rownumber is not None else []


class BlockingPipeline:
    """A connection of threads and worker processes."""

    def __init__(self, driver: psycopg.Connection[Any]) -> None:
        self.driver = driver

    @property
    def is_idle(self) -> bool:
        """Whether the connection is open, and in no transaction."""
        return is_idle(self.driver)

    def send(self, *statements: Sent) -> list[Rows]:
        """Do the same as :func:`send`; where one was prepared before the schema changed, prepare and send it again.

        :raises psycopg.Error: what the first one that failed says.
        """
        was_idle = self.is_idle
        try:
            return self._send(statements)
        except psycopg.Error as error:
            if not is_outdated(error) or self.driver.closed:
                raise
            if not was_idle:
                self.driver.close()
                raise
        except BaseException:  # such as a time limit's: whatever is still to be answered goes with the connection
            self.driver.close()
            raise
        self.driver.rollback()
        with watched(self.driver):
            self.driver.execute("DEALLOCATE ALL")
        return self._send(statements)

    def _send(self, statements: Sequence[Sent]) -> list[Rows]:
        with watched(self.driver):
            if len(statements) == 1:
                cursors = [self._execute(statements[0])]
            else:
                with self.driver.pipeline():
                    cursors = [self._execute(statement) for statement in statements]
            return [cursor.fetchall() if cursor.rownumber is not None else [] for cursor in cursors]

    def _execute(self, statement: Sent) -> psycopg.RawCursor[Any]:
        return psycopg.RawCursor(self.driver, row_factory=namedtuple_row).execute(*statement, prepare=True)
