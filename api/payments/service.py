"""Make moves of payments: lock, check the rules, and write the move with its entry and event in one transaction."""

import datetime as dt
from collections.abc import Callable, Sequence
from functools import partial

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from api.auth.operation import Access
from api.auth.policy import Grant
from api.db.session import transaction_of
from api.payments.schemas import RefundByHandIn, RefundIn
from api.returns import service as returns
from shop.clock import now
from shop.db.pool import Pool, Transaction
from shop.errors import NotFound
from shop.events import outbox
from shop.orders.model import OrderItem, Status
from shop.orders.status_rules import UNDO_TIME
from shop.payments import online, refunds, rules, writes
from shop.payments.events import PaymentChanged
from shop.payments.model import Method
from shop.payments.rules import Move, NotPossible, Who
from shop.payments.state import PaymentState
from shop.returns import queries as return_queries

MISSING = "There is no such order."


async def move(
    pool: Pool,
    order_id: int,
    step: Callable[[PaymentState], Move],
    grant: Grant,
    *,
    version: int | None,
    reference: str = "",
) -> PaymentChanged:
    """Make a move and return its event. A shopper moves the payments of their own orders only.

    :param version: the version that the caller saw, None if the request does not have it.
    :param reference: the reference of a claim.
    :raises NotFound: if there is no such order, or it is someone else's.
    :raises shop.payments.rules.StalePayment: if the payment has changed since.
    """

    async def move_locked(transaction: Transaction) -> PaymentChanged:
        payment = await _load_locked(transaction, order_id, grant, version=version, reference=reference)
        made = step(payment)
        await transaction.commit(*writes.move(made))
        return made.event

    return await pool.retrying(move_locked)


async def move_in(
    database: AsyncSession, order_id: int, step: Callable[[PaymentState], Move], grant: Grant, *, version: int | None
) -> Move:
    """Make a move in the transaction of a session and return it; the caller commits."""
    transaction = await transaction_of(database)
    made = step(await _load_locked(transaction, order_id, grant, version=version, reference=""))
    await transaction.fetch(*writes.move(made))
    return made


async def refund(database: AsyncSession, wanted: RefundIn, grant: Grant) -> PaymentChanged:
    """Record a refund, and if it is for a return, also in the return. The caller commits.

    :raises NotFound: if there is no such order, or it has no such item or return.
    :raises NotPossible: if the items are not cancelled, or their cancellation can still be undone, or a received return
        of the order waits for this money.
    """
    at = now()
    step = partial(
        rules.refund,
        amount=wanted.amount,
        reason=wanted.reason,
        reference=wanted.reference or None,
        who=Who(grant.admin.name, grant.admin.id),
        at=at,
        cause=wanted.cause,
    )
    made = await move_in(database, wanted.order_id, step, grant, version=wanted.version)
    if wanted.return_id is None and wanted.amount > made.before.refund_due:
        await _check_no_return_waits(database, made.before)
    if made.after.method == Method.ONLINE:
        await outbox.record(database, online.refund_requested(made.after), at=at)
    if wanted.return_id is None:
        is_sent = made.after.method != Method.ONLINE  # a worker requests the refund from the provider later
        await _check_cancelled(database, wanted.order_id, wanted.cause.item_ids, sent_at=at if is_sent else None)
    if wanted.return_id is not None:
        await returns.note_refund(database, wanted.return_id, grant, order_id=wanted.order_id, note=wanted.reason)
    return made.event


async def send_refund_by_hand(database: AsyncSession, wanted: RefundByHandIn, grant: Grant) -> PaymentChanged:
    """Record that the failed refunds of an order were sent outside the shop. The caller commits.

    :raises NotFound: if there is no such order.
    :raises shop.payments.rules.StalePayment: if the payment has changed since.
    :raises NotPossible: if no refund failed.
    """
    transaction = await transaction_of(database)
    payment = await _load_locked(transaction, wanted.order_id, grant, version=wanted.version, reference="")
    [rows] = await transaction.fetch(refunds.failed(wanted.order_id))
    who = Who(grant.admin.name, grant.admin.id)
    step, statements = refunds.send_by_hand(payment, rows, reference=wanted.reference, who=who, at=now())
    await transaction.fetch(*statements)
    return step.event


async def _check_no_return_waits(database: AsyncSession, payment: PaymentState) -> None:
    """Check that the order has no received return, whose money this refund would otherwise be."""
    waiting = await database.scalar(return_queries.waiting_for_refund(payment.order_id).limit(1))
    if waiting is not None:
        sentence = f"R-{waiting} waits for its refund. Pay it back under Returns."
        raise NotPossible(sentence, data=payment.for_admins())


async def _check_cancelled(
    database: AsyncSession, order_id: int, item_ids: Sequence[int] | None, *, sent_at: dt.datetime | None
) -> None:
    """Check that these items of the locked order are cancelled, and that no undo was possible when the money was sent.

    A refund that names no items may be for any cancelled item.
    """
    items = (await database.scalars(select(OrderItem).where(OrderItem.order_id == order_id))).all()
    found = [item for item in items if not item_ids or item.id in item_ids]
    if item_ids and len(found) < len(item_ids):
        raise NotFound("This order has no such item.")
    for item in found:
        is_new = sent_at and item.cancelled_at and sent_at - item.cancelled_at <= UNDO_TIME
        if is_new and item.status == Status.CANCELLED:
            wait = "Please send the money half a minute after it."
            raise NotPossible(f"{item.product_name} was cancelled just now, and that can still be undone. {wait}")
    for item in found if item_ids else ():
        if item.status != Status.CANCELLED:
            raise NotPossible(f"{item.product_name} is {item.status_word}. Cancel it, or take it back, first.")


async def _load_locked(
    transaction: Transaction, order_id: int, grant: Grant, *, version: int | None, reference: str
) -> PaymentState:
    *_, rows = await transaction.fetch(*writes.load_locked(order_id, reference=reference))
    if not rows:
        raise NotFound(MISSING)
    payment = writes.state_of(rows[0])
    grant.check_owner(payment.customer_id, MISSING)
    rules.check_version(payment, version, is_staff=grant.access is Access.ADMIN)
    return payment
