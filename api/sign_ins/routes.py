"""The routes of the caller's own sign-ins, for shoppers and staff."""

from fastapi import Request

from api.auth import throttling
from api.auth.policy import Granted
from api.db.session import Database
from api.http.base_schemas import Success
from api.http.flag_routing import feature_router
from api.http.schema_types import Id
from api.openapi.description import call
from api.sign_ins import service
from api.sign_ins.schemas import SignInOut
from shop.sessions.model import Role

router = feature_router("customers")

ENDED = "The sign-in is ended"
OTHERS_ENDED = "All other sign-ins are ended"


@router.get("/customer/sessions/", **call())
async def list_sign_ins(request: Request, database: Database, grant: Granted) -> Success[list[SignInOut]]:
    """List the shopper's sign-ins, this one first."""
    here = throttling.client_address_of(request)
    return Success(message="Sign-ins", data=await service.list_own(database, Role.CUSTOMER, grant.customer, here=here))


@router.delete("/customer/sessions/?id={id}", **call(refuses=(404,)))
async def end_sign_in(database: Database, grant: Granted, id: Id) -> Success[None]:
    """End one of the shopper's sign-ins."""
    await service.end_one(database, Role.CUSTOMER, grant.customer, id)
    return Success(message=ENDED, data=None)


@router.post("/customer/sessions/?flag=endOthers", **call())
async def end_other_sign_ins(database: Database, grant: Granted) -> Success[None]:
    """End all of the shopper's sign-ins but this one."""
    await service.end_others(database, Role.CUSTOMER, grant.customer)
    return Success(message=OTHERS_ENDED, data=None)


@router.get("/admin/sessions/", **call())
async def list_staff_sign_ins(request: Request, database: Database, grant: Granted) -> Success[list[SignInOut]]:
    """List one's own sign-ins in the portal, this one first."""
    here = throttling.client_address_of(request)
    return Success(message="Sign-ins", data=await service.list_own(database, Role.ADMIN, grant.admin, here=here))


@router.delete("/admin/sessions/?id={id}", **call(refuses=(404,)))
async def end_staff_sign_in(database: Database, grant: Granted, id: Id) -> Success[None]:
    """End one of one's own sign-ins in the portal."""
    await service.end_one(database, Role.ADMIN, grant.admin, id)
    return Success(message=ENDED, data=None)


@router.post("/admin/sessions/?flag=endOthers", **call())
async def end_other_staff_sign_ins(database: Database, grant: Granted) -> Success[None]:
    """End all of one's own sign-ins in the portal but this one."""
    await service.end_others(database, Role.ADMIN, grant.admin)
    return Success(message=OTHERS_ENDED, data=None)
