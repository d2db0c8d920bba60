"""Finds, ends and renews tracking links; the caller commits."""

from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from api.auth.policy import Grant
from api.tracking.schemas import TrackedOrderOut, TrackingIn, TrackingOut
from shop.clock import now
from shop.errors import NotFound
from shop.events import outbox
from shop.orders.model import Order
from shop.tracking import model, queries
from shop.tracking.events import OrderTrackingChanged
from shop.tracking.model import TrackingEnded, TrackingLink

MISSING = "There is no such order."


async def tracked(database: AsyncSession, token: str) -> TrackedOrderOut:
    """Return the order that a link shows.

    :raises TrackingEnded: if the token is wrong, or its link has ended.
    """
    order = await database.run_sync(queries.tracked_order, token, at=now())
    if order is None:
        raise TrackingEnded("This link shows no order, or has ended.")
    return TrackedOrderOut.of(order)


async def link_of(database: AsyncSession, grant: Grant, order_id: int) -> TrackingOut:
    """Return the link of a shopper's order.

    :raises NotFound: if the shopper has no such order.
    """
    order = await _own_order(database, grant, order_id)
    return await _shown(database, order)


async def share(database: AsyncSession, grant: Grant, wanted: TrackingIn) -> TrackingOut:
    """End the link of a shopper's order, or make a new one after it was ended. A second call changes nothing.

    :raises NotFound: if the shopper has no such order.
    """
    order = await _own_order(database, grant, wanted.order_id)
    await database.execute(insert(TrackingLink).values(order_id=order.id, version=1).on_conflict_do_nothing())
    link = await database.get_one(TrackingLink, order.id, with_for_update=True, populate_existing=True)
    if wanted.is_shared != (link.ended_at is None):
        link.ended_at = None if wanted.is_shared else now()
        link.version += wanted.is_shared
        event = OrderTrackingChanged(order_id=order.id, customer_id=order.customer_id, is_shared=wanted.is_shared)
        await outbox.record(database, event, at=now())
        await database.flush()
    return await _shown(database, order)


async def _own_order(database: AsyncSession, grant: Grant, order_id: int) -> Order:
    order = await database.scalar(queries.order_with_items(order_id))
    if order is None:
        raise NotFound(MISSING)
    grant.check_owner(order.customer_id, MISSING)
    return order


async def _shown(database: AsyncSession, order: Order) -> TrackingOut:
    token = await database.run_sync(queries.token_of, order, at=now())
    path = f"/track/{token}" if token else None
    return TrackingOut(order_id=order.id, path=path, ends_at=model.ends_at(order.items))
