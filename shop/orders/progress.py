"""The rule by which an admin moves a line on: plain values in, an event out."""

import datetime as dt
from collections.abc import Sequence
from typing import Any, NamedTuple

from shop.errors import Conflict
from shop.orders.events import OrderStatusChanged
from shop.orders.model import Status, status_of_order


class StaleVersion(Conflict):
    """Somebody changed the line after this person read it."""

    code = "stale_version"


class Line(NamedTuple):
    """How far a line of an order has come, beside what is said of the order."""

    id: int
    order_id: int
    customer_id: int
    status_text: str | None
    status: str
    ordered_at: dt.datetime | None
    packed_at: dt.datetime | None
    shipped_at: dt.datetime | None
    delivered_at: dt.datetime | None
    version: int
    changed_by: str | None


def move_on(
    lines: Sequence[Line], item_id: int, status: Status, *, changed_by: str, at: dt.datetime, seen_version: int | None
) -> OrderStatusChanged:
    """Return what happens when a line gets a status: its new version, with the time stamped.

    Any of the four statuses may follow any other. The caller holds the order's row lock and keeps what is returned.

    :param lines: all of the order's, of which its own status is the least advanced.
    :param seen_version: the version that the admin saw, or None where they did not say.
    :raises StaleVersion: when the line is no longer at that version.
    """
    line = next(line for line in lines if line.id == item_id)
    if seen_version is not None and seen_version != line.version:
        since = getattr(line, Status(line.status).stamp)
        raise StaleVersion(
            f"{line.changed_by or 'Someone'} changed this item to {line.status} in the meantime."
            " Look at it again before you change it.",
            data=_event(line, lines, previous=None, at=since).for_admins(),
        )
    stamped: dict[str, Any] = {status.stamp: at}
    moved = line._replace(status=status.value, version=line.version + 1, changed_by=changed_by, **stamped)
    return _event(moved, [moved if one is line else one for one in lines], previous=line.status, at=at)


def _event(line: Line, lines: Sequence[Line], *, previous: str | None, at: dt.datetime | None) -> OrderStatusChanged:
    return OrderStatusChanged(
        order_id=line.order_id,
        item_id=line.id,
        customer_id=line.customer_id,
        previous=previous,
        status=line.status,
        ordered_at=line.ordered_at,
        packed_at=line.packed_at,
        shipped_at=line.shipped_at,
        delivered_at=line.delivered_at,
        version=line.version,
        current_status=status_of_order(line.status_text, (one.status for one in lines)),
        changed_by=line.changed_by,
        at=at,
    )
