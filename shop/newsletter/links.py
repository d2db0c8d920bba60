"""The signed links in the newsletter's mails: ``<reader>.<valid until>.<signature>``.

A confirmation is good for a week, unless its reader unsubscribed after it was written. Unsubscribing must work from the
oldest mail in the box: its link is good for ever. A link only opens a page: mail scanners open every link. The button
on the page acts.
"""

import base64
import hmac
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum

from shop import keys
from shop.errors import NotFound

CONFIRM_WITHIN = timedelta(days=7)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_FIRST_MILLISECOND = 10**11
_MAX_DIGITS = 13
DEAD = "This link is not valid any more. Please subscribe again."


class Purpose(StrEnum):
    """What a link does; one that was made for the one does not do the other."""

    CONFIRM = "confirm"
    UNSUBSCRIBE = "unsubscribe"


class DeadLink(NotFound):
    """The link was not made by us, or is too old."""

    code = "dead_link"


@dataclass(frozen=True)
class Link:
    """What a token says. ``valid_until`` is in milliseconds since 1970 UTC; 0 is for ever."""

    purpose: Purpose
    reader_id: int
    valid_until: int = 0

    @property
    def ends_at(self) -> datetime | None:
        """When it ends; None where it never does."""
        if not self.valid_until:
            return None
        # The release before counted seconds.
        unit = timedelta(milliseconds=1) if self.valid_until >= _FIRST_MILLISECOND else timedelta(seconds=1)
        return _EPOCH + self.valid_until * unit

    @property
    def written_at(self) -> datetime | None:
        """When a link to confirm was written."""
        return self.ends_at and self.ends_at - CONFIRM_WITHIN

    @classmethod
    def to_confirm(cls, reader_id: int, *, at: datetime) -> "Link":
        return cls(Purpose.CONFIRM, reader_id, (at + CONFIRM_WITHIN - _EPOCH) // timedelta(milliseconds=1))

    @classmethod
    def to_unsubscribe(cls, reader_id: int) -> "Link":
        return cls(Purpose.UNSUBSCRIBE, reader_id)

    @property
    def token(self) -> str:
        """What stands in the address of the link."""
        signature = keys.sign(f"newsletter {self.purpose}", f"{self.reader_id}.{self.valid_until}")
        text = base64.urlsafe_b64encode(signature).decode().rstrip("=")
        return f"{self.reader_id}.{self.valid_until}.{text}"


def read(token: str, purpose: Purpose, *, at: datetime) -> Link:
    """Return what a token says.

    :raises DeadLink: where the token is not ours, is for something else, or is too old.
    """
    reader, _, rest = token.partition(".")
    until = rest.partition(".")[0]
    if all(part.isascii() and part.isdecimal() and len(part) <= _MAX_DIGITS for part in (reader, until)):
        link = Link(purpose, int(reader), int(until))
        is_ours = hmac.compare_digest(link.token.encode(), token.encode())
        if is_ours and (link.ends_at is None or at < link.ends_at):
            return link
    raise dead()


def dead() -> DeadLink:
    """Return the error of a link that is not good."""
    return DeadLink(DEAD, fields={"token": DEAD})
