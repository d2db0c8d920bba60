"""Who may call an operation, in the OpenAPI document: sessions, API keys and the XSRF token."""

from typing import Any

from api.auth.operation import Access, Operation
from shop.sessions import cookies
from shop.sessions.model import Role
from shop.settings import Settings
from shop.staff.roles import StaffRole, in_order

_WHO = {
    Access.ANYONE: "anyone",
    Access.CUSTOMER: "the signed-in shopper",
    Access.CUSTOMER_OR_ADMIN: "the signed-in shopper for their own rows, {admin} for anyone's",
    Access.ADMIN: "{admin}",
}


def who(operation: Operation) -> str:
    """Return who may call an operation, in words."""
    people = _WHO[operation.access].format(admin=_admin(in_order(operation.staff)))
    scopes = sorted(operation.scopes)
    return f"{people}, or a key with the scope {' or '.join(scopes)}" if scopes else people


def _admin(roles: list[str]) -> str:
    if len(roles) == len(StaffRole):
        return "an admin"
    *others, last = roles
    return f"an admin with the role {', '.join(others)} or {last}" if others else f"an admin with the role {last}"


_SESSIONS = {
    Access.ANYONE: ["shopper", "admin"],
    Access.CUSTOMER: ["shopper"],
    Access.CUSTOMER_OR_ADMIN: ["shopper", "admin"],
    Access.ADMIN: ["admin"],
}


def security(operation: Operation) -> list[dict[str, list[str]]]:
    """Return the sessions of which the operation needs one, with the XSRF token if it needs that."""
    keys: list[dict[str, list[str]]] = [{"key": []}] if operation.scopes else []
    if operation.access is Access.ANYONE and not operation.needs_xsrf_token:
        return [{}, *keys] if keys else []
    token: dict[str, list[str]] = {"xsrf": []} if operation.needs_xsrf_token else {}
    sessions: list[dict[str, list[str]]] = [{session: [], **token} for session in _SESSIONS[operation.access]]
    return [*([{}] if operation.access is Access.ANYONE else []), *sessions, *keys]


def security_schemes(config: Settings) -> dict[str, Any]:
    """Return the security schemes of the document."""

    def cookie(role: Role, who: str) -> dict[str, str]:
        description = f"The session of {who}; the sign-in sets it."
        return {"type": "apiKey", "in": "cookie", "name": cookies.cookie_name(role, config), "description": description}

    return {
        "shopper": cookie(Role.CUSTOMER, "a shopper"),
        "admin": cookie(Role.ADMIN, "an admin"),
        "key": {"type": "http", "scheme": "bearer", "description": "An API key, made on the page Integrations."},
        "xsrf": {
            "type": "apiKey",
            "in": "header",
            "name": cookies.XSRF_HEADER,
            "description": f"Repeats the cookie {cookies.XSRF_COOKIE}, which comes with the session.",
        },
    }
