"""Ends payments that nobody made in time and those of cancelled orders, and records whom a mail is to remind."""

from datetime import datetime

from sqlalchemy import Connection, Engine

from shop.events.leasing import pipeline
from shop.orders import unpaid
from shop.payments import rules, writes
from shop.payments.model import PaymentStatus


def settle(engine: Engine, at: datetime) -> None:
    """Do all that is due at ``at``, each payment in its own transaction."""
    with engine.begin() as connection:
        connection.execute(unpaid.REMIND, {"at": at})
        cancelled = list(connection.scalars(unpaid.cancelled(at)))
    for order_id in cancelled:
        with engine.begin() as connection:
            cancel(connection, order_id, at)


def cancel(connection: Connection, order_id: int, at: datetime) -> None:
    """End the payment of an order that is cancelled whole, unless it was paid or claimed meanwhile."""
    sender = pipeline(connection)
    *_, [row] = sender.send(*(query.statement for query in writes.load_locked(order_id)))
    payment = writes.state_of(row)
    if payment.status == PaymentStatus.DUE and not payment.due:
        sender.send(writes.move(rules.cancel(payment, at=at)).statement)
