"""Known devices: browsers in which someone has signed in before.

Password guesses from other devices do not delay their sign-ins.

A device has a token for the account, whose signature covers the account's id and password hash. So the database stores
nothing, a change of password invalidates every token of the account, and a token does not reveal its account.
"""

import base64
import hmac
import secrets
from datetime import UTC, datetime, timedelta

from shop.security import derived_keys
from shop.sessions import cookies
from shop.sessions.model import Role
from shop.settings import Settings

LIFETIME = timedelta(days=365)
MAX_ACCOUNTS = 3
"""The number of accounts of a role for which one browser has tokens. Beyond it, the oldest token is dropped."""

_SEPARATOR = "~"
_NO_ACCOUNT = "no account"


def cookie_name(role: Role, settings: Settings) -> str:
    """Return the name of the cookie that holds a role's tokens."""
    return cookies.bound_to_host(f"swarna_{role.value}_device", settings)


def issue_token(role: Role, person_id: int, password_hash: str, *, at: datetime) -> str:
    """Return a token for a browser in which someone has signed in to the account."""
    device, issued = secrets.token_urlsafe(16), str(int(at.timestamp()))
    return ".".join((device, issued, _signature(role, person_id, password_hash, device, issued)))


def find_device(
    cookie: str, role: Role, person_id: int | None, password_hash: str | None, *, at: datetime
) -> str | None:
    """Return the device's id if a token of the cookie belongs to the account, or None.

    The function takes the same time if there is no account.

    :param cookie: the tokens of the device, joined by ``~``.
    """
    found = None
    for token in cookie.split(_SEPARATOR)[:MAX_ACCOUNTS]:
        if _belongs_to(token, role, person_id, password_hash, at=at):
            found = token.partition(".")[0]
    return found


def add_token(cookie: str, token: str, role: Role, person_id: int, password_hash: str, *, at: datetime) -> str:
    """Return the cookie with a new token of this account, which replaces its old one."""
    others = [
        other
        for other in cookie.split(_SEPARATOR)[:MAX_ACCOUNTS]
        if other and not _belongs_to(other, role, person_id, password_hash, at=at)
    ]
    return _SEPARATOR.join([token, *others][:MAX_ACCOUNTS])


def _belongs_to(token: str, role: Role, person_id: int | None, password_hash: str | None, *, at: datetime) -> bool:
    device, _, rest = token.partition(".")
    issued, _, signature = rest.partition(".")
    expected = _signature(role, person_id or 0, password_hash or _NO_ACCOUNT, device, issued)
    is_signed = hmac.compare_digest(signature.encode(), expected.encode())
    return is_signed and person_id is not None and at - datetime.fromtimestamp(int(issued), UTC) < LIFETIME


def _signature(role: Role, person_id: int, password_hash: str, device: str, issued: str) -> str:
    signed = derived_keys.sign("known device", "\n".join((role.value, str(person_id), password_hash, device, issued)))
    return base64.urlsafe_b64encode(signed).decode().rstrip("=")
