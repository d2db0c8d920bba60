"""The session cookies: their names and how a request's header is read."""

from shop.sessions.model import Role
from shop.settings import Settings

XSRF_COOKIE = "XSRF-TOKEN"
XSRF_HEADER = "X-XSRF-TOKEN"
ROLE_HEADER = "X-Acting-As"
"""Which of the two people whom a browser may hold sends a call: a page of the portal, or of the storefront."""
ACTIVITY_HEADER = "X-Activity"
"""``person`` where a call follows what a person did, such as a click; a page's own calls have none."""


def cookie_name(role: Role, settings: Settings) -> str:
    """Return the name of a role's session cookie; with TLS it is bound to this very host."""
    name = f"swarna_{role.value}"
    return name if settings.is_local else f"__Host-{name}"


def parse(header: str) -> dict[str, str]:
    """Read a Cookie header. What is malformed is left out, never an error (RFC 6265, 5.4)."""
    pairs = (part.partition("=") for part in header.split(";"))
    return {name.strip(): value.strip().strip('"') for name, separator, value in pairs if separator and name.strip()}


def tokens(cookies: dict[str, str], settings: Settings) -> dict[Role, str]:
    """Return the session tokens among the cookies."""
    given = ((role, cookies.get(cookie_name(role, settings))) for role in (Role.CUSTOMER, Role.ADMIN))
    return {role: token for role, token in given if token}
