"""Letting attempts in or refusing them with ``Retry-After``, and whose address a request comes from."""

import math
from collections.abc import Sequence
from datetime import datetime

from fastapi import Request
from sqlalchemy.ext.asyncio import AsyncSession

from shop.clock import now
from shop.errors import TooMany
from shop.settings import settings
from shop.throttles import queries
from shop.throttles.addresses import client_address
from shop.throttles.model import Attempt, Limit


def address_of(request: Request) -> str:
    """Return the address that a request's attempts count against."""
    peer = request.client.host if request.client else ""
    return client_address(peer, request.headers.getlist("x-forwarded-for"), settings().proxy_networks)


async def admit(database: AsyncSession, attempts: Sequence[Attempt]) -> None:
    """Count the attempts and commit, so that they count whatever becomes of the request.

    The first one over its limit ends it; those after it are not counted.

    :raises TooMany: with the seconds to wait.
    """
    at = now()
    for attempt in attempts:
        if (await database.execute(queries.ADMIT, queries.admission(attempt, at=at))).first() is None:
            opens_at = await database.scalar(queries.open_again_at(attempt)) or at
            await database.commit()
            raise too_many(attempt.limit, opens_at)
    await database.commit()


def too_many(limit: Limit, opens_at: datetime) -> TooMany:
    """Return the refusal of an attempt that has to wait until ``opens_at``."""
    wait = max(1, math.ceil((opens_at - now()).total_seconds()))
    return TooMany(limit.refusal.format(wait=_in_words(wait)), retry_after=wait)


async def take_back(database: AsyncSession, attempts: Sequence[Attempt]) -> None:
    """Count the attempts as none; commits with the request."""
    for attempt in attempts:
        await database.execute(queries.take_back(attempt))


def _in_words(seconds: int) -> str:
    if seconds < 120:
        return "a second" if seconds == 1 else f"{seconds} seconds"
    if seconds < 7200:
        return f"{math.ceil(seconds / 60)} minutes"
    return f"{math.ceil(seconds / 3600)} hours"
