"""Changing an order's status."""

from collections.abc import Sequence
from typing import Any

from api.errors import status_of
from api.identity import Person
from api.orders.schemas import StatusChangeOut, StatusesIn, StatusIn, StatusResultOut
from shop.clock import now
from shop.errors import NotFound, ShopError
from shop.orders import keeping
from shop.orders.events import OrderStatusChanged
from shop.orders.progress import Line, move_on
from shop.trips import Asked, Trip, Trips


async def change_status(trips: Trips, wanted: StatusIn, admin: Person) -> OrderStatusChanged:
    """Set a line's status and record what happened, both in one transaction.

    :raises NotFound: where there is no such line.
    :raises shop.orders.progress.StaleVersion: where it is no longer as the admin saw it.
    """

    async def change(trip: Trip) -> OrderStatusChanged:
        (locked,) = await trip.ask(keeping.lock_lines(wanted.id))
        event, keep = _change(wanted, locked, admin)
        await trip.commit(keep)
        return event

    (seen,) = await trips.read(keeping.see_lines(wanted.id))
    event, keep = _change(wanted, seen, admin)
    if await trips.keep(keep):
        return event
    return await trips.retrying(change)


def _change(wanted: StatusIn, rows: Sequence[Any], admin: Person) -> tuple[OrderStatusChanged, Asked]:
    """Return what happens, and what keeps it."""
    if not rows:
        raise NotFound("There is no such order item.")
    lines = [Line._make(row) for row in rows]
    event = move_on(lines, wanted.id, wanted.status, changed_by=admin.name, at=now(), seen_version=wanted.version)
    return event, keeping.keep(event, lines, admin_id=admin.id)


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
