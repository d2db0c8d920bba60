"""Newsletter readers: addresses that asked for the newsletter and confirmed it from their mailbox."""

from datetime import UTC, datetime, timedelta
from enum import StrEnum

from sqlalchemy import Index, text
from sqlalchemy.orm import Mapped

from shop.db.base import Base, Key
from shop.security import signed_links
from shop.security.signed_links import InvalidLink, Link

CONFIRM_WITHIN = timedelta(days=7)
INVALID_LINK = "This link is not valid any more. Please subscribe again."


class LinkPurpose(StrEnum):
    """The action of a link in a newsletter mail."""

    CONFIRM = "confirm"
    UNSUBSCRIBE = "unsubscribe"

    @property
    def key(self) -> str:
        """The purpose that the link is signed for."""
        return f"newsletter {self.value}"


def confirm_token(reader_id: int, *, at: datetime) -> str:
    """Return the token of a confirmation link, which is valid for a week."""
    return signed_links.sign(LinkPurpose.CONFIRM.key, reader_id, expires_at=at + CONFIRM_WITHIN)


def unsubscribe_token(reader_id: int) -> str:
    """Return the token of a link to unsubscribe. It never expires, so that it works in the oldest mail."""
    return signed_links.sign(LinkPurpose.UNSUBSCRIBE.key, reader_id, expires_at=None)


class NewsletterReader(Base):
    """An address that was entered in the footer. It is subscribed once ``confirmed_at`` is set.

    ``unsubscribed_at`` is the time of the last unsubscription. Confirming again clears it.
    """

    __tablename__ = "newsletter_reader"
    __table_args__ = (
        Index("newsletter_reader_email_key", text("lower(email)"), unique=True),
        Index("newsletter_reader_unconfirmed_idx", "asked_at", postgresql_where=text("confirmed_at IS NULL")),
    )

    id: Mapped[Key]
    email: Mapped[str]
    asked_at: Mapped[datetime]
    confirmed_at: Mapped[datetime | None]
    unsubscribed_at: Mapped[datetime | None]

    @property
    def reads(self) -> bool:
        """Whether the newsletter goes to this address."""
        return self.confirmed_at is not None and self.unsubscribed_at is None

    def is_asked(self, *, at: datetime) -> bool:
        """Whether the confirmation link of the last mail is still valid, and not used yet."""
        is_withdrawn = self.unsubscribed_at is not None and self.unsubscribed_at >= self.asked_at
        return not self.reads and not is_withdrawn and at < self.asked_at + CONFIRM_WITHIN

    def check_confirmable_by(self, link: Link) -> None:
        """Refuse a confirmation link that is older than the unsubscription.

        :raises InvalidLink: unless the newsletter goes to this address already.
        """
        issued_at = link.expires_at - CONFIRM_WITHIN if link.expires_at else datetime.min.replace(tzinfo=UTC)
        if not self.reads and self.unsubscribed_at is not None and issued_at <= self.unsubscribed_at:
            raise InvalidLink(INVALID_LINK)

    def confirm(self, link: Link, *, at: datetime) -> None:
        """Subscribe the address, or subscribe it again. A subscribed address stays unchanged.

        :raises InvalidLink: if the link is older than the unsubscription.
        """
        self.check_confirmable_by(link)
        if not self.reads:
            self.confirmed_at, self.unsubscribed_at = at, None

    def unsubscribe(self, *, at: datetime) -> None:
        """Unsubscribe the address. Every confirmation link that was issued until now becomes invalid."""
        self.unsubscribed_at = at
