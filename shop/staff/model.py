"""Admins and their preferences."""

from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import CheckConstraint, ForeignKey, Index, String, text
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import Mapped, mapped_column

from shop.db.base import Base, Key
from shop.errors import Conflict
from shop.security import signed_links
from shop.security.signed_links import Link
from shop.staff.roles import StaffRole

INVITED_FOR = timedelta(hours=72)
_INVITATION = "staff invitation"


class LastOwner(Conflict):
    """The last owner cannot be disabled or get other roles, because only owners can assign roles."""

    code = "last_owner"

    def __init__(self) -> None:
        super().__init__("This is the last owner. Make someone else an owner first.")


class StaleRoles(Conflict):
    """Someone changed the roles after this owner saw them."""

    code = "stale_version"


class StaffEmailTaken(Conflict):
    """A member of staff or an open invitation already has this address."""

    code = "email_taken"


class Admin(Base):
    """A user of the admin portal. ``shop admin create`` adds owners, who invite the others.

    ``roles`` are names of :class:`shop.staff.roles.StaffRole`, at least one.
    """

    __tablename__ = "admin"
    __table_args__ = (
        Index("admin_email_key", text("lower(email)"), unique=True),
        CheckConstraint("cardinality(roles) > 0", name="has_a_role"),
    )

    id: Mapped[Key]
    name: Mapped[str]
    email: Mapped[str]
    password_hash: Mapped[str]
    created_at: Mapped[datetime]
    disabled_at: Mapped[datetime | None]
    disabled_by: Mapped[str | None]
    last_seen_at: Mapped[datetime | None]
    second_factor_since: Mapped[datetime | None]
    roles: Mapped[list[str]] = mapped_column(ARRAY(String), server_default=text("'{owner}'"))

    @property
    def is_active_owner(self) -> bool:
        """Whether this is an owner who may sign in."""
        return self.disabled_at is None and StaffRole.OWNER in self.roles


class StaffInvitation(Base):
    """An invitation to the portal, by mail. Its link works once, until ``expires_at``.

    ``sent_at`` is when the link was last mailed. The signature of the link covers this time, so earlier links become
    invalid.
    """

    __tablename__ = "staff_invitation"
    __table_args__ = (
        Index("staff_invitation_email_key", text("lower(email)"), unique=True),
        CheckConstraint("cardinality(roles) > 0", name="has_a_role"),
    )

    id: Mapped[Key]
    email: Mapped[str]
    roles: Mapped[list[str]] = mapped_column(ARRAY(String))
    invited_by: Mapped[str]
    sent_at: Mapped[datetime]
    expires_at: Mapped[datetime]

    def token(self) -> str:
        """Return the token of the link that was mailed last."""
        return signed_links.sign(_INVITATION, self.id, expires_at=self.expires_at, bound_to=self._covered)

    def is_link(self, link: Link) -> bool:
        """Whether this is the link that was mailed last."""
        return link.is_signed(_INVITATION, bound_to=self._covered)

    @property
    def _covered(self) -> str:
        return f"{self.email} {self.sent_at.timestamp():.6f}"


class AdminPreferences(Base):
    """An admin's arrangement of the portal: for each page, the cards that are minimised or removed."""

    __tablename__ = "admin_preferences"

    admin_id: Mapped[int] = mapped_column(
        ForeignKey("admin.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    cards: Mapped[dict[str, Any]] = mapped_column(JSONB, server_default=text("'{}'"))
