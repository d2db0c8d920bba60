"""Identify the caller of a request by session cookies, and set and clear these cookies and the XSRF token.

The session row alone decides who the caller is. One browser may have a customer's and an admin's session at once.
"""

import hmac
from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from fastapi import Request, Response
from sqlalchemy import ColumnElement
from sqlalchemy.ext.asyncio import AsyncSession

from api.auth import known_devices, password_check, throttling
from api.auth.api_keys import KeyHolder, sent_key
from shop.clock import now
from shop.customers.model import Customer
from shop.db.pool import Pool
from shop.db.query import Keyed, Query
from shop.errors import Forbidden
from shop.events import outbox
from shop.notifications import queries as notifications
from shop.sessions import cookies, devices, queries
from shop.sessions.events import NewDeviceSignedIn
from shop.sessions.lifetimes import END_REASON, SEEN_INTERVAL
from shop.sessions.model import EndReason, Role, Session, token_digest
from shop.sessions.queries import END_REASONS
from shop.settings import settings
from shop.staff.model import Admin
from shop.staff.roles import NO_ROLE, Roles, known_roles

_LIVE_SESSIONS = Query.of(queries.LIVE_SESSIONS, keyed=Keyed("hashes", "token_hash"))
_END_REASONS = Query(END_REASONS)
_MARK_SEEN = Query("""
    WITH seen AS (UPDATE session SET seen_at = %(at)s WHERE id = ANY(%(ids)s) RETURNING admin_id)
    UPDATE admin SET last_seen_at = %(at)s FROM seen WHERE admin.id = seen.admin_id
""")

PERSON_ACTIVITY = "person"
"""The value of the activity header of a request that follows a person's action."""
SAFE_METHODS = {"GET", "HEAD"}


@dataclass(frozen=True)
class Person:
    """A signed-in customer or admin, with the id of their session. Only an admin has ``roles``.

    ``verified_at`` is when they last proved their identity. An admin ``lacks_second_factor`` if everyone needs one and
    the admin has none. ``second_factor_by`` is the time from which everyone will need one.
    """

    id: int
    name: str
    email: str
    phone: str
    session_id: int
    verified_at: datetime
    roles: Roles = NO_ROLE
    has_second_factor: bool = False
    lacks_second_factor: bool = False
    second_factor_by: datetime | None = None


@dataclass
class Caller:
    """The people whom the request's cookies sign in, at most one of each role.

    ``seen_due`` are the roles whose session's ``seen_at`` is older than ``SEEN_INTERVAL``. ``key`` is another system's
    API key; a request with a key has no person.
    """

    people: dict[Role, Person] = field(default_factory=dict)
    seen_due: set[Role] = field(default_factory=set)
    key: KeyHolder | None = None

    @property
    def customer(self) -> Person | None:
        return self.people.get(Role.CUSTOMER)

    @property
    def admin(self) -> Person | None:
        return self.people.get(Role.ADMIN)

    def without_admin(self) -> "Caller":
        """Return the caller without the admin who is signed in in the same browser."""
        return Caller({role: person for role, person in self.people.items() if role is not Role.ADMIN})


def session_tokens(request: Request) -> dict[Role, str]:
    """Return the session tokens in the request's cookies, whether or not their sessions are live."""
    if not hasattr(request.state, "session_tokens"):
        request.state.session_tokens = cookies.session_tokens(cookies.sent_cookies(request.headers), settings())
    tokens: dict[Role, str] = request.state.session_tokens
    return tokens


def session_token_hashes(request: Request) -> list[bytes]:
    """Return the hashes of the request's session tokens, which is what the database stores."""
    return [token_digest(token) for token in session_tokens(request).values()]


async def identify(request: Request, pool: Pool) -> Caller:
    """Look up the request's sessions."""
    caller = Caller()
    hashes = session_token_hashes(request)
    if not hashes:
        return caller
    at = now()
    (found,) = await pool.fetch_batched(_LIVE_SESSIONS(hashes=hashes, at=at))
    rows = [row for row in found if _came_in_own_cookie(row, session_tokens(request))]
    for row in rows:
        required_from = row.required_since if row.second_factor_since is None else None
        person = Person(
            id=row.person_id,
            name=row.name,
            email=row.email,
            phone=row.phone,
            session_id=row.id,
            verified_at=row.verified_at,
            roles=known_roles(row.roles),
            has_second_factor=row.second_factor_since is not None,
            lacks_second_factor=required_from is not None and required_from <= at,
            second_factor_by=required_from if required_from is not None and required_from > at else None,
        )
        caller.people[Role(row.role)] = person
        if row.is_writable and at - row.seen_at > SEEN_INTERVAL:
            caller.seen_due.add(Role(row.role))
    return caller


async def end_reasons(request: Request, pool: Pool, caller: Caller) -> dict[Role, str]:
    """Return the known reasons why this browser's sessions ended.

    A reason belongs to a token that the request still sends, or comes from the cookie that replaced the token: the page
    may not have received the response that replaced it.
    """
    held = cookies.sent_cookies(request.headers)
    sent = {role: held.get(cookies.ended_cookie_name(role, settings())) for role in Role}
    reasons = {role: reason for role, reason in sent.items() if reason in set(EndReason) and role not in caller.people}
    ended = {token_digest(token): role for role, token in session_tokens(request).items() if role not in caller.people}
    if ended:
        (rows,) = await pool.fetch_batched(_END_REASONS(hashes=list(ended), at=now()))
        reasons |= {ended[bytes(row.token_hash)]: row.reason for row in rows}
    request.state.end_reasons = reasons
    return reasons


def _came_in_own_cookie(row: Any, tokens: dict[Role, str]) -> bool:
    """Whether a session's token came in the cookie of its role. A token in any other cookie is not accepted."""
    token = tokens.get(Role(row.role))
    return token is not None and token_digest(token) == bytes(row.token_hash)


def page_role(request: Request) -> Role | None:
    """Return the role whose page sends this request, None if the request does not say."""
    value = request.headers.get(cookies.ROLE_HEADER)
    return Role(value) if value in {role.value for role in Role} else None


def is_person_activity(request: Request) -> bool:
    """Whether a request follows a person's action. Pages mark such requests with a header.

    Requests that pages send by themselves do not extend a session, even if their method is unsafe: a preview is a POST,
    and pages repeat it after a live event. For a client that is no page, each unsafe request counts.
    """
    is_marked = request.headers.get(cookies.ACTIVITY_HEADER) == PERSON_ACTIVITY
    return is_marked or (page_role(request) is None and request.method not in SAFE_METHODS)


async def mark_seen(pool: Pool, caller: Caller, roles: Collection[Role]) -> None:
    """Set ``seen_at`` of the sessions of these roles to now, if it is due."""
    session_ids = [caller.people[role].session_id for role in caller.seen_due.intersection(roles)]
    if session_ids:
        await pool.fetch(_MARK_SEEN(ids=session_ids, at=now()))


def xsrf_token(session_token: str) -> str:
    """Return the XSRF token of a session, which every unsafe request has to repeat in a header."""
    key = settings().secret_key.get_secret_value().encode()
    return hmac.digest(key, f"xsrf:{session_token}".encode(), "sha256").hex()


def check_xsrf(request: Request, caller: Caller) -> None:
    """Refuse an unsafe request of a signed-in browser without the XSRF token of one of its live sessions.

    :raises Forbidden: with the field ``xsrf``. The response sets a new XSRF cookie.
    """
    sent = request.headers.get(cookies.XSRF_HEADER, "").encode()
    tokens = [token for role, token in session_tokens(request).items() if role in caller.people]
    if not any(hmac.compare_digest(sent, xsrf_token(token).encode()) for token in tokens):
        raise Forbidden(
            "This page is out of date. Please reload it and try again.",
            fields={"xsrf": f"The header {cookies.XSRF_HEADER} must repeat the cookie {cookies.XSRF_COOKIE}."},
        )


async def sign_in(
    request: Request,
    response: Response,
    database: AsyncSession,
    person: Customer | Admin,
    *,
    tells_new_device: bool = True,
) -> None:
    """Open a session in this browser and make it a known device.

    An older session of the same role ends. If it belonged to the same shopper, its devices keep receiving notifications
    under the new session.

    A sign-in from a device that the account does not know is mailed to the person, unless it is the very first one.

    :raises Unauthenticated: if the password has changed since it was checked.
    """
    role = Role.ADMIN if isinstance(person, Admin) else Role.CUSTOMER
    await password_check.check_unchanged(database, role, person)
    at = now()
    session, token = Session.open(role, person.id, at=at)
    session.user_agent = request.headers.get("user-agent", "")[: devices.LONGEST]
    session.address = throttling.client_address_of(request)
    session.is_new_device = tells_new_device and known_devices.find_device(request, role, person) is None
    if isinstance(person, Admin):
        person.last_seen_at = at
    if session.is_new_device:
        device = devices.device_name(session.user_agent)
        event = NewDeviceSignedIn(role=role.value, person_id=person.id, device=device, address=session.address)
        await outbox.record(database, event, at=at)
    database.add(session)
    await database.flush()
    if old := session_tokens(request).get(role):
        is_old = Session.token_hash == token_digest(old)
        await database.execute(notifications.keep_devices(is_old, session))
        await end_sessions(database, is_old, reason=EndReason.SIGNED_OUT)
    _set_cookie(response, cookies.cookie_name(role, settings()), token, role.lifetime.absolute)
    ended_cookie = cookies.ended_cookie_name(role, settings())
    if ended_cookie in cookies.sent_cookies(request.headers):
        _delete_cookie(response, ended_cookie)
    _set_xsrf(response, token)
    known_devices.remember_device(request, response, role, person)


async def sign_out(request: Request, response: Response, database: AsyncSession, role: Role) -> None:
    """End this browser's session of the role and close its open sockets."""
    tokens = dict(session_tokens(request))
    token = tokens.pop(role, None)
    if token:
        await end_sessions(database, Session.token_hash == token_digest(token), reason=EndReason.SIGNED_OUT)
    _delete_cookie(response, cookies.cookie_name(role, settings()))
    if tokens:
        _set_xsrf(response, next(iter(tokens.values())))
    else:
        _delete_cookie(response, cookies.XSRF_COOKIE)


async def end_sessions(database: AsyncSession, *conditions: ColumnElement[bool], reason: EndReason) -> None:
    """End the sessions that meet the conditions, remove their devices and close their open sockets."""
    await database.execute(notifications.remove_devices(*conditions))
    for session_id in (await database.execute(queries.end_sessions(*conditions, reason=reason))).scalars().all():
        await database.execute(queries.notify_session_ended(session_id))


def clear_stale_cookies(request: Request, response: Response) -> None:
    """Replace session cookies without a live session by the reasons why the sessions ended.

    The cookies of a call with an API key stay, because their sessions were not looked up.
    """
    if sent_key(request) is not None:
        return
    caller: Caller = getattr(request.state, "caller", Caller())
    reasons: dict[Role, str] = getattr(request.state, "end_reasons", {})
    for role in session_tokens(request).keys() - caller.people.keys():
        _delete_cookie(response, cookies.cookie_name(role, settings()))
        if role in reasons:
            _set_cookie(response, cookies.ended_cookie_name(role, settings()), reasons[role], END_REASON)


def renew_xsrf(request: Request, response: Response) -> None:
    """Set the XSRF cookie of the browser's live session again."""
    caller: Caller = getattr(request.state, "caller", Caller())
    live = [token for role, token in session_tokens(request).items() if role in caller.people]
    if live:
        _set_xsrf(response, live[0])


def _set_xsrf(response: Response, token: str) -> None:
    _set_cookie(response, cookies.XSRF_COOKIE, xsrf_token(token), Role.CUSTOMER.lifetime.absolute, is_hidden=False)


def _set_cookie(response: Response, name: str, value: str, lifetime: timedelta, *, is_hidden: bool = True) -> None:
    secure, max_age = not settings().is_local, int(lifetime.total_seconds())
    response.set_cookie(name, value, max_age=max_age, httponly=is_hidden, samesite="lax", secure=secure)


def _delete_cookie(response: Response, name: str) -> None:
    response.delete_cookie(name, samesite="lax", secure=not settings().is_local, httponly=name != cookies.XSRF_COOKIE)
