"""The route of held prices."""

from fastapi import Request

from api.auth.policy import Granted
from api.db.session import Database, DatabasePool, retrying
from api.http.base_schemas import Success
from api.http.flag_routing import feature_router
from api.http.request_bodies import read_body
from api.openapi.description import call
from api.price_holds import service
from api.price_holds.schemas import HoldIn, HoldOut

router = feature_router("price holds")


@router.post("/hold/", **call(HoldIn, refuses=(404, 409, 429)))
async def hold_price(request: Request, database: Database, pool: DatabasePool, grant: Granted) -> Success[HoldOut]:
    """Hold the gold rate for the items in the shopper's checkout: see ``holdMinutes`` of ``GET /shop/``.

    An order with the hold's ``holdId`` is charged at that rate, or at the current one if that is lower. The weight and
    the charges of a product are not held, and pieces are not reserved. A shopper has one open hold, and at most 5
    within 24 hours. A second request for the same items returns the same hold.
    """
    wanted = await read_body(request, HoldIn)
    hold = await retrying(database, lambda: service.hold_price(database, pool, wanted, grant.customer.id))
    return Success(message="Price held", data=hold)
