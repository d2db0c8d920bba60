"""Check that stored orders are consistent: totals with their lines, lines with their history, counts with the rows."""

from collections.abc import Iterator, Sequence
from decimal import Decimal

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from shop.db import counters
from shop.orders import queries
from shop.orders.model import Order, OrderItem, Status
from shop.orders.statistics import STATUS_AMOUNTS, STATUS_COUNTS
from shop.orders.status_rules import effective_steps
from shop.payments import ledger

BATCH_SIZE = 500


def verify(session: Session) -> Iterator[tuple[int, list[str]]]:
    """Yield the number of every order with its faults; the list is empty if there are none.

    Orders are read in batches. The caller's transaction decides whether they are of one snapshot.
    """
    after = 0
    while True:
        batch = queries.with_lines(select(Order).where(Order.id > after).order_by(Order.id).limit(BATCH_SIZE))
        orders = session.scalars(batch).unique().all()
        entries = ledger.entries_of(session, [order.id for order in orders])
        for order in orders:
            yield order.id, [*_faults(order), *ledger.faults(order.payment_row, entries[order.id])]
        if len(orders) < BATCH_SIZE:
            return
        after = orders[-1].id
        session.expunge_all()


def count_mismatches(session: Session) -> Iterator[str]:
    """Yield a sentence for each status whose stored count or amount differs from its lines."""
    stored: dict[str, int] = dict(session.execute(counters.totals(STATUS_COUNTS)).all())
    summed: dict[str, Decimal] = dict(session.execute(counters.totals(STATUS_AMOUNTS)).all())
    by_status = select(OrderItem.status, func.count(), func.sum(OrderItem.total_amount)).group_by(OrderItem.status)
    actual = {status: (number, amount) for status, number, amount in session.execute(by_status)}
    for status in Status:
        number, amount = actual.get(status, (0, Decimal(0)))
        if stored.get(status, 0) != number:
            yield f"{stored.get(status, 0)} lines are counted as {status}, and there are {number}"
        if summed.get(status, 0) != amount:
            yield f"{summed.get(status, 0)} rupees are counted as {status}, and the lines make {amount}"


def total_of(items: Sequence[OrderItem]) -> Decimal:
    """Return the sum of the lines' amounts, in rupees."""
    return sum((item.total_amount for item in items), Decimal(0))


def _faults(order: Order) -> Iterator[str]:
    """Yield the faults of an order. The figures of an order without lines cannot be checked."""
    if order.items:
        if order.total_amount != total_of(order.items):
            yield f"its total is {order.total_amount}, its lines make {total_of(order.items)}"
        quantity = sum(item.quantity for item in order.items)
        if order.total_quantity != quantity:
            yield f"it counts {order.total_quantity} pieces, its lines {quantity}"
    for item in order.items:
        for fault in (*_price_faults(item), *_history_faults(item)):
            yield f"line {item.line}: {fault}"


def _price_faults(item: OrderItem) -> Iterator[str]:
    expected = item.price.ornament_price * item.quantity
    if item.total_amount != expected:
        yield f"it costs {item.total_amount}, its break-up makes {expected}"


def _history_faults(item: OrderItem) -> Iterator[str]:
    steps = item.history
    if not steps:
        yield "it has no history"
        return
    if [step.version for step in steps] != list(range(1, item.version + 1)):
        yield f"it is at version {item.version}, its history has {len(steps)} steps"
    previous = None
    for step in steps:
        if step.from_status != previous:
            yield f"version {step.version} left {step.from_status or 'nothing'}, but it was {previous or 'nothing'}"
        previous = step.to_status
    if item.status != previous:
        yield f"it is {item.status}, its history ends at {previous}"
    effective = effective_steps(steps)
    for status in Status:
        last = next((step.at for step in reversed(effective) if step.to_status == status), None)
        stamped = getattr(item, status.stamp)
        if stamped != last:
            yield f"it was {status} at {stamped or 'no time'}, its history says {last or 'never'}"
