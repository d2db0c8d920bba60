"""The cookie by which a browser in which someone has signed in before is known again."""

from fastapi import Request, Response

from shop.clock import now
from shop.customers.model import Customer
from shop.sessions import devices
from shop.sessions.model import Role
from shop.settings import settings
from shop.staff.model import Admin


def find(request: Request, role: Role, person: Customer | Admin | None) -> str | None:
    """Return the id of the request's device where the person has signed in with it since their last new password."""
    person_id, password_hash = (person.id, person.password_hash) if person else (None, None)
    return devices.find(_held(request, role), role, person_id, password_hash, at=now())


def remember(request: Request, response: Response, role: Role, person: Customer | Admin) -> None:
    """Let this browser be known from now on."""
    at = now()
    token = devices.issue(role, person.id, person.password_hash, at=at)
    response.set_cookie(
        devices.cookie_name(role, settings()),
        devices.with_token(_held(request, role), token, role, person.id, person.password_hash, at=at),
        max_age=int(devices.LIFETIME.total_seconds()),
        httponly=True,
        samesite="strict",
        secure=not settings().is_local,
    )


def _held(request: Request, role: Role) -> str:
    return request.cookies.get(devices.cookie_name(role, settings()), "")
