"""The rules by which an admin sets a line's status and takes that back: plain values in, an event out."""

import datetime as dt
from collections.abc import Sequence
from typing import Any, NamedTuple

from shop.errors import Conflict
from shop.orders.events import OrderStatusChanged
from shop.orders.model import Status, standing_steps, status_of_order


class StaleVersion(Conflict):
    """Somebody changed the line after this person read it."""

    code = "stale_version"


class NothingToUndo(Conflict):
    """The line has the status with which it was ordered."""

    code = "nothing_to_undo"


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


class Step(NamedTuple):
    """What a line's history says of one change of its status."""

    version: int
    to_status: str
    at: dt.datetime
    undoes: int | None


def move_on(
    lines: Sequence[Line], item_id: int, status: Status, *, changed_by: str, at: dt.datetime, seen_version: int | None
) -> OrderStatusChanged:
    """Return what happens when a line gets a status: its new version, with the time stamped.

    Any of the four statuses may follow any other. The caller holds the order's row lock and keeps what is returned.

    :param lines: all of the order's, of which its own status is the least advanced.
    :param seen_version: the version that the admin saw, or None where they did not say.
    :raises StaleVersion: when the line is no longer at that version.
    """
    line = _line_as_seen(lines, item_id, seen_version)
    return _change(lines, line, status, status, stamp=at, changed_by=changed_by, at=at)


def undo(
    lines: Sequence[Line], item_id: int, history: Sequence[Step], *, changed_by: str, at: dt.datetime, seen_version: int
) -> OrderStatusChanged:
    """Return what happens when a line's last change is taken back: status and times are as they were before it.

    A change that was taken back counts as if it had never been made, so the next undo takes back the one before it. An
    undo itself is not undone: whoever wants the status again sets it again.

    :param history: the line's whole history, the oldest step first.
    :param seen_version: the version that the admin saw.
    :raises StaleVersion: when the line is no longer at that version.
    :raises NothingToUndo: when no change of it stands.
    """
    line = _line_as_seen(lines, item_id, seen_version)
    *before, last = standing_steps(history)
    if not before:
        raise NothingToUndo("This item has the status with which it was ordered; there is nothing to undo.")
    undone = Status(last.to_status)
    stamp = next((step.at for step in reversed(before) if step.to_status == undone), None)
    status = Status(before[-1].to_status)
    return _change(lines, line, status, undone, stamp=stamp, changed_by=changed_by, at=at, undoes=last.version)


def _line_as_seen(lines: Sequence[Line], item_id: int, seen_version: int | None) -> Line:
    line = next(line for line in lines if line.id == item_id)
    if seen_version is not None and seen_version != line.version:
        since = getattr(line, Status(line.status).stamp)
        raise StaleVersion(
            f"{line.changed_by or 'Someone'} changed this item to {line.status} in the meantime."
            " Look at it again before you change it.",
            data=_event(line, lines, previous=None, at=since).for_admins(),
        )
    return line


def _change(
    lines: Sequence[Line],
    line: Line,
    status: Status,
    stamped: Status,
    *,
    stamp: dt.datetime | None,
    changed_by: str,
    at: dt.datetime,
    undoes: int | None = None,
) -> OrderStatusChanged:
    """Return the event of a line that gets a status, and for ``stamped`` the time ``stamp``."""
    times: dict[str, Any] = {stamped.stamp: stamp}
    changed = line._replace(status=status.value, version=line.version + 1, changed_by=changed_by, **times)
    others = [changed if one is line else one for one in lines]
    return _event(changed, others, previous=line.status, at=at, undoes=undoes)


def _event(
    line: Line,
    lines: Sequence[Line],
    *,
    previous: str | None,
    at: dt.datetime | None,
    undoes: int | None = None,
) -> OrderStatusChanged:
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
        undoes=undoes,
    )
