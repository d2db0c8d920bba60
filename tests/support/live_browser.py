"""People with a browser: they sign in, change statuses and leave pages open, as the web does."""

import asyncio
import time
from collections.abc import Callable, Mapping
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
    """The shop answered with a failure, which is in the arguments: status and body."""


class Browser:
    """One browser with its cookies; signed in as whoever signed in last."""

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
        """Return the `data` of an answer."""
        async with self._session.get(self.url + path) as answer:
            return await _data(answer)

    async def post(self, path: str, body: dict[str, Any], headers: Mapping[str, str] | None = None) -> Any:
        """Return the `data` of an answer; the XSRF token goes along."""
        async with self._session.post(self.url + path, json=body, headers={**(headers or {}), **self._token}) as answer:
            return await _data(answer)

    async def send_form(self, path: str, form: aiohttp.FormData, *, seconds: float) -> tuple[int, Any]:
        """Return the status and the body of an answer that may take so long."""
        timeout = aiohttp.ClientTimeout(seconds)
        async with self._session.post(self.url + path, data=form, headers=self._token, timeout=timeout) as answer:
            return answer.status, await answer.json()

    @property
    def _token(self) -> dict[str, str]:
        tokens = [cookie.value for cookie in self._session.cookie_jar if cookie.key == "XSRF-TOKEN"]
        return {"X-XSRF-TOKEN": tokens[0]} if tokens else {}

    async def change_status(self, item_id: int, status: str) -> dict[str, Any]:
        """Pick a status on the board."""
        return await self.post("/api/order/?flag=updateStatus", {"id": item_id, "status": status})

    async def close(self) -> None:
        await self._session.close()


async def _data(answer: aiohttp.ClientResponse) -> Any:
    body = await answer.json()
    if answer.status != 200:
        raise Refused(answer.status, body)
    return body["data"]


@dataclass(frozen=True)
class Sighting:
    """An event as a page got it; `at` is the machine's clock, `clock` the one that never steps."""

    id: int
    type: str
    data: dict[str, Any]
    at: float
    clock: float


class OpenPage:
    """A page that stays open: it loads its list, applies what comes, and returns by itself with `after`.

    `rows` is what it shows, by item; `sightings` all that it got, in that order; `url` whom it listens to, where that
    is another process than the one that answers the browser.
    """

    def __init__(self, name: str, browser: Browser, *, is_admin: bool, url: str | None = None) -> None:
        self.name = name
        self.url = url or browser.url
        self.person_id: int = browser.person["id"]
        self.is_admin = is_admin
        self.rows: dict[int, dict[str, Any]] = {}
        self.sightings: list[Sighting] = []
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
        """Open it and wait until it shows its list."""
        self._tasks = [asyncio.create_task(self._stay_connected()), asyncio.create_task(self._keep_lists())]
        if not await self.until(lambda: self.began_at is not None and bool(self.rows), seconds=OPEN_SECONDS):
            raise TimeoutError(f"the page of {self.name} shows no list")

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, *self._notices, return_exceptions=True)

    async def lose_connection(self) -> None:
        """Let the connection break; the page returns by itself."""
        if self._client and self._client.eio.ws:
            await self._client.eio.ws.close()

    async def until(self, holds: Callable[[], bool], *, seconds: float) -> bool:
        """Wait until something holds for this page; tell whether it does."""
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
        client.on("*", self._hear)
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

    async def _keep_lists(self) -> None:
        """Load the list whenever what was missed is unknown; an answer that is older than an event loses."""
        while True:
            await self._lists_wanted.wait()
            self._lists_wanted.clear()
            try:
                for row in await self._load():
                    self._apply(row)
            except (aiohttp.ClientError, OSError, Refused):
                self._lists_wanted.set()
                await asyncio.sleep(RECONNECT_SECONDS)
            self._tell()

    async def _load(self) -> list[dict[str, Any]]:
        """Load the order board, or My Orders."""
        if not self.is_admin:
            return await self._browser.get(f"/api/order/?customerId={self.person_id}")
        orders = await self._browser.get("/api/order/?flag=allOrders")
        return [item for order in orders for item in order["items"]]

    def _caught_up(self, said: dict[str, int]) -> None:
        if self.began_at is None:
            self.began_at = said["through"]
            self._lists_wanted.set()
        self._remember(said["through"])

    def _resync(self, said: dict[str, int]) -> None:
        self.resyncs += 1
        self._lists_wanted.set()
        self._remember(said["through"])

    def _hear(self, type_: str, event: dict[str, Any]) -> None:
        if "id" not in event:  # no event of the log, such as what stands in the way of the work
            return
        self.sightings.append(Sighting(event["id"], type_, event["data"], time.time(), time.perf_counter()))
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
        self._tell()

    def _tell(self) -> None:
        task = asyncio.get_running_loop().create_task(self._notify())
        self._notices.add(task)
        task.add_done_callback(self._notices.discard)

    async def _notify(self) -> None:
        async with self._moved:
            self._moved.notify_all()
