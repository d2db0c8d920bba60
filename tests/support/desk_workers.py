"""Members of staff for fault tests, who work through orders as they would in the portal."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import aiohttp
import socketio

from tests.support.live_browser import Browser, OpenPage, Refused, until_answered

LOOK_EVERY = 2.0
STALE = 409
NEXT = {"ordered": "packed", "packed": "shipped", "shipped": "delivered"}


@dataclass
class DeskWorker:
    """A member of staff, with their open board, and the socket that reports what they look at."""

    browser: Browser
    page: OpenPage
    socket: socketio.AsyncClient = field(default_factory=socketio.AsyncClient)
    looks_at: int | None = None
    present: list[dict[str, Any]] = field(default_factory=list)
    notes: list[tuple[int, str, str]] = field(default_factory=list)
    assigned: list[tuple[int, int, int | None]] = field(default_factory=list)
    moved: list[tuple[int, int, str]] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    stale: int = 0
    repeated: int = 0

    @property
    def id(self) -> int:
        return self.browser.person["id"]

    @property
    def name(self) -> str:
        return self.browser.person["name"]

    async def work(self, order_ids: list[int], colleagues: list[int], rng: random.Random) -> None:
        """For each order: read it, assign it, add a note, and set the next status of its items."""
        for order_id in order_ids:
            self.looks_at = order_id
            order = await self._send(lambda order_id=order_id: self.browser.get(f"/api/order/?id={order_id}"))
            await self._assign(order, rng.choice([self.id, self.id, None, *colleagues]))
            await self._note(order_id, rng)
            for item in order["items"]:
                await self._move_on(item)

    async def _assign(self, order: dict[str, Any], admin_id: int | None) -> None:
        """Assign an order. Repeat this once after a 409, with the returned version.

        If a request was repeated because it got no response, its own first attempt may be the cause of the 409.
        """
        seen = self._seen_version(order["id"])
        for _ in range(2):
            body = {"orderId": order["id"], "adminId": admin_id, "version": seen}
            repeated = self.repeated
            try:
                desk = await self._send(lambda body=body: self.browser.post("/api/order/assignment/", body))
            except Refused as refusal:
                if not self._is_stale(refusal):
                    return
                desk = refusal.args[1]["data"]
                is_own = (desk["assignee"] or {}).get("id") == admin_id and desk["version"] == seen + 1
                if not (is_own and self.repeated > repeated):
                    seen = desk["version"]
                    continue
            if desk["version"] != seen:  # assigning the same person again changes nothing
                self.assigned.append((order["id"], desk["version"], (desk["assignee"] or {}).get("id")))
            return

    def _seen_version(self, order_id: int) -> int:
        """Return the version of an order's assignment that the open page shows."""
        assigned = (event.data for event in reversed(self.page.received) if event.type == "desk.assigned")
        return next((data["version"] for data in assigned if data["orderId"] == order_id), 0)

    async def _note(self, order_id: int, rng: random.Random) -> None:
        text = f"{self.name} was here: {rng.getrandbits(64):x}"
        key = {"Idempotency-Key": str(uuid4())}
        body = {"orderId": order_id, "text": text}
        try:
            await self._send(lambda: self.browser.post("/api/order/notes/", body, headers=key))
        except Refused as refusal:
            self.faults.append(f"a note was answered with {refusal.args}")
        self.notes.append((order_id, text, self.name))

    async def _move_on(self, item: dict[str, Any]) -> None:
        wanted = NEXT.get(item["status"])
        if wanted is None:
            return
        body = {"id": item["itemId"], "status": wanted, "version": item["version"]}
        try:
            changed = await self._send(lambda: self.browser.post("/api/order/?flag=updateStatus", body))
        except Refused as refusal:
            self._is_stale(refusal)
        else:
            self.moved.append((item["itemId"], changed["version"], changed["status"]))

    def _is_stale(self, refusal: Refused) -> bool:
        """Count a refusal because of a newer version; any other refusal is a fault."""
        if refusal.args[0] == STALE:
            self.stale += 1
            return True
        self.faults.append(f"{self.name} was answered with {refusal.args}")
        return False

    async def _send(self, call: Callable[[], Awaitable[Any]]) -> Any:
        attempts = await until_answered(call)
        self.seconds.append(attempts[-1].ended_at - attempts[0].at)
        self.repeated += len(attempts) - 1
        return attempts[-1].data()

    async def say_where(self) -> None:
        """Report over the socket every few seconds what this person looks at, as an open page does."""
        self.socket.on("presence.changed", self._hear)
        while True:
            with suppress(socketio.exceptions.SocketIOError, aiohttp.ClientError, OSError):
                if not self.socket.connected:
                    header = {"Cookie": self.browser.cookie_header}
                    await self.socket.connect(
                        self.browser.url, headers=header, auth={"role": "admin"}, transports=["websocket"]
                    )
                look = {"kind": "order", "id": self.looks_at, "isEditing": False} if self.looks_at else None
                await self.socket.emit("look", (look,))
            await asyncio.sleep(LOOK_EVERY)

    def _hear(self, event: dict[str, Any]) -> None:
        if event["data"]["kind"] == "order":
            self.present = event["data"]["looks"]

    def sees(self) -> set[tuple[int, int]]:
        """Return the ids of the people who are shown as present, each with the order's id."""
        return {(look["adminId"], look["id"]) for look in self.present}
