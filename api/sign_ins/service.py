"""List and end the caller's own sign-ins. The caller commits."""

from sqlalchemy import ColumnElement, select
from sqlalchemy.ext.asyncio import AsyncSession

from api.auth import identity
from api.auth.identity import Person
from api.sign_ins.schemas import SignInOut
from shop.clock import now
from shop.errors import NotFound
from shop.notifications import queries as notifications
from shop.sessions.model import EndReason, Role, Session


async def list_own(database: AsyncSession, role: Role, person: Person, *, here: str) -> list[SignInOut]:
    """Return the person's live sign-ins: the current one first, then the most recently used.

    :param here: the address from which the person reads the list.
    """
    at = now()
    live = (Session.expires_at > at, Session.seen_at > at - role.lifetime.idle)
    rows = await database.scalars(select(Session).where(_of(role, person), *live).order_by(Session.seen_at.desc()))
    made = [SignInOut.of(row, own=person.session_id, here=here) for row in rows]
    return sorted(made, key=lambda each: not each.is_this)


async def end_one(database: AsyncSession, role: Role, person: Person, session_id: int) -> None:
    """End one of the person's sign-ins; its open pages close within a second.

    :raises NotFound: if the person has no such sign-in.
    """
    found = await database.scalar(select(Session.id).where(_of(role, person), Session.id == session_id))
    if found is None:
        raise NotFound("There is no such sign-in any more.")
    reason = EndReason.SIGNED_OUT if session_id == person.session_id else EndReason.ENDED_ELSEWHERE
    await identity.end_sessions(database, Session.id == session_id, reason=reason)


async def end_others(database: AsyncSession, role: Role, person: Person) -> None:
    """End all of the person's sign-ins except the current one."""
    others = (_of(role, person), Session.id != person.session_id)
    await identity.end_sessions(database, *others, reason=EndReason.ENDED_ELSEWHERE)
    if role is Role.CUSTOMER:
        await database.execute(notifications.remove_lapsed_devices(person.id))


def _of(role: Role, person: Person) -> ColumnElement[bool]:
    return (Session.admin_id if role is Role.ADMIN else Session.customer_id) == person.id
