"""Orders: one path whose ``flag`` and ``id`` say what is meant."""

import datetime as dt
from typing import Annotated

from fastapi import APIRouter, Header, Query, Request

from api.bodies import read
from api.database import Database, retrying
from api.openapi import takes
from api.orders import placing, service
from api.orders.schemas import (
    OrderIn,
    OrderLineOut,
    OrderList,
    OrderOut,
    OrderWithItems,
    StatusChangeOut,
    StatusIn,
)
from api.policy import Granted
from api.shapes import Id, PageOf, Success, Text
from shop.errors import Invalid
from shop.orders.model import Status

router = APIRouter(tags=["orders"])

PAGE = 200


@router.get("/order/")
async def read_orders(
    database: Database,
    grant: Granted,
    _flag: Annotated[str | None, Query(alias="flag")] = None,
    id: Annotated[Id | None, Query()] = None,  # noqa: A002 - the name on the wire
    customer_id: Annotated[Id | None, Query(alias="customerId")] = None,
    search: Annotated[Text | None, Query()] = None,
    status: Annotated[Status | None, Query()] = None,
    since: Annotated[dt.date | None, Query(alias="from")] = None,
    limit: Annotated[int, Query(ge=1, le=PAGE)] = PAGE,
    cursor: Annotated[Text | None, Query()] = None,
) -> OrderList | OrderWithItems | PageOf[list[OrderLineOut]]:
    """Read orders: ``flag=allOrders`` the board, ``id`` one order, ``customerId`` a shopper's lines."""
    match grant.operation:
        case "list_all_orders":
            return await service.board(
                database, search=search, since=since, status=status, cursor=_number(cursor), limit=limit
            )
        case "show_order":
            order = OrderOut.of(await service.show(database, id or 0))
            return OrderWithItems(message="Order", data=order, items=order.items)
        case _:
            grant.check_owner(customer_id or 0)
            lines, more = await service.lines_of_customer(database, customer_id or 0, cursor=cursor, limit=limit)
            return PageOf(message="Orders", data=lines, next_cursor=more)


@router.post("/order/", openapi_extra=takes(OrderIn, StatusIn))
async def write_orders(
    request: Request,
    database: Database,
    grant: Granted,
    _flag: Annotated[str | None, Query(alias="flag")] = None,
    key: Annotated[str | None, Header(alias="Idempotency-Key", min_length=1, max_length=200)] = None,
) -> Success[StatusChangeOut] | Success[OrderOut]:
    """Place an order, or with ``flag=updateStatus`` set the status of one of its lines."""
    if grant.operation == "change_order_status":
        wanted = await read(request, StatusIn)
        event = await retrying(
            database,
            lambda: service.change_status(database, wanted, admin_id=grant.admin_id, admin_name=grant.admin_name),
        )
        return Success(message="Status updated", data=StatusChangeOut.model_validate(event.for_admins()))
    order_in = await read(request, OrderIn)
    grant.check_owner(order_in.customer_id)
    order = await retrying(database, lambda: placing.place_order(database, order_in, key))
    return Success(
        message="Order placed successfully!",
        data=OrderOut.of(order),
    )


def _number(cursor: str | None) -> int | None:
    if cursor is None:
        return None
    if not (cursor.isascii() and cursor.isdecimal()):
        raise Invalid("This list cannot go on from there.", fields={"cursor": "Take it from nextCursor."})
    return min(int(cursor), 2**31 - 1)
