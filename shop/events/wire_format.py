"""The JSON of an event that the fan-out worker sends to the realtime processes, and these send to pages."""

from dataclasses import dataclass
from typing import Any

from shop.clock import iso
from shop.events.model import Audience

CHANNEL = "swarna:events"
"""The Redis channel of events. A message is a JSON list of events in stream order."""


@dataclass(frozen=True)
class StreamEvent:
    """An event of the stream, as realtime processes handle it. ``at`` is its time in ISO 8601.

    ``request_id`` is for logs and is never sent to a page.
    """

    position: int
    type: str
    audience: Audience
    customer_id: int | None
    data: dict[str, Any]
    admin_data: dict[str, Any]
    at: str | None
    request_id: str | None = None

    def for_client(self, *, admin: bool) -> dict[str, Any]:
        """Return the event's argument on the wire: ``{"id", "type", "at", "data"}``."""
        data = self.data | self.admin_data if admin else self.data
        return {"id": self.position, "type": self.type, "at": self.at, "data": data}


def event_to_json(row: Any) -> list[Any]:
    """Return the published form of a row with the columns of the event log."""
    return [
        row.position,
        row.type,
        row.reach,
        row.customer_id,
        row.data,
        row.admin_data,
        iso(row.occurred_at),
        row.request_id,
    ]


def event_from_json(fields: list[Any]) -> StreamEvent:
    """Parse the result of :func:`event_to_json`. A later version may write more fields.

    :raises ValueError, TypeError: for anything else.
    """
    position, type_, audience, customer_id, data, admin_data, at, request_id, *_ = fields
    if not (isinstance(data, dict) and isinstance(admin_data, dict)):
        raise TypeError("the data of an event are objects")
    return StreamEvent(int(position), str(type_), Audience(audience), customer_id, data, admin_data, at, request_id)


def event_from_row(row: Any) -> StreamEvent:
    """Convert a row with the columns of the event log.

    :raises ValueError, TypeError: if this version cannot parse the audience or the data.
    """
    return event_from_json(event_to_json(row))
