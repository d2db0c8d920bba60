"""Limit the mails about orders to one customer, and combine those beyond the limit.

In an hour, a customer gets at most nine mails about a single change each, and a tenth mail that combines all others.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import BigInteger, Connection, Index, text
from sqlalchemy.orm import Mapped, mapped_column

from shop.db.base import Base

CONFIRMATION = "mail_order_confirmation"
STATUS = "mail_status"
SHIPMENT = "mail_shipment"

SINGLE_MAILS_AN_HOUR = 9
MAILS_AN_HOUR = 10
HOUR = timedelta(hours=1)
DIGEST_DELAY = timedelta(minutes=5)
"""How long the first delivery beyond the limit waits for others to share its mail."""
MAX_STATUS_WAIT = timedelta(seconds=60)
"""Maximum time for which a status or a shipment waits for newer ones of the same order, to share a mail."""

_LOCK_SPACE = 0x6D61


class OrderMail(Base):
    """A mail about orders that the mail server accepted. The row is kept while the mail counts against the limit."""

    __tablename__ = "order_mail"
    __table_args__ = (
        Index("order_mail_of_customer_idx", "customer_id", "sent_at"),
        Index("order_mail_sent_at_idx", "sent_at"),
    )

    delivery_id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    customer_id: Mapped[int] = mapped_column(BigInteger)
    sent_at: Mapped[datetime]


_TRY_LOCK = text("SELECT pg_try_advisory_xact_lock(:space, hashint8(:customer_id))")

_SENT = text("""
    SELECT sent_at FROM order_mail WHERE customer_id = :customer_id AND sent_at > :since
    ORDER BY sent_at DESC LIMIT :limit
""")

_PENDING = text("""
    SELECT delivery.id, delivery.consumer, coalesce(event.data -> 'orderId', event.data -> 'id')::bigint,
        (event.data -> 'itemId')::bigint,
        (event.data -> CASE WHEN delivery.consumer = :shipment THEN 'shipmentVersion' ELSE 'version' END)::int,
        event.occurred_at, delivery.due_at,
        delivery.lease = 0 AND delivery.due_at > :at AS is_delayed
    FROM delivery JOIN domain_event AS event ON event.id = delivery.event_id
    WHERE event.customer_id = :customer_id AND event.reach = 'customer_and_admins'
        AND delivery.consumer = ANY(:consumers) AND delivery.done_at IS NULL AND delivery.dead_at IS NULL
    ORDER BY delivery.id LIMIT 500
""")

_STATUS_MAIL = """
    SELECT delivery.id FROM domain_event AS event
    JOIN delivery ON delivery.event_id = event.id AND delivery.consumer = :status
    WHERE event.customer_id = :customer_id AND event.reach = 'customer_and_admins'
        AND event.type = 'order.status_changed' AND (event.data ->> 'itemId')::bigint = :item_id
        AND (event.data ->> 'version')::int = :version
"""
_IN_STATUS_MAIL = text(f"""
    {_STATUS_MAIL} AND (delivery.done_at IS NULL OR delivery.done_at > :since) AND delivery.dead_at IS NULL LIMIT 1
""")
_NOT_MAILED = text(f"""
    {_STATUS_MAIL} AND (
        delivery.done_at IS NULL OR delivery.done_at > :since OR delivery.dead_at IS NOT NULL
        OR delivery.last_error = :unwanted
        OR EXISTS (SELECT FROM sent_mail WHERE sent_mail.delivery_id = delivery.id AND outcome = 'unwanted')
    )
    LIMIT 1
""")
_UNWANTED = "The customer wants no mails about orders."

_FINISH_OTHERS = text("""
    UPDATE delivery SET done_at = clock_timestamp(), last_error = :reason WHERE id = ANY(:ids) AND done_at IS NULL
""")

_RECORD = text("""
    INSERT INTO order_mail (delivery_id, customer_id, sent_at) VALUES (:delivery_id, :customer_id, :at)
    ON CONFLICT DO NOTHING
""")


def try_lock(connection: Connection, customer_id: int) -> bool:
    """Lock the mails of this customer until the transaction ends. Return False if another worker has the lock."""
    return bool(connection.scalar(_TRY_LOCK, {"space": _LOCK_SPACE, "customer_id": customer_id}))


def sent_times(connection: Connection, customer_id: int, *, at: datetime) -> Sequence[datetime]:
    """Return the times of the customer's mails of the last hour, the newest first, at most ten."""
    parameters = {"customer_id": customer_id, "since": at - HOUR, "limit": MAILS_AN_HOUR}
    return connection.scalars(_SENT, parameters).all()


class PendingMail(NamedTuple):
    """A pending delivery of a mail about an order. The confirmation of an order has no item.

    ``version`` is that of the item's status, or of its shipment. ``is_delayed`` marks a change that an admin may still
    undo.
    """

    id: int
    consumer: str
    order_id: int
    item_id: int | None
    version: int | None
    occurred_at: datetime
    due_at: datetime
    is_delayed: bool


def load_pending(
    connection: Connection, customer_id: int, *, at: datetime, consumers: Sequence[str] = (CONFIRMATION, STATUS)
) -> list[PendingMail]:
    """Return the customer's pending deliveries of mails about orders.

    The caller has the lock of :func:`try_lock`, so no other worker sends these mails meanwhile. The rows are not
    locked, because another worker must be able to claim and postpone its delivery while the caller sends a mail.
    """
    parameters = {"customer_id": customer_id, "at": at, "consumers": list(consumers), "shipment": SHIPMENT}
    return [PendingMail(*row) for row in connection.execute(_PENDING, parameters)]


def is_in_status_mail(connection: Connection, customer_id: int, *, item_id: int, version: int, since: datetime) -> bool:
    """Whether the mail about a line's status is still to be sent, or was sent after the given time."""
    parameters = {"customer_id": customer_id, "item_id": item_id, "version": version, "since": since, "status": STATUS}
    return connection.scalar(_IN_STATUS_MAIL, parameters) is not None


def was_mailed(connection: Connection, customer_id: int, *, item_id: int, version: int, until: datetime) -> bool:
    """Whether the mail about a status was sent before the line got its next status.

    A mail that the customer did not want, or whose delivery was dead, was not sent. If retention has removed the event,
    the mail counts as sent.

    :param until: when the line got its next status.
    """
    parameters = {"customer_id": customer_id, "item_id": item_id, "version": version, "since": until, "status": STATUS}
    return connection.scalar(_NOT_MAILED, parameters | {"unwanted": _UNWANTED}) is None


def finish_unwanted(connection: Connection, delivery_id: int, covered: Sequence[int]) -> None:
    """Finish the other deliveries of a mail that the customer does not want. The caller finishes its own delivery."""
    others = [other for other in covered if other != delivery_id]
    if others:
        connection.execute(_FINISH_OTHERS, {"ids": others, "reason": _UNWANTED})


def record_sent(
    connection: Connection, customer_id: int, delivery_id: int, covered: Sequence[int], *, at: datetime
) -> None:
    """Record a sent mail, and finish the other deliveries that it covers."""
    connection.execute(_RECORD, {"delivery_id": delivery_id, "customer_id": customer_id, "at": at})
    others = [other for other in covered if other != delivery_id]
    if others:
        connection.execute(_FINISH_OTHERS, {"ids": others, "reason": f"Covered by the mail of delivery {delivery_id}."})
