"""Known devices: browsers in which someone has signed in before, so that guesses from elsewhere do not slow them.

Each holds a token for the account, signed with the shop's key over the account's id and its password hash. Nothing
is stored: a new password makes every token of the account void, and a token says nothing of whose it is.
"""

import base64
import hmac
import secrets
from datetime import UTC, datetime, timedelta

from shop import keys
from shop.sessions.model import Role
from shop.settings import Settings

LIFETIME = timedelta(days=365)
MOST_ACCOUNTS = 3
"""The accounts of a role that one browser may hold tokens for; the oldest goes first."""

_BETWEEN = "~"
_NOBODYS = "no account"


def cookie_name(role: Role, settings: Settings) -> str:
    """Return the name of the cookie that holds a role's tokens."""
    name = f"swarna_{role.value}_device"
    return name if settings.is_local else f"__Host-{name}"


def issue(role: Role, person_id: int, password_hash: str, *, at: datetime) -> str:
    """Return a token for a browser in which the account's right password was given."""
    device, issued = secrets.token_urlsafe(16), str(int(at.timestamp()))
    return ".".join((device, issued, _signature(role, person_id, password_hash, device, issued)))


def find(held: str, role: Role, person_id: int | None, password_hash: str | None, *, at: datetime) -> str | None:
    """Return the device's id where one of the tokens of a cookie is the account's; the same work for nobody's."""
    found = None
    for token in held.split(_BETWEEN)[:MOST_ACCOUNTS]:
        if _is_of(token, role, person_id, password_hash, at=at):
            found = token.partition(".")[0]
    return found


def with_token(held: str, token: str, role: Role, person_id: int, password_hash: str, *, at: datetime) -> str:
    """Return the cookie's tokens with a new one of this account in the place of its old one."""
    others = [
        other
        for other in held.split(_BETWEEN)[:MOST_ACCOUNTS]
        if other and not _is_of(other, role, person_id, password_hash, at=at)
    ]
    return _BETWEEN.join([token, *others][:MOST_ACCOUNTS])


def _is_of(token: str, role: Role, person_id: int | None, password_hash: str | None, *, at: datetime) -> bool:
    device, _, rest = token.partition(".")
    issued, _, signature = rest.partition(".")
    expected = _signature(role, person_id or 0, password_hash or _NOBODYS, device, issued)
    is_signed = hmac.compare_digest(signature.encode(), expected.encode())
    return is_signed and person_id is not None and at - datetime.fromtimestamp(int(issued), UTC) < LIFETIME


def _signature(role: Role, person_id: int, password_hash: str, device: str, issued: str) -> str:
    signed = keys.sign("known device", "\n".join((role.value, str(person_id), password_hash, device, issued)))
    return base64.urlsafe_b64encode(signed).decode().rstrip("=")
