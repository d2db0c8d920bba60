"""Routes of the second factor of staff: set up one's own, and require one of everyone."""

from fastapi import Request

from api.auth.policy import Granted
from api.db.session import Database
from api.http.base_schemas import Success
from api.http.flag_routing import feature_router
from api.http.request_bodies import read_body
from api.openapi.description import call
from api.staff import own_second_factor
from api.staff.schemas import (
    NewSecretOut,
    RecoveryCodesOut,
    SecondFactorCodeIn,
    SecondFactorOut,
    SecondFactorRequiredIn,
)
from shop.clock import now

router = feature_router("staff")


@router.post("/admin/staff/?flag=secondFactor", **call(SecondFactorRequiredIn))
async def require_second_factor(request: Request, database: Database, _: Granted) -> Success[None]:
    """Require a second factor of everyone, or make it optional.

    Staff without one must then set it up first. With ``from`` it is required from that time; until then those who have
    none are reminded.
    """
    wanted = await read_body(request, SecondFactorRequiredIn)
    required_from = (wanted.from_ or now()) if wanted.is_required else None
    await own_second_factor.require(database, required_from=required_from)
    return Success(message="Saved", data=None)


@router.get("/admin/secondFactor/", **call())
async def show_second_factor(database: Database, grant: Granted) -> Success[SecondFactorOut]:
    """Return whether one's own second factor is on, and the number of unused recovery codes."""
    return Success(message="Second factor", data=await own_second_factor.show(database, grant.admin))


@router.post("/admin/secondFactor/?flag=begin", **call(refuses=(409,)))
async def begin_second_factor(database: Database, grant: Granted) -> Success[NewSecretOut]:
    """Begin to set up one's own second factor. The response has the key for the app. A confirmed code turns it on."""
    return Success(message="Second factor begun", data=await own_second_factor.begin(database, grant.admin))


@router.post("/admin/secondFactor/?flag=confirm", **call(SecondFactorCodeIn, refuses=(409, 429)))
async def confirm_second_factor(request: Request, database: Database, grant: Granted) -> Success[RecoveryCodesOut]:
    """Turn one's own second factor on by a code of the app. Only this response has the ten recovery codes."""
    given = await read_body(request, SecondFactorCodeIn)
    made = await own_second_factor.confirm(database, request, grant.admin, given.code)
    return Success(message="Second factor on", data=made)


@router.post("/admin/secondFactor/?flag=codes", **call(refuses=(409,)))
async def renew_recovery_codes(database: Database, grant: Granted) -> Success[RecoveryCodesOut]:
    """Replace the recovery codes by ten new ones, which only this response has."""
    return Success(message="New recovery codes", data=await own_second_factor.renew_codes(database, grant.admin))


@router.post("/admin/secondFactor/?flag=off", **call(refuses=(409,)))
async def turn_second_factor_off(database: Database, grant: Granted) -> Success[None]:
    """Turn one's own second factor off."""
    await own_second_factor.turn_off(database, grant.admin)
    return Success(message="Second factor off", data=None)
