"""Queries whose rows are orders as JSON, in the form of :mod:`api.orders.schemas`."""

from dataclasses import replace
from functools import cache, lru_cache
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, bindparam, case, exists, false, func, literal_column, or_, select
from sqlalchemy.orm import InstrumentedAttribute, aliased

from api.catalogue.product_json import stones_json
from api.db import sql_json
from api.desk.schemas import DeskOut, StaffPersonOut
from api.orders.delivery_schemas import DeliveryOut, GiftOut
from api.orders.schemas import OrderItemOut, OrderLineOut, OrderOut
from api.orders.status_schemas import AdminStatusEntryOut, StatusEntryOut
from api.payments import payment_json
from api.payments.schemas import AdminPaymentOut, PaymentOut
from shop.catalogue.pricing import PriceBreakUp
from shop.customers.model import Customer
from shop.db.query import Query
from shop.desk.model import OrderAssignment
from shop.desk.queries import is_assignee_of, number_of_notes
from shop.orders import queries, search, statistics
from shop.orders.model import Order, OrderItem, StatusChange
from shop.orders.queries import OrderSort, Shape
from shop.pan.model import OrderPan
from shop.payments.model import Payment, PaymentStatus
from shop.reviews.model import Review
from shop.staff.model import Admin

IS_FREQUENT = Query.of(search.is_frequent())
CLAIMS = Query.of(select(func.count().label("claims")).where(Payment.status == PaymentStatus.CLAIMED.value))
"""The number of claimed payments that staff have not checked yet."""


@lru_cache(maxsize=500)
def lines(*, limit: int, has_cursor: bool) -> Query:
    """Return the query of a page of a customer's lines, each as ``json``.

    Its parameters are those of :func:`shop.orders.queries.lines_of_customer`.
    """
    page = _limited(queries.lines_of_customer(has_cursor=has_cursor), limit)
    line = _line_of_customer(page.c.id, page).scalar_subquery().label("json")
    return Query.of(select(page.c.order_id, page.c.line, line).order_by(page.c.order_id.desc(), page.c.line))


@lru_cache(maxsize=500)
def board(shape: Shape, sort: OrderSort, *, limit: int, has_cursor: bool) -> Query:
    """Return the query of a page of the board: for each order its ``id``, the order as ``json``, and ``desk``.

    ``desk`` is null for an order that has no note and was never assigned.

    Its parameter ``pan_above`` is the amount above which orders need a PAN, null where none does.

    :param has_cursor: whether it begins after a cursor, whose parameters are :func:`shop.orders.queries.cursor_values`.
    """
    query = queries.matching(shape, with_customer=sort in queries.BY_CUSTOMER)
    if has_cursor:
        query = queries.after_cursor(query, sort, shape)
    columns = (column.label(f"key_{number}") for number, column in enumerate(queries.sort_columns(sort, shape)))
    page = _limited(queries.sorted_by(query, sort, shape).with_only_columns(*columns, Order.id), limit)
    *by, order_id = page.c
    order = _order(order_id, page).scalar_subquery().label("json")
    return Query.of(queries.sorted_by(select(order_id.label("id"), order, _desk(order_id, page)), sort, shape, by))


@cache
def counts(shape: Shape) -> Query:
    """Return the query of the number of lines by status, for orders that match all other filters."""
    return Query.of(statistics.all_counts_by_status() if _is_unfiltered(shape) else queries.counts_by_status(shape))


@cache
def amounts(shape: Shape) -> Query:
    """Return the same query with the sum of the lines' amounts."""
    return Query.of(statistics.all_amounts_by_status() if _is_unfiltered(shape) else queries.amounts_by_status(shape))


@cache
def cursor_of(sort: OrderSort, shape: Shape) -> Query:
    """Return the query of the cursor of the order ``id``."""
    return Query.of(queries.cursor_of(sort, shape))


def _is_unfiltered(shape: Shape) -> bool:
    """Return whether the counts are those of all lines, which triggers maintain."""
    return replace(shape, has_status=False) == Shape()


def _limited(query: Select[*tuple[Any, ...]], limit: int) -> Any:
    """Limit a query. The number is a literal, so that the planner knows it."""
    return query.limit(literal_column(str(limit))).cte("page")


def _line_of_customer(item_id: Any, *outer: Any) -> Select[str]:
    values = _line() | {
        "current_status": queries.current_status(),
        "item_total_amount": OrderItem.total_amount,
        "order_total_amount": Order.total_amount,
        "total_quantity": Order.total_quantity,
        "ordered_date": Order.ordered_at,
        "delivery_from": Order.delivery_from,
        "delivery_date": Order.delivery_date,
        "status_text": queries.status_text(),
        "address": _address(),
        "gift": _gift(),
        "payment": payment_json.of_order(PaymentOut),
        "history": _history(StatusEntryOut),
        "is_reviewed": _is_reviewed(),
    }
    query = sql_json.fields(OrderLineOut, values).join_from(OrderItem, Order)
    return sql_json.row(query.where(OrderItem.id == item_id).correlate(*outer), "line_json")


def _order(order_id: Any, *outer: Any) -> Select[str]:
    values = dict(Order.__table__.columns) | {
        "customer_name": buyer(Customer.name, Order.name),
        "customer_email": buyer(Customer.email, Order.email),
        "customer_phone": buyer(Customer.phone, Order.phone),
        "ordered_date": Order.ordered_at,
        "current_status": queries.current_status(),
        "status_text": queries.status_text(),
        "address": _address(),
        "gift": _gift(),
        "payment": payment_json.of_order(AdminPaymentOut),
        "pan_missing": _pan_missing(),
        "items": _items(),
    }
    query = sql_json.fields(OrderOut, values).join_from(Order, Customer)
    return sql_json.row(query.where(Order.id == order_id).correlate(*outer), "order_json")


def _desk(order_id: Any, *outer: Any) -> ColumnElement[Any]:
    """Return to whom an order is assigned, and its number of notes; null for an order with neither."""
    assignment = aliased(OrderAssignment)
    assignee = sql_json.fields(StaffPersonOut, {"id": Admin.id, "name": Admin.name})
    assignee = is_assignee_of(assignee, order_id).correlate(*outer)
    notes = number_of_notes(order_id).correlate(*outer).scalar_subquery()
    version = select(assignment.version).where(assignment.order_id == order_id).correlate(*outer).scalar_subquery()
    known = select(notes.label("notes"), func.coalesce(version, 0).label("version")).subquery("desk_known")
    values = {
        "order_id": order_id,
        "assignee": sql_json.one(assignee, "assignee_json"),
        "version": known.c.version,
        "notes": known.c.notes,
    }
    desk = sql_json.fields(DeskOut, values).where(or_(known.c.version > 0, known.c.notes > 0))
    return sql_json.one(desk.correlate(*outer), "desk_json").label("desk")


def buyer(of_customer: InstrumentedAttribute[str], of_order: InstrumentedAttribute[str]) -> ColumnElement[str]:
    """Return a field of :attr:`shop.orders.model.Order.buyer` as an expression of SQL."""
    return case((Customer.deleted_at.is_(None), of_customer), else_=of_order)


def _pan_missing() -> ColumnElement[bool]:
    """Return :func:`shop.pan.rules.is_missing` as an SQL expression; ``pan_above`` is null if no order needs a PAN."""
    above = bindparam("pan_above", type_=Order.total_amount.type)
    has_pan = exists().where(OrderPan.order_id == Order.id).correlate(Order)
    return func.coalesce(and_(Order.total_amount > above, ~has_pan), false())


def _items() -> ColumnElement[Any]:
    values = _line() | {
        "id": OrderItem.id,
        "total_amount": OrderItem.total_amount,
        "changed_by": OrderItem.changed_by,
        "history": _history(AdminStatusEntryOut),
    }
    items = sql_json.fields(OrderItemOut, values).where(OrderItem.order_id == Order.id).order_by(OrderItem.line)
    return sql_json.array(items.correlate(Order), "item_json")


def _line() -> dict[str, Any]:
    """Return the fields of a line that shoppers and admins both see, for a query of orders and lines."""
    return dict(OrderItem.__table__.columns) | {
        "item_id": OrderItem.id,
        "customer_id": Order.customer_id,
        "product_quantity": OrderItem.quantity,
        "stones": stones_json(OrderItem.stones),
        "product_rate": PriceBreakUp.of(OrderItem, OrderItem.gold_rate).metal_value,
    }


def _history(schema: type[StatusEntryOut]) -> ColumnElement[Any]:
    """Return the history of a line: all status changes for admins, only the effective ones for shoppers."""
    undo = aliased(StatusChange)
    is_undone = exists().where(undo.order_item_id == StatusChange.order_item_id, undo.undoes == StatusChange.version)
    values = dict(StatusChange.__table__.columns) | {
        "status": StatusChange.to_status,
        "from_": StatusChange.from_status,
        "undone": is_undone,
        "weights": sql_json.plain_numbers(StatusChange.weights),
    }
    steps = sql_json.fields(schema, values).where(StatusChange.order_item_id == OrderItem.id)
    if schema is StatusEntryOut:
        steps = steps.where(StatusChange.undoes.is_(None), ~is_undone)
    return sql_json.array(steps.order_by(StatusChange.version).correlate(OrderItem), "step_json")


def _is_reviewed() -> ColumnElement[bool]:
    own = exists().where(Review.product_id == OrderItem.product_id, Review.customer_id == Order.customer_id)
    return own.correlate(OrderItem, Order)


def _address() -> ColumnElement[Any]:
    """Return the delivery address of an order; null if it is SQL's null or JSON's."""
    values = {name: Order.address[name].astext for name in DeliveryOut.model_fields}
    address = sql_json.fields(DeliveryOut, values).where(func.jsonb_typeof(Order.address) == "object")
    return sql_json.one(address.correlate(Order), "address_json")


def _gift() -> ColumnElement[Any]:
    values = {"message": Order.gift["message"].astext, "is_wrapped": Order.gift["is_wrapped"].as_boolean()}
    gift = sql_json.fields(GiftOut, values).where(func.jsonb_typeof(Order.gift) == "object")
    return sql_json.one(gift.correlate(Order), "gift_json")
