"""The event log and its deliveries.

``domain_event`` records what happened. A row never changes, except that it gets its ``position`` once. ``delivery`` is
one reaction to one event: its consumer, due time, attempts and result. PostgreSQL stores both; Redis and Celery only
transport ids.
"""

from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import BigInteger, ForeignKey, Index, UniqueConstraint, func, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column, relationship

from shop.db.base import Base, Key


class Audience(StrEnum):
    """The people whose pages receive an event. Staff receive all events except those for ``nobody``.

    :mod:`shop.staff.event_receivers` lists the roles that receive an event which is not for ``everyone``.
    """

    NOBODY = "nobody"
    ADMINS = "admins"
    CUSTOMER_AND_ADMINS = "customer_and_admins"
    EVERYONE = "everyone"


class DomainEvent(Base):
    """Something that happened. ``id`` is assigned when the row is written, ``position`` after its commit.

    Transactions may commit in a different order from that of their ids. So readers continue from ``position``: a higher
    one never becomes visible before a lower one. ``request_id`` is the id of the request that caused the event, which
    connects the logs from the POST to the socket.
    """

    __tablename__ = "domain_event"
    __table_args__ = (
        Index("domain_event_waiting_idx", "id", postgresql_where=text("position IS NULL")),
        Index(
            "domain_event_of_customer_idx",
            "customer_id",
            "position",
            postgresql_where=text("reach = 'customer_and_admins'"),
        ),
        Index(
            "domain_event_about_customer_idx",
            "customer_id",
            "position",
            postgresql_where=text("customer_id IS NOT NULL AND reach <> 'customer_and_admins'"),
        ),
        Index(
            "domain_event_unowned_customer_idx",
            "aggregate",
            postgresql_where=text("customer_id IS NULL AND starts_with(aggregate, 'customer:')"),
        ),
        Index(
            "domain_event_of_somebody_idx",
            "position",
            postgresql_where=text("position IS NOT NULL AND reach <> 'nobody'"),
        ),
        Index("domain_event_of_everyone_idx", "position", postgresql_where=text("reach = 'everyone'")),
        Index("domain_event_recorded_at_idx", "recorded_at"),
    )

    id: Mapped[Key]
    position: Mapped[int | None] = mapped_column(BigInteger, unique=True)
    type: Mapped[str]
    aggregate: Mapped[str]
    reach: Mapped[str]
    customer_id: Mapped[int | None] = mapped_column(BigInteger)
    data: Mapped[dict[str, Any]] = mapped_column(JSONB)
    admin_data: Mapped[dict[str, Any]] = mapped_column(JSONB, server_default=text("'{}'"))
    occurred_at: Mapped[datetime]
    recorded_at: Mapped[datetime] = mapped_column(server_default=func.clock_timestamp())
    request_id: Mapped[str | None]


class Delivery(Base):
    """One consumer's reaction to one event.

    It is pending while ``done_at`` and ``dead_at`` are null, and dead while only ``dead_at`` is set. If both are set,
    an operator has discarded it. If ``done_at`` and ``last_error`` are set, it expired before it could be processed.

    ``due_at`` is when the relay leases it next; while it is leased, it is the end of the lease. ``lease`` is the number
    of the last lease, which a worker must present; results of earlier leases are ignored. ``postponed_to`` is the time
    to which its consumer postponed it. ``worker`` is the process that claimed it last. ``failure`` is a
    :class:`~shop.events.retries.Failure`: the cause of ``last_error``, if it is a server.
    """

    __tablename__ = "delivery"
    __table_args__ = (
        UniqueConstraint("event_id", "consumer"),
        Index(
            "delivery_share_idx",
            "queue",
            "consumer",
            "due_at",
            postgresql_where=text("done_at IS NULL AND dead_at IS NULL"),
        ),
        Index("delivery_dead_idx", "dead_at", postgresql_where=text("dead_at IS NOT NULL")),
    )

    id: Mapped[Key]
    event_id: Mapped[int] = mapped_column(ForeignKey("domain_event.id", ondelete="CASCADE"))
    consumer: Mapped[str]
    queue: Mapped[str]
    due_at: Mapped[datetime]
    lease: Mapped[int] = mapped_column(server_default=text("0"))
    leased_at: Mapped[datetime | None]
    taken_at: Mapped[datetime | None]
    attempts: Mapped[int] = mapped_column(server_default=text("0"))
    done_at: Mapped[datetime | None]
    dead_at: Mapped[datetime | None]
    last_error: Mapped[str | None]
    postponed_to: Mapped[datetime | None]
    worker: Mapped[str | None]
    failure: Mapped[str | None]

    event: Mapped[DomainEvent] = relationship(lazy="raise")


class DeliveryAttempt(Base):
    """An attempt that did not complete its delivery, written by the trigger ``record_attempt``.

    ``outcome`` is failed, lost (the worker reported no result) or postponed. ``attempts`` is more than 1 in the last
    row of a delivery with many attempts. The attempt that completed the delivery is stored in the delivery itself.
    Webhook deliveries have a separate history.
    """

    __tablename__ = "delivery_attempt"
    __table_args__ = (Index("delivery_attempt_of_delivery_idx", "delivery_id", "id"),)

    id: Mapped[Key]
    delivery_id: Mapped[int] = mapped_column(ForeignKey("delivery.id", ondelete="CASCADE"))
    outcome: Mapped[str]
    error: Mapped[str | None]
    worker: Mapped[str | None]
    began_at: Mapped[datetime]
    ended_at: Mapped[datetime]
    attempts: Mapped[int]


class QueuePause(Base):
    """A queue that an operator has paused: its deliveries are neither leased nor claimed until it is resumed."""

    __tablename__ = "queue_pause"

    queue: Mapped[str] = mapped_column(primary_key=True)
    paused_at: Mapped[datetime]
    paused_by: Mapped[str]


class EventStream(Base):
    """The counter of positions, in a single row. ``pruned_through`` is the last position that was pruned."""

    __tablename__ = "event_stream"

    id: Mapped[int] = mapped_column(primary_key=True, server_default=text("1"), autoincrement=False)
    position: Mapped[int] = mapped_column(BigInteger, server_default=text("0"))
    pruned_through: Mapped[int] = mapped_column(BigInteger, server_default=text("0"))
