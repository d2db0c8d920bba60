"""The routes of returns."""

from typing import Annotated

from fastapi import Query, Request, Response

from api.auth import throttling
from api.auth.policy import Granted
from api.db.session import Database, retrying
from api.http.base_schemas import Success
from api.http.flag_routing import feature_router
from api.http.idempotency import Idempotency
from api.http.pagination import RequestedPage
from api.http.request_bodies import read_body
from api.http.schema_types import Id, SearchText
from api.openapi.description import call
from api.returns import service
from api.returns.schemas import ReturnActionIn, ReturnIn, ReturnOut, ReturnPage
from shop.returns.model import ReturnStatus
from shop.returns.queries import ReturnSort
from shop.sessions.model import Role
from shop.throttles import limits

router = feature_router("returns")


@router.get("/return/", **call())
async def list_returns(
    database: Database,
    grant: Granted,
    page: RequestedPage,
    status: Annotated[ReturnStatus | None, Query()] = None,
    search: Annotated[SearchText | None, Query()] = None,
    sort: Annotated[ReturnSort, Query()] = ReturnSort.NEWEST,
    of: Annotated[Id | None, Query(alias="customerId")] = None,
) -> ReturnPage:
    """List a shopper's own returns, or for an admin all returns, or those of ``customerId``.

    The search is for the number of a return or an order, or for a part of the customer's or the product's name.
    """
    shopper = grant.caller.customer
    is_shopper = shopper is not None and (grant.caller.admin is None or grant.page is not Role.ADMIN)
    customer_id = shopper.id if shopper is not None and is_shopper else None
    if customer_id is not None and of is not None:
        grant.check_owner(of)
    filters = service.ReturnFilters(status=status, search=search, customer_id=of)
    return await service.page_of(database, page, filters, customer_id=customer_id, sort=sort)


@router.post("/return/", response_model=Success[ReturnOut], **call(ReturnIn, refuses=(404, 409, 429)))
async def request_return(request: Request, database: Database, grant: Granted, idempotency: Idempotency) -> Response:
    """Ask to return pieces of a delivered item, each piece once, within the days that the shop promises."""
    wanted = await read_body(request, ReturnIn)
    if response := await idempotency.stored_response(database, wanted):
        return response
    await throttling.consume(database, limits.return_request(grant.customer.id))

    async def work() -> Success[ReturnOut]:
        made = await service.request_return(database, wanted, grant.customer)
        return Success(message="Return requested", data=made)

    return await idempotency.run(database, work, wanted)


@router.post("/return/?id={id}", **call(ReturnActionIn, refuses=(404, 409)))
async def change_return(
    request: Request,
    database: Database,
    grant: Granted,
    id: Id,  # noqa: A002 - the name on the wire
) -> Success[ReturnOut]:
    """Take a step with a return: a shopper withdraws it, an admin approves, declines or receives it.

    With a 409, ``data`` is the return as it is.
    """
    wanted = await read_body(request, ReturnActionIn)
    changed = await retrying(database, lambda: service.take_step(database, id, wanted, grant))
    return Success(message="Return updated", data=changed)
