"""The signed links in the newsletter's mails: ``<reader>.<valid until>.<signature>``.

A confirmation is good for a week. Unsubscribing must work from the oldest mail in the box: its link is good for ever.
"""

import base64
import hmac
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum

from shop import keys
from shop.errors import NotFound

CONFIRM_WITHIN = timedelta(days=7)
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
    """What a token says. ``valid_until`` is in seconds since 1970 UTC; 0 is for ever."""

    purpose: Purpose
    reader_id: int
    valid_until: int = 0

    @classmethod
    def to_confirm(cls, reader_id: int, *, at: datetime) -> "Link":
        return cls(Purpose.CONFIRM, reader_id, int((at + CONFIRM_WITHIN).timestamp()))

    @classmethod
    def to_unsubscribe(cls, reader_id: int) -> "Link":
        return cls(Purpose.UNSUBSCRIBE, reader_id)

    @property
    def token(self) -> str:
        """What stands in the address of the link."""
        signature = keys.sign(f"newsletter {self.purpose}", f"{self.reader_id}.{self.valid_until}")
        text = base64.urlsafe_b64encode(signature).decode().rstrip("=")
        return f"{self.reader_id}.{self.valid_until}.{text}"


def read(token: str, purpose: Purpose, *, at: datetime) -> int:
    """Return the reader's id.

    :raises DeadLink: where the token is not ours, is for something else, or is too old.
    """
    reader, _, rest = token.partition(".")
    until = rest.partition(".")[0]
    if all(part.isascii() and part.isdecimal() and len(part) < 11 for part in (reader, until)):
        link = Link(purpose, int(reader), int(until))
        is_ours = hmac.compare_digest(link.token.encode(), token.encode())
        if is_ours and (not link.valid_until or at < datetime.fromtimestamp(link.valid_until, UTC)):
            return link.reader_id
    raise DeadLink(DEAD, fields={"token": DEAD})
