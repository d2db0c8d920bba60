"""Run the realtime process on a real socket, with real Socket.IO clients in the same event loop."""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
import socketio
from sqlalchemy import Engine
from sqlalchemy.orm import Session

from api.app import create_app
from realtime.main import Realtime
from shop.customers.model import Customer
from shop.db.engine import make_async_engine, make_sessions
from shop.events import leasing
from shop.settings import Settings
from shop.staff.model import Admin
from tests.support import factories
from tests.support.asgi_server import serving
from tests.support.environment import shop_environment

with shop_environment(SHOP_DATABASE_URL="postgresql://nowhere/none", SHOP_SECRET_KEY="t" * 40):
    from workers.deliver import work
    from workers.reactions import pages
    from workers.subscriptions import SUBSCRIPTIONS

WORDS = ("caught_up", "resync", "session_ended")


@dataclass
class Page:
    """An open page. `heard` has the received messages in order, as (name, argument)."""

    client: socketio.AsyncClient
    heard: list[tuple[str, Any]] = field(default_factory=list)
    stirred: asyncio.Event = field(default_factory=asyncio.Event)
    closed: asyncio.Event = field(default_factory=asyncio.Event)

    def hear(self, word: str, argument: Any) -> None:
        self.heard.append((word, argument))
        self.stirred.set()

    async def until(self, condition: Callable[[], Any], limit: float = 60.0) -> None:
        """Wait until the received events meet a condition."""
        async with asyncio.timeout(limit):
            while not condition():
                self.stirred.clear()
                await self.stirred.wait()

    async def word(self, word: str) -> Any:
        """Wait for one of the server's messages, and return its argument."""
        await self.until(lambda: any(name == word for name, _ in self.heard))
        return next(argument for name, argument in self.heard if name == word)

    @property
    def events(self) -> list[dict[str, Any]]:
        return [argument for name, argument in self.heard if name not in WORDS]

    @property
    def ids(self) -> list[int]:
        """The events of the log. Other messages, such as incidents, have no position."""
        return [event["id"] for event in self.events if "id" in event]

    @property
    def words(self) -> list[str]:
        return [name if name in WORDS else "event" for name, _ in self.heard]


class Shop:
    """A realtime process, with the parts of the shop that produce events for it."""

    def __init__(self, realtime: Realtime, url: str, engine: Engine) -> None:
        self.realtime = realtime
        self.url = url
        self.engine = engine
        self.pages: list[Page] = []

    @property
    def feed(self):
        return self.realtime.server.feed

    async def open(
        self, *tokens: str, after: Any = None, role: str | None = None, track: str | None = None, **headers: str
    ) -> Page:
        """Open a page in a browser with these cookies, and wait until it has received its first message."""
        client = socketio.AsyncClient(reconnection=False)
        page = Page(client)
        self.pages.append(page)
        client.on("*", page.hear)
        client.on("disconnect", lambda *_: page.closed.set())
        auth = {"role": role} | ({"track": track} if track else {}) | ({} if after is None else {"after": after})
        cookies = "; ".join(tokens)
        await client.connect(
            self.url,
            headers={"Cookie": cookies} | headers if cookies else headers,
            auth=auth,
            transports=["websocket"],
            wait_timeout=60,
        )
        await page.until(lambda: any(name in WORDS for name, _ in page.heard))
        return page

    def record(self, **fields: Any) -> None:
        """Record an event that the relay has not sequenced yet."""
        with Session(self.engine) as session:
            factories.record(session, **fields)
            session.commit()

    def sequence(self) -> list[leasing.Lease]:
        """Sequence the recorded events."""
        with self.engine.begin() as connection:
            return leasing.sequence_and_lease(connection, SUBSCRIPTIONS).leases

    def push(self, leases: list[leasing.Lease]) -> None:
        work(self.engine, "push", [lease for lease in leases if lease.consumer == "push"])

    def happen(self, **fields: Any) -> None:
        """Record an event and publish it."""
        self.record(**fields)
        self.push(self.sequence())

    async def close(self) -> None:
        for page in self.pages:
            await page.client.disconnect()
            await page.client.shutdown()


@pytest.fixture
async def shop(shop_settings: Settings, real_commits: Engine) -> AsyncIterator[Shop]:
    """Start a realtime process for one test, with an empty event stream."""
    pages._client.cache_clear()
    realtime = Realtime(shop_settings)
    async with serving(realtime, ws="websockets-sansio", lifespan="on") as port:
        async with asyncio.timeout(60):
            while not realtime.server.feed.is_subscribed:  # noqa: ASYNC110 - polls, as no event signals this
                await asyncio.sleep(0.005)
        made = Shop(realtime, f"http://127.0.0.1:{port}", real_commits)
        try:
            yield made
        finally:
            await made.close()
    pages._client().close()
    pages._client.cache_clear()


@dataclass
class People:
    """Two shoppers and an admin, each with the cookie of a session."""

    asha: Customer
    ben: Customer
    karthik: Admin
    of_asha: str
    of_ben: str
    of_karthik: str


@pytest.fixture
def people(real_commits: Engine) -> People:
    with Session(real_commits, expire_on_commit=False) as session:
        asha, ben = factories.register_shopper(session), factories.register_shopper(session, "Ben")
        karthik = factories.hire_admin(session)
        cookies = [
            f"swarna_{role}={factories.sign_in(session, person)}"
            for role, person in (("customer", asha), ("customer", ben), ("admin", karthik))
        ]
        session.commit()
        return People(asha, ben, karthik, *cookies)


@pytest.fixture
async def api(shop_settings: Settings) -> AsyncIterator[Any]:
    """Create an API with real transactions. It runs in addition to the realtime process."""
    app = create_app(shop_settings)
    engine = make_async_engine(shop_settings, "tests", pool_size=2)
    app.state.sessions = make_sessions(engine)
    yield app
    await app.state.pool.close()
    await engine.dispose()
