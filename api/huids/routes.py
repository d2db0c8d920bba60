"""The route of HUIDs, which staff enter when they pack."""

from fastapi import Request

from api.auth.policy import Granted
from api.db.session import Database, retrying
from api.http.base_schemas import Success
from api.http.flag_routing import feature_router
from api.http.request_bodies import read_body
from api.huids import service
from api.huids.schemas import HuidsIn, HuidsOut
from api.openapi.description import call

router = feature_router("orders")


@router.post("/order/huids/", **call(HuidsIn, refuses=(404, 409)))
async def set_huids(request: Request, database: Database, grant: Granted) -> Success[HuidsOut]:
    """Set the HUIDs of an order item: enter, correct or remove them, until it is delivered.

    A HUID identifies one piece in the whole shop. If the piece was returned or its item cancelled, the HUID may be
    entered again. With a 409, ``data`` has the item's current HUIDs or, for the field ``huid``, the order that has that
    HUID.
    """
    wanted = await read_body(request, HuidsIn)
    changed = await retrying(database, lambda: service.set_huids(database, wanted, grant.admin))
    return Success(message="HUIDs saved", data=changed)
