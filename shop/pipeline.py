"""A connection to PostgreSQL on which statements go out together, in one write, and are waited for once.

psycopg's own pipeline writes each command by itself, and waits for a BEGIN; each write wakes the server, and so costs
more than what it carries. So this speaks to libpq, which psycopg wraps, in libpq's pipeline mode
(https://www.postgresql.org/docs/18/libpq-pipeline-mode.html); values and rows are psycopg's.
"""

from collections import OrderedDict, namedtuple
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import count
from typing import Any, Generic, TypeVar

import psycopg
from psycopg import adapt
from psycopg.abc import Transformer
from psycopg.adapt import PyFormat
from psycopg.pq import ConnStatus, ExecStatus, Format, TransactionStatus
from psycopg.pq.abc import PGconn, PGresult
from psycopg.waiting import Ready, Wait

from shop.deadlines import waiting, watched

Driver = psycopg.AsyncConnection[Any] | psycopg.Connection[Any]
Rows = Sequence[Any]
"""Named tuples, by the names of the columns; of a statement that returns nothing there are none."""
Sent = tuple[str, Sequence[Any]]
"""A statement with ``$1``, ``$2`` … and its values."""

_Kind = tuple[str, tuple[int, ...]]
"""What is prepared by itself: a statement, with the types of its values."""

MOST_PREPARED = 100
"""Statements that a connection keeps prepared: those that were sent last."""

_numbers = count(1)
_OUTDATED = {"0A000", "26000"}
_FORGET: Sent = ("DEALLOCATE ALL", ())
_ROLL_BACK: Sent = ("ROLLBACK", ())


@dataclass(frozen=True)
class _Command:
    """A statement, and its values as they go over the wire."""

    kind: _Kind
    given: Sequence[Any]
    formats: Sequence[Format] | None


@dataclass
class _Prepared:
    """A statement that the server has ready under a name; ``row`` makes a row of its columns, which never change."""

    name: bytes
    row: Callable[[Sequence[Any]], Any] | None = None

    def rows(self, transformer: Transformer, result: PGresult) -> Rows:
        """Return what a result holds."""
        if result.status != ExecStatus.TUPLES_OK:
            return []
        if self.row is None:
            names = ((result.fname(place) or b"").decode() for place in range(result.nfields))
            self.row = partial(tuple.__new__, _row_of(*names))  # as _make does, but without a line of Python
        transformer.set_pgresult(result)
        return transformer.load_rows(0, result.ntuples, self.row)


@dataclass(frozen=True)
class Load:
    """Statements that are ready to be sent, by the connection that put them together."""

    transformer: Transformer
    commands: Sequence[_Command]


D = TypeVar("D", bound=Driver)


class _Line(Generic[D]):
    """A connection, with the statements that it has prepared on the server."""

    def __init__(self, driver: D) -> None:
        self.driver = driver
        self._prepared: OrderedDict[_Kind, _Prepared] = OrderedDict()

    @property
    def is_idle(self) -> bool:
        """Whether the connection is open, and in no transaction."""
        return self.driver.pgconn.transaction_status == TransactionStatus.IDLE

    def load(self, statements: Sequence[Sent]) -> Load:
        """Put together what is to be sent.

        :raises psycopg.DataError: for a value that cannot be; nothing is sent then.
        """
        transformer = adapt.Transformer.from_context(self.driver)
        commands = []
        for text, values in statements:
            given = transformer.dump_sequence(values, [PyFormat.AUTO] * len(values))
            commands.append(_Command((text, transformer.types or ()), given, transformer.formats))
        return Load(transformer, commands)

    def _sending(self, load: Load) -> Generator[Wait, Ready | int, list[Rows]]:
        """Send statements together, wait for the answers and return the rows of each."""
        server = self.driver.pgconn
        fresh: dict[int, _Kind] = {}
        commands = self._tidying()
        answers: list[tuple[_Prepared, int]] = []
        for command in load.commands:
            kind = command.kind
            prepared = self._prepared.get(kind)
            if prepared is None:
                prepared = self._prepared[kind] = _Prepared(b"trip_%d" % next(_numbers))
                fresh[len(commands)] = kind
                commands.append(partial(server.send_prepare, prepared.name, kind[0].encode(), kind[1]))
            self._prepared.move_to_end(kind)
            answers.append((prepared, len(commands)))
            commands.append(partial(server.send_query_prepared, prepared.name, command.given, command.formats))
        results: list[PGresult] = []
        try:
            results = yield from _exchange(server, commands)
        finally:
            for place, kind in fresh.items():
                if not results or results[place].status != ExecStatus.COMMAND_OK:
                    del self._prepared[kind]
        failed = next((result for result in results if result.status == ExecStatus.FATAL_ERROR), None)
        if failed is not None:
            raise psycopg.errors.error_from_result(failed)
        return [prepared.rows(load.transformer, results[place]) for prepared, place in answers]

    def _must_prepare_again(self, error: psycopg.Error) -> bool:
        """Whether a statement failed only because it was prepared before the schema changed."""
        return error.sqlstate in _OUTDATED and not self.driver.closed

    def _forgetting(self) -> list[Sent]:
        """Return what ends the failed transaction and lets the server forget all that it has prepared."""
        self._prepared.clear()
        return [*([] if self.is_idle else [_ROLL_BACK]), _FORGET]

    def _tidying(self) -> list[Callable[[], None]]:
        """Return what lets the server forget the statements that are too many; amid a transaction that must wait."""
        commands: list[Callable[[], None]] = []
        while self.is_idle and len(self._prepared) > MOST_PREPARED:
            _, oldest = self._prepared.popitem(last=False)
            commands.append(partial(self.driver.pgconn.send_query_params, b"DEALLOCATE " + oldest.name, None))
        return commands


class Line(_Line[psycopg.AsyncConnection[Any]]):
    """A connection of asyncio's."""

    async def send(self, load: Load) -> list[Rows]:
        """Send statements together; return the rows of each. Where one fails, those behind it are not carried out.

        Outside a transaction they are one by themselves, and are sent once more where one had been prepared before the
        schema changed.

        :raises psycopg.Error: what the first one that failed says.
        """
        was_idle = self.is_idle
        try:
            return await self._send(load)
        except psycopg.Error as error:
            if not self._must_prepare_again(error):
                raise
            if not was_idle:
                await self.driver.close()
                raise
        await self._send(self.load(self._forgetting()))
        self._prepared.clear()
        return await self._send(load)

    async def _send(self, load: Load) -> list[Rows]:
        with waiting(self.driver):
            return await self.driver.wait(self._sending(load))


class BlockingLine(_Line[psycopg.Connection[Any]]):
    """A connection of threads and worker processes."""

    def send(self, *statements: Sent) -> list[Rows]:
        """Do the same as :meth:`Line.send` with what these statements make.

        :raises psycopg.Error: what the first one that failed says.
        """
        was_idle = self.is_idle
        try:
            return self._send(statements)
        except psycopg.Error as error:
            if not self._must_prepare_again(error):
                raise
            if not was_idle:
                self.driver.close()
                raise
        except BaseException:  # such as a time limit's: whatever is still to be answered goes with the connection
            self.driver.close()
            raise
        self._send(self._forgetting())
        self._prepared.clear()
        return self._send(statements)

    def _send(self, statements: Sequence[Sent]) -> list[Rows]:
        with watched(self.driver):
            return self.driver.wait(self._sending(self.load(statements)))


def _exchange(server: PGconn, commands: Sequence[Callable[[], None]]) -> Generator[Wait, Ready | int, list[PGresult]]:
    """Send all commands, wait for all answers and return a result for each, in order."""
    server.enter_pipeline_mode()
    for command in commands:
        command()
    server.pipeline_sync()
    while server.flush():
        if (yield Wait.RW) & Ready.R:
            server.consume_input()
    results = yield from _answers(server)
    server.exit_pipeline_mode()
    return results


def _answers(server: PGconn) -> Generator[Wait, Ready | int, list[PGresult]]:
    results: list[PGresult] = []
    while True:
        while server.is_busy():
            yield Wait.R
            server.consume_input()
        result = server.get_result()
        if result is not None:
            if result.status == ExecStatus.PIPELINE_SYNC:
                return results
            results.append(result)
        elif server.status == ConnStatus.BAD:
            raise psycopg.OperationalError("the connection is lost")


@cache
def _row_of(*names: str) -> Any:
    return namedtuple("Row", names, rename=True)  # noqa: PYI024 - the names come from a statement
