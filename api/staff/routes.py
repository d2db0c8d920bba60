"""Staff: sign-in and out, who am I."""

from fastapi import Request, Response

from api import identity, signing_in
from api.bodies import read
from api.customers.schemas import SignInIn
from api.database import Database
from api.openapi import call
from api.policy import Granted
from api.routing import feature
from api.shapes import Out, Success
from shop.errors import Unauthenticated
from shop.sessions.model import Role
from shop.staff import queries

router = feature("staff")


class AdminOut(Out):
    id: int
    name: str
    email: str


@router.post("/admin/login/", **call(SignInIn, refuses=(401, 429)))
async def admin_sign_in(request: Request, response: Response, database: Database, _: Granted) -> Success[AdminOut]:
    """Sign an admin in; the session travels in a cookie of its own."""
    given = await read(request, SignInIn)
    admin = await signing_in.check_password(
        database,
        request,
        Role.ADMIN,
        given.email,
        given.password,
        who=queries.active_by_email(given.email),
        refusal=Unauthenticated("The user id or the password is not right."),
    )
    await identity.sign_in(request, response, database, admin)
    return Success(message="Login Successful", data=AdminOut.model_validate(admin))


@router.post("/admin/logout/", **call())
async def admin_sign_out(request: Request, response: Response, database: Database, _: Granted) -> Success[None]:
    """Sign the admin out of this browser; its open pages hear of it."""
    await identity.sign_out(request, response, database, Role.ADMIN)
    return Success(message="Signed out", data=None)


@router.get("/admin/me/", **call())
async def admin_who_am_i(request: Request, response: Response, grant: Granted) -> Success[AdminOut]:
    """Return the signed-in admin."""
    identity.renew_xsrf(request, response)
    return Success(message="Signed in", data=AdminOut.model_validate(grant.caller.admin))
