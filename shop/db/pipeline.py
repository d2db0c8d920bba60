"""Send several statements to PostgreSQL in one pipeline of psycopg, with a single wait."""

from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, cast

import psycopg
from psycopg.errors import ReadOnlySqlTransaction
from psycopg.rows import namedtuple_row
from sqlalchemy import Connection

from shop.db.deadlines import deadline, thread_deadline
from shop.db.engine import is_stale_statement

Rows = Sequence[Any]
"""Named tuples with the names of the columns. A statement without a result has no rows."""
Statement = tuple[str, Sequence[Any]]
"""A statement with ``$1``, ``$2`` … and its values."""


def is_idle(driver: psycopg.AsyncConnection[Any] | psycopg.Connection[Any]) -> bool:
    """Whether a connection is open and not in a transaction."""
    return driver.info.transaction_status.name == "IDLE"


async def send(driver: psycopg.AsyncConnection[Any], statements: Sequence[Statement]) -> list[Rows]:
    """Send statements together and return the rows of each. Statements after a failed one are not executed.

    Outside a transaction they form one transaction. The connection closes if its server is read-only: see
    :mod:`shop.db.connections`.

    :raises psycopg.Error: the error of the first failed statement.
    """
    try:
        with deadline(driver):
            return await _send(driver, statements)
    except ReadOnlySqlTransaction:
        await driver.close()
        raise


async def _send(driver: psycopg.AsyncConnection[Any], statements: Sequence[Statement]) -> list[Rows]:
    groups = [list(same) for _, same in groupby(statements, itemgetter(0))]
    if len(groups) == 1:
        return await _rows_of(await _execute(driver, groups[0]))
    async with driver.pipeline():
        cursors = [await _execute(driver, group) for group in groups]
    return [rows for cursor in cursors for rows in await _rows_of(cursor)]


async def _execute(driver: psycopg.AsyncConnection[Any], group: Sequence[Statement]) -> psycopg.AsyncRawCursor[Any]:
    """Send one statement with one or several sets of values. Several are a third cheaper together than one by one."""
    cursor = psycopg.AsyncRawCursor(driver, row_factory=namedtuple_row)
    if len(group) == 1:
        return await cursor.execute(*group[0], prepare=True)
    await cursor.executemany(group[0][0], [values for _, values in group], returning=True)
    return cursor


async def _rows_of(cursor: psycopg.AsyncRawCursor[Any]) -> list[Rows]:
    """Return the rows of each result. ``rownumber`` is None if the statement returns none; reading it is cheaper than
    ``description``."""
    return [await each.fetchall() if each.rownumber is not None else [] async for each in cursor.results()]


class BlockingPipeline:
    """A pipeline for the connection of a thread or a worker process."""

    def __init__(self, driver: psycopg.Connection[Any]) -> None:
        self.driver = driver

    @property
    def is_idle(self) -> bool:
        """Whether the connection is open and not in a transaction."""
        return is_idle(self.driver)

    def send(self, *statements: Statement) -> list[Rows]:
        """Send statements as :func:`send` does. Prepare statements again if the schema has changed.

        :raises psycopg.Error: the error of the first failed statement.
        """
        was_idle = self.is_idle
        try:
            return self._send(statements)
        except ReadOnlySqlTransaction:
            self.driver.close()
            raise
        except psycopg.Error as error:
            if not is_stale_statement(error) or self.driver.closed:
                raise
            if not was_idle:
                self.driver.close()
                raise
        except BaseException:  # for example a time limit: results are still pending on the connection
            self.driver.close()
            raise
        self.driver.rollback()
        with thread_deadline(self.driver):
            self.driver.execute("DEALLOCATE ALL")
        return self._send(statements)

    def _send(self, statements: Sequence[Statement]) -> list[Rows]:
        with thread_deadline(self.driver):
            if len(statements) == 1:
                cursors = [self._execute(statements[0])]
            else:
                with self.driver.pipeline():
                    cursors = [self._execute(statement) for statement in statements]
            return [cursor.fetchall() if cursor.rownumber is not None else [] for cursor in cursors]

    def _execute(self, statement: Statement) -> psycopg.RawCursor[Any]:
        return psycopg.RawCursor(self.driver, row_factory=namedtuple_row).execute(*statement, prepare=True)


def driver_of(connection: Connection) -> psycopg.Connection[Any]:
    """Return the psycopg connection of a SQLAlchemy connection."""
    return cast("psycopg.Connection[Any]", connection.connection.driver_connection)


def pipeline_of(connection: Connection) -> BlockingPipeline:
    """Return the pipeline of a connection. Each connection has one."""
    made: BlockingPipeline | None = connection.info.get("pipeline")
    if made is None:
        made = connection.info["pipeline"] = BlockingPipeline(driver_of(connection))
    return made
