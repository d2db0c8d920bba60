"""Events of notes and assignments. They are for staff only: other systems do not receive them."""

import datetime as dt
from dataclasses import dataclass
from typing import Any, ClassVar

from shop.events.event import Event
from shop.events.model import Audience


@dataclass(frozen=True, kw_only=True)
class OrderAssigned(Event):
    """An order was assigned to a member of staff, or to nobody."""

    type: ClassVar[str] = "desk.assigned"
    audience: ClassVar[Audience] = Audience.ADMINS
    aggregate_key: ClassVar[str] = "desk:{order_id}"

    order_id: int
    assignee: dict[str, Any] | None
    version: int
    notes: int
    changed_by: str
    at: dt.datetime


@dataclass(frozen=True, kw_only=True)
class OrderNoteAdded(Event):
    """A member of staff wrote a note about an order. Open pages fetch its text. ``notes`` is the number of notes."""

    type: ClassVar[str] = "desk.note_added"
    audience: ClassVar[Audience] = Audience.ADMINS
    aggregate_key: ClassVar[str] = "desk:{order_id}"

    order_id: int
    note_id: int
    notes: int
    written_by: str


@dataclass(frozen=True, kw_only=True)
class AssigneesChanged(Event):
    """A member of staff joined, was disabled or enabled, or got other roles: orders may be assigned to other people."""

    type: ClassVar[str] = "desk.assignees_changed"
    audience: ClassVar[Audience] = Audience.ADMINS
    aggregate_key: ClassVar[str] = "staff:{admin_id}"

    admin_id: int
