"""Reading in company: what several requests read at the same time goes to PostgreSQL in one write, on one connection.

Each write to a connection wakes the server, and each answer wakes us, which costs more than to read a row by its key.
Who comes while few are on their way goes at once; who comes while enough are waits for the next to return, and goes
with everybody else who came meanwhile. So it saves nothing while there is time, and most when there is none.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from sqlalchemy.exc import DBAPIError

from shop.database import is_away
from shop.pipeline import Rows

MOST_ON_THEIR_WAY = 2
MOST_IN_COMPANY = 16

Ask = Callable[..., Awaitable[list[Rows]]]


class _Alone(Exception):
    """A statement failed: everyone finds out alone whose it was."""


class _Seat:
    """Someone who waits to be told their rows, or None: to lead the next company."""

    def __init__(self, asked: Sequence[Any]) -> None:
        self.asked = asked
        self.told: asyncio.Future[list[Rows] | None] = asyncio.get_running_loop().create_future()

    @property
    def is_free(self) -> bool:
        """Whether nobody sits here any longer."""
        return self.told.done()

    @property
    def leads(self) -> bool:
        """Whether they were told to lead."""
        told = self.told
        return told.done() and not told.cancelled() and told.exception() is None and told.result() is None

    def tell(self, rows: list[Rows] | None) -> None:
        if not self.is_free:
            self.told.set_result(rows)

    def fail(self, error: Exception) -> None:
        if not self.is_free:
            self.told.set_exception(error)


class Company:
    """Sends what is asked by a function that takes statements and returns the rows of each.

    The statements of one company share a transaction, so they must only read, and wait for no lock.
    """

    def __init__(self, ask: Ask) -> None:
        self._ask = ask
        self._waiting: deque[_Seat] = deque()
        self._on_their_way = 0

    async def ask(self, *asked: Any) -> list[Rows]:
        """Send statements and return the rows of each. A statement of somebody else's that fails is not noticed."""
        try:
            if self._on_their_way < MOST_ON_THEIR_WAY:
                self._on_their_way += 1
                rows = None
            else:
                rows = await self._follow(asked)
            return await self._lead(asked) if rows is None else rows
        except _Alone:
            return await self._ask(*asked)

    async def _follow(self, asked: Sequence[Any]) -> list[Rows] | None:
        seat = _Seat(asked)
        self._waiting.append(seat)
        try:
            return await seat.told
        except asyncio.CancelledError:
            if seat.leads:
                self._let_another_lead()
            raise

    async def _lead(self, asked: Sequence[Any]) -> list[Rows]:
        company = self._gathered()
        try:
            rows = await self._ask(*asked, *(one for seat in company for one in seat.asked))
        except asyncio.CancelledError:
            _fail(company, _Alone())
            raise
        except Exception as error:
            is_somebodys = bool(company) and _is_of_a_statement(error)
            _fail(company, _Alone() if is_somebodys else error)
            if is_somebodys:
                raise _Alone from error
            raise
        finally:
            self._let_another_lead()
        start = len(asked)
        for seat in company:
            seat.tell(rows[start : start + len(seat.asked)])
            start += len(seat.asked)
        return rows[: len(asked)]

    def _gathered(self) -> list[_Seat]:
        company: list[_Seat] = []
        while self._waiting and len(company) < MOST_IN_COMPANY:
            seat = self._waiting.popleft()
            if not seat.is_free:
                company.append(seat)
        return company

    def _let_another_lead(self) -> None:
        while self._waiting:
            seat = self._waiting.popleft()
            if not seat.is_free:
                seat.tell(None)
                return
        self._on_their_way -= 1


def _fail(company: Sequence[_Seat], error: Exception) -> None:
    for seat in company:
        seat.fail(error)


def _is_of_a_statement(error: Exception) -> bool:
    """Whether it may be one statement's fault: not where PostgreSQL went, or no connection is to be had."""
    return isinstance(error, DBAPIError) and not is_away(error)
