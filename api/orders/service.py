"""Changing an order's status."""

from api.errors import status_of
from api.identity import Person
from api.orders.schemas import StatusChangeOut, StatusesIn, StatusIn, StatusResultOut
from shop.clock import now
from shop.errors import NotFound, ShopError
from shop.orders import keeping
from shop.orders.events import OrderStatusChanged
from shop.orders.progress import Line, move_on
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
