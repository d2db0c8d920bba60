"""The routes of returns."""

from dataclasses import replace
from typing import Annotated

from fastapi import Query, Request, Response

from api.auth import throttling
from api.auth.policy import Grant, Granted
from api.db.session import Database, retrying
from api.http.base_schemas import Success
from api.http.csv_export import CsvExport
from api.http.flag_routing import feature_router
from api.http.idempotency import Idempotency
from api.http.pagination import RequestedCursorPage
from api.http.request_bodies import read_body
from api.http.schema_types import Id
from api.openapi.description import call
from api.orders.order_lists import named_orders
from api.returns import service
from api.returns.filters import RequestedReturns, ReturnFilters
from api.returns.schemas import ReturnActionIn, ReturnIn, ReturnOut, ReturnPage
from shop.order_references.queries import NamedOrders, Reference
from shop.returns import queries
from shop.returns.model import Return
from shop.sessions.model import Role
from shop.throttles import limits

router = feature_router("returns")

EXPORT: CsvExport[Return] = CsvExport(
    "returns",
    {
        "Return": lambda found: found.id,
        "Order": lambda found: found.item.order_id,
        "Item": lambda found: found.item.line,
        "Customer": lambda found: found.item.order.buyer.name,
        "Product id": lambda found: found.item.product_id,
        "Product": lambda found: found.item.product_name,
        "Size": lambda found: found.item.size,
        "Quantity": lambda found: found.quantity,
        "Amount": lambda found: found.amount,
        "Reason": lambda found: found.reason,
        "Note": lambda found: found.note,
        "Status": lambda found: found.status,
        "Requested": lambda found: found.requested_at,
        "Last step": lambda found: found.history[-1].at,
        "By": lambda found: found.history[-1].changed_by,
        "Declined for": lambda found: found.answer,
        "Back into stock": lambda found: {True: "yes", False: "no", None: ""}[found.into_stock],
    },
)


@router.get("/return/", **call(refuses=(404,)))
async def list_returns(
    database: Database,
    grant: Granted,
    page: RequestedCursorPage,
    filters: RequestedReturns,
    of: Annotated[Id | None, Query(alias="customerId")] = None,
) -> ReturnPage:
    """List a shopper's own returns, or for an admin all returns, or those of ``customerId``.

    ``search`` is the number of a return or an order, or a part of the customer's or the product's name. An admin also
    finds the returns of the order that it names by another reference, as on the board. With ``assignedTo`` an admin
    gets only returns of orders that are assigned to this member of staff, or to ``nobody``.
    """
    shopper, admin = grant.caller.customer, grant.caller.admin
    if shopper is not None and (admin is None or grant.page is not Role.ADMIN):
        if of is not None:
            grant.check_owner(of)
        return await service.own_page(database, page, replace(filters, assigned_to=None), shopper.id)
    admin_id = admin.id if admin else None
    return await service.staff_page(database, page, filters, of, named=_named(filters, grant), admin_id=admin_id)


@router.get("/return/?flag=csv", **call(csv=True))
async def export_returns(database: Database, grant: Granted, filters: RequestedReturns) -> Response:
    """Return all returns that match as a CSV file."""
    conditions = filters.conditions(named=_named(filters, grant))
    return EXPORT.respond(database, queries.returns(*conditions).order_by(queries.SORTS[filters.sort]))


def _named(filters: ReturnFilters, grant: Grant) -> NamedOrders:
    """Return the orders that a search of staff names. The number of a return finds this return alone."""
    return named_orders(filters.search, grant, hidden=[Reference.RETURN])


@router.post("/return/", response_model=Success[ReturnOut], **call(ReturnIn, refuses=(404, 409, 429)))
async def request_return(request: Request, database: Database, grant: Granted, idempotency: Idempotency) -> Response:
    """Request the return of pieces of a delivered item, each piece once, within the days that the shop promises."""
    wanted = await read_body(request, ReturnIn)
    if response := await idempotency.stored_response(database, wanted):
        return response
    await throttling.consume(database, limits.by_customer(limits.RETURN_REQUESTS, grant.customer.id))
    return await idempotency.run(
        database, "Return requested", lambda: service.request_return(database, wanted, grant.customer), wanted
    )


@router.post("/return/?id={id}", **call(ReturnActionIn, refuses=(404, 409)))
async def change_return(request: Request, database: Database, grant: Granted, id: Id) -> Success[ReturnOut]:
    """Change the status of a return: a shopper withdraws it; an admin approves, declines, receives or closes it.

    With a 409, ``data`` is the current return.
    """
    wanted = await read_body(request, ReturnActionIn)
    changed = await retrying(database, lambda: service.take_step(database, id, wanted, grant))
    return Success(message="Return updated", data=changed)
