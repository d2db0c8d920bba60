"""Signed links in mails.

The token of a link is ``<subject id>.<valid until>.<signature>``: the id of the row that the link is about, the end of
its validity in milliseconds since 1970 UTC (0 for a link without an end), and a keyed digest in base64url. Each purpose
has a separate key, so a token is valid for one purpose only.

Mail scanners open every link. So a link opens a page, and only the button on that page changes anything.
"""

import base64
import hmac
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from shop.errors import NotFound
from shop.security import derived_keys

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MAX_DIGITS = 13


class InvalidLink(NotFound):
    """The link was not made by this shop, has expired, or is for something else."""

    code = "dead_link"

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence, fields={"token": sentence})


@dataclass(frozen=True)
class Link:
    """A token that came with a request. Its content must not be trusted before :meth:`is_signed` has returned true."""

    token: str
    subject_id: int
    valid_until: int

    @property
    def expires_at(self) -> datetime | None:
        """The end of validity, None for a link without an end."""
        return _EPOCH + timedelta(milliseconds=self.valid_until) if self.valid_until else None

    def is_signed(self, purpose: str, *, bound_to: str = "") -> bool:
        """Whether :func:`sign` made this token for the purpose and the same ``bound_to``."""
        expected = _encode(purpose, self.subject_id, self.valid_until, bound_to)
        return hmac.compare_digest(expected.encode(), self.token.encode())


def sign(purpose: str, subject_id: int, *, expires_at: datetime | None, bound_to: str = "") -> str:
    """Return the token of a link.

    :param expires_at: the end of its validity, None for a link without an end.
    :param bound_to: a text that the signature covers and the token does not contain, such as an email address.
    """
    valid_until = (expires_at - _EPOCH) // timedelta(milliseconds=1) if expires_at else 0
    return _encode(purpose, subject_id, valid_until, bound_to)


def read(token: str, *, at: datetime) -> Link | None:
    """Parse a token; None if it is malformed or has expired. The signature is not checked yet."""
    subject, _, rest = token.partition(".")
    until = rest.partition(".")[0]
    if not all(part.isascii() and part.isdecimal() and len(part) <= _MAX_DIGITS for part in (subject, until)):
        return None
    link = Link(token, int(subject), int(until))
    return link if link.expires_at is None or at < link.expires_at else None


def _encode(purpose: str, subject_id: int, valid_until: int, bound_to: str) -> str:
    signed = f"{subject_id}.{valid_until}" + (f".{bound_to}" if bound_to else "")
    signature = base64.urlsafe_b64encode(derived_keys.sign(purpose, signed)).decode().rstrip("=")
    return f"{subject_id}.{valid_until}.{signature}"
