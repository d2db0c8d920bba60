"""Who is calling: session cookies in, session cookies out, and the XSRF token that goes with them.

Identity comes from the session row alone. One browser may hold a shopper's and an admin's session side by side.
"""

import hmac
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from fastapi import Request, Response
from sqlalchemy import ColumnElement
from sqlalchemy.ext.asyncio import AsyncSession

from api import known_devices
from shop.clock import now
from shop.customers.model import Customer
from shop.db.pool import Pool
from shop.db.query import Keyed, Query
from shop.errors import Forbidden
from shop.sessions import cookies, queries
from shop.sessions.endings import WHY_ENDED, Ending
from shop.sessions.model import LIFETIMES, SEEN_EVERY, Role, Session, digest
from shop.settings import settings
from shop.staff.model import Admin

_WHO = Query.of(queries.LIVE_PEOPLE, keyed=Keyed("hashes", "token_hash"))
_WHY = Query(WHY_ENDED)
_SEEN = Query("UPDATE session SET seen_at = %(at)s WHERE id = ANY(%(ids)s)")

BY_A_PERSON = "person"
"""What the header of activity holds."""
SAFE = {"GET", "HEAD"}


@dataclass(frozen=True)
class Person:
    """Someone signed in, with the session that says so."""

    id: int
    name: str
    email: str
    phone: str
    session_id: int


@dataclass
class Caller:
    """Everyone whom the request's cookies sign in.

    ``unnoted`` are those whose session was last noted as seen a while ago.
    """

    people: dict[Role, Person] = field(default_factory=dict)
    unnoted: set[Role] = field(default_factory=set)

    @property
    def customer(self) -> Person | None:
        return self.people.get(Role.CUSTOMER)

    @property
    def admin(self) -> Person | None:
        return self.people.get(Role.ADMIN)


def held_tokens(request: Request) -> dict[Role, str]:
    """Return the session tokens that the request carries, alive or not."""
    if not hasattr(request.state, "held"):
        request.state.held = cookies.tokens(cookies.parse(request.headers.get("cookie", "")), settings())
    held: dict[Role, str] = request.state.held
    return held


def session_hashes(request: Request) -> list[bytes]:
    """Return what the shop would have stored of the tokens that the request carries."""
    return [digest(token) for token in held_tokens(request).values()]


async def identify(request: Request, pool: Pool) -> Caller:
    """Look up the request's sessions."""
    caller = Caller()
    hashes = session_hashes(request)
    if not hashes:
        return caller
    at = now()
    (found,) = await pool.fetch_batched(_WHO(hashes=hashes, at=at))
    rows = [row for row in found if _is_in_its_cookie(row, held_tokens(request))]
    for row in rows:
        caller.people[Role(row.role)] = Person(row.person_id, row.name, row.email, row.phone, row.id)
        if row.is_writable and at - row.seen_at > SEEN_EVERY:
            caller.unnoted.add(Role(row.role))
    return caller


async def why_ended(request: Request, pool: Pool, caller: Caller) -> dict[Role, str]:
    """Return why the sessions ended whose tokens the request still carries, as far as that is known."""
    dead = {digest(token): role for role, token in held_tokens(request).items() if role not in caller.people}
    if not dead:
        return {}
    (rows,) = await pool.fetch_batched(_WHY(hashes=list(dead), at=now()))
    return {dead[bytes(row.token_hash)]: row.reason for row in rows}


def _is_in_its_cookie(row: Any, tokens: dict[Role, str]) -> bool:
    """Tell whether a session's token came in the cookie of its role; anywhere else it signs nobody in."""
    token = tokens.get(Role(row.role))
    return token is not None and digest(token) == bytes(row.token_hash)


def acting_as(request: Request) -> Role | None:
    """Return whose page sends this call, where it says so."""
    said = request.headers.get(cookies.ROLE_HEADER)
    return Role(said) if said in {role.value for role in Role} else None


def is_by_a_person(request: Request) -> bool:
    """Tell whether a person stands behind a call: it changes something, or its page says that it follows a click.

    What pages ask by themselves, by the clock or because something happened, puts off no session's end.
    """
    return request.method not in SAFE or request.headers.get(cookies.ACTIVITY_HEADER) == BY_A_PERSON


async def note_seen(pool: Pool, caller: Caller, roles: Collection[Role]) -> None:
    """Write down that the people of these roles did something just now."""
    session_ids = [caller.people[role].session_id for role in caller.unnoted.intersection(roles)]
    if session_ids:
        await pool.fetch(_SEEN(ids=session_ids, at=now()))


def xsrf_token(session_token: str) -> str:
    """Return the token that unsafe requests of this session must send back."""
    key = settings().secret_key.get_secret_value().encode()
    return hmac.digest(key, f"xsrf:{session_token}".encode(), "sha256").hex()


def check_xsrf(request: Request, caller: Caller) -> None:
    """Refuse an unsafe request of a signed-in browser without its token: that of a session that is alive.

    :raises Forbidden: with the field ``xsrf``; the answer carries a fresh cookie.
    """
    sent = request.headers.get(cookies.XSRF_HEADER, "").encode()
    tokens = [token for role, token in held_tokens(request).items() if role in caller.people]
    if not any(hmac.compare_digest(sent, xsrf_token(token).encode()) for token in tokens):
        raise Forbidden(
            "This page is out of date. Please reload it and try again.",
            fields={"xsrf": f"The header {cookies.XSRF_HEADER} must repeat the cookie {cookies.XSRF_COOKIE}."},
        )


async def sign_in(request: Request, response: Response, database: AsyncSession, person: Customer | Admin) -> None:
    """Open a new session in this browser, which is a known device from now on; one of the same role ends."""
    role = Role.ADMIN if isinstance(person, Admin) else Role.CUSTOMER
    old = held_tokens(request).get(role)
    if old:
        await end_sessions(database, Session.token_hash == digest(old), reason=Ending.SIGNED_OUT)
    session, token = Session.open(role, person.id, at=now())
    database.add(session)
    await database.flush()
    response.set_cookie(
        cookies.cookie_name(role, settings()),
        token,
        max_age=int(LIFETIMES[role].absolute.total_seconds()),
        httponly=True,
        samesite="lax",
        secure=not settings().is_local,
    )
    _set_xsrf(response, token)
    known_devices.remember(request, response, role, person)


async def sign_out(request: Request, response: Response, database: AsyncSession, role: Role) -> None:
    """End this browser's session of the role; its open pages close."""
    held = dict(held_tokens(request))
    token = held.pop(role, None)
    if token:
        await end_sessions(database, Session.token_hash == digest(token), reason=Ending.SIGNED_OUT)
    _delete(response, cookies.cookie_name(role, settings()))
    if held:
        _set_xsrf(response, next(iter(held.values())))
    else:
        _delete(response, cookies.XSRF_COOKIE)


async def end_sessions(database: AsyncSession, *conditions: ColumnElement[bool], reason: Ending) -> None:
    """End the sessions that meet the conditions, open sockets included."""
    for session_id in (await database.execute(queries.end(*conditions, reason=reason))).scalars().all():
        await database.execute(queries.announce_end(session_id))


def clear_dead_cookies(request: Request, response: Response) -> None:
    """Take from the browser the cookies that signed nobody in."""
    caller: Caller = getattr(request.state, "caller", Caller())
    held = held_tokens(request)
    for role in held.keys() - caller.people.keys():
        _delete(response, cookies.cookie_name(role, settings()))


def renew_xsrf(request: Request, response: Response) -> None:
    """Give the browser the XSRF token that belongs to its session."""
    caller: Caller = getattr(request.state, "caller", Caller())
    alive = [token for role, token in held_tokens(request).items() if role in caller.people]
    if alive:
        _set_xsrf(response, alive[0])


def _set_xsrf(response: Response, token: str) -> None:
    response.set_cookie(
        cookies.XSRF_COOKIE,
        xsrf_token(token),
        max_age=int(LIFETIMES[Role.CUSTOMER].absolute.total_seconds()),
        samesite="lax",
        secure=not settings().is_local,
    )


def _delete(response: Response, name: str) -> None:
    response.delete_cookie(name, samesite="lax", secure=not settings().is_local, httponly=name != cookies.XSRF_COOKIE)
