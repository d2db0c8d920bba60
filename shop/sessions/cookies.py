"""The names of session cookies and headers, and the parsing of a Cookie header."""

from collections.abc import Mapping

from shop.sessions.model import Role
from shop.settings import Settings

XSRF_COOKIE = "XSRF-TOKEN"
XSRF_HEADER = "X-XSRF-TOKEN"
ROLE_HEADER = "X-Acting-As"
"""The role whose page sends a request: ``admin`` for the portal, ``customer`` for the storefront."""
ACTIVITY_HEADER = "X-Activity"
"""``person`` if a request follows an action of a person, such as a click. Other requests do not have this header."""
_BLANKS = " \t"


def cookie_name(role: Role, settings: Settings) -> str:
    """Return the name of a role's session cookie. Except in local use, its prefix binds it to this host."""
    return bound_to_host(f"swarna_{role.value}", settings)


def ended_cookie_name(role: Role, settings: Settings) -> str:
    """Return the name of the cookie with the reason why a role's session ended. It replaces the session cookie."""
    return bound_to_host(f"swarna_ended_{role.value}", settings)


def parse_cookies(header: str) -> dict[str, str]:
    """Parse a Cookie header. Malformed parts are ignored (RFC 6265, 5.4).

    Only the blanks of RFC 6265 are stripped. A browser keeps other blanks, such as U+00A0, as a part of the name, so
    stripping them would let another host of the domain set a cookie whose name is bound to this host.
    """
    pairs = (part.partition("=") for part in header.split(";"))
    stripped = ((name.strip(_BLANKS), value.strip(_BLANKS).strip('"')) for name, separator, value in pairs if separator)
    return {name: value for name, value in stripped if name}


def sent_cookies(headers: Mapping[str, str]) -> dict[str, str]:
    """Return the cookies that a request sends."""
    return parse_cookies(headers.get("cookie", ""))


def bound_to_host(name: str, settings: Settings) -> str:
    """Return a cookie's name with the prefix by which browsers bind it to this host; in local use, without it."""
    return name if settings.is_local else f"__Host-{name}"


def session_tokens(cookies: dict[str, str], settings: Settings) -> dict[Role, str]:
    """Return the session tokens among the cookies."""
    tokens = ((role, cookies.get(cookie_name(role, settings))) for role in (Role.CUSTOMER, Role.ADMIN))
    return {role: token for role, token in tokens if token}
