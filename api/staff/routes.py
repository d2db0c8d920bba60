"""Admins: sign-in, sign-out, the caller's own account, preferences of the portal."""

from typing import Annotated

from fastapi import Query, Request, Response

from api.auth import identity, password_check, second_factor, step_up
from api.auth.policy import Granted
from api.db.session import Database
from api.http.base_schemas import Success
from api.http.flag_routing import feature_router
from api.http.request_bodies import read_body
from api.http.schema_types import Id
from api.openapi.description import call
from api.staff import members, own_second_factor
from api.staff.schemas import (
    AcceptIn,
    AdminOut,
    InvitationOut,
    InviteIn,
    MemberIn,
    MemberOut,
    PreferencesIn,
    PreferencesOut,
    StaffOut,
    StaffSignInIn,
    TheirInvitationOut,
    VerifyAgainIn,
)
from shop.clock import now
from shop.sessions.model import Role
from shop.staff import queries

router = feature_router("staff")


@router.post("/admin/login/", **call(StaffSignInIn, refuses=(401, 429)))
async def admin_sign_in(request: Request, response: Response, database: Database, _: Granted) -> Success[AdminOut]:
    """Sign an admin in. The response sets the admin's session cookie.

    An admin with a second factor sends a code too. Without it the response is 403 and names the field ``code``.
    """
    given = await read_body(request, StaffSignInIn)
    admin = await password_check.check_password(
        database,
        request,
        Role.ADMIN,
        given.email,
        given.password,
        query=queries.active_by_email(given.email),
        refusal=password_check.sign_in_refusal(Role.ADMIN),
    )
    if admin.second_factor_since is not None:
        await second_factor.check_code(database, request, admin.id, given.code)
    is_first = admin.last_seen_at is None
    await identity.sign_in(request, response, database, admin, tells_new_device=not is_first)
    has_second_factor = admin.second_factor_since is not None
    required_from = None if has_second_factor else await own_second_factor.when_required(database)
    is_due = required_from is not None and required_from <= now()
    data = AdminOut.of(
        admin,
        has_second_factor=has_second_factor,
        lacks_second_factor=is_due,
        second_factor_by=None if is_due else required_from,
    )
    return Success(message="Login Successful", data=data)


@router.post("/admin/logout/", **call())
async def admin_sign_out(request: Request, response: Response, database: Database, _: Granted) -> Success[None]:
    """Sign the admin out of this browser and notify its open pages."""
    await identity.sign_out(request, response, database, Role.ADMIN)
    return Success(message="Signed out", data=None)


@router.get("/admin/me/", **call())
async def admin_who_am_i(request: Request, response: Response, grant: Granted) -> Success[AdminOut]:
    """Return the signed-in admin."""
    identity.renew_xsrf(request, response)
    me = grant.admin
    data = AdminOut.of(
        me,
        has_second_factor=me.has_second_factor,
        lacks_second_factor=me.lacks_second_factor,
        second_factor_by=me.second_factor_by,
    )
    return Success(message="Signed in", data=data)


@router.get("/admin/staff/", **call())
async def list_staff(database: Database, _: Granted) -> Success[StaffOut]:
    """List all members of staff and the open invitations."""
    return Success(message="Staff", data=await members.list_staff(database))


@router.post("/admin/staff/?id={id}", **call(MemberIn, refuses=(404, 409)))
async def change_staff(request: Request, database: Database, grant: Granted, id: Id) -> Success[MemberOut]:
    """Change someone's roles, or whether they may sign in. The last owner stays one."""
    wanted = await read_body(request, MemberIn)
    return Success(message="Staff changed", data=await members.change(database, id, wanted, grant.admin))


@router.post("/admin/staff/invitation/", **call(InviteIn, refuses=(409,)))
async def invite_staff(request: Request, database: Database, grant: Granted) -> Success[InvitationOut]:
    """Invite someone by mail. The link is valid for 72 hours and works once."""
    wanted = await read_body(request, InviteIn)
    return Success(message="Invitation sent", data=await members.invite(database, wanted, grant.admin))


@router.post("/admin/staff/invitation/?id={id}", **call(refuses=(404,)))
async def send_invitation_again(database: Database, _: Granted, id: Id) -> Success[InvitationOut]:
    """Mail a new link of an invitation. The earlier link becomes invalid."""
    return Success(message="Invitation sent again", data=await members.send_again(database, id))


@router.delete("/admin/staff/invitation/?id={id}", **call(refuses=(404,)))
async def withdraw_invitation(database: Database, _: Granted, id: Id) -> Success[None]:
    """Withdraw an open invitation. Its link becomes invalid."""
    await members.withdraw_invitation(database, id)
    return Success(message="Invitation taken back", data=None)


@router.get("/admin/invitation/", **call(refuses=(404,)))
async def show_invitation(
    database: Database, _: Granted, token: Annotated[str, Query(max_length=200)]
) -> Success[TheirInvitationOut]:
    """Show an invitation to the person who has its link."""
    return Success(message="Invitation", data=await members.show_invitation(database, token))


@router.post("/admin/invitation/", **call(AcceptIn, refuses=(404, 409, 429)))
async def accept_invitation(request: Request, database: Database, _: Granted) -> Success[None]:
    """Join the staff by the link of an invitation, with a name and a password. The link is used up."""
    admin = await members.accept(database, await read_body(request, AcceptIn))
    return Success(message=f"Welcome, {admin.name}. Please sign in as {admin.email}.", data=None)


@router.post("/admin/verify/", **call(VerifyAgainIn, refuses=(429,)))
async def verify_again(request: Request, database: Database, grant: Granted) -> Success[None]:
    """Prove one's identity again, by the password or a code. The proof is valid for 15 minutes, like a sign-in."""
    given = await read_body(request, VerifyAgainIn)
    await step_up.verify_again(database, request, grant.admin, password=given.password, code=given.code)
    return Success(message="Thank you", data=None)


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
