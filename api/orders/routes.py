"""Orders: one path whose ``flag`` and ``id`` say what is meant."""

import datetime as dt
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Query, Request, Response

from api import throttling
from api.bodies import check_same_id, content_of, read, something, without_repeats
from api.changes import kept_texts
from api.contact import service as contact
from api.contact.schemas import MessageIn
from api.database import Database, DatabasePool, retrying, session_of
from api.idempotency import AddsOnce, Once
from api.openapi import JSON, call
from api.orders import editing, figures, placing, reading, service, sheets
from api.orders.editing import OrderEditIn, OrderFieldsIn
from api.orders.figures import FiguresOut
from api.orders.placing import Wish
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
    UndoIn,
    UndosIn,
)
from api.policy import Grant, Granted
from api.routing import feature
from api.shapes import Day, Id, PageOf, SearchText, Success
from api.turns import in_turn
from shop.clock import INDIA, now
from shop.orders import queries
from shop.orders.model import OrderItem, Status
from shop.orders.queries import Filters, OrderSort

router = feature("orders")

PAGE = 200
PLACED = "Order placed successfully!"

Limit = Annotated[int, Query(ge=1, le=PAGE)]


@dataclass(frozen=True)
class Board:
    """Which orders the board shows, and in which order: the same for its pages and its files."""

    search: Annotated[SearchText | None, Query()] = None
    status: Annotated[Status | None, Query()] = None
    since: Annotated[Day | None, Query(alias="from")] = None
    sort: Annotated[OrderSort, Query()] = OrderSort.NEWEST

    @property
    def filters(self) -> Filters:
        """What it is narrowed to; its first day begins when the shop's does."""
        since = dt.datetime.combine(self.since, dt.time.min, INDIA) if self.since else None
        return Filters(search=self.search, since=since, status=self.status)


Shown = Annotated[Board, Depends()]


@router.get("/order/?flag=allOrders", response_model=OrderList, **call(refuses=(404,)))
async def list_all_orders(
    pool: DatabasePool,
    _: Granted,
    shown: Shown,
    limit: Limit = PAGE,
    cursor: Annotated[Id | None, Query()] = None,
    amounts: Annotated[bool, Query()] = False,  # noqa: FBT002 - a query's field
) -> Response:
    """List all orders, the newest first unless ``sort`` says otherwise: the board.

    A number that is searched for finds the order of that number first.
    """
    board = await reading.board(pool, shown.filters, shown.sort, cursor=cursor, limit=limit, has_amounts=amounts)
    return Response(board, media_type=JSON)


@router.get("/order/?flag=csv", **call(csv=True))
async def export_orders(
    database: Database,
    _: Granted,
    shown: Shown,
) -> Response:
    """Give all orders of the board as a file."""
    found = queries.in_order(queries.matching(shown.filters.shape), shown.sort, shown.filters.shape)
    found = found.params(shown.filters.values)
    return await sheets.ORDERS.answer(database, queries.with_lines(found))


@router.get("/order/?flag=itemsCsv", **call(csv=True))
async def export_order_items(
    database: Database,
    _: Granted,
    shown: Shown,
) -> Response:
    """Give the lines of all orders of the board as a file."""
    found = queries.in_order(queries.lines_matching(shown.filters), shown.sort, shown.filters.shape)
    found = found.params(shown.filters.values).order_by(OrderItem.line)
    return await sheets.LINES.answer(database, found)


@router.get("/order/?flag=figures", **call())
async def show_order_figures(database: Database, _: Granted) -> Success[FiguresOut]:
    """Tell how the shop does today."""
    return Success(message="Figures", data=await figures.of(database, at=now()))


@router.get("/order/?id={id}", **call(refuses=(404,)))
async def show_order(
    database: Database,
    _: Granted,
    id: Id,  # noqa: A002 - the name on the wire
) -> OrderWithItems:
    """Show an order with its items and their history."""
    order = OrderOut.of(await reading.show(database, id))
    return OrderWithItems(message="Order", data=order, items=order.items)


@router.get("/order/", response_model=PageOf[list[OrderLineOut]], **call(refuses=(404,)))
async def list_orders_of_customer(
    pool: DatabasePool,
    grant: Granted,
    customer_id: Annotated[Id, Query(alias="customerId")],
    limit: Limit = PAGE,
    cursor: Annotated[str | None, Query(pattern=r"^[0-9]{1,16}\.[0-9]{1,10}$")] = None,
) -> Response:
    """List a shopper's order lines, the newest order's first."""
    grant.check_owner(customer_id)
    lines = await reading.lines_of_customer(pool, customer_id, cursor=cursor, limit=limit)
    return Response(lines, media_type=JSON)


@router.post("/order/", response_model=Success[OrderOut], **call(OrderIn, OrderFieldsIn, refuses=(404, 409, 429)))
async def place_order(
    request: Request,
    pool: DatabasePool,
    grant: Granted,
    once: AddsOnce,
) -> Response:
    """Place an order: for oneself, or for anyone by an admin. It is priced anew, and refused where a price differs.

    The same ``Idempotency-Key`` with the same order gives the same order, however often it is sent. A body without
    ``items`` is an order that came another way, written down by an admin.
    """
    content = await content_of(request)
    if "items" not in content and (grant.caller.admin or "orderedDate" in content):
        grant.check_admin()
        return await _enter(request, grant, once, OrderFieldsIn.model_validate(content))
    order = OrderIn.model_validate(content)
    grant.check_owner(order.customer_id)
    shopper = grant.caller.customer
    wish = Wish(order, once.key, is_limited=shopper is not None and shopper.id == order.customer_id)
    # PostgreSQL keeps them in order as well, by the shopper's row; but whoever waits for a row holds a connection.
    async with in_turn(f"order of {order.customer_id}", request):
        placed = await placing.place_order(pool, wish, grant.actor_for(order.customer_id))
    if not isinstance(placed, OrderOut):
        async with session_of(request) as database:
            placed = OrderOut.of(await reading.show(database, placed))
    # Written here: FastAPI would check once more what was just built.
    return Response(Success(message=PLACED, data=placed).model_dump_json(by_alias=True), media_type=JSON)


async def _enter(request: Request, grant: Grant, once: Once, wanted: OrderFieldsIn) -> Response:
    """Write down an order that came another way."""
    async with session_of(request, grant.actor) as database:

        async def enter() -> Success[OrderOut]:
            return Success(message="Order added", data=OrderOut.of(await editing.enter(database, wanted)))

        return await once.add(database, enter, wanted)


@router.post("/order/?flag=updateStatus", **call(StatusIn, StatusesIn, refuses=(404, 409)))
async def change_order_status(
    request: Request, pool: DatabasePool, grant: Granted
) -> Success[StatusChangeOut] | Success[list[StatusResultOut]]:
    """Set the status of a line or, with ``items``, of several, each of which stands or falls by itself."""
    content = await content_of(request)
    if "items" in content:
        several = StatusesIn.model_validate(content)
        return Success(message="Statuses", data=await service.change_statuses(pool, several, grant.admin))
    one = StatusIn.model_validate(content)
    event = await service.change_status(pool, one, grant.admin)
    return Success(message=service.CHANGED, data=StatusChangeOut.model_validate(event.for_admins()))


@router.post("/order/?flag=undoStatus", **call(UndoIn, UndosIn, refuses=(404, 409)))
async def undo_order_status(
    request: Request, pool: DatabasePool, grant: Granted
) -> Success[StatusChangeOut] | Success[list[StatusResultOut]]:
    """Take back the last change of a line's status or, with ``items``, of several lines.

    The line's status and times are again as they were before it. Staff see both steps in the line's history, marked;
    its shopper sees neither.
    """
    content = await content_of(request)
    if "items" in content:
        several = UndosIn.model_validate(content)
        return Success(message="Statuses", data=await service.undo_statuses(pool, several, grant.admin))
    event = await service.undo_status(pool, UndoIn.model_validate(content), grant.admin)
    return Success(message=service.UNDONE, data=StatusChangeOut.model_validate(event.for_admins()))


@router.post("/order/?id={id}", **call(OrderEditIn, refuses=(404, 409)))
async def edit_order(
    request: Request,
    database: Database,
    _: Granted,
    id: Id,  # noqa: A002 - the name on the wire
) -> Success[OrderOut]:
    """Change what is given of an order's own fields. What follows from its items cannot be changed."""
    row = OrderOut.of(await reading.show(database, id))
    content = without_repeats(await content_of(request), OrderEditIn, row)
    wanted = OrderEditIn.model_validate(something(content), context=kept_texts(row))
    check_same_id(id, wanted.id)
    edited = await retrying(database, lambda: editing.edit(database, id, wanted))
    return Success(message="Order updated", data=OrderOut.of(edited))


@router.post("/order/?flag=sendMailForUser", **call(MessageIn, refuses=(429,)))
async def send_message(request: Request, database: Database, _: Granted) -> Success[None]:
    """Write to the shop."""
    message = await read(request, MessageIn)
    await contact.keep_message(database, message, address=throttling.address_of(request))
    return Success(message=contact.THANKS, data=None)


@router.delete("/order/?id={id}", **call(refuses=(404, 409)))
async def delete_order(
    database: Database,
    _: Granted,
    id: Id,  # noqa: A002 - the name on the wire
) -> Success[None]:
    """Delete an order that has no items; one that was placed is kept for ever."""
    await editing.remove(database, id)
    return Success(message="Order deleted", data=None)
