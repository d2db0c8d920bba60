"""Returns of delivered pieces, with their history."""

import datetime as dt
from decimal import Decimal
from enum import StrEnum

from sqlalchemy import BigInteger, CheckConstraint, ForeignKey, Index, UniqueConstraint, func, select
from sqlalchemy.orm import Mapped, column_property, mapped_column, relationship

from shop.db.base import Base, Key
from shop.orders.model import OrderItem
from shop.payments.model import EntryKind, PaymentEntry


class ReturnStatus(StrEnum):
    """The status of a return."""

    REQUESTED = "requested"
    APPROVED = "approved"
    DECLINED = "declined"
    RECEIVED = "received"
    REFUNDED = "refunded"
    WITHDRAWN = "withdrawn"


ENDED_WITHOUT_PIECES = (ReturnStatus.DECLINED, ReturnStatus.WITHDRAWN)
"""The statuses in which the pieces stay with the shopper, who may request a return again."""


class ReturnStep(Base):
    """One status change of a return. ``admin_id`` is None if the shopper made it."""

    __tablename__ = "return_step"
    __table_args__ = (UniqueConstraint("return_id", "version"),)

    id: Mapped[Key]
    return_id: Mapped[int] = mapped_column(ForeignKey("return_request.id"))
    version: Mapped[int]
    from_status: Mapped[str | None]
    to_status: Mapped[str]
    at: Mapped[dt.datetime]
    admin_id: Mapped[int | None] = mapped_column(BigInteger)
    changed_by: Mapped[str]
    note: Mapped[str]


class Return(Base):
    """A shopper's return of some pieces of a delivered line.

    ``answer`` is the text that the shopper reads when the return is declined, and ``into_stock`` is whether the
    received pieces went back into stock. ``refunded`` is the amount of its refund; None if there is none. ``stranded``
    is the number of pieces that came back and are in no count, because the product does not have their size any more.
    """

    __tablename__ = "return_request"
    __table_args__ = (
        CheckConstraint(
            "status IN ('requested', 'approved', 'declined', 'received', 'refunded', 'withdrawn')", name="status"
        ),
        CheckConstraint("quantity BETWEEN 1 AND 10", name="quantity"),
        Index(None, "status", "id"),
        Index(None, "customer_id", "id"),
    )

    id: Mapped[Key] = mapped_column()
    order_item_id: Mapped[int] = mapped_column(ForeignKey("order_item.id"), index=True)
    customer_id: Mapped[int] = mapped_column(ForeignKey("customer.id"))
    quantity: Mapped[int]
    reason: Mapped[str]
    note: Mapped[str]
    status: Mapped[str]
    answer: Mapped[str]
    into_stock: Mapped[bool | None]
    stranded: Mapped[int | None]
    version: Mapped[int]
    requested_at: Mapped[dt.datetime]
    refunded: Mapped[Decimal | None] = column_property(
        select(func.sum(PaymentEntry.amount))
        .join(OrderItem, OrderItem.order_id == PaymentEntry.order_id)
        .where(OrderItem.id == order_item_id, PaymentEntry.return_id == id)  # noqa: A003 - the column above
        .where(PaymentEntry.kind == EntryKind.REFUND.value)
        .correlate_except(PaymentEntry, OrderItem)
        .scalar_subquery()
    )

    item: Mapped[OrderItem] = relationship(lazy="raise")
    history: Mapped[list["ReturnStep"]] = relationship(lazy="raise", order_by="ReturnStep.version")

    @property
    def amount(self) -> Decimal:
        """The price of the returned pieces in rupees."""
        return self.item.price.ornament_price * self.quantity
