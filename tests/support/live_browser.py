"""Browsers for fault tests: they sign in, change statuses and keep pages open, as the web does."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Self

import aiohttp
import socketio

STATUS_CHANGED = "order.status_changed"
ORDER_PLACED = "order.placed"
RECONNECT_SECONDS = 0.3
ANSWER_SECONDS = 10
OPEN_SECONDS = 120


class Refused(Exception):
    """A failure response. The arguments are status and body."""


class Browser:
    """A browser with its cookies, signed in as one person."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.person: dict[str, Any] = {}
        self._session = aiohttp.ClientSession(
            cookie_jar=aiohttp.CookieJar(unsafe=True), timeout=aiohttp.ClientTimeout(ANSWER_SECONDS)
        )

    @classmethod
    async def of(cls, url: str, role: str, email: str, password: str) -> Self:
        """Open a browser and sign in as a `customer` or an `admin`."""
        browser = cls(url)
        browser.person = await browser.post(f"/api/{role}/login/", {"email": email, "password": password})
        return browser

    @property
    def cookie_header(self) -> str:
        return "; ".join(f"{cookie.key}={cookie.value}" for cookie in self._session.cookie_jar)

    async def get(self, path: str) -> Any:
        """Return the `data` of a response."""
        async with self._session.get(self.url + path) as answer:
            return await _data(answer)

    async def post(self, path: str, body: dict[str, Any], headers: Mapping[str, str] | None = None) -> Any:
        """Return the `data` of a response. The XSRF token is sent."""
        async with self._session.post(self.url + path, json=body, headers={**(headers or {}), **self._token}) as answer:
            return await _data(answer)

    async def send_form(self, path: str, form: aiohttp.FormData, *, seconds: float) -> tuple[int, Any]:
        """Send a form with this time-out. Return status and body."""
        timeout = aiohttp.ClientTimeout(seconds)
        async with self._session.post(self.url + path, data=form, headers=self._token, timeout=timeout) as answer:
            return answer.status, await answer.json()

    @property
    def _token(self) -> dict[str, str]:
        tokens = [cookie.value for cookie in self._session.cookie_jar if cookie.key == "XSRF-TOKEN"]
        return {"X-XSRF-TOKEN": tokens[0]} if tokens else {}

    async def change_status(self, item_id: int, status: str) -> dict[str, Any]:
        """Change the status of an order line."""
        return await self.post("/api/order/?flag=updateStatus", {"id": item_id, "status": status})

    async def close(self) -> None:
        await self._session.close()


async def _data(answer: aiohttp.ClientResponse) -> Any:
    body = await answer.json()
    if answer.status != 200:
        raise Refused(answer.status, body)
    return body["data"]


@dataclass(frozen=True)
class Answer:
    """A request: monotonic time of sending, duration in seconds, status (0 if there was no response), and the content.

    `content` is the `data` of a response with 200, otherwise the whole body.
    """

    at: float
    seconds: float
    status: int
    content: Any

    @property
    def ended_at(self) -> float:
        return self.at + self.seconds

    def data(self) -> Any:
        """Return the `data` of the response.

        :raises Refused: if it has another status than 200.
        """
        if self.status != 200:
            raise Refused(self.status, self.content)
        return self.content


async def ask(call: Callable[[], Awaitable[Any]]) -> Answer:
    """Send a request once."""
    began, status, content = time.monotonic(), 0, None
    try:
        status, content = 200, await call()
    except Refused as refusal:
        status, content = refusal.args
    except (aiohttp.ClientError, OSError):
        pass
    return Answer(began, time.monotonic() - began, status, content)


async def until_answered(
    call: Callable[[], Awaitable[Any]], *, again: Collection[int] = (503,), pause: float = 0.2
) -> list[Answer]:
    """Send a request until it gets a response with another status than those of `again`. Return all attempts."""
    attempts = [await ask(call)]
    while attempts[-1].status in {0, *again}:
        await asyncio.sleep(pause)
        attempts.append(await ask(call))
    return attempts


@dataclass(frozen=True)
class ReceivedEvent:
    """An event that a page received; `at` is wall-clock time, `clock` is monotonic time."""

    id: int
    type: str
    data: dict[str, Any]
    at: float
    clock: float


class OpenPage:
    """An open page: it loads its list, applies events, and reconnects with the position of the last event.

    `rows` is what it shows, by item. `received` has all events in the order of arrival. `url` is the realtime server,
    if it differs from the browser's server.
    """

    def __init__(self, name: str, browser: Browser, *, is_admin: bool, url: str | None = None) -> None:
        self.name = name
        self.url = url or browser.url
        self.person_id: int = browser.person["id"]
        self.is_admin = is_admin
        self.rows: dict[int, dict[str, Any]] = {}
        self.received: list[ReceivedEvent] = []
        self.began_at: int | None = None
        self.position: int | None = None
        self.resyncs = 0
        self.connects = 0
        self._browser = browser
        self._client: socketio.AsyncClient | None = None
        self._moved = asyncio.Condition()
        self._lists_wanted = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._notices: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Connect, and wait until the list is loaded."""
        self._tasks = [asyncio.create_task(self._stay_connected()), asyncio.create_task(self._reload_when_needed())]
        if not await self.until(lambda: self.began_at is not None and bool(self.rows), seconds=OPEN_SECONDS):
            raise TimeoutError(f"the page of {self.name} shows no list")

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, *self._notices, return_exceptions=True)

    async def lose_connection(self) -> None:
        """Abort the connection. The page reconnects by itself."""
        if self._client and self._client.eio.ws:
            await self._client.eio.ws.close()

    async def until(self, holds: Callable[[], bool], *, seconds: float) -> bool:
        """Wait until a condition holds for this page, and return whether it does."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds), self._moved:
                await self._moved.wait_for(holds)
        return holds()

    async def _stay_connected(self) -> None:
        while True:
            with suppress(socketio.exceptions.ConnectionError, aiohttp.ClientError, OSError):
                await self._connect_once()
            await asyncio.sleep(RECONNECT_SECONDS)

    async def _connect_once(self) -> None:
        left = asyncio.Event()
        client = self._client = socketio.AsyncClient(reconnection=False)
        client.on("disconnect", lambda *_: left.set())
        client.on("caught_up", self._caught_up)
        client.on("resync", self._resync)
        client.on("*", self._receive)
        try:
            await client.connect(
                self.url,
                headers={"Cookie": self._browser.cookie_header},
                auth={} if self.position is None else {"after": self.position},
                transports=["websocket"],
                wait_timeout=5,
            )
            self.connects += 1
            await left.wait()
        finally:
            with suppress(Exception):
                await client.disconnect()

    async def _reload_when_needed(self) -> None:
        """Reload the list after a resync. A response that is older than a received event is discarded."""
        while True:
            await self._lists_wanted.wait()
            self._lists_wanted.clear()
            try:
                for row in await self._load():
                    self._apply(row)
            except (aiohttp.ClientError, OSError, Refused):
                self._lists_wanted.set()
                await asyncio.sleep(RECONNECT_SECONDS)
            self._wake_waiters()

    async def _load(self) -> list[dict[str, Any]]:
        """Load the order board or My Orders."""
        if not self.is_admin:
            return await self._browser.get(f"/api/order/?customerId={self.person_id}")
        orders = await self._browser.get("/api/order/?flag=allOrders")
        return [item for order in orders for item in order["items"]]

    def _caught_up(self, payload: dict[str, int]) -> None:
        if self.began_at is None:
            self.began_at = payload["through"]
            self._lists_wanted.set()
        self._remember(payload["through"])

    def _resync(self, payload: dict[str, int]) -> None:
        self.resyncs += 1
        self._lists_wanted.set()
        self._remember(payload["through"])

    def _receive(self, type_: str, event: dict[str, Any]) -> None:
        if "id" not in event:  # not an event of the log, such as a health incident
            return
        self.received.append(ReceivedEvent(event["id"], type_, event["data"], time.time(), time.perf_counter()))
        if type_ == STATUS_CHANGED:
            self._apply(event["data"])
        if type_ == ORDER_PLACED:
            for row in event["data"]["items"]:
                self._apply(row)
        self._remember(event["id"])

    def _apply(self, row: dict[str, Any]) -> None:
        shown = self.rows.get(row["itemId"])
        if shown is None or shown["version"] < row["version"]:
            self.rows[row["itemId"]] = row

    def _remember(self, position: int) -> None:
        self.position = max(self.position or 0, position)
        self._wake_waiters()

    def _wake_waiters(self) -> None:
        task = asyncio.get_running_loop().create_task(self._notify())
        self._notices.add(task)
        task.add_done_callback(self._notices.discard)

    async def _notify(self) -> None:
        async with self._moved:
            self._moved.notify_all()
