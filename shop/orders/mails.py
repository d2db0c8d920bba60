"""How many mails about orders a shopper gets, and what each of them tells.

Whoever orders fifty times is not mailed fifty times: nine mails an hour tell one thing each, and a tenth tells
everything else together.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import BigInteger, Connection, Index, text
from sqlalchemy.orm import Mapped, mapped_column

from shop.db.base import Base

CONFIRMATION = "mail_order_confirmation"
STATUS = "mail_status"

SINGLE_MAILS_AN_HOUR = 9
MAILS_AN_HOUR = 10
HOUR = timedelta(hours=1)
GATHER = timedelta(minutes=5)
"""How long the first thing that found no mail of its own waits for others to be told with it."""
TOGETHER_WITHIN = timedelta(seconds=60)
"""How long a status waits at most for others of the same order, which may still be taken back."""

_LOCK_SPACE = 0x6D61


class OrderMail(Base):
    """A mail about orders that was handed to the mail server, kept while it counts against the limit."""

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
    ORDER BY sent_at DESC LIMIT :most
""")

_PENDING = text("""
    SELECT delivery.id, delivery.consumer, event.data, event.occurred_at, delivery.due_at,
        delivery.lease = 0 AND delivery.due_at > :at AS is_fresh
    FROM delivery JOIN domain_event AS event ON event.id = delivery.event_id
    WHERE event.customer_id = :customer_id AND event.reach = 'customer_and_admins'
        AND delivery.consumer IN (:confirmation, :status) AND delivery.done_at IS NULL AND delivery.dead_at IS NULL
    ORDER BY delivery.id LIMIT 500 FOR UPDATE OF delivery
""").bindparams(confirmation=CONFIRMATION, status=STATUS)

_TOLD = text("""
    UPDATE delivery SET done_at = clock_timestamp(), last_error = :why WHERE id = ANY(:ids) AND done_at IS NULL
""")

_NOTE = text("""
    INSERT INTO order_mail (delivery_id, customer_id, sent_at) VALUES (:delivery_id, :customer_id, :at)
    ON CONFLICT DO NOTHING
""")


def is_alone(connection: Connection, customer_id: int) -> bool:
    """Whether no other worker writes to this shopper; it stays so until the transaction ends."""
    return bool(connection.scalar(_TRY_LOCK, {"space": _LOCK_SPACE, "customer_id": customer_id}))


def sent(connection: Connection, customer_id: int, *, at: datetime) -> Sequence[datetime]:
    """Return when this shopper was mailed within the last hour, the newest first."""
    given = {"customer_id": customer_id, "since": at - HOUR, "most": MAILS_AN_HOUR}
    return connection.scalars(_SENT, given).all()


def pending(connection: Connection, customer_id: int, *, at: datetime) -> Sequence[Any]:
    """Lock and return all that this shopper is still to be told of their orders, as rows.

    ``is_fresh`` tells of a status that may still be taken back.
    """
    return connection.execute(_PENDING, {"customer_id": customer_id, "at": at}).all()


def note(connection: Connection, customer_id: int, delivery_id: int, held: Sequence[int], *, at: datetime) -> None:
    """Note that one mail was sent, and end the other deliveries for which it stands."""
    connection.execute(_NOTE, {"delivery_id": delivery_id, "customer_id": customer_id, "at": at})
    others = [other for other in held if other != delivery_id]
    if others:
        connection.execute(_TOLD, {"ids": others, "why": f"Told in the mail of delivery {delivery_id}."})
