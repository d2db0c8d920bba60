"""The rules by which an admin changes a line's status and undoes that: plain values in, an event out."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from shop.errors import Conflict
from shop.orders.events import OrderStatusChanged
from shop.orders.model import Status, effective_steps, status_of_order


class StaleVersion(Conflict):
    """The line was changed after this admin read it."""

    code = "stale_version"


class NothingToUndo(Conflict):
    """The line has the status that it had when it was ordered."""

    code = "nothing_to_undo"


@dataclass(frozen=True)
class Line:
    """The status, times and version of an order line, with the columns of its order that an event needs."""

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


@dataclass(frozen=True)
class Step:
    """One step of a line's history."""

    version: int
    to_status: str
    at: dt.datetime
    undoes: int | None


def change_status(
    lines: Sequence[Line], item_id: int, status: Status, *, changed_by: str, at: dt.datetime, seen_version: int | None
) -> OrderStatusChanged:
    """Return the event of a line that gets a status.

    Any status may follow any other. The caller writes the event if the lines have not changed.

    :param lines: all lines of the order, whose own status is that of the least advanced line.
    :param seen_version: the version that the admin saw; None where the request does not say.
    :raises StaleVersion: when the line is no longer at that version.
    """
    line = _line_as_seen(lines, item_id, seen_version)
    return _change(lines, line, status, status, stamp=at, changed_by=changed_by, at=at)


def undo(
    lines: Sequence[Line], item_id: int, history: Sequence[Step], *, changed_by: str, at: dt.datetime, seen_version: int
) -> OrderStatusChanged:
    """Return the event of a line whose last change is undone: status and times are as they were before it.

    A change that was undone counts as if it had never been made, so the next undo undoes the one before it. An undo
    cannot be undone; the status can be set again.

    :param history: the line's whole history, the oldest step first.
    :param seen_version: the version that the admin saw.
    :raises StaleVersion: when the line is no longer at that version.
    :raises NothingToUndo: when no change is left to undo.
    """
    line = _line_as_seen(lines, item_id, seen_version)
    *before, last = effective_steps(history)
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
    """Return the event of a line that gets ``status``, and whose time of the status ``stamped`` becomes ``stamp``."""
    times: dict[str, Any] = {stamped.stamp: stamp}
    changed = replace(line, status=status.value, version=line.version + 1, changed_by=changed_by, **times)
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
