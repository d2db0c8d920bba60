"""Files with everything that the shop holds about a shopper, made on request."""

import datetime as dt
import secrets

from sqlalchemy import ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from shop.db.base import Base, Key
from shop.security import signed_links
from shop.security.signed_links import Link
from shop.text import email_addresses

KEPT_FOR = dt.timedelta(hours=72)
"""How long the file can be downloaded after it was made."""
MADE_WITHIN = dt.timedelta(days=1)
"""A file that is not made within this time is given up, so that the shopper can request another one."""
INVALID_LINK = "This link is not valid any more. Please ask for a new file on your profile page."
_DOWNLOAD = "download personal data"


class DataExport(Base):
    """A file with a shopper's data. ``made_at`` and ``ends_at`` are None while a worker makes it.

    ``name`` is the file's name in the storage. The row is deleted together with the file.
    """

    __tablename__ = "data_export"
    __table_args__ = (Index(None, "customer_id", "id"), Index(None, "ends_at"))

    id: Mapped[Key]
    customer_id: Mapped[int] = mapped_column(ForeignKey("customer.id", ondelete="CASCADE"))
    name: Mapped[str]
    asked_at: Mapped[dt.datetime]
    made_at: Mapped[dt.datetime | None]
    ends_at: Mapped[dt.datetime | None]
    size: Mapped[int | None]

    @classmethod
    def ask(cls, customer_id: int, *, at: dt.datetime) -> "DataExport":
        """Return a new export, whose file a worker will create."""
        return cls(customer_id=customer_id, name=secrets.token_hex(16), asked_at=at)

    def finish(self, size: int, *, at: dt.datetime) -> None:
        """Record that the file is stored. It expires after :data:`KEPT_FOR`."""
        self.size, self.made_at, self.ends_at = size, at, at + KEPT_FOR

    def token(self, email: str) -> str:
        """Return the token of the link that downloads the file, for a mail to this address."""
        return signed_links.sign(_DOWNLOAD, self.id, expires_at=self.ends_at, bound_to=self._covered(email))

    def is_link(self, link: Link, email: str) -> bool:
        """Whether the link belongs to this file and was mailed to this address."""
        return self.made_at is not None and link.is_signed(_DOWNLOAD, bound_to=self._covered(email))

    def _covered(self, email: str) -> str:
        return f"{self.name} {email_addresses.without_case(email)}"
