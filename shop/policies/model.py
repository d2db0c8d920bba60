"""The versions of the shop's policy pages."""

import datetime as dt

from sqlalchemy import BigInteger, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from shop.db.base import Base, Key


class PolicyVersion(Base):
    """One version of a policy page, in Markdown. The latest one is shown; versions are never changed.

    Version 0 is the text in ``shop/policies/defaults``, which has no row.
    """

    __tablename__ = "policy_version"
    __table_args__ = (UniqueConstraint("page", "version"),)

    id: Mapped[Key]
    page: Mapped[str]
    version: Mapped[int]
    text: Mapped[str]
    written_at: Mapped[dt.datetime]
    written_by: Mapped[str]
    admin_id: Mapped[int] = mapped_column(BigInteger)
