"""One order of a shopper after the other, so that who sends many at once keeps nobody from the database.

PostgreSQL keeps them in order as well, by the shopper's row; but whoever waits for a row holds a connection.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

from sqlalchemy.ext.asyncio import AsyncSession

_turns: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()


@asynccontextmanager
async def in_turn(database: AsyncSession, customer_id: int) -> AsyncIterator[None]:
    """Give the connection back, and wait until no other order of this shopper is under way in this process."""
    turn = _turns.setdefault(customer_id, asyncio.Lock())
    await database.commit()
    async with turn:
        yield
