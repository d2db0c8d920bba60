"""Reading orders: the board, a shopper's own, a single one."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from api import written
from api.orders import writing
from api.orders.schemas import OrderLineOut, OrderList, StatusAmountsOut, StatusCountsOut
from api.shapes import NoSuchPlace, PageOf
from shop.clock import iso, now
from shop.db import plan_cache
from shop.db.base import LARGEST_KEY
from shop.db.pool import Pool
from shop.errors import NotFound
from shop.orders import queries
from shop.orders.model import Order
from shop.orders.queries import Filters, OrderSort, Shape

_BY_NUMBER = {OrderSort.NEWEST, OrderSort.OLDEST}


async def show(database: AsyncSession, order_id: int) -> Order:
    """Return an order with its lines and their history.

    :raises NotFound: where there is none of that number.
    """
    order: Order | None = await database.scalar(queries.by_number(order_id))
    if order is None:
        raise NotFound(f"There is no order {order_id}.")
    return order


async def lines_of_customer(pool: Pool, customer_id: int, *, cursor: str | None, limit: int) -> bytes:
    """Return the answer that shows a page of a shopper's order lines: a :class:`PageOf` of :class:`OrderLineOut`."""
    page = writing.lines(most=limit + 1, is_behind=cursor is not None)
    rows = await pool.fetch(page(customer_id=customer_id, **_line_cursor(cursor)))
    shown, is_more = rows[:limit], len(rows) > limit
    more = f"{shown[-1].order_id}.{shown[-1].line}" if is_more else None
    envelope = PageOf[list[OrderLineOut]](message="Orders", data=[], next_cursor=more)
    return written.body(envelope, written.joined(shown))


async def board(
    pool: Pool, filters: Filters, sort: OrderSort, *, cursor: int | None, limit: int, has_amounts: bool
) -> bytes:
    """Return the answer that shows a page of the board with the counts of the whole filter: an :class:`OrderList`.

    :param cursor: the number of the last order that the caller has.
    :param has_amounts: whether to add up what the counted lines cost, which takes longer the more there are.
    :raises NoSuchPlace: for one that has no place in the list.
    """
    there = {} if cursor is None else await _there(pool, cursor, filters, sort)
    shape = filters.shape
    page = writing.board(shape, sort, most=limit + 1, is_behind=bool(there))
    async with pool.transaction() as transaction:
        # One plan is right for every page of the whole board.
        before = [] if shape == Shape() else [plan_cache.AFRESH()]
        figures = writing.amounts(shape) if has_amounts else writing.counts(shape)
        *_, rows, counted = await transaction.commit(
            *before, page(**filters.values, **there), figures(**filters.values)
        )
    shown, is_more = rows[:limit], len(rows) > limit
    envelope = OrderList(
        message="Orders",
        data=[],
        next_cursor=str(shown[-1].id) if is_more else None,
        counts=StatusCountsOut(**{row[0]: row[1] for row in counted}),
        amounts=StatusAmountsOut(**{row[0]: row[2] for row in counted}) if has_amounts else None,
        counted_at=iso(now()),
    )
    return written.body(envelope, written.joined(shown))


async def _there(pool: Pool, order_id: int, filters: Filters, sort: OrderSort) -> Mapping[str, Any]:
    if sort in _BY_NUMBER:
        return queries.there(queries.place_of_number(order_id, filters, sort))
    rows = await pool.fetch(writing.place(sort, filters.shape)(id=order_id, **filters.values))
    if not rows:
        raise NoSuchPlace
    return queries.there(rows[0])


def _line_cursor(cursor: str | None) -> Mapping[str, int]:
    if cursor is None:
        return {}
    order_id, _, line = cursor.partition(".")
    return {"there_order": min(int(order_id), LARGEST_KEY), "there_line": min(int(line), 2**31 - 1)}
