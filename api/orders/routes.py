"""Orders: one path whose ``flag`` and ``id`` say what is meant."""

import datetime as dt
from typing import Annotated

from fastapi import Header, Query, Request, Response

from api import throttling
from api.bodies import content_of
from api.contact import service as contact
from api.contact.schemas import MessageIn
from api.database import Database, retrying
from api.openapi import takes
from api.orders import editing, figures, placing, service, sheets
from api.orders.editing import OrderEditIn, OrderFieldsIn
from api.orders.figures import FiguresOut
from api.orders.schemas import (
    OrderIn,
    OrderLineOut,
    OrderList,
    OrderOut,
    OrderWithItems,
    StatusChangeOut,
    StatusesIn,
    StatusIn,
    StatusResultOut,
)
from api.policy import Granted
from api.routing import feature
from api.shapes import Id, PageOf, Success, Text
from shop.clock import now
from shop.errors import Invalid
from shop.orders import queries
from shop.orders.model import OrderItem, Status
from shop.orders.queries import OrderSort

router = feature("orders")

PAGE = 200


@router.get("/order/", response_model=OrderList | OrderWithItems | PageOf[list[OrderLineOut]] | Success[FiguresOut])
async def read_orders(
    database: Database,
    grant: Granted,
    _flag: Annotated[str | None, Query(alias="flag")] = None,
    id: Annotated[Id | None, Query()] = None,  # noqa: A002 - the name on the wire
    customer_id: Annotated[Id | None, Query(alias="customerId")] = None,
    search: Annotated[Text | None, Query()] = None,
    status: Annotated[Status | None, Query()] = None,
    since: Annotated[dt.date | None, Query(alias="from")] = None,
    sort: Annotated[OrderSort, Query()] = OrderSort.NEWEST,
    limit: Annotated[int, Query(ge=1, le=PAGE)] = PAGE,
    cursor: Annotated[Text | None, Query()] = None,
) -> OrderList | OrderWithItems | PageOf[list[OrderLineOut]] | Success[FiguresOut] | Response:
    """Read orders: ``flag=allOrders`` the board, ``id`` one order, ``customerId`` a shopper's lines.

    The board is sorted by ``sort``. ``flag=csv`` gives all its orders as a file, ``flag=itemsCsv`` their lines.
    ``flag=figures`` tells how the shop does today.
    """
    match grant.operation:
        case "list_all_orders":
            return await service.board(
                database, search=search, since=since, status=status, sort=sort, cursor=_number(cursor), limit=limit
            )
        case "export_orders":
            start = service.day_start(since)
            found = queries.matching(search=search, since=start, statuses=[status] if status else [])
            return await sheets.ORDERS.answer(database, queries.with_lines(queries.in_order(found, sort)))
        case "export_order_items":
            lines_found = queries.lines_matching(search=search, since=service.day_start(since), status=status)
            in_order = queries.in_order(lines_found, sort).order_by(OrderItem.line)
            return await sheets.LINES.answer(database, in_order)
        case "show_order_figures":
            return Success(message="Figures", data=await figures.of(database, at=now()))
        case "show_order":
            order = OrderOut.of(await service.show(database, id or 0))
            return OrderWithItems(message="Order", data=order, items=order.items)
        case _:
            grant.check_owner(customer_id or 0)
            lines, more = await service.lines_of_customer(database, customer_id or 0, cursor=cursor, limit=limit)
            return PageOf(message="Orders", data=lines, next_cursor=more)


@router.post("/order/", openapi_extra=takes(OrderIn, StatusIn, StatusesIn, OrderFieldsIn, OrderEditIn, MessageIn))
async def write_orders(
    request: Request,
    database: Database,
    grant: Granted,
    _flag: Annotated[str | None, Query(alias="flag")] = None,
    id: Annotated[Id | None, Query()] = None,  # noqa: A002 - the name on the wire
    key: Annotated[str | None, Header(alias="Idempotency-Key", min_length=1, max_length=200)] = None,
) -> Success[StatusChangeOut] | Success[list[StatusResultOut]] | Success[OrderOut] | Success[None]:
    """Place an order. With ``flag=updateStatus`` set the status of lines, with ``id`` edit an order's own fields.

    A shopper's order names its ``items``. Without them an admin writes down an order that came another way.
    ``flag=sendMailForUser`` writes to the shop.
    """
    content = await content_of(request)
    match grant.operation:
        case "send_message":
            message = MessageIn.model_validate(content)
            await contact.keep_message(database, message, address=throttling.address_of(request))
            return Success(message=contact.THANKS, data=None)
        case "change_order_status" if "items" in content:
            wanted = StatusesIn.model_validate(content)
            return Success(message="Statuses", data=await service.change_statuses(database, wanted, grant.admin))
        case "change_order_status":
            one = StatusIn.model_validate(content)
            event = await retrying(database, lambda: service.change_status(database, one, grant.admin))
            return Success(message="Status updated", data=StatusChangeOut.model_validate(event.for_admins()))
        case "edit_order":
            edit = OrderEditIn.model_validate(content)
            edited = await retrying(database, lambda: editing.edit(database, id or 0, edit))
            return Success(message="Order updated", data=OrderOut.of(edited))
        case _ if grant.caller.admin is not None and "items" not in content:
            fields = OrderFieldsIn.model_validate(content)
            return Success(message="Order added", data=OrderOut.of(await editing.enter(database, fields)))
        case _:
            order_in = OrderIn.model_validate(content)
            grant.check_owner(order_in.customer_id)
            order = await retrying(database, lambda: placing.place_order(database, order_in, key))
            return Success(message="Order placed successfully!", data=OrderOut.of(order))


@router.delete("/order/")
async def delete_order(
    database: Database,
    _: Granted,
    id: Annotated[Id, Query()],  # noqa: A002 - the name on the wire
) -> Success[None]:
    """Delete an order that has no items; one that was placed is kept for ever."""
    await editing.remove(database, id)
    return Success(message="Order deleted", data=None)


def _number(cursor: str | None) -> int | None:
    if cursor is None:
        return None
    if not (cursor.isascii() and cursor.isdecimal()):
        raise Invalid("This list cannot go on from there.", fields={"cursor": "Take it from nextCursor."})
    return min(int(cursor), 2**31 - 1)
