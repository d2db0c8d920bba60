"""The rules by which a line's status is changed, cancelled and undone.

The functions take plain values and return an event.
"""

import datetime as dt
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any, Protocol, TypeVar

from shop.errors import Conflict
from shop.orders.events import OrderStatusChanged
from shop.orders.model import Status, is_before_packing, is_up_to, status_of_order
from shop.text.formatting import when

UNDO_TIME = dt.timedelta(seconds=22)
"""How long an undo may take to arrive: the 20 s for which pages offer it, and 2 s for the round trip."""
MONEY_DELAY = UNDO_TIME + dt.timedelta(seconds=3)
"""A cancellation counts for money only after this time: an undo that arrived in time may still wait for a lock."""

_RETURNED = "Pieces of this item were returned, or are to be, so it cannot be cancelled."


class StaleVersion(Conflict):
    """The line was changed after this admin loaded it."""

    code = "stale_version"


class NothingToUndo(Conflict):
    """The line has the status that it had when it was ordered."""

    code = "nothing_to_undo"


class AlreadyCancelled(Conflict):
    """A cancelled line keeps its status. Its cancellation can be undone for a short time."""

    code = "cancelled"


class TooLateToUndo(Conflict):
    """The cancellation is older than :data:`UNDO_TIME`."""

    code = "too_late"


class TooManyWeights(Conflict):
    """The line has fewer pieces than weights were given."""

    code = "too_many_weights"


class NotCancellable(Conflict):
    """A line is too far advanced to be cancelled by this person, or is cancelled already."""

    code = "not_cancellable"


@dataclass(frozen=True)
class Line:
    """The status, times and version of an order line, with the columns of its order that an event needs."""

    id: int
    order_id: int
    customer_id: int
    quantity: int
    status_text: str | None
    status: str
    ordered_at: dt.datetime | None
    packed_at: dt.datetime | None
    shipped_at: dt.datetime | None
    delivered_at: dt.datetime | None
    cancelled_at: dt.datetime | None
    version: int
    changed_by: str | None


@dataclass(frozen=True)
class Step:
    """One status change in a line's history."""

    version: int
    to_status: str
    at: dt.datetime
    undoes: int | None


def change_status(
    lines: Sequence[Line],
    item_id: int,
    status: Status,
    *,
    changed_by: str,
    at: dt.datetime,
    seen_version: int | None,
    weights: Sequence[Decimal] = (),
) -> OrderStatusChanged:
    """Return the event that sets the status of a line.

    Any status may follow any other, except that a cancelled line keeps its status. The caller writes the event if the
    lines have not changed.

    :param lines: all lines of the order, whose own status is that of the least advanced line.
    :param seen_version: the version that the admin saw; None if the request does not have it.
    :param weights: the measured weights of the pieces in grams, as far as they were weighed. They may differ from the
        order, because the admin has confirmed them.
    :raises StaleVersion: when the line is no longer at that version.
    :raises AlreadyCancelled: when the line is cancelled.
    :raises TooManyWeights: when the line has fewer pieces than weights.
    """
    line = _line_as_seen(lines, item_id, seen_version)
    if line.status == Status.CANCELLED:
        raise AlreadyCancelled("This item was cancelled, so its status stays.", data=_present(line, lines).for_admins())
    if len(weights) > line.quantity:
        pieces = f"{line.quantity} piece{'s' if line.quantity > 1 else ''}"
        raise TooManyWeights(f"This item has {pieces}, and not {len(weights)}.")
    return _change(lines, line, status, status, stamp=at, changed_by=changed_by, at=at, weights=weights)


def undo(
    lines: Sequence[Line], item_id: int, history: Sequence[Step], *, changed_by: str, at: dt.datetime, seen_version: int
) -> OrderStatusChanged:
    """Return the event that undoes a line's last change: status and times become what they were before it.

    An undone change is ignored, so the next undo undoes the change before it. An undo cannot be undone; the status can
    be set again.

    :param history: the line's whole history, the oldest change first.
    :param seen_version: the version that the admin saw.
    :raises StaleVersion: when the line is no longer at that version.
    :raises NothingToUndo: when no change is left to undo.
    :raises TooLateToUndo: when the change is a cancellation that is too old.
    """
    line = _line_as_seen(lines, item_id, seen_version)
    *before, last = effective_steps(history)
    if not before:
        raise NothingToUndo("This item has the status with which it was ordered; there is nothing to undo.")
    undone = Status(last.to_status)
    if undone is Status.CANCELLED and at - last.at > UNDO_TIME:
        raise TooLateToUndo("A cancellation can be undone for 20 seconds only. Please place a new order.")
    stamp = next((step.at for step in reversed(before) if step.to_status == undone), None)
    status = Status(before[-1].to_status)
    return _change(lines, line, status, undone, stamp=stamp, changed_by=changed_by, at=at, undoes=last.version)


def cancel(
    lines: Sequence[Line],
    item_ids: Sequence[int] | None,
    *,
    returned: Collection[int] = (),
    is_staff: bool,
    reason: str,
    changed_by: str,
    at: dt.datetime,
) -> list[OrderStatusChanged]:
    """Return the events of lines that are cancelled together, each on top of those before it.

    :param lines: all lines of the order.
    :param item_ids: the lines to cancel; None for all that are not cancelled yet.
    :param returned: the lines with pieces that were returned, or whose return is requested. Their money is refunded by
        the return.
    :param is_staff: admins cancel what is not delivered, shoppers what is not packed.
    :raises NotCancellable: when one of them may not be cancelled. ``data`` has the present state of all lines.
    """
    open_ids = [line.id for line in lines if line.status != Status.CANCELLED]
    wanted = set(item_ids if item_ids is not None else open_ids or [line.id for line in lines])
    kept = {line.id for line in lines if line.id in returned or not _is_cancellable(line.status, is_staff=is_staff)}
    refused = next((line for line in lines if line.id in wanted & kept), None)
    if refused is not None:
        present = [_present(line, lines) for line in lines]
        items = [event.for_admins() if is_staff else event.data() for event in present]
        sentence = _RETURNED if refused.id in returned else _refusal(refused, is_staff=is_staff)
        raise NotCancellable(sentence, data={"items": items})
    events: list[OrderStatusChanged] = []
    for number, line in enumerate(lines):
        if line.id in wanted:
            event = _change(
                lines, line, Status.CANCELLED, Status.CANCELLED, stamp=at, changed_by=changed_by, at=at, reason=reason
            )
            events.append(event)
            lines = [*lines[:number], changed_line(line, event), *lines[number + 1 :]]
    return events


def changed_line(line: Line, event: OrderStatusChanged) -> Line:
    """Return the line as it is after the event."""
    names = ("status", *(status.stamp for status in Status), "version", "changed_by")
    return replace(line, **{name: getattr(event, name) for name in names})


def _is_cancellable(status: str, *, is_staff: bool) -> bool:
    return is_up_to(status, Status.SHIPPED) if is_staff else is_before_packing(status)


def _refusal(line: Line, *, is_staff: bool) -> str:
    since = getattr(line, Status(line.status).stamp)
    was = f"This item was {Status(line.status).word}{f' on {when(since)}' if since else ''}"
    if line.status == Status.CANCELLED:
        return f"{was} already."
    if is_staff:
        end = "It can be returned."
    else:
        end = "You can return it." if line.status == Status.DELIVERED else "You can return it after delivery."
    return f"{was}, so it cannot be cancelled. {end}"


def _present(line: Line, lines: Sequence[Line]) -> OrderStatusChanged:
    """Return the current line in the form of an event."""
    return _event(line, lines, previous=None, at=getattr(line, Status(line.status).stamp))


def _line_as_seen(lines: Sequence[Line], item_id: int, seen_version: int | None) -> Line:
    line = next(line for line in lines if line.id == item_id)
    if seen_version is not None and seen_version != line.version:
        raise StaleVersion(
            f"{line.changed_by or 'Someone'} changed this item to {Status(line.status).word} in the meantime."
            " Look at it again before you change it.",
            data=_present(line, lines).for_admins(),
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
    reason: str | None = None,
    weights: Sequence[Decimal] = (),
) -> OrderStatusChanged:
    """Return the event that sets a line's status to ``status`` and the time of the status ``stamped`` to ``stamp``."""
    times: dict[str, Any] = {stamped.stamp: stamp}
    changed = replace(line, status=status.value, version=line.version + 1, changed_by=changed_by, **times)
    others = [changed if one is line else one for one in lines]
    return _event(changed, others, previous=line.status, at=at, undoes=undoes, reason=reason, weights=weights)


def _event(
    line: Line,
    lines: Sequence[Line],
    *,
    previous: str | None,
    at: dt.datetime | None,
    undoes: int | None = None,
    reason: str | None = None,
    weights: Sequence[Decimal] = (),
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
        cancelled_at=line.cancelled_at,
        version=line.version,
        current_status=status_of_order(line.status_text, (one.status for one in lines)),
        changed_by=line.changed_by,
        at=at,
        undoes=undoes,
        reason=reason,
        weights=weights,
    )


class HistoryStep(Protocol):
    """A status change in a line's history."""

    @property
    def version(self) -> int: ...

    @property
    def undoes(self) -> int | None: ...


AnyStep = TypeVar("AnyStep", bound=HistoryStep)


def undone_versions(history: Iterable[HistoryStep]) -> set[int]:
    """Return the versions of the status changes that were undone."""
    return {step.undoes for step in history if step.undoes is not None}


def effective_steps(history: Sequence[AnyStep]) -> list[AnyStep]:
    """Return the changes that count for the line's status and times: neither undone changes nor those that undo."""
    undone = undone_versions(history)
    return [step for step in history if step.undoes is None and step.version not in undone]
