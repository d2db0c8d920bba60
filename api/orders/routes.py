"""The routes of orders. They share one path, and ``flag`` and ``id`` select the operation."""

import datetime as dt
from dataclasses import dataclass
from typing import Annotated, Literal

from fastapi import Depends, Query, Request, Response

from api.auth import throttling
from api.auth.policy import Grant, Granted
from api.db.session import Database, DatabasePool, retrying, session_of
from api.desk import service as desk_service
from api.http.base_schemas import PageOf, Success
from api.http.date_types import Day
from api.http.flag_routing import feature_router
from api.http.idempotency import Idempotency, IdempotentRequest
from api.http.keyed_lock import keyed_lock
from api.http.pagination import PAGE_SIZE, Limit
from api.http.partial_update import split_seen, stored_values
from api.http.request_bodies import check_same_id, read_body, read_fields, require_fields, without_unchanged
from api.http.schema_types import Id, SearchText
from api.openapi.description import JSON, call
from api.orders import cancellation, exports, manual_orders, order_lists, placement, service, statistics
from api.orders.manual_orders import OrderEditIn, OrderFieldsIn
from api.orders.placement import PlaceOrder
from api.orders.schemas import OrderIn, OrderLineOut, OrderList, OrderOut, OrderWithItems
from api.orders.statistics import FiguresOut
from api.orders.status_schemas import (
    CancelIn,
    CancelledOut,
    StatusChangeOut,
    StatusesIn,
    StatusIn,
    StatusResultOut,
    UndoIn,
    UndosIn,
)
from shop.clock import INDIA, now
from shop.orders import queries
from shop.orders.model import OrderItem, Status
from shop.orders.queries import Filters, OrderSort
from shop.payments.model import PaymentStatus
from shop.sessions.model import Role
from shop.stuck import queries as stuck_queries
from shop.stuck import reports as stuck_reports
from shop.stuck.rules import StuckRule
from shop.stuck.settings import stuck_settings
from shop.throttles import limits

router = feature_router("orders")

PLACED = "Order placed successfully!"


@dataclass(frozen=True)
class BoardQuery:
    """The filters and the sort order of the board, for its pages and its files."""

    search: Annotated[SearchText | None, Query()] = None
    status: Annotated[Status | None, Query()] = None
    payment: Annotated[PaymentStatus | None, Query()] = None
    since: Annotated[Day | None, Query(alias="from")] = None
    assigned_to: Annotated[Id | Literal["nobody"] | None, Query(alias="assignedTo")] = None
    stuck: Annotated[StuckRule | None, Query()] = None
    sort: Annotated[OrderSort, Query()] = OrderSort.NEWEST

    def filters(self, grant: Grant) -> Filters:
        """Return the filters for a reader. The first day begins at midnight in India."""
        since = dt.datetime.combine(self.since, dt.time.min, INDIA) if self.since else None
        named = order_lists.named_orders(self.search, grant)
        return Filters(
            search=self.search,
            since=since,
            status=self.status,
            payment=self.payment,
            assignee=None if self.assigned_to == "nobody" else self.assigned_to,
            is_unassigned=self.assigned_to == "nobody",
            among=None if self.stuck is None else stuck_queries.ORDERS[self.stuck],
            among_values={} if self.stuck is None else stuck_reports.parameters(stuck_settings(), now()),
            named=named.queries,
            named_values=named.values,
        )


RequestedBoard = Annotated[BoardQuery, Depends()]


@router.get("/order/?flag=allOrders", response_model=OrderList, **call(refuses=(404,)))
async def list_all_orders(
    pool: DatabasePool,
    grant: Granted,
    query: RequestedBoard,
    limit: Limit = PAGE_SIZE,
    cursor: Annotated[Id | None, Query()] = None,
    amounts: Annotated[bool, Query()] = False,  # noqa: FBT002 - a query's field
) -> Response:
    """List all orders, the newest first unless ``sort`` says otherwise: the board.

    ``search`` is an order's number, which is listed first; a part of the customer's name or phone number, or of a
    product's name; the beginning of the email address or of a product's code; or as a whole, in any case, the number of
    an invoice, a credit note or a return (``R-12``), a HUID, a tracking number, or the reference of a payment or a
    refund. A caller who may not read invoices, payments or returns finds no order by them. With ``assignedTo`` it lists
    open orders only: those that are assigned to a member of staff, by their id, or to ``nobody``.
    """
    board = await order_lists.board(
        pool,
        query.filters(grant),
        query.sort,
        cursor=cursor,
        limit=limit,
        has_amounts=amounts,
        has_desk=grant.caller.admin is not None,
    )
    return Response(board, media_type=JSON)


@router.get("/order/?flag=csv", **call(csv=True))
async def export_orders(
    database: Database,
    grant: Granted,
    query: RequestedBoard,
) -> Response:
    """Return all orders of the board as a CSV file."""
    return exports.ORDERS.respond(database, exports.orders(query.filters(grant), query.sort))


@router.get("/order/?flag=itemsCsv", **call(csv=True))
async def export_order_items(
    database: Database,
    grant: Granted,
    query: RequestedBoard,
) -> Response:
    """Return the lines of all orders of the board as a CSV file."""
    filters = query.filters(grant)
    lines = queries.sorted_by(queries.lines_matching(filters), query.sort, filters.shape)
    lines = lines.params(filters.values).order_by(OrderItem.line)
    return exports.LINES.respond(database, lines)


@router.get("/order/?flag=figures", **call())
async def show_order_figures(database: Database, _: Granted) -> Success[FiguresOut]:
    """Return the figures of the dashboard."""
    return Success(message="Figures", data=await statistics.figures(database, at=now()))


@router.get("/order/?id={id}", **call(refuses=(404,)))
async def show_order(database: Database, grant: Granted, id: Id) -> OrderWithItems:
    """Show an order with its items and their history."""
    order = OrderOut.of(await order_lists.find_order(database, id))
    desk = await desk_service.desk_of(database, id) if grant.caller.admin else None
    return OrderWithItems(message="Order", data=order, items=order.items, desk=desk)


@router.get("/order/", response_model=PageOf[OrderLineOut], **call(refuses=(404,)))
async def list_orders_of_customer(
    pool: DatabasePool,
    grant: Granted,
    customer_id: Annotated[Id, Query(alias="customerId")],
    limit: Limit = PAGE_SIZE,
    cursor: Annotated[str | None, Query(pattern=r"^[0-9]{1,16}\.[0-9]{1,10}$")] = None,
) -> Response:
    """List a shopper's order lines, the newest order's first."""
    grant.check_owner(customer_id)
    lines = await order_lists.lines_of_customer(pool, customer_id, cursor=cursor, limit=limit)
    return Response(lines, media_type=JSON)


@router.post("/order/", response_model=Success[OrderOut], **call(OrderIn, OrderFieldsIn, refuses=(404, 409, 429)))
async def place_order(
    request: Request,
    pool: DatabasePool,
    grant: Granted,
    idempotency: Idempotency,
) -> Response:
    """Place an order: shoppers for themselves, admins for anyone.

    The server prices it, and refuses it if a price differs. The same ``Idempotency-Key`` with the same body always
    returns the same order. A body without ``items`` is an order that an admin enters, such as one taken by phone.
    """
    content = await read_fields(request)
    if "items" not in content and (grant.caller.admin or "orderedDate" in content):
        grant.check_admin()
        return await _create(request, grant, idempotency, OrderFieldsIn.model_validate(content))
    order = OrderIn.model_validate(content)
    grant.check_owner(order.customer_id)
    shopper = grant.caller.customer
    command = PlaceOrder(
        order,
        idempotency.key,
        is_limited=shopper is not None and shopper.id == order.customer_id,
        sender_key=None if grant.is_by_customer(order.customer_id) else idempotency.owned,
    )
    # PostgreSQL locks the shopper's row as well, but a request that waits for a row lock holds a connection.
    async with keyed_lock(f"order of {order.customer_id}", request):
        placed = await placement.place_order(pool, command, grant.actor_for(order.customer_id))
    if isinstance(placed, int):
        async with session_of(request) as database:
            placed = OrderOut.of(await order_lists.find_order(database, placed)).data()
        if grant.is_by_customer(order.customer_id):
            placed = order_lists.without_staff(placed)
    # Serialised here, because FastAPI would validate the order once more.
    return Response(Success(message=PLACED, data=placed).model_dump_json(by_alias=True), media_type=JSON)


async def _create(request: Request, grant: Grant, idempotency: IdempotentRequest, wanted: OrderFieldsIn) -> Response:
    async with session_of(request, grant.actor) as database:

        async def create() -> OrderOut:
            return OrderOut.of(await manual_orders.create(database, wanted))

        return await idempotency.run(database, "Order added", create, wanted)


@router.post("/order/?flag=updateStatus", **call(StatusIn, StatusesIn, refuses=(404, 409)))
async def change_order_status(
    request: Request, pool: DatabasePool, grant: Granted
) -> Success[StatusChangeOut] | Success[list[StatusResultOut]]:
    """Set the status of a line or, with ``items``, of several, each independently of the others."""
    content = await read_fields(request)
    if "items" in content:
        several = StatusesIn.model_validate(content)
        return Success(message="Statuses", data=await service.change_statuses(pool, several, grant.staff))
    one = StatusIn.model_validate(content)
    event = await service.change_status(pool, one, grant.staff)
    return Success(message=service.CHANGED, data=StatusChangeOut.model_validate(event.for_admins()))


@router.post("/order/?flag=undoStatus", **call(UndoIn, UndosIn, refuses=(404, 409)))
async def undo_order_status(
    request: Request, pool: DatabasePool, grant: Granted
) -> Success[StatusChangeOut] | Success[list[StatusResultOut]]:
    """Undo the last change of a line's status or, with ``items``, of several lines.

    The line gets back its earlier status and times. Staff see both changes in the line's history: the undone one is
    marked ``undone``, and the undo refers to it in ``undoes``. The shopper sees neither.
    """
    content = await read_fields(request)
    if "items" in content:
        several = UndosIn.model_validate(content)
        return Success(message="Statuses", data=await service.undo_statuses(pool, several, grant.staff))
    event = await service.undo_status(pool, UndoIn.model_validate(content), grant.staff)
    return Success(message=service.UNDONE, data=StatusChangeOut.model_validate(event.for_admins()))


@router.post("/order/cancel/", **call(CancelIn, refuses=(404, 409, 429)))
async def cancel_order(
    request: Request, database: Database, pool: DatabasePool, grant: Granted
) -> Success[list[CancelledOut]]:
    """Cancel items of an order, all of the named ones or none.

    A shopper may cancel items that are ``ordered``, an admin any that is not delivered. Pieces are returned to stock.
    With a 409, ``data.items`` are the order's current items. An admin may undo a cancellation for 20 seconds.
    """
    wanted = await read_body(request, CancelIn)
    if grant.caller.customer is not None and grant.page is not Role.ADMIN:
        await throttling.consume(database, limits.cancellation(grant.caller.customer.id))
    return Success(message=cancellation.CANCELLED, data=await cancellation.cancel(pool, wanted, grant))


@router.post("/order/?id={id}", **call(OrderEditIn, refuses=(404, 409)))
async def edit_order(request: Request, database: Database, _: Granted, id: Id) -> Success[OrderOut]:
    """Change the given fields of an order. Fields that follow from its items cannot be changed."""
    row = OrderOut.of(await order_lists.find_order(database, id))
    sent, seen = split_seen(await read_fields(request))
    content = without_unchanged(sent, OrderEditIn, row)
    wanted = OrderEditIn.model_validate(require_fields(content), context=stored_values(row))
    check_same_id(id, wanted.id)
    edited = await retrying(database, lambda: manual_orders.edit(database, id, wanted, seen))
    return Success(message="Order updated", data=OrderOut.of(edited))


@router.delete("/order/?id={id}", **call(refuses=(404, 409)))
async def delete_order(database: Database, _: Granted, id: Id) -> Success[None]:
    """Delete an order that has no items; a placed order cannot be deleted."""
    await manual_orders.remove(database, id)
    return Success(message="Order deleted", data=None)
