"""The event of a report that is due."""

import datetime as dt
from dataclasses import dataclass
from typing import Any, ClassVar

from shop.events.event import Event
from shop.events.model import Audience


@dataclass(frozen=True, kw_only=True)
class StuckReportDue(Event):
    """A mail with the stuck orders is due, to a member of staff or else to the address of the setting."""

    type: ClassVar[str] = "desk.stuck_report_due"
    audience: ClassVar[Audience] = Audience.NOBODY
    aggregate_key: ClassVar[str] = "stuck:{day}"

    day: dt.date
    admin_id: int | None

    def data(self) -> dict[str, Any]:
        return {"day": self.day.isoformat(), "adminId": self.admin_id}
