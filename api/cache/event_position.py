"""Keep the response cache at least as new as the events that pages have received.

A page refetches when it receives an event, possibly before this process was notified of the change. So the request
names the event, and responses stored before it are dropped.
"""

from contextlib import suppress

from sqlalchemy import BigInteger, bindparam, select
from sqlalchemy.exc import OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from api.cache.store import ResponseCache
from shop.catalogue.events import CatalogueChanged
from shop.db.pool import Pool
from shop.db.query import Query
from shop.events.model import Audience, DomainEvent
from shop.product_images.events import ProductImageReady
from shop.rates.events import GoldRateChanged

HEADER = b"x-after-event"
"""The position of the last event received by the page that changed data visible to all visitors."""
MAX_DIGITS = 18

_CHANGE = Query.of(
    select(DomainEvent.id).where(
        DomainEvent.position == bindparam("position", type_=BigInteger),
        DomainEvent.reach == Audience.EVERYONE.value,
        (DomainEvent.type == CatalogueChanged.type)
        | (DomainEvent.type == ProductImageReady.type)
        | (DomainEvent.type == GoldRateChanged.type),
    )
)


async def catch_up(cache: ResponseCache, pool: Pool, header: bytes) -> None:
    """Invalidate the cache unless it is as new as the event in the header.

    Only positions of existing events count, so that a forged header cannot empty the cache. If PostgreSQL is
    unavailable or no connection comes free, stored responses are still sent.
    """
    if not (header.isdigit() and len(header) <= MAX_DIGITS):
        return
    position = int(header)
    if position <= cache.position:
        return
    with suppress(OperationalError, PoolTimeout):
        is_change = bool(await pool.fetch(_CHANGE(position=position)))
        if is_change and position > cache.position:
            cache.position = position
            cache.invalidate()
