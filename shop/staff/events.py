"""Events of staff."""

from dataclasses import dataclass
from typing import ClassVar

from shop.events.event import Event
from shop.events.model import Audience


@dataclass(frozen=True, kw_only=True)
class StaffInvited(Event):
    """Someone was invited to the portal. The event has neither the address nor the link."""

    type: ClassVar[str] = "staff.invited"
    audience: ClassVar[Audience] = Audience.ADMINS
    aggregate_key: ClassVar[str] = "staff_invitation:{invitation_id}"

    invitation_id: int


@dataclass(frozen=True, kw_only=True)
class StaffPasswordChanged(Event):
    """A member of staff got a new password, which is set at the terminal only."""

    type: ClassVar[str] = "staff.password_changed"
    audience: ClassVar[Audience] = Audience.NOBODY
    aggregate_key: ClassVar[str] = "staff:{admin_id}"

    admin_id: int


@dataclass(frozen=True, kw_only=True)
class StaffChanged(Event):
    """A member of staff joined, was disabled or enabled, or got other roles; or an invitation was revoked."""

    type: ClassVar[str] = "staff.changed"
    audience: ClassVar[Audience] = Audience.ADMINS

    admin_id: int | None = None

    @property
    def aggregate(self) -> str:
        return f"staff:{self.admin_id or 0}"
