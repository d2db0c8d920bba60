"""Orders on the wire, as shoppers read their lines and as the board lists orders."""

import datetime as dt
from collections.abc import Sequence
from decimal import Decimal
from typing import Annotated, Any, Self

from pydantic import Field

from api.catalogue.schemas import Purity
from api.customers.schemas import EmailOrNone, PhoneOfOrder
from api.shapes import COUNTED, UNSAID, Figure, Id, In, Number, Out, PageOf, Success, Text, Time, Unread
from shop.orders.model import Order, OrderItem, Status, StatusChange, standing_steps, undone_versions
from shop.orders.placed import FirstStep, PlacedLine, PlacedOrder

Shown = Annotated[Decimal, Figure(10**12)]
"""A figure that the client shows; the server only compares it."""


class OrderItemIn(In):
    """A line as the client shows it. Every figure is compared with the server's own."""

    product_id: Id
    product_quantity: Annotated[int, Field(ge=1, le=10), COUNTED]
    total_amount: Shown
    weight: Shown | None = None
    gold_rate: Shown | None = None
    product_rate: Shown | None = None
    making_charge: Shown | None = None
    wastage_charge: Shown | None = None
    discount: Shown | None = None
    status: Text | None = None


class OrderIn(In):
    customer_id: Id
    total_quantity: Annotated[int, Field(ge=0, le=10_000), COUNTED]
    total_amount: Shown
    name: Annotated[Text, UNSAID] = ""
    email: Annotated[EmailOrNone, UNSAID] = ""
    phone: Annotated[PhoneOfOrder, UNSAID] = ""
    address_id: Id | None = None
    items: Annotated[list[OrderItemIn], Field(max_length=100, json_schema_extra={"minItems": 1})]


Version = Annotated[int, Field(ge=1, le=2**31 - 1), COUNTED]


class StatusIn(In):
    """A change of status. A time is accepted as the old client sends it, and not used: the server has its own clock."""

    id: Id
    status: Status
    version: Version | None = None
    ordered_at: Unread = None
    packed_at: Unread = None
    shipped_at: Unread = None
    delivered_at: Unread = None


class StatusesIn(In):
    """Changes of status for several lines; each stands or falls by itself."""

    items: Annotated[list[StatusIn], Field(min_length=1, max_length=200)]


class UndoIn(In):
    """The line whose last change is taken back, at the version that this change made."""

    id: Id
    version: Id


class UndosIn(In):
    """Lines whose last change is taken back; each stands or falls by itself."""

    items: Annotated[list[UndoIn], Field(min_length=1, max_length=200)]


class DeliveryOut(Out):
    """Where an order goes, as it was when the order was placed."""

    name: str
    address: str
    city: str
    state: str
    country: str
    zip_code: Annotated[str, Field(alias="zip_code")]


class StepOut(Out):
    """One step of a line's history."""

    status: Status
    from_: Annotated[Status | None, Field(alias="from")]
    at: Time
    version: int

    @classmethod
    def of_history(cls, history: Sequence[StatusChange | FirstStep]) -> list[Self]:
        """Return what a shopper reads of it: what was undone, and the undo, were never theirs to know."""
        return [cls.model_validate(_step(change)) for change in standing_steps(history)]


class AdminStepOut(StepOut):
    """A step with who took it, for admins. ``undone`` was taken back later; ``undoes`` is the version it takes back."""

    changed_by: str | None
    undoes: int | None
    undone: bool

    @classmethod
    def of_history(cls, history: Sequence[StatusChange | FirstStep]) -> list[Self]:
        undone = undone_versions(history)
        return [
            cls.model_validate(
                _step(change)
                | {"changedBy": change.changed_by, "undoes": change.undoes, "undone": change.version in undone}
            )
            for change in history
        ]


def _step(change: StatusChange | FirstStep) -> dict[str, Any]:
    return {"status": change.to_status, "from": change.from_status, "at": change.at, "version": change.version}


class _Line(Out):
    """What shoppers and admins both see of a line: amounts are rupees, weight grams a piece."""

    order_id: int
    item_id: int
    customer_id: int
    product_id: int
    product_name: str
    product_image_url: str
    product_quantity: int
    product_rate: Number
    weight: Number
    gold_rate: Number
    making_charge: Number
    wastage_charge: Number
    discount: Number
    purity: Purity
    status: Status
    ordered_at: Time | None
    packed_at: Time | None
    shipped_at: Time | None
    delivered_at: Time | None
    version: int


class OrderLineOut(_Line):
    """A line as its shopper reads it, together with its order."""

    current_status: str
    status_text: str | None
    item_total_amount: Number
    order_total_amount: Number
    total_quantity: int
    ordered_date: Time
    delivery_date: dt.date | None
    address: DeliveryOut | None
    history: list[StepOut]


class OrderItemOut(_Line):
    """A line as the board shows it."""

    id: int
    total_amount: Number
    changed_by: str | None
    history: list[AdminStepOut]

    @classmethod
    def of(cls, item: OrderItem | PlacedLine, order: Order | PlacedOrder) -> "OrderItemOut":
        price = item.price
        return cls.model_validate(
            {
                "order_id": order.id,
                "item_id": item.id,
                "customer_id": order.customer_id,
                "product_id": item.product_id,
                "product_name": item.product_name,
                "product_image_url": item.product_image_url,
                "product_quantity": item.quantity,
                "product_rate": price.metal_value,
                "weight": price.weight,
                "gold_rate": price.gold_rate,
                "making_charge": price.making_charge,
                "wastage_charge": price.wastage_charge,
                "discount": price.discount,
                "purity": item.purity,
                "status": item.status,
                "ordered_at": item.ordered_at,
                "packed_at": item.packed_at,
                "shipped_at": item.shipped_at,
                "delivered_at": item.delivered_at,
                "version": item.version,
                "id": item.id,
                "total_amount": item.total_amount,
                "changed_by": item.changed_by,
                "history": AdminStepOut.of_history(item.history),
            }
        )


class OrderOut(Out):
    """An order with its lines. ``current_status`` is what an admin wrote, else the least advanced line's.

    ``status_text`` is what an admin wrote, where one did.
    """

    id: int
    customer_id: int
    customer_name: str
    customer_email: str
    customer_phone: str
    total_quantity: int
    total_amount: Number
    ordered_date: Time
    delivery_date: dt.date | None
    current_status: str
    status_text: str | None
    address: DeliveryOut | None
    items: list[OrderItemOut]

    @classmethod
    def of(cls, order: Order | PlacedOrder) -> "OrderOut":
        return cls(
            id=order.id,
            customer_id=order.customer_id,
            customer_name=order.customer.name,
            customer_email=order.customer.email,
            customer_phone=order.customer.phone,
            total_quantity=order.total_quantity,
            total_amount=order.total_amount,
            ordered_date=order.ordered_at,
            delivery_date=order.delivery_date,
            current_status=order.current_status,
            status_text=order.status_text or None,
            address=order.address,
            items=[OrderItemOut.of(item, order) for item in order.items],
        )

    def numbered(self, order_id: int, item_ids: Sequence[int]) -> "OrderOut":
        """Give an order that was built before it was written its number, and its lines theirs."""
        self.id = order_id
        for item, item_id in zip(self.items, item_ids, strict=True):
            item.order_id = order_id
            item.id = item.item_id = item_id
        return self


class OrderWithItems(Success[OrderOut]):
    """One order; its lines stand beside ``data`` too, where the order items page reads them."""

    items: list[OrderItemOut]


class StatusCountsOut(Out):
    """How many lines have each status."""

    ordered: int = 0
    packed: int = 0
    shipped: int = 0
    delivered: int = 0


class StatusAmountsOut(Out):
    """What the lines with each status cost together, in rupees."""

    ordered: Number = Decimal(0)
    packed: Number = Decimal(0)
    shipped: Number = Decimal(0)
    delivered: Number = Decimal(0)


class OrderList(PageOf[list[OrderOut]]):
    """The board. ``counts`` are the lines with each status in the whole filter, the status itself left aside.

    ``amounts`` are what those lines cost together, where ``amounts=true`` asked for them.
    ``countedAt`` is after they were counted: a change that bears a later time is not in them.
    """

    counts: StatusCountsOut
    amounts: StatusAmountsOut | None = None
    counted_at: str


class StatusChangeOut(Out):
    """What a change of status answers: the same as the event that every open page gets.

    ``undoes`` is the version of the change that this one takes back, None where it takes none back.
    """

    order_id: int
    item_id: int
    customer_id: int
    from_: Annotated[Status | None, Field(alias="from")]
    status: Status
    ordered_at: str | None
    packed_at: str | None
    shipped_at: str | None
    delivered_at: str | None
    version: int
    current_status: str
    changed_by: str | None
    at: str | None
    undoes: int | None


class StatusResultOut(Out):
    """How one of several changes went: ``code`` and ``message`` as it alone would have been answered."""

    id: int
    code: int
    message: str
    data: StatusChangeOut | None = None
