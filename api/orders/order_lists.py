"""Reading orders: the board, a shopper's order lines, a single order."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from api.auth.policy import Grant
from api.db import sql_json
from api.desk.schemas import DeskOut
from api.http.base_schemas import PageOf
from api.http.pagination import InvalidCursor, split_page
from api.orders import order_json
from api.orders.schemas import OrderLineOut, OrderList
from api.orders.status_schemas import StatusAmountsOut, StatusCountsOut
from shop.clock import iso, now
from shop.db.base import LARGEST_KEY
from shop.db.pool import CUSTOM_PLANS, Pool
from shop.errors import NotFound
from shop.order_references.queries import NamedOrders, Reference, named_by
from shop.orders import queries, search
from shop.orders.model import Order
from shop.orders.queries import Filters, OrderSort, Shape
from shop.settings import settings

_SORTED_BY_NUMBER = {OrderSort.NEWEST, OrderSort.OLDEST}
_SHOWN_BY = {
    Reference.DOCUMENT: "list_invoices",
    Reference.PAYMENT: "list_payment_entries",
    Reference.RETURN: "list_returns",
}
"""The calls that show references which are not all on the board."""


def named_orders(search: str | None, grant: Grant, *, hidden: Collection[Reference] = ()) -> NamedOrders:
    """Return the orders that a search names by a reference, as far as the caller may read such references.

    :param hidden: more kinds of references by which it finds nothing.
    """
    unread = [kind for kind, call in _SHOWN_BY.items() if not grant.may(call)]
    return named_by(search, hidden=[*unread, *hidden])


async def find_order(database: AsyncSession, order_id: int) -> Order:
    """Return an order with its lines and their history.

    :raises NotFound: if there is no order of this number.
    """
    order: Order | None = await database.scalar(queries.by_number(order_id))
    if order is None:
        raise NotFound(f"There is no order {order_id}.")
    return order


def without_staff(order: dict[str, Any]) -> dict[str, Any]:
    """Return an order on the wire without the data that only staff may see. They get the values of a new order."""
    new = {"usedIn": [], "refundFailed": 0, "closableReturn": order["payment"]["amount"]}
    payment = order["payment"] | new
    return order | {"payment": payment, "items": [_line_without_staff(item) for item in order["items"]]}


def _line_without_staff(item: dict[str, Any]) -> dict[str, Any]:
    hidden: dict[str, Any] = {"changedBy": None, "weights": []}
    steps = [step | hidden for step in item["history"] if step["undoes"] is None and not step["undone"]]
    return item | {"changedBy": None, "history": steps}


async def lines_of_customer(pool: Pool, customer_id: int, *, cursor: str | None, limit: int) -> bytes:
    """Return a page of a customer's order lines as JSON: a :class:`PageOf` of :class:`OrderLineOut`.

    :param cursor: the order's number and the line's, such as ``17.2``.
    """
    page = order_json.lines(limit=limit + 1, has_cursor=cursor is not None)
    rows = await pool.fetch(page(customer_id=customer_id, **_line_cursor(cursor)))
    listed, next_cursor = split_page(rows, limit, lambda row: f"{row.order_id}.{row.line}")
    envelope = PageOf[OrderLineOut](message="Orders", data=[], next_cursor=next_cursor)
    return sql_json.body(envelope, sql_json.joined(listed))


async def board(
    pool: Pool,
    filters: Filters,
    sort: OrderSort,
    *,
    cursor: int | None,
    limit: int,
    has_amounts: bool,
    has_desk: bool,
) -> bytes:
    """Return a page of the board with the counts of all matching lines, as JSON: an :class:`OrderList`.

    :param cursor: the number of the last order on the previous page.
    :param has_amounts: whether to sum the amounts of the counted lines, which takes longer the more lines there are.
    :param has_desk: whether the reader is staff, who see to whom an order is assigned.
    :raises InvalidCursor: if there is no such order.
    """
    after = {} if cursor is None else await _cursor_values(pool, cursor, filters, sort)
    if filters.search and search.is_long_enough(filters.search):
        [asked] = await pool.fetch(order_json.IS_FREQUENT(**filters.values))
        filters = replace(filters, is_rare=not asked.is_frequent)
    shape = filters.shape
    page = order_json.board(shape, sort, limit=limit + 1, has_cursor=bool(after))
    async with pool.transaction() as transaction:
        # Without filters, one query plan is good for every page.
        plans = [] if shape == Shape() else [CUSTOM_PLANS()]
        figures = order_json.amounts(shape) if has_amounts else order_json.counts(shape)
        *_, rows, counted, [claimed] = await transaction.commit(
            *plans,
            page(**filters.values, **after, pan_above=settings().pan_above or None),
            figures(**filters.values),
            order_json.CLAIMS(),
        )
    listed, next_cursor = split_page(rows, limit, lambda row: str(row.id))
    envelope = OrderList(
        message="Orders",
        data=[],
        next_cursor=next_cursor,
        counts=StatusCountsOut(**{row[0]: row[1] for row in counted}),
        amounts=StatusAmountsOut(**{row[0]: row[2] for row in counted}) if has_amounts else None,
        claims=claimed.claims,
        desk=[DeskOut.model_validate(row.desk) for row in listed if row.desk] if has_desk else None,
        counted_at=iso(now()),
    )
    return sql_json.body(envelope, sql_json.joined(listed))


async def _cursor_values(pool: Pool, order_id: int, filters: Filters, sort: OrderSort) -> Mapping[str, Any]:
    if sort in _SORTED_BY_NUMBER:
        return queries.cursor_values(queries.cursor_of_number(order_id, filters, sort))
    rows = await pool.fetch(order_json.cursor_of(sort, filters.shape)(id=order_id, **filters.values))
    if not rows:
        raise InvalidCursor
    return queries.cursor_values(rows[0])


def _line_cursor(cursor: str | None) -> Mapping[str, int]:
    if cursor is None:
        return {}
    order_id, _, line = cursor.partition(".")
    return {"after_order": min(int(order_id), LARGEST_KEY), "after_line": min(int(line), 2**31 - 1)}
