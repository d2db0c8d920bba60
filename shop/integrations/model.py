"""Webhook endpoints and their deliveries.

In ``delivery``, each endpoint is a separate consumer with the name :func:`consumer_of`, in the queue ``webhooks``. A
row of ``webhook_delivery`` adds the data that only webhooks need: the responses of the endpoint, and the aggregate
within which the sequence is kept. For an event that names an order, this is the order.
"""

from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, ForeignKey, Index, text
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import Mapped, mapped_column
from sqlalchemy.types import Text

from shop.db.base import Base, Key

QUEUE = "webhooks"
PROGRESS_CHANNEL = "webhook_progress"
"""The channel on which PostgreSQL sends the ids of endpoints with new deliveries or responses, separated by commas."""
_CONSUMER = "webhook:"


def consumer_of(endpoint_id: int) -> str:
    """Return the consumer name of an endpoint."""
    return f"{_CONSUMER}{endpoint_id}"


def is_endpoint(consumer: str) -> bool:
    """Return whether a consumer is a webhook endpoint."""
    return consumer.startswith(_CONSUMER) and consumer.removeprefix(_CONSUMER).isdigit()


class WebhookEndpoint(Base):
    """An address of another system that events are posted to.

    ``types`` are the types of the events that it receives, None for all. ``position`` is the last position for which
    the endpoint's deliveries were created. Messages are signed with ``secret`` and, until ``old_secret_until``, also
    with ``old_secret``; both are stored encrypted. ``call_limit`` is how many calls may be in flight, and
    ``limited_at`` when it was last reduced, see
    :mod:`shop.integrations.rules`. ``failing_since`` is the time of the first failure after its last success.
        ``off_reason`` is the reason why the shop switched it off.
    """

    __tablename__ = "webhook_endpoint"

    id: Mapped[Key]
    name: Mapped[str]
    url: Mapped[str]
    types: Mapped[list[str] | None] = mapped_column(ARRAY(Text))
    is_on: Mapped[bool]
    position: Mapped[int] = mapped_column(BigInteger)
    secret: Mapped[bytes]
    old_secret: Mapped[bytes | None]
    old_secret_until: Mapped[datetime | None]
    created_at: Mapped[datetime]
    created_by: Mapped[str]
    answered_at: Mapped[datetime | None]
    failing_since: Mapped[datetime | None]
    call_limit: Mapped[float] = mapped_column(server_default="20")
    limited_at: Mapped[datetime | None]
    off_reason: Mapped[str | None]


class WebhookDelivery(Base):
    """The event and the results of an endpoint's delivery. ``tries`` are the last attempts, the oldest first."""

    __tablename__ = "webhook_delivery"
    __table_args__ = (
        Index("webhook_delivery_open_idx", "endpoint_id", "aggregate", "position", postgresql_where=text("is_open")),
        Index("webhook_delivery_position_idx", "endpoint_id", "position"),
    )

    delivery_id: Mapped[int] = mapped_column(
        BigInteger, ForeignKey("delivery.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    endpoint_id: Mapped[int] = mapped_column(ForeignKey("webhook_endpoint.id", ondelete="CASCADE"))
    aggregate: Mapped[str]
    position: Mapped[int] = mapped_column(BigInteger)
    is_open: Mapped[bool]
    begun_at: Mapped[datetime | None]
    status: Mapped[int | None]
    answer: Mapped[str | None]
    milliseconds: Mapped[int | None]
    tries: Mapped[list[dict[str, Any]]] = mapped_column(JSONB, server_default=text("'[]'"))


class WebhookTally(Base):
    """The numbers of calls to an endpoint in an hour that got a 2xx response, and that failed."""

    __tablename__ = "webhook_tally"

    endpoint_id: Mapped[int] = mapped_column(
        ForeignKey("webhook_endpoint.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    hour: Mapped[datetime] = mapped_column(primary_key=True)
    answered: Mapped[int]
    failed: Mapped[int]
    milliseconds: Mapped[int] = mapped_column(BigInteger)
