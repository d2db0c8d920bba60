"""Tell the portal's pages which webhook endpoints have new deliveries or answers, about once a second.

These are too many for the event stream. Pages read what they show again. Nothing is stored: a page that connects, and
all pages after an outage of PostgreSQL, read everything again anyway.
"""

import asyncio

from realtime.connections import ConnectionRegistry
from realtime.fast_send import FastSender

EVENT = "webhook.progress"
"""The event that pages of those receive who look after endpoints. It is not in the log."""
PAUSE_SECONDS = 1.0


class WebhookProgress:
    """Collects the endpoints that notifications name, and announces them."""

    def __init__(self, connections: ConnectionRegistry, sender: FastSender) -> None:
        self._connections = connections
        self._sender = sender
        self._endpoints: set[int] = set()
        self._noted = asyncio.Event()

    def note(self, payload: str) -> None:
        """Note the endpoints of a notification: their ids, separated by commas."""
        self._endpoints |= {int(part) for part in payload.split(",") if part.isdecimal()}
        if self._endpoints:
            self._noted.set()

    async def announce(self) -> None:
        """Send what was noted to pages, the first at once and the next after a pause, for ever."""
        while True:
            await self._noted.wait()
            self._noted.clear()
            endpoints, self._endpoints = sorted(self._endpoints), set()
            for room in self._connections.staff_rooms(EVENT):
                sockets = self._connections.in_room(room)
                if sockets:
                    await self._sender.send(sockets, EVENT, {"type": EVENT, "data": {"endpointIds": endpoints}})
            await asyncio.sleep(PAUSE_SECONDS)
