"""Keeps the response cache as new as the events that pages have received.

A page refetches when it receives an event, which may be before this process has heard that the catalogue changed. So
the request names the event, and what was stored before it is dropped.
"""

from contextlib import suppress

from sqlalchemy import BigInteger, bindparam, select
from sqlalchemy.exc import OperationalError

from api.cache.store import ResponseCache
from shop.catalogue.events import CatalogueChanged
from shop.db.pool import Pool
from shop.db.query import Query
from shop.events.model import DomainEvent
from shop.rates.events import GoldRateChanged

HEADER = b"x-after-event"
"""The position of the last event that changed what all visitors see, as far as the page has received events."""
MAX_DIGITS = 18

_CHANGE = Query.of(
    select(DomainEvent.id).where(
        DomainEvent.position == bindparam("position", type_=BigInteger),
        (DomainEvent.type == CatalogueChanged.type) | (DomainEvent.type == GoldRateChanged.type),
    )
)


async def catch_up(cache: ResponseCache, pool: Pool, header: bytes) -> None:
    """Invalidate the cache unless it is as new as the event that the header names.

    Only the position of an event that exists counts, so that nobody can empty the cache at will. Where PostgreSQL is
    away, stored responses are still sent.
    """
    if not (header.isdigit() and len(header) <= MAX_DIGITS):
        return
    position = int(header)
    if position <= cache.position:
        return
    with suppress(OperationalError):
        is_change = bool(await pool.fetch(_CHANGE(position=position)))
        if is_change and position > cache.position:
            cache.position = position
            cache.invalidate()
