"""Members of staff: invitations, roles, who may sign in. The caller commits."""

from typing import Any

from sqlalchemy import exists, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from api.auth import identity, password_hashing
from api.auth.identity import Person
from api.http.partial_update import get_or_404
from api.staff import own_second_factor
from api.staff.schemas import (
    AcceptIn,
    AccessOut,
    InvitationOut,
    InviteIn,
    MemberIn,
    MemberOut,
    StaffOut,
    TheirInvitationOut,
)
from shop.audit.context import Actor, record_action, set_actor
from shop.clock import now
from shop.desk.events import AssigneesChanged
from shop.events import outbox
from shop.security import signed_links
from shop.security.signed_links import InvalidLink
from shop.sessions.model import EndReason, Session
from shop.sessions.queries import notify_roles_changed
from shop.staff import queries
from shop.staff.events import StaffChanged, StaffInvited
from shop.staff.model import INVITED_FOR, Admin, LastOwner, StaffEmailTaken, StaffInvitation, StaleRoles
from shop.staff.roles import ACCESS_SUMMARY, in_order

MISSING = "There is no such member of staff."
NO_INVITATION = "There is no such invitation any more."
INVALID_LINK = "This invitation is not valid any more. Please ask an owner of the shop for a new one."


async def list_staff(database: AsyncSession) -> StaffOut:
    """Return all members of staff and the open invitations."""
    members = await database.scalars(queries.all_staff())
    invitations = await database.scalars(queries.invitations())
    at = now()
    required_from = await own_second_factor.when_required(database)
    return StaffOut(
        members=[MemberOut.of(admin) for admin in members],
        invitations=[InvitationOut.of(invitation, at=at) for invitation in invitations],
        second_factor_required=required_from is not None,
        second_factor_required_from=required_from,
        access=[
            AccessOut(about=about, readers=sorted(readers), writers=sorted(writers))
            for about, readers, writers in ACCESS_SUMMARY
        ],
    )


async def change(database: AsyncSession, admin_id: int, wanted: MemberIn, by: Person) -> MemberOut:
    """Change someone's roles, or whether they may sign in. Their open pages apply the change within a second.

    :raises NotFound: if there is no such member of staff.
    :raises LastOwner: if no owner would be left who may sign in.
    :raises StaleRoles: if someone changed the roles after the owner saw them.
    """
    owners = list(await database.scalars(queries.lock_active_owners()))
    admin = await get_or_404(database, Admin, admin_id, MISSING, lock=True)
    was_owner = admin.is_active_owner
    if wanted.roles is not None and set(wanted.roles) != set(admin.roles):
        if wanted.seen_roles is not None and set(wanted.seen_roles) != set(admin.roles):
            raise StaleRoles(f"Someone changed these roles meanwhile, to {', '.join(admin.roles)}. Look at them again.")
        admin.roles = in_order(wanted.roles)
        await database.execute(notify_roles_changed(Admin.id == admin_id))
    if wanted.disabled is not None and wanted.disabled != (admin.disabled_at is not None):
        admin.disabled_at, admin.disabled_by = (now(), by.name) if wanted.disabled else (None, None)
        if wanted.disabled:
            await identity.end_sessions(database, Session.admin_id == admin_id, reason=EndReason.BY_SHOP)
    if wanted.without_second_factor:
        await own_second_factor.remove(database, admin_id)
        await database.refresh(admin)
    if was_owner and not admin.is_active_owner and [owner.id for owner in owners] == [admin_id]:
        raise LastOwner
    await _record_changed(database, admin_id)
    await database.flush()
    return MemberOut.of(admin)


async def invite(database: AsyncSession, wanted: InviteIn, by: Person) -> InvitationOut:
    """Invite someone by mail. The link is valid for 72 hours, and works once.

    :raises StaffEmailTaken: if a member of staff has the address, or an invitation to it is open.
    """
    await _check_free(database, wanted.email)
    at = now()
    invitation = StaffInvitation(
        email=wanted.email,
        roles=in_order(wanted.roles),
        invited_by=by.name,
        sent_at=at,
        expires_at=at + INVITED_FOR,
    )
    database.add(invitation)
    try:
        await database.flush()
    except IntegrityError:
        raise _is_invited() from None
    await _audit(database, "added", invitation, {"roles": {"from": None, "to": invitation.roles}})
    await outbox.record(database, StaffInvited(invitation_id=invitation.id), at=at)
    return InvitationOut.of(invitation, at=at)


async def send_again(database: AsyncSession, invitation_id: int) -> InvitationOut:
    """Mail a new link, valid for 72 hours. The earlier one is not valid any more.

    :raises NotFound: if the invitation was accepted or revoked.
    """
    invitation = await get_or_404(database, StaffInvitation, invitation_id, NO_INVITATION, lock=True)
    at = now()
    invitation.sent_at, invitation.expires_at = at, at + INVITED_FOR
    await _audit(database, "changed", invitation, {}, note=", sent again")
    await outbox.record(database, StaffInvited(invitation_id=invitation.id), at=at)
    return InvitationOut.of(invitation, at=at)


async def withdraw_invitation(database: AsyncSession, invitation_id: int) -> None:
    """Revoke an invitation. Its link is not valid any more.

    :raises NotFound: if it was accepted or revoked.
    """
    invitation = await get_or_404(database, StaffInvitation, invitation_id, NO_INVITATION, lock=True)
    await _audit(database, "deleted", invitation, {"roles": {"from": invitation.roles, "to": None}})
    await database.delete(invitation)
    await outbox.record(database, StaffChanged(), at=now())


async def show_invitation(database: AsyncSession, token: str) -> TheirInvitationOut:
    """Return the content of the page of an invitation.

    :raises InvalidLink: if the link is not valid any more.
    """
    return TheirInvitationOut.model_validate(await _find(database, token))


async def accept(database: AsyncSession, wanted: AcceptIn) -> Admin:
    """Make the invited person a member of staff, with their name and password. The link is used up.

    :raises InvalidLink: if the link is not valid any more.
    :raises StaffEmailTaken: if a member of staff has the address by now.
    """
    await _find(database, wanted.token)
    await database.commit()
    password_hash = await password_hashing.hash_password(wanted.password)
    invitation = await _find(database, wanted.token, lock=True)
    admin = Admin(
        name=wanted.name,
        email=invitation.email,
        password_hash=password_hash,
        created_at=now(),
        roles=list(invitation.roles),
    )
    await database.run_sync(set_actor, Actor(wanted.name))
    database.add(admin)
    await database.delete(invitation)
    try:
        await database.flush()
    except IntegrityError:
        raise _is_staff() from None
    await _record_changed(database, admin.id)
    return admin


async def _record_changed(database: AsyncSession, admin_id: int) -> None:
    """Record the events that someone joined or was changed, for owners and for all who assign orders to staff."""
    at = now()
    await outbox.record(database, StaffChanged(admin_id=admin_id), at=at)
    await outbox.record(database, AssigneesChanged(admin_id=admin_id), at=at)


async def _find(database: AsyncSession, token: str, *, lock: bool = False) -> StaffInvitation:
    link = signed_links.read(token, at=now())
    invitation = None
    if link is not None:
        invitation = await database.get(
            StaffInvitation, link.subject_id, with_for_update=lock or None, populate_existing=True
        )
    if link is None or invitation is None or not invitation.is_link(link):
        raise InvalidLink(INVALID_LINK)
    return invitation


async def _check_free(database: AsyncSession, email: str) -> None:
    if await database.scalar(select(exists(queries.by_email(email)))):
        raise _is_staff()
    if await database.scalar(select(exists(queries.invitation_to(email)))):
        raise _is_invited()


def _is_staff() -> StaffEmailTaken:
    return _taken("Somebody of the staff has this address already.")


def _is_invited() -> StaffEmailTaken:
    return _taken("This address is invited already. Send its invitation again instead.")


def _taken(sentence: str) -> StaffEmailTaken:
    return StaffEmailTaken(sentence, fields={"email": sentence})


async def _audit(
    database: AsyncSession, action: str, invitation: StaffInvitation, changes: dict[str, Any], *, note: str = ""
) -> None:
    """Write the audit's entry. It has no number, because that would look like the number of a member of staff."""
    label = f"invitation of {invitation.email}{note}"
    await database.run_sync(record_action, action, "staff", label=label, changes=changes)
