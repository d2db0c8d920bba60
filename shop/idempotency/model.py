"""What was done under an ``Idempotency-Key``, so that the same request sent again does it once.

A key belongs to whoever sends it. An order under a key is known by its number, all else that is added by its answer.
Both are kept for ``KEEP_KEYS`` (:mod:`shop.events.retention`).
"""

import datetime as dt

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    DateTime,
    ForeignKey,
    Index,
    LargeBinary,
    String,
    Table,
    UniqueConstraint,
)
from sqlalchemy.orm import Mapped, mapped_column

from shop.db.base import Base


class IdempotencyKey(Base):
    """The order that a key stands for, so that the same request sent again gives the same order.

    ``request_hash`` is the SHA-256 of the body: the same key with another body is refused.
    """

    __tablename__ = "idempotency_key"

    customer_id: Mapped[int] = mapped_column(ForeignKey("customer.id", ondelete="CASCADE"), primary_key=True)
    key: Mapped[str] = mapped_column(primary_key=True)
    request_hash: Mapped[bytes]
    order_id: Mapped[int] = mapped_column(ForeignKey("shop_order.id"))
    created_at: Mapped[dt.datetime] = mapped_column(index=True)


KEPT_ANSWERS = Table(
    "kept_answer",
    Base.metadata,
    Column("customer_id", BigInteger, ForeignKey("customer.id", ondelete="CASCADE")),
    Column("admin_id", BigInteger, ForeignKey("admin.id", ondelete="CASCADE")),
    Column("key", String, nullable=False),
    Column("request_hash", LargeBinary, nullable=False),
    Column("answer", LargeBinary),
    Column("created_at", DateTime(timezone=True), nullable=False),
    UniqueConstraint("customer_id", "admin_id", "key", postgresql_nulls_not_distinct=True),
    CheckConstraint("(customer_id IS NULL) <> (admin_id IS NULL)", name="owner"),
    Index(None, "created_at"),
)
"""The answer that a key stands for. It is null only within the transaction that adds what it tells of.

``request_hash`` is keyed: a request may hold a password.
"""
