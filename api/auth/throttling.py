"""Count attempts against their limits, refuse those over a limit, and determine the client's address."""

import math
from collections.abc import Sequence
from datetime import datetime

from fastapi import Request
from sqlalchemy.ext.asyncio import AsyncSession

from shop.clock import now
from shop.errors import TooMany
from shop.settings import settings
from shop.throttles import queries
from shop.throttles.client_address import client_address
from shop.throttles.model import Attempt, Limit


def client_address_of(request: Request) -> str:
    """Return the client address against which a request's attempts count."""
    peer = request.client.host if request.client else ""
    return client_address(peer, request.headers.getlist("x-forwarded-for"), settings().proxy_networks)


async def consume(database: AsyncSession, attempts: Sequence[Attempt]) -> None:
    """Count the attempts and commit, so that they count even if the request fails.

    Stops at the first attempt over its limit; those after it are not counted.

    :raises TooMany: with the seconds to wait.
    """
    at = now()
    for attempt in attempts:
        if (await database.execute(queries.CONSUME, queries.consume_parameters(attempt, at=at))).first() is None:
            allowed_at = await database.scalar(queries.next_allowed_at(attempt)) or at
            await database.commit()
            raise too_many(attempt.limit, allowed_at)
    await database.commit()


def too_many(limit: Limit, allowed_at: datetime) -> TooMany:
    """Return the error of an attempt that is not allowed before ``allowed_at``."""
    wait = max(1, math.ceil((allowed_at - now()).total_seconds()))
    return TooMany(limit.refusal.format(wait=_wait_in_words(wait)), retry_after=wait)


async def refund(database: AsyncSession, attempts: Sequence[Attempt]) -> None:
    """Subtract the attempts from their counts. The request's transaction commits this."""
    for attempt in attempts:
        await database.execute(queries.refund(attempt))


def _wait_in_words(seconds: int) -> str:
    if seconds < 120:
        return "a second" if seconds == 1 else f"{seconds} seconds"
    if seconds < 7200:
        return f"{math.ceil(seconds / 60)} minutes"
    return f"{math.ceil(seconds / 3600)} hours"
