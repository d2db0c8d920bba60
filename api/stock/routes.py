"""Movements of stock for admins, and shoppers' requests for a mail when a product is back in stock."""

from typing import Annotated

from fastapi import Query, Request, Response

from api.auth.policy import Granted
from api.db.session import Database, retrying
from api.http.base_schemas import Success
from api.http.flag_routing import feature_router
from api.http.idempotency import Idempotency
from api.http.pagination import RequestedPage
from api.http.request_bodies import read_body
from api.http.schema_types import Id
from api.openapi.description import call
from api.stock import service
from api.stock.schemas import CorrectionIn, MovementOut, MovementPage, StockRequestIn, StockRequestOut
from shop.stock import queries

router = feature_router("stock")


@router.get("/stock/", **call(refuses=(404,)))
async def list_stock_movements(
    database: Database, _: Granted, product_id: Annotated[Id, Query(alias="productId")], page: RequestedPage
) -> MovementPage:
    """List a product's movements of stock, the newest first."""
    return await service.movements(database, product_id, page)


@router.post("/stock/", response_model=Success[MovementOut], **call(CorrectionIn, refuses=(404, 409)))
async def correct_stock(request: Request, database: Database, _: Granted, idempotency: Idempotency) -> Response:
    """Correct the count of a product's pieces, with a reason."""
    wanted = await read_body(request, CorrectionIn)
    return await idempotency.run(database, "Stock corrected", lambda: service.correct(database, wanted), wanted)


@router.get("/stock/request/", **call())
async def list_stock_requests(database: Database, grant: Granted) -> Success[list[StockRequestOut]]:
    """List the products for which the shopper waits."""
    requests = await database.execute(queries.open_requests(grant.customer.id))
    return Success(message="Requests", data=[StockRequestOut.of(row) for row in requests])


@router.post("/stock/request/", **call(StockRequestIn, refuses=(404, 409)))
async def add_stock_request(request: Request, database: Database, grant: Granted) -> Success[StockRequestOut]:
    """Ask for one mail when a product that is out of stock, or one size of it, is back.

    It is sent to a confirmed address only. The request stays open until the address is confirmed.
    """
    wanted = await read_body(request, StockRequestIn)
    asked = await retrying(database, lambda: service.ask(database, wanted, grant.customer.id))
    message = "We will write to you when it is back."
    if not asked.email_confirmed:
        message += f" Please confirm your address first: open the link that we have sent to {grant.customer.email}."
    return Success(message=message, data=asked)


@router.delete("/stock/request/?id={id}", **call(refuses=(404,)))
async def remove_stock_request(database: Database, grant: Granted, id: Id) -> Success[None]:
    """Remove one of the shopper's own requests. No mail is sent then."""
    await retrying(database, lambda: service.stop(database, id, grant.customer.id))
    return Success(message="Request removed", data=None)
