"""Queries that find, filter, sort and count orders."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from enum import StrEnum
from typing import Any

from sqlalchemy import BigInteger, ColumnElement, Integer, Select, String, bindparam, cast, func, or_, select, tuple_
from sqlalchemy.orm import Session, aliased, contains_eager, joinedload, selectinload

from shop.customers.model import Customer
from shop.customers.queries import compact_phone
from shop.desk.queries import is_assigned
from shop.orders import search
from shop.orders.model import Order, OrderItem, Status
from shop.pan.model import OrderPan
from shop.payments.model import Payment, PaymentStatus


class OrderSort(StrEnum):
    """How the board is sorted. Customers' names are sorted without regard to case."""

    NEWEST = "newest"
    OLDEST = "oldest"
    AMOUNT_UP = "amountAsc"
    AMOUNT_DOWN = "amountDesc"
    CUSTOMER = "customer"
    CUSTOMER_DOWN = "customerDesc"


OPEN_STATUSES = (Status.ORDERED, Status.PACKED, Status.SHIPPED)
_CUSTOMER = func.lower(Customer.name, type_=String())
_SORTS: dict[OrderSort, tuple[Sequence[ColumnElement[Any]], bool]] = {
    OrderSort.NEWEST: ([Order.id.expression], True),
    OrderSort.OLDEST: ([Order.id.expression], False),
    OrderSort.AMOUNT_UP: ([Order.total_amount.expression, Order.id.expression], False),
    OrderSort.AMOUNT_DOWN: ([Order.total_amount.expression, Order.id.expression], True),
    OrderSort.CUSTOMER: ([_CUSTOMER, Order.id.expression], False),
    OrderSort.CUSTOMER_DOWN: ([_CUSTOMER, Order.id.expression], True),
}
"""The columns to sort by, and whether the list is descending."""
BY_CUSTOMER = (OrderSort.CUSTOMER, OrderSort.CUSTOMER_DOWN)


@dataclass(frozen=True)
class Shape:
    """The filters that are set, without their values. Queries of the same shape are compiled once.

    ``is_number`` means that the search text may be an order's number, and ``is_indexed`` that indexes can find it.
    ``among`` is a query of the ids of the orders that the list may have, and ``named`` are queries of the orders that
    the search text names by another reference than their number.
    """

    is_searched: bool = False
    is_number: bool = False
    is_indexed: bool = False
    has_since: bool = False
    has_status: bool = False
    has_payment: bool = False
    has_assignee: bool = False
    is_unassigned: bool = False
    among: Select[int] | None = None
    named: tuple[Select[int], ...] = ()


@dataclass(frozen=True)
class Filters:
    """The filters of the board; None sets no filter.

    :param search: an order's number, part of the customer's name or phone or of a product's name, or the beginning of
        the customer's email address or of a product's code.
    :param is_rare: whether the search is known not to be :func:`shop.orders.search.is_frequent`, so that indexes help.
    :param since: the earliest time at which the order was placed.
    :param status: the status of any of its lines.
    :param payment: the status of its payment.
    :param assignee: the member of staff to whom it is assigned; only open orders match, see :func:`is_open`.
    :param is_unassigned: whether to find only open orders that are assigned to nobody.
    :param among: a query of the orders' numbers, always the same object, with its parameters ``among_values``.
    :param named: queries of the orders that the search text names, always the same objects, with ``named_values``: see
        :mod:`shop.order_references.queries`.
    """

    search: str | None = None
    is_rare: bool = False
    since: dt.datetime | None = None
    status: Status | None = None
    payment: PaymentStatus | None = None
    assignee: int | None = None
    is_unassigned: bool = False
    among: Select[int] | None = None
    among_values: Mapping[str, Any] = field(default_factory=dict)
    named: tuple[Select[int], ...] = ()
    named_values: Mapping[str, str] = field(default_factory=dict)

    @property
    def shape(self) -> Shape:
        """The filters that are set."""
        return Shape(
            is_searched=bool(self.search),
            is_number=search.number_in(self.search or "") is not None,
            is_indexed=self.is_rare and search.is_long_enough(self.search or ""),
            has_since=self.since is not None,
            has_status=self.status is not None,
            has_payment=self.payment is not None,
            has_assignee=self.assignee is not None,
            is_unassigned=self.is_unassigned,
            among=self.among,
            named=self.named,
        )

    @property
    def values(self) -> Mapping[str, Any]:
        """The parameters of :func:`filtered`."""
        part = self.search or ""
        searched = {"number": search.number_in(part), "phone": compact_phone(part), "low": part.lower()}
        statuses = {"status": self.status and self.status.value, "payment": self.payment and self.payment.value}
        others = {"since": self.since, "assignee": self.assignee} | dict(self.among_values) | dict(self.named_values)
        return searched | statuses | others


def sort_columns(sort: OrderSort, shape: Shape) -> Sequence[ColumnElement[Any]]:
    """Return the columns by which a list is sorted, the id last, for a query of :func:`matching`.

    The order whose number is searched for is listed before orders of customers with this number in their phone.
    """
    columns, is_descending = _SORTS[sort]
    if not shape.is_number:
        return columns
    number = cast(Order.id, String)
    wanted = bindparam("number", type_=String())
    return [cast(number == wanted if is_descending else number != wanted, Integer), *columns]


def sorted_by(
    query: Select[Any], sort: OrderSort, shape: Shape, columns: Sequence[ColumnElement[Any]] | None = None
) -> Select[Any]:
    """Sort a query of :func:`matching`, or one that has the :func:`sort_columns` as other columns."""
    _, is_descending = _SORTS[sort]
    by = columns or sort_columns(sort, shape)
    return query.order_by(*(column.desc() if is_descending else column.asc() for column in by))


def cursor_of(sort: OrderSort, shape: Shape) -> Select[Any]:
    """Select the :func:`sort_columns` of the order ``id``, after which the next page begins."""
    return select(*sort_columns(sort, shape)).select_from(Order).join(Order.customer).where(Order.id == bindparam("id"))


def cursor_of_number(order_id: int, filters: Filters, sort: OrderSort) -> Sequence[int]:
    """Return the columns for a list that is sorted by number, without a query. The order need not exist."""
    if not filters.shape.is_number:
        return [order_id]
    is_wanted, (_, is_descending) = str(order_id) == filters.values["number"], _SORTS[sort]
    return [int(is_wanted is is_descending), order_id]


def cursor_values(cursor: Sequence[Any]) -> Mapping[str, Any]:
    """Return the parameters of :func:`after_cursor`."""
    return {f"after_{number}": value for number, value in enumerate(cursor)}


def after_cursor(query: Select[Any], sort: OrderSort, shape: Shape) -> Select[Any]:
    """Limit a query of :func:`matching` to rows after a cursor."""
    columns, (_, is_descending) = sort_columns(sort, shape), _SORTS[sort]
    row = tuple_(*columns)
    values = [bindparam(f"after_{number}", type_=column.type) for number, column in enumerate(columns)]
    name = columns[0]
    if name is _CUSTOMER:  # PostgreSQL uses no index for a comparison of columns of two tables
        query = query.where(name <= values[0] if is_descending else name >= values[0])
    return query.where(row < tuple_(*values) if is_descending else row > tuple_(*values))


def with_lines(query: Select[Any]) -> Select[Any]:
    """Load each order with its customer, its payment, its lines and their history, and whether it has a PAN."""
    return query.options(
        joinedload(Order.customer),
        joinedload(Order.payment_row),
        joinedload(Order.pan_row).load_only(OrderPan.given_at),
        selectinload(Order.items).selectinload(OrderItem.history),
    )


def by_number(order_id: int) -> Select[Order]:
    """Select one order with all that :func:`with_lines` loads."""
    return with_lines(select(Order).where(Order.id == order_id))


def find(session: Session, order_id: int) -> Order | None:
    """Return one order with all that :func:`with_lines` loads, or None."""
    return session.scalars(by_number(order_id)).unique().one_or_none()


def status_text() -> ColumnElement[str | None]:
    """Return the admin's text for the status of an order, or null, for a query of orders."""
    return func.nullif(Order.status_text, "", type_=String())


def current_status() -> ColumnElement[str]:
    """Return :attr:`Order.current_status` as an expression of SQL, for a query of orders."""
    line = aliased(OrderItem)
    number = func.array_position([status.value for status in Status], line.status)
    least = select(line.status).where(line.order_id == Order.id).order_by(number).limit(1).correlate(Order)
    return func.coalesce(status_text(), least.scalar_subquery(), Status.ORDERED.value)


def lines_of_customer(*, has_cursor: bool) -> Select[int, int, int]:
    """Select the lines of ``customer_id``, the newest order's first: their ids, orders and numbers within the order.

    :param has_cursor: whether they begin after a line, which ``after_order`` and ``after_line`` name.
    """
    query = (
        select(OrderItem.id, OrderItem.order_id, OrderItem.line)
        .join(OrderItem.order)
        .where(Order.customer_id == bindparam("customer_id"))
        .order_by(Order.id.desc(), OrderItem.line)
    )
    if not has_cursor:
        return query
    order_id, line = bindparam("after_order", type_=BigInteger()), bindparam("after_line", type_=Integer())
    return query.where(Order.id <= order_id, or_(Order.id < order_id, OrderItem.line > line))


def matching(shape: Shape, *, with_customer: bool = False) -> Select[Order]:
    """Select the orders that match the filters.

    :param with_customer: whether to join the customers, for lists that show customers or sort by them.
    """
    query = select(Order)
    return filtered(query.join(Order.customer) if with_customer else query, shape)


def lines_matching(filters: Filters) -> Select[OrderItem]:
    """Select the lines that match the filters, with order and customer."""
    query = select(OrderItem).join(OrderItem.order).join(Order.customer)
    query = query.options(contains_eager(OrderItem.order).contains_eager(Order.customer))
    if filters.status is not None:
        query = query.where(OrderItem.status == filters.status)
    return filtered(query, replace(filters.shape, has_status=False)).params(filters.values)


def filtered(query: Select[Any], shape: Shape) -> Select[Any]:
    """Filter a query of orders; its parameters are :attr:`Filters.values`."""
    query = _filtered_by_id(query, shape, Order.id.expression)
    if shape.has_since:
        query = query.where(Order.ordered_at >= bindparam("since", type_=Order.ordered_at.type))
    if shape.has_status:
        query = query.where(Order.items.any(OrderItem.status == bindparam("status", type_=String())))
    if shape.has_assignee:
        assignee = bindparam("assignee", type_=BigInteger())
        query = query.where(is_open(), is_assigned(Order.id.expression, assignee))
    if shape.is_unassigned:
        query = query.where(is_open(), ~is_assigned(Order.id.expression))
    return query


def _filtered_by_id(query: Select[Any], shape: Shape, order_id: ColumnElement[int]) -> Select[Any]:
    """Apply the filters that need only the order's id, so that a query of lines need not join the orders."""
    if shape.is_searched:
        found = search.matching_ids(is_number=shape.is_number, is_indexed=shape.is_indexed, named=shape.named)
        query = query.where(order_id.in_(found))
    if shape.among is not None:
        query = query.where(order_id.in_(shape.among))
    if shape.has_payment:
        wanted = select(Payment.order_id).where(Payment.status == bindparam("payment", type_=String()))
        query = query.where(order_id.in_(wanted))
    return query


def is_open() -> ColumnElement[bool]:
    """Return the condition that an order has an item that is neither delivered nor cancelled."""
    return Order.items.any(or_(*(OrderItem.status == status.value for status in OPEN_STATUSES)))


def counts_by_status(shape: Shape) -> Select[str, int]:
    """Select the number of lines by status, for the orders that match all filters except the one on the status."""
    return _by_status(shape, func.count())


def amounts_by_status(shape: Shape) -> Select[str, int, Decimal]:
    """Select the same counts, and for each status the sum of the lines' amounts in rupees."""
    return _by_status(shape, func.count(), func.sum(OrderItem.total_amount))


def _by_status(shape: Shape, *figures: ColumnElement[Any]) -> Select[Any]:
    lines = select(OrderItem.status, *figures).group_by(OrderItem.status)
    without_status = replace(shape, has_status=False)
    if shape.has_since or shape.has_assignee or shape.is_unassigned:
        return lines.where(OrderItem.order_id.in_(matching(without_status).with_only_columns(Order.id)))
    return _filtered_by_id(lines, without_status, OrderItem.order_id.expression)
