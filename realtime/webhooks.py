"""Notify the portal's pages of webhook endpoints with new deliveries or responses, about once a second. There are too
many deliveries and responses for the event stream. A page reloads its data of these endpoints. Nothing is stored: a
page that connects, and all pages after an outage of PostgreSQL, reload everything anyway.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

EVENT = "webhook.progress"
"""The event for pages of staff who manage endpoints. It is not in the log."""
PAUSE_SECONDS = 1.0


class WebhookProgress:
    """Collects the endpoints that notifications name, and announces them."""

    def __init__(self, send_to_staff: Callable[[str, dict[str, Any]], Awaitable[None]]) -> None:
        self._send_to_staff = send_to_staff
        self._endpoints: set[int] = set()
        self._noted = asyncio.Event()

    def note(self, payload: str) -> None:
        """Collect the endpoints of a notification: their ids, separated by commas."""
        self._endpoints |= {int(part) for part in payload.split(",") if part.isdecimal()}
        if self._endpoints:
            self._noted.set()

    async def announce(self) -> None:
        """Send the collected endpoints to pages, at once but not more often than once a second, for ever."""
        while True:
            await self._noted.wait()
            self._noted.clear()
            endpoints, self._endpoints = sorted(self._endpoints), set()
            await self._send_to_staff(EVENT, {"endpointIds": endpoints})
            await asyncio.sleep(PAUSE_SECONDS)
