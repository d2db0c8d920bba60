"""Idempotency keys with their results, so that a repeated request has one effect.

A key belongs to its sender: a person, or a system with an API key. The result of an order is its number, that of other
requests their response. Both are kept for ``KEEP_KEYS`` (:mod:`shop.operations.retention`).
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
    """The order that was placed under a key.

    ``request_hash`` is the SHA-256 of the body: the same key with another body is refused.
    """

    __tablename__ = "idempotency_key"

    customer_id: Mapped[int] = mapped_column(ForeignKey("customer.id", ondelete="CASCADE"), primary_key=True)
    key: Mapped[str] = mapped_column(primary_key=True)
    request_hash: Mapped[bytes]
    order_id: Mapped[int] = mapped_column(ForeignKey("shop_order.id"))
    created_at: Mapped[dt.datetime] = mapped_column(index=True)


STORED_RESPONSES = Table(
    "kept_answer",
    Base.metadata,
    Column("customer_id", BigInteger, ForeignKey("customer.id", ondelete="CASCADE")),
    Column("admin_id", BigInteger, ForeignKey("admin.id", ondelete="CASCADE")),
    Column("api_key_id", BigInteger, ForeignKey("api_key.id", ondelete="CASCADE")),
    Column("key", String, nullable=False),
    Column("request_hash", LargeBinary, nullable=False),
    Column("answer", LargeBinary),
    Column("created_at", DateTime(timezone=True), nullable=False),
    UniqueConstraint("customer_id", "admin_id", "api_key_id", "key", postgresql_nulls_not_distinct=True),
    CheckConstraint("num_nonnulls(customer_id, admin_id, api_key_id) = 1", name="owner"),
    Index(None, "created_at"),
)
"""The response (``answer``) to a request under a key. It is null within the transaction that adds the row, and
where the response has a secret.

``request_hash`` is a keyed digest, because a request may contain a password.
An order that somebody else places for the shopper has a row for its sender here, with the hash of its
:class:`IdempotencyKey` and without a response.
"""
