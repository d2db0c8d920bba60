"""Moves of payments, each locked, checked by the rules and written with its entry and event in one transaction."""

from collections.abc import Callable
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from api.auth.policy import Grant
from api.auth.policy_table import Access
from shop.db.pool import Pool, Transaction
from shop.errors import NotFound
from shop.payments import rules, writes
from shop.payments.events import PaymentChanged
from shop.payments.rules import Move
from shop.payments.state import PaymentState

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

    :param version: the version that the caller saw, None where the request does not say.
    :param reference: of a claim.
    :raises NotFound: where there is no such order, or it is someone else's.
    :raises shop.payments.rules.StalePayment: where the payment has changed since.
    """

    async def move_locked(transaction: Transaction) -> PaymentChanged:
        payment = await _load_locked(transaction, order_id, grant, version=version, reference=reference)
        made = step(payment)
        await transaction.commit(writes.move(made))
        return made.event

    return await pool.retrying(move_locked)


async def move_in(
    database: AsyncSession, order_id: int, step: Callable[[PaymentState], Move], grant: Grant, *, version: int | None
) -> PaymentChanged:
    """Do the same in the transaction of a session; the caller commits."""
    connection = await database.connection()
    driver: Any = (await connection.get_raw_connection()).driver_connection
    transaction = Transaction(driver, is_open=True)
    made = step(await _load_locked(transaction, order_id, grant, version=version, reference=""))
    await transaction.fetch(writes.move(made))
    return made.event


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
