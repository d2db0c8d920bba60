"""Finding orders."""

import datetime as dt
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import StrEnum
from typing import Any

from sqlalchemy import BigInteger, ColumnElement, Integer, Select, String, bindparam, cast, func, or_, select, tuple_
from sqlalchemy.orm import aliased, contains_eager, joinedload, selectinload

from shop.catalogue.model import Product
from shop.customers.model import Customer
from shop.db import counters
from shop.orders.model import Order, OrderItem, Status


class OrderSort(StrEnum):
    """How the board is sorted. Customers' names go without regard to case."""

    NEWEST = "newest"
    OLDEST = "oldest"
    AMOUNT_UP = "amountAsc"
    AMOUNT_DOWN = "amountDesc"
    CUSTOMER = "customer"
    CUSTOMER_DOWN = "customerDesc"


_NUMBER = re.compile(r"#?[0-9]{1,10}")
_CUSTOMER = func.lower(Customer.name, type_=String())
_ORDERS: dict[OrderSort, tuple[Sequence[ColumnElement[Any]], bool]] = {
    OrderSort.NEWEST: ([Order.id.expression], True),
    OrderSort.OLDEST: ([Order.id.expression], False),
    OrderSort.AMOUNT_UP: ([Order.total_amount.expression, Order.id.expression], False),
    OrderSort.AMOUNT_DOWN: ([Order.total_amount.expression, Order.id.expression], True),
    OrderSort.CUSTOMER: ([_CUSTOMER, Order.id.expression], False),
    OrderSort.CUSTOMER_DOWN: ([_CUSTOMER, Order.id.expression], True),
}
"""The columns to sort by, and whether the list goes down."""


@dataclass(frozen=True)
class Shape:
    """Which filters there are, whatever they compare with. ``is_number`` is a search that may be an order's number."""

    is_searched: bool = False
    is_number: bool = False
    has_since: bool = False
    has_status: bool = False


@dataclass(frozen=True)
class Filters:
    """What the board is narrowed to; None lets everything through.

    ``search`` is an order's number, or part of the customer's name or phone or of a product's name, or how their
    address or a product's code begins. ``since`` is when the order was placed at the earliest, ``status`` that of any
    of its lines.
    """

    search: str | None = None
    since: dt.datetime | None = None
    status: Status | None = None

    @property
    def shape(self) -> Shape:
        """Which of them there are."""
        is_number = _NUMBER.fullmatch(self.search or "") is not None
        return Shape(bool(self.search), is_number, self.since is not None, self.status is not None)

    @property
    def values(self) -> Mapping[str, Any]:
        """What they compare with."""
        part = self.search or ""
        named = {"number": part.removeprefix("#"), "part": part, "low": part.lower()}
        return named | {"since": self.since, "status": self.status and self.status.value}


def keys(sort: OrderSort, asked: Shape) -> Sequence[ColumnElement[Any]]:
    """Return the columns of a query that joins orders and their customers by which a list is sorted, last the id.

    The order whose number is searched for stands before those whose customers have it in their phone number.
    """
    columns, falls = _ORDERS[sort]
    if not asked.is_number:
        return columns
    number = cast(Order.id, String)
    wanted = bindparam("number", type_=String())
    return [cast(number == wanted if falls else number != wanted, Integer), *columns]


def in_order(
    query: Select[Any], sort: OrderSort, asked: Shape, by: Sequence[ColumnElement[Any]] | None = None
) -> Select[Any]:
    """Sort a query that joins orders and their customers, or one that has the :func:`keys` as other columns."""
    _, falls = _ORDERS[sort]
    return query.order_by(*(column.desc() if falls else column.asc() for column in by or keys(sort, asked)))


def place(sort: OrderSort, asked: Shape) -> Select[Any]:
    """Select where the order ``id`` stands in a list, for :func:`behind`."""
    return select(*keys(sort, asked)).select_from(Order).join(Order.customer).where(Order.id == bindparam("id"))


def place_of_number(order_id: int, filters: Filters, sort: OrderSort) -> Sequence[int]:
    """Return where an order of this number stands in a list by numbers, whether there is one or not."""
    if not filters.shape.is_number:
        return [order_id]
    is_wanted, (_, falls) = str(order_id) == filters.values["number"], _ORDERS[sort]
    return [int(is_wanted is falls), order_id]


def there(place: Sequence[Any]) -> Mapping[str, Any]:
    """Return what :func:`behind` compares with, at this place of a list."""
    return {f"there_{number}": value for number, value in enumerate(place)}


def behind(query: Select[Any], sort: OrderSort, asked: Shape) -> Select[Any]:
    """Narrow a query that joins orders and their customers to what comes after a place of the list."""
    columns, (_, falls) = keys(sort, asked), _ORDERS[sort]
    here = tuple_(*columns)
    ends = tuple_(*(bindparam(f"there_{number}", type_=column.type) for number, column in enumerate(columns)))
    return query.where(here < ends if falls else here > ends)


def with_lines(query: Select[Any]) -> Select[Any]:
    """Load each order with its shopper, its lines and their history."""
    return query.options(joinedload(Order.customer), selectinload(Order.items).selectinload(OrderItem.history))


def by_number(order_id: int) -> Select[Order]:
    """Select one order, whole."""
    return with_lines(select(Order).where(Order.id == order_id))


def status_text() -> ColumnElement[str | None]:
    """Return what an admin wrote of an order, or null, for a query of orders."""
    return func.nullif(Order.status_text, "", type_=String())


def current_status() -> ColumnElement[str]:
    """Return :attr:`Order.current_status` as PostgreSQL finds it, for a query of orders."""
    line = aliased(OrderItem)
    progress = func.array_position([status.value for status in Status], line.status)
    least = select(line.status).where(line.order_id == Order.id).order_by(progress).limit(1).correlate(Order)
    return func.coalesce(status_text(), least.scalar_subquery(), Status.ORDERED.value)


def lines_of_customer(*, is_behind: bool) -> Select[int, int, int]:
    """Select the lines of ``customer_id``, the newest order's first: their ids, orders and places in these.

    :param is_behind: whether they begin behind a line, whose ``there_order`` and ``there_line`` are given too.
    """
    query = (
        select(OrderItem.id, OrderItem.order_id, OrderItem.line)
        .join(OrderItem.order)
        .where(Order.customer_id == bindparam("customer_id"))
        .order_by(Order.id.desc(), OrderItem.line)
    )
    if not is_behind:
        return query
    order_id, line = bindparam("there_order", type_=BigInteger()), bindparam("there_line", type_=Integer())
    return query.where(Order.id <= order_id, or_(Order.id < order_id, OrderItem.line > line))


def matching(asked: Shape) -> Select[Order]:
    """Select orders by number or customer, by when they were placed, by the status of any of their lines."""
    return narrowed(select(Order).join(Order.customer), asked)


def lines_matching(wanted: Filters) -> Select[OrderItem]:
    """Select the lines of the wanted status in the orders that all else leaves, each with its order and customer."""
    query = select(OrderItem).join(OrderItem.order).join(Order.customer)
    query = query.options(contains_eager(OrderItem.order).contains_eager(Order.customer))
    if wanted.status is not None:
        query = query.where(OrderItem.status == wanted.status)
    return narrowed(query, replace(wanted.shape, has_status=False)).params(wanted.values)


def narrowed(query: Select[Any], asked: Shape) -> Select[Any]:
    """Narrow a query that joins orders and their customers; :attr:`Filters.values` are what it compares with."""
    if asked.is_searched:
        part, low = bindparam("part", type_=String()), bindparam("low", type_=String())
        query = query.where(
            or_(
                cast(Order.id, String) == bindparam("number", type_=String()),
                func.strpos(func.lower(Customer.name), low) > 0,
                func.starts_with(func.lower(Customer.email), low),
                func.strpos(Customer.phone, part) > 0,
                Order.id.in_(_with_product(low)),
            )
        )
    if asked.has_since:
        query = query.where(Order.ordered_at >= bindparam("since", type_=Order.ordered_at.type))
    if asked.has_status:
        query = query.where(Order.items.any(OrderItem.status == bindparam("status", type_=String())))
    return query


def _with_product(low: ColumnElement[str]) -> Select[int]:
    """Select the orders with a product whose name has this part, as it was ordered, or whose code begins with it."""
    named = func.strpos(func.lower(OrderItem.product_name), low) > 0
    coded = OrderItem.product_id.in_(select(Product.id).where(func.starts_with(func.lower(Product.code), low)))
    return select(OrderItem.order_id).where(or_(named, coded))


def all_counts_by_status() -> Select[str, int]:
    """Select how many lines of all orders have each status."""
    return counters.totals(counters.LINES)


def counts_by_status(asked: Shape) -> Select[str, int]:
    """Select how many lines of the orders that :func:`matching` finds have each status, whatever status is wanted."""
    return _by_status(asked, func.count())


def amounts_by_status(asked: Shape) -> Select[str, int, Decimal]:
    """Select the same, and what those lines cost together, in rupees."""
    return _by_status(asked, func.count(), func.sum(OrderItem.total_amount))


def _by_status(asked: Shape, *figures: ColumnElement[Any]) -> Select[Any]:
    lines = select(OrderItem.status, *figures).group_by(OrderItem.status)
    everything = replace(asked, has_status=False)
    if everything == Shape():
        return lines
    return lines.where(OrderItem.order_id.in_(matching(everything).with_only_columns(Order.id)))
