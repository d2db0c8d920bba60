"""The names of session cookies and headers, and the parsing of a Cookie header."""

from shop.sessions.model import Role
from shop.settings import Settings

XSRF_COOKIE = "XSRF-TOKEN"
XSRF_HEADER = "X-XSRF-TOKEN"
ROLE_HEADER = "X-Acting-As"
"""The role whose page sends a request: ``admin`` for the portal, ``customer`` for the storefront."""
ACTIVITY_HEADER = "X-Activity"
"""``person`` if a request follows an action of a person, such as a click. Other requests do not have this header."""


def cookie_name(role: Role, settings: Settings) -> str:
    """Return the name of a role's session cookie. Except in local use, its prefix binds it to this host."""
    return bound_to_host(f"swarna_{role.value}", settings)


def ended_cookie_name(role: Role, settings: Settings) -> str:
    """Return the name of the cookie with the reason why a role's session ended. It replaces the session cookie."""
    return bound_to_host(f"swarna_ended_{role.value}", settings)


def parse_cookies(header: str) -> dict[str, str]:
    """Parse a Cookie header. Malformed parts are ignored (RFC 6265, 5.4)."""
    pairs = (part.partition("=") for part in header.split(";"))
    return {name.strip(): value.strip().strip('"') for name, separator, value in pairs if separator and name.strip()}


def bound_to_host(name: str, settings: Settings) -> str:
    """Return a cookie's name with the prefix by which browsers bind it to this host; in local use, without it."""
    return name if settings.is_local else f"__Host-{name}"


def session_tokens(cookies: dict[str, str], settings: Settings) -> dict[Role, str]:
    """Return the session tokens among the cookies."""
    tokens = ((role, cookies.get(cookie_name(role, settings))) for role in (Role.CUSTOMER, Role.ADMIN))
    return {role: token for role, token in tokens if token}
