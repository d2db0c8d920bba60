"""Changing an order's status, and reading orders."""

import datetime as dt
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Select
from sqlalchemy.ext.asyncio import AsyncSession

from api.errors import status_of
from api.identity import Person
from api.orders.schemas import (
    OrderLineOut,
    OrderList,
    OrderOut,
    StatusChangeOut,
    StatusCountsOut,
    StatusesIn,
    StatusIn,
    StatusResultOut,
)
from api.shapes import NoSuchPlace
from shop.clock import INDIA, iso, now
from shop.errors import NotFound, ShopError
from shop.orders import keeping, queries
from shop.orders.events import OrderStatusChanged
from shop.orders.model import Order, Status
from shop.orders.progress import Line, move_on
from shop.orders.queries import OrderSort
from shop.trips import Trip, Trips


async def change_status(trips: Trips, wanted: StatusIn, admin: Person) -> OrderStatusChanged:
    """Set a line's status and record what happened, both in one transaction.

    :raises NotFound: where there is no such line.
    :raises shop.orders.progress.StaleVersion: where it is no longer as the admin saw it.
    """

    async def change(trip: Trip) -> OrderStatusChanged:
        (lines,) = await trip.ask(keeping.lock_lines(wanted.id))
        if not lines:
            raise NotFound("There is no such order item.")
        event = move_on(
            [Line._make(line) for line in lines],
            wanted.id,
            wanted.status,
            changed_by=admin.name,
            at=now(),
            seen_version=wanted.version,
        )
        await trip.commit(keeping.keep(event, admin_id=admin.id))
        return event

    return await trips.retrying(change)


async def change_statuses(trips: Trips, wanted: StatusesIn, admin: Person) -> list[StatusResultOut]:
    """Set the statuses of several lines, each in a transaction of its own, and say of each how it went."""
    return [await _change_one(trips, change, admin) for change in wanted.items]


async def _change_one(trips: Trips, wanted: StatusIn, admin: Person) -> StatusResultOut:
    try:
        event = await change_status(trips, wanted, admin)
    except ShopError as refusal:
        row = StatusChangeOut.model_validate(refusal.data) if refusal.data else None
        return StatusResultOut(id=wanted.id, code=status_of(refusal), message=refusal.message, data=row)
    row = StatusChangeOut.model_validate(event.for_admins())
    return StatusResultOut(id=wanted.id, code=200, message="Status updated", data=row)


async def show(database: AsyncSession, order_id: int) -> Order:
    """Return an order with its lines and their history.

    :raises NotFound: where there is none of that number.
    """
    order: Order | None = await database.scalar(queries.by_number(order_id))
    if order is None:
        raise NotFound(f"There is no order {order_id}.")
    return order


async def lines_of_customer(
    database: AsyncSession, customer_id: int, *, cursor: str | None, limit: int
) -> tuple[list[OrderLineOut], str | None]:
    """Return a page of a shopper's order lines and the cursor of the next."""
    before = _line_cursor(cursor) if cursor else None
    query = queries.lines_of_customer(customer_id, before=before, limit=limit + 1)
    items = (await database.scalars(query)).all()
    page = items[:limit]
    more = f"{page[-1].order_id}.{page[-1].line}" if len(items) > limit else None
    return [OrderLineOut.of(item) for item in page], more


async def board(
    database: AsyncSession,
    *,
    search: str | None,
    since: dt.date | None,
    status: Status | None,
    sort: OrderSort,
    cursor: int | None,
    limit: int,
) -> OrderList:
    """Return a page of the board with the counts of the whole filter.

    :param cursor: the number of the last order that the caller has.
    """
    start = day_start(since)
    narrowed = queries.matching(search=search, since=start, statuses=[status] if status else [])
    if cursor is not None:
        narrowed = queries.behind(narrowed, sort, await _place(database, cursor, sort))
    page = queries.with_lines(queries.in_order(narrowed, sort).limit(limit + 1))
    orders = (await database.scalars(page)).unique().all()
    counts = (await database.execute(_counts(search, start))).all()
    return OrderList(
        message="Orders",
        data=[OrderOut.of(order) for order in orders[:limit]],
        next_cursor=str(orders[limit - 1].id) if len(orders) > limit else None,
        counts=StatusCountsOut(**dict(counts)),
        counted_at=iso(now()),
    )


def _counts(search: str | None, start: dt.datetime | None) -> Select[str, int]:
    if not search and start is None:
        return queries.all_counts_by_status()
    return queries.counts_by_status(queries.matching(search=search, since=start))


def day_start(day: dt.date | None) -> dt.datetime | None:
    """Return when the shop's day begins."""
    return dt.datetime.combine(day, dt.time.min, INDIA) if day else None


async def _place(database: AsyncSession, order_id: int, sort: OrderSort) -> Sequence[Any]:
    if sort in {OrderSort.NEWEST, OrderSort.OLDEST}:
        return [order_id]
    place: Sequence[Any] | None = (await database.execute(queries.place(order_id, sort))).one_or_none()
    if place is None:
        raise NoSuchPlace
    return place


def _line_cursor(cursor: str) -> tuple[int, int]:
    order_id, _, line = cursor.partition(".")
    return min(int(order_id), 2**31 - 1), min(int(line), 2**31 - 1)
