"""The payment of an order: its current state, and the ledger that determines it."""

from datetime import datetime
from decimal import Decimal
from enum import StrEnum

from sqlalchemy import (
    ARRAY,
    BigInteger,
    CheckConstraint,
    ForeignKey,
    Index,
    Numeric,
    UniqueConstraint,
    column,
    exists,
    func,
    select,
    table,
    text,
)
from sqlalchemy.orm import Mapped, column_property, mapped_column

from shop.db.base import Base, Key, Rupees


class Method(StrEnum):
    """How an order is paid."""

    COD = "cod"
    UPI = "upi"
    BANK = "bank"
    ONLINE = "online"


class PaymentStatus(StrEnum):
    """The status of a payment. ``claimed``: the shopper says that it was paid."""

    DUE = "due"
    CLAIMED = "claimed"
    PAID = "paid"
    FAILED = "failed"
    EXPIRED = "expired"
    CANCELLED = "cancelled"
    PART_REFUNDED = "part_refunded"
    REFUNDED = "refunded"


class EntryKind(StrEnum):
    """The kind of a ledger entry.

    ``payment``, ``refund``, ``surplus``, ``refund_sent`` and ``refund_by_hand`` move money. ``surplus`` is money that
    came through the provider for an order without an amount due; it is refunded. ``refund_sent``: the provider has
    accepted a refund. ``refund_failed``: the provider could not pay a refund that it had accepted. ``refund_refused``:
    it refused the request. ``refund_retry``: staff requested it again. ``refund_by_hand``: staff sent that money
    themselves. ``return_closed``: a return was closed without a refund. Either earlier refunds count for it, or nothing
    was paid and the price of its pieces is no longer due.
    """

    CLAIM = "claim"
    REJECTION = "rejection"
    PAYMENT = "payment"
    REFUND = "refund"
    METHOD = "method"
    FAILURE = "failure"
    RETRY = "retry"
    EXPIRY = "expiry"
    CANCELLATION = "cancellation"
    SURPLUS = "surplus"
    REFUND_SENT = "refund_sent"
    REFUND_FAILED = "refund_failed"
    REFUND_REFUSED = "refund_refused"
    REFUND_RETRY = "refund_retry"
    REFUND_BY_HAND = "refund_by_hand"
    RETURN_CLOSED = "return_closed"


_LINE = table("order_item", column("total_amount", Numeric), *(column(name) for name in ("id", "order_id", "quantity")))
_RETURN = table("return_request", *(column(name) for name in ("id", "order_item_id", "quantity", "status")))
_ENTRY = table("payment_entry", *(column(name) for name in ("order_id", "return_id", "from_status"))).alias("of_return")
_OTHER = table("payment", column("order_id", BigInteger), column("claim_reference")).alias("other_payment")

RETURNED_UNPAID = (
    select(
        _LINE.c.order_id,
        func.round(func.sum(_LINE.c.total_amount * _RETURN.c.quantity / _LINE.c.quantity), 2).label("amount"),
    )
    .join_from(_LINE, _RETURN, _RETURN.c.order_item_id == _LINE.c.id)
    .where(_RETURN.c.status == "refunded")
    .where(
        ~exists().where(
            _ENTRY.c.order_id == _LINE.c.order_id,
            _ENTRY.c.return_id == _RETURN.c.id,
            *(_ENTRY.c.from_status != unpaid for unpaid in ("due", "claimed", "failed")),
        )
    )
    .group_by(_LINE.c.order_id)
)
"""The query of the price of pieces whose returns were closed before anything was paid, for each order with some."""


class Payment(Base):
    """The payment of an order. The amount is the order's; ``paid`` and ``refunded`` are sums of the ledger.

    ``surplus`` came through the provider beyond what was paid. ``refund_pending`` is the part of refunds and surplus
    that the provider has not accepted yet, or failed to pay. ``refund_failed`` is the part that failed or was refused,
    and was neither requested again nor sent by hand. ``refunded_for_returns`` is the part of ``refunded`` that does not
    reduce what is owed for cancelled lines. ``paid_at`` and ``refunded_at`` are the times of the last such step. The
    columns from ``claim_reference`` to ``claimed_at`` describe the last claim; ``rejection`` is the reason why staff
    rejected it. ``used_in`` are other orders with claims of the same reference. ``returned_unpaid`` is the price of
    pieces whose returns were closed before anything was paid; ``returned_unpaid.sql`` is the same for statements.
    """

    __tablename__ = "payment"
    __table_args__ = (
        CheckConstraint("paid >= 0 AND refunded BETWEEN 0 AND paid", name="refunded"),
        Index(None, "status", "order_id"),
        Index("payment_claimed_idx", "claimed_at", postgresql_where=text("status = 'claimed'")),
        Index("payment_claim_reference_idx", "claim_reference", postgresql_where=text("claim_reference IS NOT NULL")),
        Index("payment_expires_at_idx", "expires_at", postgresql_where=text("status IN ('due', 'failed')")),
        Index("payment_refund_failed_idx", "order_id", postgresql_where=text("refund_failed > 0")),
        Index("payment_remind_at_idx", "remind_at", postgresql_where=text("status = 'due'")),
    )

    order_id: Mapped[int] = mapped_column(
        BigInteger, ForeignKey("shop_order.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    method: Mapped[str] = mapped_column(server_default="cod")
    status: Mapped[str] = mapped_column(server_default="due")
    paid: Mapped[Rupees] = mapped_column(server_default="0")
    refunded: Mapped[Rupees] = mapped_column(server_default="0")
    refunded_for_returns: Mapped[Rupees] = mapped_column(server_default="0")
    surplus: Mapped[Rupees] = mapped_column(server_default="0")
    refund_pending: Mapped[Rupees] = mapped_column(server_default="0")
    refund_failed: Mapped[Rupees] = mapped_column(server_default="0")
    expires_at: Mapped[datetime | None]
    remind_at: Mapped[datetime | None]
    version: Mapped[int] = mapped_column(server_default="1")
    claim_reference: Mapped[str | None] = mapped_column()
    claim_amount: Mapped[Rupees | None]
    claimed_at: Mapped[datetime | None]
    rejection: Mapped[str | None]
    paid_at: Mapped[datetime | None]
    refunded_at: Mapped[datetime | None]
    used_in: Mapped[list[int]] = column_property(
        func.array(
            select(_OTHER.c.order_id)
            .where(_OTHER.c.claim_reference == claim_reference, _OTHER.c.order_id != order_id)
            .order_by(_OTHER.c.order_id)
            .limit(20)
            .correlate_except(_OTHER)
            .scalar_subquery(),
            type_=ARRAY(BigInteger),
        )
    )
    returned_unpaid: Mapped[Decimal] = column_property(
        func.coalesce(
            RETURNED_UNPAID.with_only_columns(RETURNED_UNPAID.selected_columns.amount)
            .where(_LINE.c.order_id == order_id)
            .correlate_except(_LINE, _RETURN)
            .scalar_subquery(),
            0,
        )
    )


class PaymentEntry(Base):
    """One step of a payment. Rows are only added.

    ``reference`` is that of a claim or a transfer, or the provider's id. ``changed_by`` is a name: the shopper's if
    ``admin_id`` is null. The name is null if the shop itself took the step. A refund may name its return, or the
    cancelled lines that it is for; ``return_closed`` names its return.
    """

    __tablename__ = "payment_entry"
    __table_args__ = (
        UniqueConstraint("order_id", "version"),
        Index("payment_entry_by_admin_idx", "at", "id", postgresql_where=text("admin_id IS NOT NULL")),
        Index("payment_entry_admin_idx", "admin_id", "at", "id", postgresql_where=text("admin_id IS NOT NULL")),
        Index("payment_entry_money_idx", "at", "id", postgresql_where=text("kind IN ('payment', 'refund', 'surplus')")),
        Index("payment_entry_reference_idx", "reference", postgresql_where=text("reference IS NOT NULL")),
        Index(
            "payment_entry_lower_reference_idx",
            text("lower(reference)"),
            postgresql_where=text("reference IS NOT NULL"),
        ),
        Index(
            "payment_entry_provider_idx",
            "reference",
            unique=True,
            postgresql_where=text("kind IN ('surplus', 'refund_sent') OR (kind = 'payment' AND method = 'online')"),
        ),
    )

    id: Mapped[Key]
    order_id: Mapped[int] = mapped_column(ForeignKey("payment.order_id"))
    version: Mapped[int]
    kind: Mapped[str]
    from_status: Mapped[str]
    to_status: Mapped[str]
    method: Mapped[str]
    amount: Mapped[Rupees] = mapped_column(server_default="0")
    reference: Mapped[str | None]
    reason: Mapped[str | None]
    return_id: Mapped[int | None] = mapped_column(BigInteger)
    item_ids: Mapped[list[int] | None] = mapped_column(ARRAY(BigInteger))
    admin_id: Mapped[int | None] = mapped_column(BigInteger)
    changed_by: Mapped[str | None]
    at: Mapped[datetime]


class PaymentLink(Base):
    """A payment page of the provider: ``id`` is the provider's, ``reference`` the shop's.

    It is ``open`` until the provider reports it as ``paid`` or ``closed``. ``asked_at`` is when the provider was last
    asked about it, or reported about it.
    """

    __tablename__ = "payment_link"
    __table_args__ = (Index("payment_link_open_idx", "asked_at", postgresql_where=text("status = 'open'")),)

    id: Mapped[str] = mapped_column(primary_key=True)
    order_id: Mapped[int] = mapped_column(ForeignKey("payment.order_id"), index=True)
    reference: Mapped[str] = mapped_column(unique=True)
    amount: Mapped[Rupees]
    pay_url: Mapped[str]
    expires_at: Mapped[datetime]
    status: Mapped[str] = mapped_column(server_default="open")
    created_at: Mapped[datetime]
    asked_at: Mapped[datetime]


class RefundStatus(StrEnum):
    """The provider's status of a refund.

    ``retried``: it failed, and another one was requested. ``by_hand``: it failed, and staff sent the money themselves.
    """

    PENDING = "pending"
    PROCESSED = "processed"
    FAILED = "failed"
    RETRIED = "retried"
    BY_HAND = "by_hand"


class PaymentRefund(Base):
    """A refund that the provider has accepted: ``id`` and ``payment_id`` are the provider's.

    If the provider refused it, it has failed, and ``id`` is the key of the shop's request. ``asked_at`` is when the
    provider was last asked about it, or reported about it.
    """

    __tablename__ = "payment_refund"
    __table_args__ = (Index("payment_refund_pending_idx", "asked_at", postgresql_where=text("status = 'pending'")),)

    id: Mapped[str] = mapped_column(primary_key=True)
    order_id: Mapped[int] = mapped_column(ForeignKey("payment.order_id"), index=True)
    payment_id: Mapped[str]
    amount: Mapped[Rupees]
    status: Mapped[str] = mapped_column(server_default="pending")
    created_at: Mapped[datetime]
    asked_at: Mapped[datetime]


class PaymentNotice(Base):
    """An unexpected report of the provider, listed for staff. It changed no payment. ``seen_by`` has handled it."""

    __tablename__ = "payment_notice"
    __table_args__ = (
        UniqueConstraint("problem", "link_id", "payment_id"),
        Index("payment_notice_unseen_idx", "id", postgresql_where=text("seen_at IS NULL")),
    )

    id: Mapped[Key]
    problem: Mapped[str]
    link_id: Mapped[str]
    payment_id: Mapped[str]
    order_id: Mapped[int | None] = mapped_column(BigInteger)
    amount: Mapped[Rupees | None]
    at: Mapped[datetime]
    seen_at: Mapped[datetime | None]
    seen_by: Mapped[str | None]
