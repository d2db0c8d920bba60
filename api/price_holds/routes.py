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
    """Hold the gold rate for what is in the shopper's checkout: see ``holdMinutes`` of ``GET /shop/``.

    An order with its ``holdId`` is charged at that rate, or at the present one if that is lower. A product's own
    weight and charges are not held, and neither are pieces. A shopper has one open hold, and at most 5 within 24 hours;
    the same items again give the same hold.
    """
    wanted = await read_body(request, HoldIn)
    hold = await retrying(database, lambda: service.hold_price(database, pool, wanted, grant.customer.id))
    return Success(message="Price held", data=hold)
