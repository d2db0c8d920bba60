"""Starts payments through the provider, and applies its reports."""

import datetime as dt
from contextlib import suppress
from functools import partial
from typing import Any

import anyio
from fastapi import Request
from sqlalchemy import bindparam, select

from api.auth.policy import Grant
from api.http.keyed_lock import keyed_lock
from api.payments.schemas import StartOut
from api.payments.service import MISSING
from shop.clock import now
from shop.db.pool import Pool, Transaction
from shop.db.query import Query
from shop.errors import NotFound
from shop.operations.incidents import incidents
from shop.orders.model import Order
from shop.payments import online, provider, refunds, rules, writes
from shop.payments.events import PaymentChanged
from shop.payments.model import PaymentStatus
from shop.payments.provider import LONGEST_LINK, SHORTEST_LINK, Link, ProviderAway, ProviderRefused, Refund, Report
from shop.payments.rules import Who
from shop.payments.state import PaymentState, reference_of
from shop.settings import settings

CALLBACK = "/api/payment/callback/razorpay/"
PROVIDER_THREADS = anyio.CapacityLimiter(8)
"""The number of threads that may wait for the provider. If it hangs, other requests still have the other threads."""
THREAD_SECONDS = 5.0
"""Longest wait for one of them."""
_MAX_NUMBERS = 20
"""How many numbers are tried for a link. A provider with a wrong clock could return an expired link for each."""
_BUYER = Query.of(select(Order.name, Order.email).where(Order.id == bindparam("order_id")))


async def start(pool: Pool, request: Request, order_id: int, grant: Grant) -> StartOut:
    """Return the provider's page on which an order can be paid: the same one while it is open.

    :raises NotFound: if there is no such order, or it is someone else's.
    :raises shop.payments.rules.NotPossible: if it cannot be paid online now, or the provider refuses this payment.
    :raises shop.payments.provider.ProviderAway: if the provider does not respond.
    """
    async with keyed_lock(f"start payment {order_id}", request):
        payment, links, buyer = await pool.retrying(partial(_load, order_id=order_id, grant=grant))
        link = online.open_link(payment, links, now())
        try:
            made = None if link else await _make_link(payment, buyer, number=len(links) + 1)
        except ProviderRefused as refusal:
            await pool.write(online.refused_page(payment, refusal.reason, number=len(links) + 1, at=now()))
            raise online.not_taken(payment, refusal.reason) from refusal

        async def write(transaction: Transaction) -> None:
            present, older, _ = await _load(transaction, order_id=order_id, grant=grant)
            await transaction.commit(*online.start(present, made, older=older, who=Who(grant.customer.name), at=now()))

        if made or payment.status == PaymentStatus.FAILED:
            await pool.retrying(write)
        return StartOut.model_validate(made or link, from_attributes=True)


async def order_of(pool: Pool, link_id: str) -> int | None:
    """Return the number of the order of a link."""
    links = await pool.fetch(online.find(Report(kind="closed", link_id=link_id)))
    return int(links[0].order_id) if links else None


async def apply_report(pool: Pool, report: Report) -> int | None:
    """Apply the provider's report about a link. Return the number of the order, None if the link is unknown."""
    links = await pool.fetch(online.find(report))
    if not links:
        await pool.write(online.unknown_link(report, now()))
        return None
    link = links[0]

    async def follow_locked(transaction: Transaction) -> int:
        rows = await transaction.fetch(*online.load_locked(link.order_id, report.payment_id))
        if statements := online.apply_report(link, rows, report, now()):
            await transaction.commit(*statements)
        else:
            await transaction.rollback()
        return int(link.order_id)

    return await pool.retrying(follow_locked)


async def apply_refund_report(pool: Pool, report: Refund) -> None:
    """Apply the provider's report about a refund."""
    found = await pool.fetch(refunds.find(report.id, report.key))
    if not found:
        for statement in refunds.unknown(report, now()):
            await pool.write(statement)
        return

    async def follow_locked(transaction: Transaction) -> None:
        *_, [payment], [row] = await transaction.fetch(*refunds.load_locked(found[0].order_id, found[0].id))
        if statements := refunds.apply_report(
            writes.state_of(payment), report, known=row.status, amount=row.amount, at=now()
        ):
            await transaction.commit(*statements)
        else:
            await transaction.rollback()

    await pool.retrying(follow_locked)


async def retry_refund(pool: Pool, order_id: int, grant: Grant, *, version: int) -> PaymentChanged:
    """Request the failed refunds of an order again, and return the event.

    :raises NotFound: if there is no such order.
    :raises shop.payments.rules.StalePayment: if the payment has changed since.
    :raises shop.payments.rules.NotPossible: if no refund failed.
    """

    async def retry_locked(transaction: Transaction) -> PaymentChanged:
        *_, payments, rows = await transaction.fetch(*writes.load_locked(order_id), refunds.failed(order_id))
        if not payments:
            raise NotFound(MISSING)
        payment = writes.state_of(payments[0])
        rules.check_version(payment, version, is_staff=True)
        step, statements = refunds.retry(payment, rows, who=Who(grant.admin.name, grant.admin.id), at=now())
        await transaction.commit(*statements)
        return step.event

    return await pool.retrying(retry_locked)


async def _load(transaction: Transaction, *, order_id: int, grant: Grant) -> tuple[PaymentState, list[Any], Any]:
    *_, payments, links, buyers = await transaction.fetch(
        *writes.load_locked(order_id), online.links_of(order_id), _BUYER(order_id=order_id)
    )
    if not payments:
        raise NotFound(MISSING)
    payment = writes.state_of(payments[0])
    grant.check_owner(payment.customer_id, MISSING)
    online.check_startable(payment)
    return payment, list(links), buyers[0]


async def _make_link(payment: PaymentState, buyer: Any, *, number: int) -> Link:
    """Create a link at the provider; see :func:`_make_fitting_link`.

    :raises ProviderAway: also if no thread was free for it in time.
    :raises ProviderRefused: if the provider does not take this payment.
    """
    expires_at = min(max(payment.expires_at or now(), now() + SHORTEST_LINK), now() + LONGEST_LINK)
    make = partial(_make_fitting_link, payment, buyer, number=number, expires_at=expires_at)
    try:
        try:
            with anyio.fail_after(THREAD_SECONDS):  # a thread that has begun is not cancelled
                return await anyio.to_thread.run_sync(make, limiter=PROVIDER_THREADS)
        except TimeoutError as error:
            raise ProviderAway("too many requests wait for it") from error
    except ProviderAway as error:
        incidents.record("payments", error.reason)
        raise


def _make_fitting_link(payment: PaymentState, buyer: Any, *, number: int, expires_at: dt.datetime) -> Link:
    """Create a link for the amount due, under this number or the next free one.

    If a link was created before but not stored, the provider returns that one, because the reference is the same. If
    it is closed, has expired or is for another amount, it is cancelled, and the next number is tried.
    """
    for each in range(number, number + _MAX_NUMBERS):
        link = provider.create_link(
            reference=f"{reference_of(payment.order_id)}-{each}",
            amount=payment.due,
            name=buyer.name,
            email=buyer.email,
            back_to=settings().public_url.rstrip("/") + CALLBACK,
            expires_at=expires_at,
        )
        if link.amount == payment.due and link.expires_at > now() and not link.is_closed:
            return link
        with suppress(ProviderRefused):  # the link is already closed
            provider.cancel_link(link.id)
    sentence = f"The provider has no page that fits order {payment.order_id}."
    raise ProviderAway(sentence, message=sentence)
