"""Events of saved views. They are for staff only: other systems do not receive them."""

from dataclasses import dataclass
from typing import ClassVar

from shop.events.event import Event
from shop.events.model import Audience


@dataclass(frozen=True, kw_only=True)
class ViewsChanged(Event):
    """A view of a list was saved, changed, shared or deleted. Open pages fetch the views of that list."""

    type: ClassVar[str] = "desk.views_changed"
    audience: ClassVar[Audience] = Audience.ADMINS
    aggregate_key: ClassVar[str] = "saved_view:{view_id}"

    view_id: int
    page: str
