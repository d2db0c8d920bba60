"""Who reads the newsletter: those who asked for it and confirmed from their own mailbox."""

from datetime import datetime

from sqlalchemy import Index, text
from sqlalchemy.orm import Mapped

from shop.db.base import Base, Key
from shop.newsletter.links import dead


class NewsletterReader(Base):
    """An address that was given in the footer box. It is a reader's once ``confirmed_at`` is set.

    ``unsubscribed_at`` is when they last had enough; asking again and confirming again clears it.
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

    def is_left_since(self, written_at: datetime) -> bool:
        """Whether the reader unsubscribed after this time, and does not read again."""
        return not self.reads and self.unsubscribed_at is not None and written_at <= self.unsubscribed_at

    def confirm(self, *, written_at: datetime, at: datetime) -> None:
        """Take the address in, or back in, by a link that was written at this time.

        :raises DeadLink: where the link is older than an unsubscription.
        """
        if self.reads:
            return
        if self.is_left_since(written_at):
            raise dead()
        self.confirmed_at, self.unsubscribed_at = at, None

    def unsubscribe(self, *, at: datetime) -> None:
        """Let the address go. Links to confirm that were written until now end, the second time too."""
        self.unsubscribed_at = at
