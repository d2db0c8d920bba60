"""Going in company: what several requests ask of PostgreSQL at the same time goes in one write, on one connection.

Each write to a connection wakes the server, and each answer wakes us, which costs more than to read a row by its key.
Who comes while few are on their way goes at once; who comes while enough are waits for the next to return, and goes
with everybody else who came meanwhile. So it saves nothing while there is time, and most when there is none.

No caller depends on another. Each has its own deadline. Where the statement of one fails, everyone's is sent again
alone; where the connection was lost or its server stopped, this holds for reads. A batch that takes long makes room.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from contextvars import Context
from typing import Any

from sqlalchemy.exc import DBAPIError, OperationalError

from shop import deadlines
from shop.database import is_away
from shop.pipeline import Rows

MOST_ON_THEIR_WAY = 2
MOST_IN_COMPANY = 16
READ_SECONDS = 1.5
"""A batch that only reads by keys waits for no lock. One that takes so long has met a server that is stopped."""
SLOW_SECONDS = 0.1
"""A batch that takes longer no longer holds up those that wait to be sent."""
BACK_WITHIN = 2.0
"""Seconds that the end of a process waits for those on their way."""

Ask = Callable[..., Awaitable[list[Rows]]]


class _Alone(Exception):
    """A statement failed: everyone finds out alone whose it was."""


class _Seat:
    """Someone who waits to be told their rows."""

    def __init__(self, asked: Sequence[Any]) -> None:
        self.asked = asked
        self.told: asyncio.Future[list[Rows]] = asyncio.get_running_loop().create_future()

    @property
    def is_free(self) -> bool:
        """Whether nobody sits here any longer."""
        return self.told.done()

    def tell(self, rows: list[Rows]) -> None:
        if not self.is_free:
            self.told.set_result(rows)

    def fail(self, error: Exception) -> None:
        if not self.is_free:
            self.told.set_exception(error)


class Company:
    """Sends what is asked by a function that takes statements and returns the rows of each.

    The statements of one company share a transaction, so they must wait for no lock. A company that is on its way is
    called back only where everybody has gone away who waited for it.

    :param reads_only: nothing is written, so a lost batch may be sent again.
    """

    def __init__(self, ask: Ask, *, reads_only: bool = False) -> None:
        self._ask = ask
        self._reads_only = reads_only
        self._waiting: deque[_Seat] = deque()
        self._on_their_way: dict[asyncio.Task[None], Sequence[_Seat]] = {}
        self._quick: set[asyncio.Task[None]] = set()

    async def ask(self, *asked: Any) -> list[Rows]:
        """Send statements and return the rows of each. A statement of somebody else's that fails is not noticed.

        :raises sqlalchemy.exc.OperationalError: also where this caller's own time is over.
        """
        seat = _Seat(asked)
        self._waiting.append(seat)
        if len(self._quick) < MOST_ON_THEIR_WAY:
            self._set_out()
        loop = asyncio.get_running_loop()
        began = loop.time()
        patience = loop.call_later(deadlines.seconds_left(), seat.fail, _too_late())
        try:
            return await seat.told
        except _Alone:
            pass
        except asyncio.CancelledError:
            self._call_back()
            raise
        finally:
            patience.cancel()
            deadlines.spend(loop.time() - began)
        return await self._ask(*asked)

    async def be_back(self) -> None:
        """Wait until nobody is on their way any more, but not for a server that hangs."""
        with suppress(TimeoutError):
            async with asyncio.timeout(BACK_WITHIN):
                while self._on_their_way:
                    await asyncio.wait(self._on_their_way)

    def _set_out(self) -> None:
        """Let those go who wait, if anybody does."""
        if company := self._gathered():
            going = asyncio.create_task(self._go(company), context=Context())  # none of a caller's own deadlines
            self._on_their_way[going] = company
            self._quick.add(going)
            going.add_done_callback(self._return)
            asyncio.get_running_loop().call_later(SLOW_SECONDS, self._make_room, going)

    def _gathered(self) -> list[_Seat]:
        company: list[_Seat] = []
        while self._waiting and len(company) < MOST_IN_COMPANY:
            seat = self._waiting.popleft()
            if not seat.is_free:
                company.append(seat)
        return company

    async def _go(self, company: Sequence[_Seat]) -> None:
        try:
            with deadlines.patience(READ_SECONDS if self._reads_only else deadlines.WAIT_SECONDS):
                rows = await self._ask(*(one for seat in company for one in seat.asked))
        except Exception as error:  # noqa: BLE001 - it is raised where it was asked
            is_sent_again = self._is_sent_again(company, error)
            for seat in company:
                seat.fail(_Alone() if is_sent_again else error)
            return
        start = 0
        for seat in company:
            seat.tell(rows[start : start + len(seat.asked)])
            start += len(seat.asked)

    def _is_sent_again(self, company: Sequence[_Seat], error: Exception) -> bool:
        """Whether everyone's statements may be sent again alone: nothing of this company has been carried out."""
        if not isinstance(error, DBAPIError):
            return False
        return self._reads_only if is_away(error) else len(company) > 1

    def _return(self, gone: asyncio.Task[None]) -> None:
        del self._on_their_way[gone]
        self._make_room(gone)

    def _make_room(self, going: asyncio.Task[None]) -> None:
        if going in self._quick:
            self._quick.remove(going)
            self._set_out()

    def _call_back(self) -> None:
        for going, company in self._on_their_way.items():
            if all(seat.is_free for seat in company):
                going.cancel()


def _too_late() -> DBAPIError:
    missed = deadlines.DeadlineMissed("PostgreSQL did not answer in time")
    return OperationalError(None, None, missed, hide_parameters=True)
