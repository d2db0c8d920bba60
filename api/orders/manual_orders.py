"""Fields of orders that admins edit: delivery date and status text, and whole orders without lines.

The lines of a placed order, and the fields that follow from them, cannot be edited.
"""

from collections.abc import Mapping
from datetime import date, datetime
from decimal import Decimal
from typing import Annotated, Any

from pydantic import ConfigDict, Field
from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncSession

from api.http.base_schemas import In
from api.http.date_types import DayOfDelivery, DayOrTime, TimeOfOrder, near_orders
from api.http.partial_update import WithSeen, refuse_stale
from api.http.schema_types import NOT_BOOL, BoundedDecimal, Id, RequiredText, Text
from api.orders.schemas import OrderOut
from shop.clock import now, today
from shop.customers.model import Customer
from shop.errors import Conflict, Invalid, NotFound
from shop.events import outbox
from shop.orders import queries
from shop.orders.events import OrderChanged, OrderDeleted
from shop.orders.model import Order
from shop.pan.model import OrderPan
from shop.payments import online, writes
from shop.payments.events import LinksObsolete
from shop.payments.model import Method, PaymentStatus
from shop.tracking import queries as tracking
from shop.tracking.events import OrderTrackingChanged
from shop.tracking.model import TrackingLink

Count = Annotated[int, Field(ge=0, le=10_000), NOT_BOOL]
Amount = Annotated[Decimal, BoundedDecimal("999999999999", 0)]
StoredAmount = Annotated[Decimal, BoundedDecimal("999999999999.99", 2)]
"""Earlier versions accepted paise, which an edit may repeat."""


class OrderFieldsIn(In):
    """An order as the admin's form has it, without lines."""

    id: Id | None = None
    customer_id: Id
    total_quantity: Count
    total_amount: Amount
    ordered_date: TimeOfOrder
    delivery_date: DayOfDelivery
    current_status: RequiredText


class OrderEditIn(WithSeen):
    """The fields to change. Omitted fields stay. With an empty ``currentStatus`` the status follows the lines again.

    A new ``deliveryDate`` is in the year 2000 or later, not before the day of the order, and within a year from now. A
    new ``totalAmount`` is in whole rupees. ``seen`` has the values of the sent fields as the caller saw them; the
    change is refused if one is stale.
    """

    model_config = ConfigDict(json_schema_extra={"minProperties": 1})

    id: Id | None = None
    customer_id: Id | None = None
    total_quantity: Count | None = None
    total_amount: StoredAmount | None = None
    ordered_date: TimeOfOrder | None = None
    delivery_date: DayOrTime | None = None
    current_status: Text | None = None


class OrderHasLines(Conflict):
    """The edit would contradict the lines of a placed order."""

    code = "keeps_its_lines"


class OrderHasPayment(Conflict):
    """The edit would contradict a payment that was claimed or made."""

    code = "keeps_its_payment"


async def create(database: AsyncSession, wanted: OrderFieldsIn) -> Order:
    """Create an order without lines, such as one taken by phone; the caller commits.

    :raises NotFound: if there is no such customer.
    :raises Invalid: if the delivery date is before the day of the order.
    """
    _check_not_before(wanted.delivery_date, wanted.ordered_date)
    customer = await _customer(database, wanted.customer_id)
    order = Order(
        customer=customer,
        name=customer.name,
        email=customer.email,
        phone=customer.phone,
        total_quantity=wanted.total_quantity,
        total_amount=wanted.total_amount,
        ordered_at=wanted.ordered_date,
        delivery_date=wanted.delivery_date,
        status_text=wanted.current_status,
        items=[],
    )
    database.add(order)
    await database.flush()
    await record_change(database, order)
    return order


async def edit(database: AsyncSession, order_id: int, wanted: OrderEditIn, seen: Mapping[str, Any]) -> Order:
    """Change fields of an order and record the event; the caller commits.

    A new delivery date is the only day of delivery; the same date keeps the first day.

    :param seen: the values that the caller saw, by the names of the given fields; ``orderedDate`` is not compared.
    :raises ChangedMeanwhile: if a field no longer has the value that the caller saw.
    :raises NotFound: if there is no such order or customer.
    :raises Invalid: if the new delivery date has a mistyped year, the new amount has paise, or a new date puts the
        delivery before the day of the order.
    :raises OrderHasLines: if customer, totals or date of an order with lines would change; nothing changes.
    :raises OrderHasPayment: if customer or amount of an order without lines would change after its payment.
    """
    order = await _locked(database, order_id)
    refuse_stale(wanted, wanted.model_fields_set, seen, order, OrderOut.of)
    before = order.delivery_date, order.ordered_at
    if order.items:
        _check_unchanged(order, wanted)
    else:
        await _edit_figures(database, order, wanted)
    if wanted.delivery_date is not None and wanted.delivery_date != order.delivery_date:
        order.delivery_from = order.delivery_date = _checked_delivery(wanted.delivery_date)
    if (order.delivery_date, order.ordered_at) != before:
        _check_not_before(order.delivery_date, order.ordered_at)
    if wanted.current_status is not None and wanted.current_status != order.current_status:
        order.status_text = wanted.current_status or None
    await record_change(database, order)
    return order


async def remove(database: AsyncSession, order_id: int) -> None:
    """Delete an order without lines and record the event; the caller commits.

    :raises NotFound: if there is no such order.
    :raises OrderHasLines: if it has lines, or a payment with ledger entries.
    """
    order = await _locked(database, order_id)
    if order.items:
        items = f"{len(order.items)} items, which are" if len(order.items) > 1 else "an item, which is"
        raise OrderHasLines(f"Order {order_id} has {items} kept for ever.")
    if order.payment.version > 1:
        raise OrderHasLines(f"Order {order_id} has a payment, whose steps are kept for ever.")
    await outbox.record(database, OrderDeleted(order_id=order.id, customer_id=order.customer_id), at=now())
    await database.execute(delete(TrackingLink).where(TrackingLink.order_id == order_id))
    await database.delete(order)


def _checked_delivery(day: date) -> date:
    try:
        return near_orders(day)
    except ValueError as error:
        raise Invalid("Please check: deliveryDate.", fields={"deliveryDate": str(error)}) from error


def _check_not_before(delivery: date | None, ordered_at: datetime) -> None:
    if delivery is not None and delivery < today(ordered_at):
        sentence = "must not be before the day of the order"
        raise Invalid("Please check: deliveryDate.", fields={"deliveryDate": sentence})


def _checked_amount(amount: Decimal) -> Decimal:
    if amount % 1:
        raise Invalid("Please check: totalAmount.", fields={"totalAmount": "must be a whole number"})
    return amount


def _check_unchanged(order: Order, wanted: OrderEditIn) -> None:
    moved = wanted.ordered_date is not None and today(wanted.ordered_date) != today(order.ordered_at)
    changed = {
        "customerId": wanted.customer_id not in {None, order.customer_id},
        "totalQuantity": wanted.total_quantity not in {None, order.total_quantity},
        "totalAmount": wanted.total_amount not in {None, order.total_amount},
        "orderedDate": moved,
    }
    fields = {name: "This follows from the order's items." for name, is_changed in changed.items() if is_changed}
    if fields:
        sentence = f"Order {order.id} was placed with its items; its {', '.join(fields)} cannot be edited."
        raise OrderHasLines(sentence, fields=fields)


def _check_unpaid(order: Order, wanted: OrderEditIn) -> None:
    """Check that customer and amount do not change once a payment was claimed or received.

    Otherwise they would contradict the payment.
    """
    changed = {
        "customerId": wanted.customer_id not in {None, order.customer_id},
        "totalAmount": wanted.total_amount not in {None, order.total_amount},
    }
    status = order.payment.status
    if any(changed.values()) and status not in {PaymentStatus.DUE, PaymentStatus.FAILED}:
        sentence = f"The payment of order {order.id} is {status.replace('_', ' ')}, so customer and amount stay."
        raise OrderHasPayment(sentence, fields={name: sentence for name, is_changed in changed.items() if is_changed})


async def _edit_figures(database: AsyncSession, order: Order, wanted: OrderEditIn) -> None:
    _check_unpaid(order, wanted)
    are_links_obsolete = wanted.customer_id not in {None, order.customer_id}
    if wanted.customer_id is not None:
        await _move(database, order, await _customer(database, wanted.customer_id))
    if wanted.total_quantity is not None:
        order.total_quantity = wanted.total_quantity
    if wanted.total_amount not in {None, order.total_amount}:
        order.total_amount = _checked_amount(wanted.total_amount)
        are_links_obsolete = True
    if are_links_obsolete and order.payment.method == Method.ONLINE:
        await outbox.record(database, LinksObsolete(order_id=order.id), at=now())
    if wanted.ordered_date is not None:
        order.ordered_at = wanted.ordered_date


async def _move(database: AsyncSession, order: Order, customer: Customer) -> None:
    """Move an order to another customer. It counts as not erased, because its personal data is theirs from now on.

    The tracking link, the PAN, open payment pages and a rejected claim of the first customer end. If the order already
    belongs to this customer, it keeps the data with which it was ordered.
    """
    if customer.id == order.customer_id:
        return
    ended = OrderTrackingChanged(order_id=order.id, customer_id=order.customer_id, is_shared=False)
    await outbox.record(database, ended, at=now())
    await database.execute(tracking.replace_link(order.id))
    await database.execute(delete(OrderPan).where(OrderPan.order_id == order.id))
    await database.execute(online.end_links(order.id, at=now()))
    await database.execute(writes.forget_claim(order.id))
    order.customer = customer
    order.name, order.email, order.phone = customer.name, customer.email, customer.phone
    order.erased_at = None


async def _customer(database: AsyncSession, customer_id: int) -> Customer:
    customer = await database.get(Customer, customer_id)
    if customer is None or customer.is_deleted:
        raise NotFound("Customer not found")
    return customer


async def _locked(database: AsyncSession, order_id: int) -> Order:
    query = queries.by_number(order_id).with_for_update(of=Order).execution_options(populate_existing=True)
    order: Order | None = await database.scalar(query)
    if order is None:
        raise NotFound(f"There is no order {order_id}.")
    await database.refresh(order.payment_row)  # the query may have read the payment before it waited for the lock
    return order


async def record_change(database: AsyncSession, order: Order) -> None:
    """Record the event of an order whose own fields, or whose PAN, were changed; the caller commits."""
    await database.flush()
    await database.refresh(order, ["payment_row", "pan_row"])
    event = OrderChanged(
        order_id=order.id,
        customer_id=order.customer_id,
        order=OrderOut.of(order).model_dump(mode="json", by_alias=True),
    )
    await outbox.record(database, event, at=now())
