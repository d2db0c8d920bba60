"""Requests and responses of orders: what is ordered, a shopper's order lines, the orders of the board."""

import datetime as dt
from decimal import Decimal
from typing import Annotated, Any

from pydantic import Field

from api.catalogue.schemas import Hallmark, Purity, StoneOut
from api.customers.field_types import EmailOrNone, PhoneOfOrder
from api.desk.schemas import DeskOut
from api.http.base_schemas import In, Out, PageOf, Success
from api.http.date_types import Time
from api.http.schema_types import NOT_BOOL, NOT_NULL, NULL_AS_EMPTY, BoundedDecimal, Id, Number, SizeLabel, Text
from api.orders.delivery_schemas import DeliveryOut, GiftIn, GiftOut
from api.orders.status_schemas import AdminStatusEntryOut, StatusAmountsOut, StatusCountsOut, StatusEntryOut
from api.pan.schemas import PanText
from api.payments.schemas import AdminPaymentOut, PaymentOut
from shop.carts.limits import MAX_LINES
from shop.orders.draft import DraftLine, DraftOrder
from shop.orders.model import Order, OrderItem, Status
from shop.pan import rules as pan_rules
from shop.payments.model import Method

ClientFigure = Annotated[Decimal, BoundedDecimal(10**12)]
"""A figure that the client shows. The server compares it with its own."""


class OrderItemIn(In):
    """A line as the client shows it. Without any ``size`` in the order, products have their default one."""

    product_id: Id
    size: SizeLabel | None = None
    product_quantity: Annotated[int, Field(ge=1, le=10), NOT_BOOL]
    total_amount: ClientFigure
    weight: ClientFigure | None = None
    gold_rate: ClientFigure | None = None
    product_rate: ClientFigure | None = None
    stone_charge: ClientFigure | None = None
    making_charge: ClientFigure | None = None
    wastage_charge: ClientFigure | None = None
    discount: ClientFigure | None = None
    status: Text | None = None


class OrderIn(In):
    """An order of a cart. Its contact defaults to the customer's, ``addressId`` to the default address or the newest.

    With ``holdId`` the order is charged at the price of that hold, or at the current one if that is lower. Above
    ``panAbove`` of ``GET /shop/`` an order with ``paymentMethod`` needs the buyer's ``pan``; otherwise the PAN is not
    stored.
    """

    customer_id: Id
    total_quantity: Annotated[int, Field(ge=0, le=10_000), NOT_BOOL]
    total_amount: ClientFigure
    name: Annotated[Text, NULL_AS_EMPTY] = ""
    email: Annotated[EmailOrNone, NULL_AS_EMPTY] = ""
    phone: Annotated[PhoneOfOrder, NULL_AS_EMPTY] = ""
    address_id: Id | None = None
    payment_method: Annotated[Method | None, NOT_NULL] = None
    hold_id: Annotated[Id | None, NOT_NULL] = None
    pan: Annotated[PanText | None, NOT_NULL] = None
    gift: Annotated[GiftIn | None, NOT_NULL] = None
    items: Annotated[list[OrderItemIn], Field(max_length=MAX_LINES, json_schema_extra={"minItems": 1})]


class _Line(Out):
    """The fields of a line that shoppers and admins both see. Amounts are rupees, weights are grams a piece.

    ``huids`` are the numbers of the hallmarks of its pieces, at most as many as ``productQuantity``. ``trackingNumber``
    is the parcel's number at the ``courier``; ``trackingUrl`` is the courier's page of the parcel.
    """

    order_id: int
    item_id: int
    customer_id: int
    product_id: int
    product_name: str
    product_image_url: str
    size: str | None
    product_quantity: int
    product_rate: Number
    weight: Number
    gold_rate: Number
    making_charge: Number
    wastage_charge: Number
    discount: Number
    gross_weight: Number | None
    stones: list[StoneOut]
    stone_charge: Number
    purity: Purity
    hallmark: Hallmark | None
    huids: list[str]
    huids_version: int
    courier: str | None
    tracking_number: str | None
    tracking_url: str | None
    shipment_version: int
    status: Status
    ordered_at: Time | None
    packed_at: Time | None
    shipped_at: Time | None
    delivered_at: Time | None
    cancelled_at: Time | None
    version: int


class OrderLineOut(_Line):
    """A line as its shopper sees it, with the fields of its order.

    ``isReviewed`` is whether the shopper has reviewed its product.
    """

    current_status: str
    status_text: str | None
    item_total_amount: Number
    order_total_amount: Number
    total_quantity: int
    ordered_date: Time
    delivery_from: dt.date | None
    delivery_date: dt.date | None
    address: DeliveryOut | None
    gift: GiftOut | None
    payment: PaymentOut
    history: list[StatusEntryOut]
    is_reviewed: bool


class OrderItemOut(_Line):
    """A line as the board shows it."""

    id: int
    total_amount: Number
    changed_by: str | None
    history: list[AdminStatusEntryOut]

    @classmethod
    def of(cls, item: OrderItem | DraftLine, order: Order | DraftOrder) -> "OrderItemOut":
        price = item.price
        return cls.model_validate(
            {name: getattr(item, name) for name in _OF_LINE}
            | vars(price)
            | {
                "order_id": order.id,
                "item_id": item.id,
                "customer_id": order.customer_id,
                "product_quantity": item.quantity,
                "product_rate": price.metal_value,
                "history": AdminStatusEntryOut.of_history(item.history),
            }
        )


_OF_LINE = OrderItemOut.model_fields.keys() & DraftLine._fields
"""The fields that an item has under the same names."""


class OrderOut(Out):
    """An order with its lines. ``currentStatus`` is ``statusText`` or else the status of the least advanced line.

    ``statusText`` is what an admin wrote, if one did. ``panMissing``: the order needs its buyer's PAN and has none.
    """

    id: int
    customer_id: int
    customer_name: str
    customer_email: str
    customer_phone: str
    total_quantity: int
    total_amount: Number
    ordered_date: Time
    delivery_from: dt.date | None
    delivery_date: dt.date | None
    current_status: str
    status_text: str | None
    address: DeliveryOut | None
    gift: GiftOut | None
    payment: AdminPaymentOut
    pan_missing: bool
    items: list[OrderItemOut]

    @classmethod
    def of(cls, order: Order | DraftOrder) -> "OrderOut":
        has_pan = order.has_pan if isinstance(order, DraftOrder) else order.pan_row is not None
        return cls(
            id=order.id,
            customer_id=order.customer_id,
            customer_name=order.buyer.name,
            customer_email=order.buyer.email,
            customer_phone=order.buyer.phone,
            total_quantity=order.total_quantity,
            total_amount=order.total_amount,
            ordered_date=order.ordered_at,
            delivery_from=order.delivery_from,
            delivery_date=order.delivery_date,
            current_status=order.current_status,
            status_text=order.status_text or None,
            address=order.address,
            gift=order.gift,
            payment=AdminPaymentOut.of(order.payment),
            pan_missing=pan_rules.is_missing(order.total_amount, has_pan=has_pan),
            items=[OrderItemOut.of(item, order) for item in order.items],
        )

    def data(self) -> dict[str, Any]:
        """Return the order as it is on the wire."""
        return self.model_dump(mode="json", by_alias=True)


class OrderWithItems(Success[OrderOut]):
    """One order. Its lines are also beside ``data``, where the page of order items reads them.

    ``desk`` is for staff only, null for other systems.
    """

    items: list[OrderItemOut]
    desk: DeskOut | None = None


class OrderList(PageOf[OrderOut]):
    """A page of the board.

    ``counts`` are the lines by status, for all orders that match the filters other than the status.

    ``amounts`` are the sums of those lines' amounts, if the request has ``amounts=true``. ``claims`` is the number of
    all claimed payments, whatever the filters. ``desk`` has the assignments of the page's orders that have an
    assignment or a note; null for other systems, because only staff see it. ``countedAt`` is the time of the counts:
    they exclude later changes.
    """

    counts: StatusCountsOut
    amounts: StatusAmountsOut | None = None
    claims: int
    desk: list[DeskOut] | None = None
    counted_at: str
