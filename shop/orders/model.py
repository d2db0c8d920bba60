"""Orders, their lines with the price at which they were placed, and the status of each line with its history."""

import datetime as dt
from collections.abc import Iterable
from decimal import Decimal
from enum import StrEnum
from typing import Any, NamedTuple

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    ForeignKey,
    Index,
    Numeric,
    String,
    UniqueConstraint,
    text,
)
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import Mapped, mapped_column, relationship

from shop.catalogue.pricing import PriceBreakUp
from shop.catalogue.sizes import title_of
from shop.customers.model import Customer
from shop.db.base import Base, Grams, Key, Rupees
from shop.pan.model import OrderPan
from shop.payments.model import Payment
from shop.payments.state import PAYMENT_COLUMNS, PaymentState

DELIVERED_WITHIN = dt.timedelta(days=5)


class Status(StrEnum):
    """The status of an order line, in the usual sequence. A line can be cancelled until it is delivered."""

    # A value is also the beginning of the name of its time: the column packed_at, in JSON packedAt. Texts for people
    # use `word`.
    ORDERED = "ordered"
    PACKED = "packed"
    SHIPPED = "shipped"
    DELIVERED = "delivered"
    CANCELLED = "cancelled"

    @property
    def stamp(self) -> str:
        """The column with the time when this status was set last."""
        return f"{self.value}_at"

    @property
    def word(self) -> str:
        """The status in sentences, mails and notifications."""
        return self.value.replace("_", " ")


_SEQUENCE = {status.value: number for number, status in enumerate(Status)}
BEFORE_PACKING = (Status.ORDERED,)
"""The statuses of lines that are still to be packed."""
NOT_BEGUN = (*(status.value for status in BEFORE_PACKING), Status.CANCELLED.value)
"""The statuses of lines that staff have not begun to pack."""


def status_of_order(written: str | None, statuses: Iterable[str]) -> str:
    """Return the text that an admin wrote, or the least advanced status of the lines; cancelled ones come last."""
    return written or min(statuses, key=_SEQUENCE.__getitem__, default=Status.ORDERED.value)


def is_up_to(status: str, last: Status) -> bool:
    """Whether a status is ``last`` or comes before it in the usual sequence."""
    return _SEQUENCE[status] <= _SEQUENCE[last]


def is_before_packing(status: str) -> bool:
    """Whether a line with this status is still to be packed."""
    return status in BEFORE_PACKING


class Buyer(NamedTuple):
    """The customer who orders."""

    id: int
    name: str
    email: str
    phone: str


class Order(Base):
    """An order. ``address`` is a copy, so later edits of the address do not change it.

    ``delivery_from`` and ``delivery_date`` are the first and the last day on which it is expected to be delivered.
    ``gift`` is ``{"message": "…", "is_wrapped": true}``, or None if the order is no gift. ``erased_at`` is when its
    name, email address, phone and delivery address were erased, after the shopper deleted their account.
    """

    __tablename__ = "shop_order"
    __table_args__ = (
        Index(None, "customer_id", "id"),
        Index(None, "total_amount", "id"),
        Index("shop_order_no_address_idx", "id", postgresql_where=text("address IS NULL AND erased_at IS NULL")),
    )

    id: Mapped[Key]
    customer_id: Mapped[int] = mapped_column(ForeignKey("customer.id"))
    name: Mapped[str]
    email: Mapped[str]
    phone: Mapped[str]
    address: Mapped[dict[str, str] | None] = mapped_column(JSONB)
    total_quantity: Mapped[int]
    total_amount: Mapped[Rupees]
    ordered_at: Mapped[dt.datetime] = mapped_column(index=True)
    delivery_from: Mapped[dt.date | None]
    delivery_date: Mapped[dt.date | None]
    status_text: Mapped[str | None]
    gift: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    erased_at: Mapped[dt.datetime | None]

    customer: Mapped[Customer] = relationship(lazy="raise")
    items: Mapped[list["OrderItem"]] = relationship(lazy="raise", order_by="OrderItem.line", back_populates="order")
    payment_row: Mapped[Payment] = relationship(lazy="raise", viewonly=True)
    pan_row: Mapped[OrderPan | None] = relationship(lazy="raise", viewonly=True)

    @property
    def buyer(self) -> "Buyer":
        """The person who gets mails about the order: the customer or, if the account is deleted, the recipient."""
        person: Order | Customer = self if self.customer.is_deleted else self.customer
        return Buyer(self.customer_id, person.name, person.email, person.phone)

    @property
    def current_status(self) -> str:
        """The text that an admin wrote, or the least advanced status of the lines."""
        return status_of_order(self.status_text, (item.status for item in self.items))

    @property
    def is_begun(self) -> bool:
        """Whether staff have begun to pack it. Such an order is not cancelled, even if it is not paid in time."""
        return any(item.status not in NOT_BEGUN for item in self.items)

    @property
    def payment(self) -> PaymentState:
        """The state of the payment."""
        cancelled = (item.total_amount for item in self.items if item.status == "cancelled")
        return PaymentState(
            order_id=self.id,
            customer_id=self.customer_id,
            amount=self.total_amount,
            ordered_at=self.ordered_at,
            cancelled=sum(cancelled, Decimal(0)),
            returned_unpaid=self.payment_row.returned_unpaid,
            is_begun=self.is_begun,
            **{name: getattr(self.payment_row, name) for name in PAYMENT_COLUMNS},
            used_in=tuple(self.payment_row.used_in),
        )

    def item(self, item_id: int) -> "OrderItem":
        """Return the line with this id, which must exist."""
        return next(item for item in self.items if item.id == item_id)


class OrderItem(Base):
    """One line of an order: a quantity of one product, at the price when it was ordered.

    ``huids`` are the hallmark numbers of its pieces, as far as they were entered: see :mod:`shop.huids`. They have a
    separate version, since they do not change the status. The same is true for courier and tracking number
    (:mod:`shop.shipping`).
    """

    __tablename__ = "order_item"
    __table_args__ = (
        UniqueConstraint("order_id", "line"),
        CheckConstraint("status IN ('ordered', 'packed', 'shipped', 'delivered', 'cancelled')", name="status"),
        CheckConstraint("quantity BETWEEN 1 AND 10", name="quantity"),
        Index(None, "status", "order_id"),
        Index("order_item_ordered_idx", "ordered_at", postgresql_where=text("status = 'ordered'")),
        Index("order_item_packed_idx", "packed_at", postgresql_where=text("status = 'packed'")),
        Index("order_item_delivered_idx", "delivered_at", postgresql_where=text("status = 'delivered'")),
        Index(
            "order_item_huids_idx",
            "huids",
            postgresql_using="gin",
            postgresql_with={"fastupdate": "off"},
            postgresql_where=text("huids <> '{}'"),
        ),
        Index(
            "order_item_tracking_number_idx", "tracking_number", postgresql_where=text("tracking_number IS NOT NULL")
        ),
    )

    id: Mapped[Key]
    order_id: Mapped[int] = mapped_column(ForeignKey("shop_order.id"))
    line: Mapped[int]
    product_id: Mapped[int] = mapped_column(ForeignKey("product.id"), index=True)
    product_name: Mapped[str]
    product_image_url: Mapped[str]
    purity: Mapped[str]
    hallmark: Mapped[str | None]
    huids: Mapped[list[str]] = mapped_column(ARRAY(String), server_default=text("'{}'"))
    huids_version: Mapped[int] = mapped_column(server_default=text("1"))
    size: Mapped[str | None]
    quantity: Mapped[int]
    weight: Mapped[Grams]
    gold_rate: Mapped[Rupees]
    making_charge: Mapped[Rupees]
    wastage_charge: Mapped[Rupees]
    discount: Mapped[Rupees]
    gross_weight: Mapped[Grams | None]
    stones: Mapped[list[dict[str, Any]]] = mapped_column(JSONB, server_default=text("'[]'"))
    stone_charge: Mapped[Rupees] = mapped_column(server_default=text("0"))
    total_amount: Mapped[Rupees]
    status: Mapped[str]
    ordered_at: Mapped[dt.datetime | None]
    packed_at: Mapped[dt.datetime | None]
    shipped_at: Mapped[dt.datetime | None]
    delivered_at: Mapped[dt.datetime | None]
    cancelled_at: Mapped[dt.datetime | None]
    version: Mapped[int] = mapped_column(server_default=text("1"))
    changed_by: Mapped[str | None]
    courier: Mapped[str | None]
    tracking_number: Mapped[str | None]
    tracking_url: Mapped[str | None]
    shipment_version: Mapped[int] = mapped_column(server_default=text("1"))

    order: Mapped[Order] = relationship(lazy="raise_on_sql", back_populates="items")
    history: Mapped[list["StatusChange"]] = relationship(
        lazy="raise", order_by="StatusChange.version", back_populates="item"
    )

    @property
    def title(self) -> str:
        """The product's name with its size, for mails: ``Lotus Ring, size 12``."""
        return title_of(self.product_name, self.size)

    @property
    def status_word(self) -> str:
        """The status in sentences."""
        return Status(self.status).word

    @property
    def price(self) -> PriceBreakUp:
        """The break-up of the price of one piece, when it was ordered."""
        return PriceBreakUp(
            gold_rate=self.gold_rate,
            weight=self.weight,
            making_charge=self.making_charge,
            wastage_charge=self.wastage_charge,
            discount=self.discount,
            stone_charge=self.stone_charge,
        )


_IS_BY_STAFF = text("admin_id IS NOT NULL OR api_key_id IS NOT NULL")
_IS_UNDO = text("undoes IS NOT NULL")


class StatusChange(Base):
    """One status change of an order line.

    ``undoes`` is the version of the change that this one undoes; None if it sets a status. ``reason`` is why a line was
    cancelled. ``weights`` are the grams of its pieces on the scale when it was packed. ``changed_by`` is a name.
    Without ``admin_id`` and ``api_key_id``, the shopper or the shop itself made the change.
    """

    __tablename__ = "status_change"
    __table_args__ = (
        UniqueConstraint("order_item_id", "version"),
        Index("status_change_by_staff_idx", "at", "id", postgresql_where=_IS_BY_STAFF),
        Index("status_change_admin_idx", "admin_id", "at", "id", postgresql_where=text("admin_id IS NOT NULL")),
        Index("status_change_undone_idx", "order_item_id", "undoes", unique=True, postgresql_where=_IS_UNDO),
    )

    id: Mapped[Key]
    order_item_id: Mapped[int] = mapped_column(ForeignKey("order_item.id"))
    version: Mapped[int]
    from_status: Mapped[str | None]
    to_status: Mapped[str]
    at: Mapped[dt.datetime]
    admin_id: Mapped[int | None] = mapped_column(ForeignKey("admin.id", ondelete="SET NULL"))
    api_key_id: Mapped[int | None] = mapped_column(BigInteger)
    changed_by: Mapped[str | None]
    undoes: Mapped[int | None]
    reason: Mapped[str | None]
    weights: Mapped[list[Decimal]] = mapped_column(ARRAY(Numeric(10, 3)), server_default=text("'{}'"))

    item: Mapped[OrderItem] = relationship(lazy="raise", back_populates="history")
