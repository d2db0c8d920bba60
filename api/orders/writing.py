"""Orders on the wire, as :mod:`api.orders.schemas` has them, written by PostgreSQL."""

from functools import cache, lru_cache
from typing import Any

from sqlalchemy import ColumnElement, Select, exists, func, literal_column, select
from sqlalchemy.orm import aliased

from api import written
from api.orders.schemas import AdminStepOut, DeliveryOut, OrderItemOut, OrderLineOut, OrderOut, StepOut
from shop.catalogue.pricing import PriceBreakUp
from shop.customers.model import Customer
from shop.db.query import Query
from shop.orders import queries
from shop.orders.model import Order, OrderItem, StatusChange
from shop.orders.queries import OrderSort, Shape


@lru_cache(maxsize=500)
def lines(*, most: int, is_behind: bool) -> Query:
    """Select what :func:`shop.orders.queries.lines_of_customer` does, and each line as ``shown``: so many of them."""
    found = _limited(queries.lines_of_customer(is_behind=is_behind), most)
    line = _own_line(found.c.id, found).scalar_subquery().label("shown")
    wanted = select(found.c.order_id, found.c.line, line)
    return Query.of(wanted.order_by(found.c.order_id.desc(), found.c.line))


@lru_cache(maxsize=500)
def board(shape: Shape, sort: OrderSort, *, most: int, is_behind: bool) -> Query:
    """Select so many of the orders that the filters leave, by ``id``, and each as ``shown``.

    :param is_behind: whether they begin behind a place of the list, which :func:`shop.orders.queries.there` gives.
    """
    query = queries.matching(shape)
    if is_behind:
        query = queries.behind(query, sort, shape)
    keys = (key.label(f"key_{number}") for number, key in enumerate(queries.keys(sort, shape)))
    found = _limited(queries.in_order(query, sort, shape).with_only_columns(*keys, Order.id), most)
    *by, number = found.c
    order = _order(number, found).scalar_subquery().label("shown")
    return Query.of(queries.in_order(select(number.label("id"), order), sort, shape, by))


@cache
def counts(shape: Shape) -> Query:
    """Select how many lines have each status, in what all filters but the status leave."""
    has_all = not (shape.is_searched or shape.has_since)
    return Query.of(queries.all_counts_by_status() if has_all else queries.counts_by_status(shape))


@cache
def amounts(shape: Shape) -> Query:
    """Select the same, and what those lines cost together."""
    return Query.of(queries.amounts_by_status(shape))


@cache
def place(sort: OrderSort, shape: Shape) -> Query:
    """Select where the order ``id`` stands in a list."""
    return Query.of(queries.place(sort, shape))


def _limited(query: Select[*tuple[Any, ...]], most: int) -> Any:
    """Let no more through than so many: the number stands in the statement, for its plan to know it."""
    return query.limit(literal_column(str(most))).cte("page")


def _own_line(item_id: Any, *around: Any) -> Select[str]:
    values = _line() | {
        "current_status": queries.current_status(),
        "item_total_amount": OrderItem.total_amount,
        "order_total_amount": Order.total_amount,
        "total_quantity": Order.total_quantity,
        "ordered_date": Order.ordered_at,
        "delivery_date": Order.delivery_date,
        "status_text": queries.status_text(),
        "address": _address(),
        "history": _history(StepOut),
    }
    query = written.fields(OrderLineOut, values).join_from(OrderItem, Order)
    return written.row(query.where(OrderItem.id == item_id).correlate(*around), "line_shown")


def _order(order_id: Any, *around: Any) -> Select[str]:
    values = dict(Order.__table__.columns) | {
        "customer_name": Customer.name,
        "customer_email": Customer.email,
        "customer_phone": Customer.phone,
        "ordered_date": Order.ordered_at,
        "current_status": queries.current_status(),
        "status_text": queries.status_text(),
        "address": _address(),
        "items": _items(),
    }
    query = written.fields(OrderOut, values).join_from(Order, Customer)
    return written.row(query.where(Order.id == order_id).correlate(*around), "order_shown")


def _items() -> ColumnElement[Any]:
    values = _line() | {
        "id": OrderItem.id,
        "total_amount": OrderItem.total_amount,
        "changed_by": OrderItem.changed_by,
        "history": _history(AdminStepOut),
    }
    items = written.fields(OrderItemOut, values).where(OrderItem.order_id == Order.id).order_by(OrderItem.line)
    return written.array(items.correlate(Order), "item_shown")


def _line() -> dict[str, Any]:
    """Return what shoppers and admins both see of a line, for a query of orders and lines."""
    return dict(OrderItem.__table__.columns) | {
        "item_id": OrderItem.id,
        "customer_id": Order.customer_id,
        "product_quantity": OrderItem.quantity,
        "product_rate": PriceBreakUp.of(OrderItem, OrderItem.gold_rate).metal_value,
    }


def _history(schema: type[StepOut]) -> ColumnElement[Any]:
    """Write a line's steps: all of them for admins, for shoppers those that stand."""
    undo = aliased(StatusChange)
    is_undone = exists().where(undo.order_item_id == StatusChange.order_item_id, undo.undoes == StatusChange.version)
    values = dict(StatusChange.__table__.columns) | {
        "status": StatusChange.to_status,
        "from_": StatusChange.from_status,
        "undone": is_undone,
    }
    steps = written.fields(schema, values).where(StatusChange.order_item_id == OrderItem.id)
    if schema is StepOut:
        steps = steps.where(StatusChange.undoes.is_(None), ~is_undone)
    return written.array(steps.order_by(StatusChange.version).correlate(OrderItem), "step_shown")


def _address() -> ColumnElement[Any]:
    """Return where an order goes; what is SQL's null or JSON's is no address."""
    values = {name: Order.address[name].astext for name in DeliveryOut.model_fields}
    address = written.fields(DeliveryOut, values).where(func.jsonb_typeof(Order.address) == "object")
    return written.one(address.correlate(Order), "address_shown")
