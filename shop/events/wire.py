"""How events travel: between the fan-out worker and the realtime processes, and from there to a page."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from shop.clock import iso
from shop.events.model import Reach

CHANNEL = "swarna:events"
"""The Redis channel of published events; a message is a JSON list of entries in the stream's order."""


@dataclass(frozen=True)
class Entry:
    """One event of the stream as realtime processes handle it. ``at`` is already written for the wire.

    ``request_id`` goes into logs and to no page.
    """

    position: int
    type: str
    reach: Reach
    customer_id: int | None
    data: dict[str, Any]
    admin_data: dict[str, Any]
    at: str | None
    request_id: str | None = None

    def for_page(self, *, admin: bool) -> dict[str, Any]:
        """Return the event's one argument on the wire."""
        data = self.data | self.admin_data if admin else self.data
        return {"id": self.position, "type": self.type, "at": self.at, "data": data}


def entry_to_json(row: Any) -> list[Any]:
    """Return what is published of an event; ``row`` has the columns of the event log."""
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


def entry_from_json(fields: list[Any]) -> Entry:
    """Read what :func:`entry_to_json` wrote.

    :raises ValueError, TypeError: for anything else.
    """
    position, type_, reach, customer_id, data, admin_data, at, *beside = fields
    if not (isinstance(data, dict) and isinstance(admin_data, dict)):
        raise TypeError("the data of an event are objects")
    return Entry(int(position), str(type_), Reach(reach), customer_id, data, admin_data, at, *beside[:1])


def entry_from_row(row: Any) -> Entry:
    """Return a row of the event log as an entry."""
    occurred_at: datetime = row.occurred_at
    return Entry(
        row.position,
        row.type,
        Reach(row.reach),
        row.customer_id,
        row.data,
        row.admin_data,
        iso(occurred_at),
        row.request_id,
    )
