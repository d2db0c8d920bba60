"""The cookie of a known device: a browser in which someone has signed in before."""

from fastapi import Request, Response

from shop.clock import now
from shop.customers.model import Customer
from shop.sessions import cookies, known_devices
from shop.sessions.model import Role
from shop.settings import settings
from shop.staff.model import Admin


def find_device(request: Request, role: Role, person: Customer | Admin | None) -> str | None:
    """Return the id of the request's device, None if it is not known to the person.

    A device is known to a person who has signed in with it since their last change of password.
    """
    person_id, password_hash = (person.id, person.password_hash) if person else (None, None)
    return known_devices.find_device(_tokens(request, role), role, person_id, password_hash, at=now())


def remember_device(request: Request, response: Response, role: Role, person: Customer | Admin) -> None:
    """Make this browser a known device of the person."""
    at = now()
    token = known_devices.issue_token(role, person.id, person.password_hash, at=at)
    response.set_cookie(
        known_devices.cookie_name(role, settings()),
        known_devices.add_token(_tokens(request, role), token, role, person.id, person.password_hash, at=at),
        max_age=int(known_devices.LIFETIME.total_seconds()),
        httponly=True,
        samesite="strict",
        secure=not settings().is_local,
    )


def _tokens(request: Request, role: Role) -> str:
    """Return the value of the role's device cookie, which may hold tokens of several accounts."""
    return cookies.sent_cookies(request.headers).get(known_devices.cookie_name(role, settings()), "")
