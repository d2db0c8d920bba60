"""Admins: sign-in, sign-out, the caller's own account, preferences of the portal."""

from fastapi import Request, Response

from api.auth import identity, password_check
from api.auth.policy import Granted
from api.customers.schemas import SignInIn
from api.db.session import Database
from api.http.base_schemas import Success
from api.http.flag_routing import feature_router
from api.http.request_bodies import read_body
from api.openapi.description import call
from api.staff.schemas import AdminOut, PreferencesIn, PreferencesOut
from shop.errors import Unauthenticated
from shop.sessions.model import Role
from shop.staff import queries

router = feature_router("staff")


@router.post("/admin/login/", **call(SignInIn, refuses=(401, 429)))
async def admin_sign_in(request: Request, response: Response, database: Database, _: Granted) -> Success[AdminOut]:
    """Sign an admin in. The answer sets the admin's session cookie."""
    given = await read_body(request, SignInIn)
    admin = await password_check.check_password(
        database,
        request,
        Role.ADMIN,
        given.email,
        given.password,
        query=queries.active_by_email(given.email),
        refusal=Unauthenticated("The user id or the password is not right."),
    )
    await identity.sign_in(request, response, database, admin)
    return Success(message="Login Successful", data=AdminOut.of(admin))


@router.post("/admin/logout/", **call())
async def admin_sign_out(request: Request, response: Response, database: Database, _: Granted) -> Success[None]:
    """Sign the admin out of this browser and notify its open pages."""
    await identity.sign_out(request, response, database, Role.ADMIN)
    return Success(message="Signed out", data=None)


@router.get("/admin/me/", **call())
async def admin_who_am_i(request: Request, response: Response, grant: Granted) -> Success[AdminOut]:
    """Return the signed-in admin."""
    identity.renew_xsrf(request, response)
    return Success(message="Signed in", data=AdminOut.of(grant.admin))


@router.get("/admin/preferences/", **call())
async def show_preferences(database: Database, grant: Granted) -> Success[PreferencesOut]:
    """Return how the signed-in admin has arranged the portal's cards."""
    cards = await database.scalar(queries.cards_of(grant.admin.id))
    return Success(message="Preferences", data=PreferencesOut.model_validate(cards or {}))


@router.post("/admin/preferences/", **call(PreferencesIn))
async def change_preferences(request: Request, database: Database, grant: Granted) -> Success[PreferencesOut]:
    """Store how the signed-in admin has arranged the cards of some pages."""
    wanted = await read_body(request, PreferencesIn)
    cards = await database.scalar(queries.save_cards(grant.admin.id, wanted.model_dump(exclude_none=True)))
    return Success(message="Preferences kept", data=PreferencesOut.model_validate(cards))
