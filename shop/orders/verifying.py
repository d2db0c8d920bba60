"""Whether the orders agree with themselves: totals and counts with the lines, lines with break-up and history."""

from collections.abc import Iterator

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from shop.db import counters
from shop.orders import queries
from shop.orders.model import Order, OrderItem, Status, standing_steps, total

BATCH = 500


def verify(session: Session) -> Iterator[tuple[int, list[str]]]:
    """Yield every order's number with what is wrong with it: nothing, where all is well.

    It reads as much as there is, in batches, in one snapshot where the caller's transaction is one.
    """
    after = 0
    while True:
        batch = queries.with_lines(select(Order).where(Order.id > after).order_by(Order.id).limit(BATCH))
        orders = session.scalars(batch).unique().all()
        for order in orders:
            yield order.id, list(_faults(order))
        if len(orders) < BATCH:
            return
        after = orders[-1].id
        session.expunge_all()


def miscounts(session: Session) -> Iterator[str]:
    """Yield where the counts that the board shows are not those of the lines."""
    kept: dict[str, int] = dict(session.execute(counters.totals(counters.LINES)).all())
    lines = select(OrderItem.status, func.count()).group_by(OrderItem.status)
    there: dict[str, int] = dict(session.execute(lines).all())
    for status in Status:
        if kept.get(status, 0) != there.get(status, 0):
            yield f"{kept.get(status, 0)} lines are counted as {status}, and there are {there.get(status, 0)}"


def _faults(order: Order) -> Iterator[str]:
    """An order that was written down without lines keeps its own figures, so that there is nothing to compare."""
    if order.items:
        if order.total_amount != total(order.items):
            yield f"its total is {order.total_amount}, its lines make {total(order.items)}"
        pieces = sum(item.quantity for item in order.items)
        if order.total_quantity != pieces:
            yield f"it counts {order.total_quantity} pieces, its lines {pieces}"
    for item in order.items:
        for fault in (*_price_faults(item), *_history_faults(item)):
            yield f"line {item.line}: {fault}"


def _price_faults(item: OrderItem) -> Iterator[str]:
    due = item.price.ornament_price * item.quantity
    if item.total_amount != due:
        yield f"it costs {item.total_amount}, its break-up makes {due}"


def _history_faults(item: OrderItem) -> Iterator[str]:
    steps = item.history
    if not steps:
        yield "it has no history"
        return
    if [step.version for step in steps] != list(range(1, item.version + 1)):
        yield f"it is at version {item.version}, its history has {len(steps)} steps"
    known = None
    for step in steps:
        if step.from_status != known:
            yield f"version {step.version} left {step.from_status or 'nothing'}, but it was {known or 'nothing'}"
        known = step.to_status
    if item.status != known:
        yield f"it is {item.status}, its history ends at {known}"
    standing = standing_steps(steps)
    for status in Status:
        last = next((step.at for step in reversed(standing) if step.to_status == status), None)
        stamped = getattr(item, status.stamp)
        if stamped != last:
            yield f"it was {status} at {stamped or 'no time'}, its history says {last or 'never'}"
