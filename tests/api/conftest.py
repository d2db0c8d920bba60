"""Fixtures for the API on real PostgreSQL. Each test runs in its own transaction, which is rolled back."""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

import pytest
from fastapi import FastAPI
from sqlalchemy import inspect, text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, AsyncSession, async_sessionmaker
from sqlalchemy.orm import Session

from api.app import create_app
from api.operations import probes
from shop.catalogue.model import Product
from shop.catalogue.text_search.spelling import SpellingCorrection
from shop.clock import now, today
from shop.customers.model import Customer
from shop.db.engine import make_async_engine
from shop.settings import Settings
from shop.staff.model import Admin
from tests.support import factories
from tests.support.http_client import Browser
from tests.support.transaction_pool import PoolInside


@pytest.fixture(scope="session")
async def async_engine(shop_settings: Settings) -> AsyncIterator[AsyncEngine]:
    made = make_async_engine(shop_settings, "tests", pool_size=16)
    made.pool._timeout = 100.0
    yield made
    await made.dispose()


@pytest.fixture(scope="session")
async def app(shop_settings: Settings) -> AsyncIterator[FastAPI]:
    made = create_app(shop_settings)
    yield made
    await made.state.pool.close()


@asynccontextmanager
async def open_transaction(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """Open a transaction that is rolled back at the end."""
    async with engine.connect() as made:
        await made.begin()
        # Between requests that need no database, this transaction is idle. In production none is open then.
        await made.execute(text("SET LOCAL idle_in_transaction_session_timeout = 0"))
        yield made
        await made.rollback()


@asynccontextmanager
async def open_savepoint(connection: AsyncConnection) -> AsyncIterator[AsyncConnection]:
    """Roll back what a test changes in the transaction that the tests of its file share."""
    async with connection.begin_nested() as own:
        yield connection
        await own.rollback()


@pytest.fixture
async def connection(request: pytest.FixtureRequest, async_engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """Open the connection that all sessions of a test share. Their commits are rolled back at the end.

    A test with `people` gets a connection to the database that has them.
    """
    has_people = "people_database" in request.fixturenames
    engine = request.getfixturevalue("people_database").engine if has_people else async_engine
    async with open_transaction(engine) as made:
        yield made


@pytest.fixture
async def database(connection: AsyncConnection) -> AsyncIterator[AsyncSession]:
    """Open a database session for the test itself. Requests use other sessions on the same connection."""
    async with sessions_of(connection)() as session:
        yield session


@pytest.fixture
def undone(connection: AsyncConnection) -> Callable[[], AbstractAsyncContextManager[None]]:
    """Undo the changes of a block, so that many calls share the rows of one test."""

    @asynccontextmanager
    async def undo() -> AsyncIterator[None]:
        savepoint = await connection.begin_nested()
        try:
            yield
        finally:
            await savepoint.rollback()

    return undo


def use_transaction(app: FastAPI, connection: AsyncConnection) -> None:
    """Give an application sessions and a pool inside the test's transaction."""
    app.state.sessions, app.state.pool = sessions_of(connection), PoolInside(connection)
    app.state.monitor = probes.monitor(app.state.pool, ())


@contextmanager
def inside(app: FastAPI, connection: AsyncConnection) -> Iterator[FastAPI]:
    """Make every request of the application use a session inside the transaction of a connection."""
    own = app.state.pool
    use_transaction(app, connection)
    app.state.spelling_correction = SpellingCorrection()  # must know only the words of this test's products
    yield app
    del app.state.sessions
    app.state.pool = own
    app.state.monitor = probes.monitor(own, ())


@pytest.fixture
def api(app: FastAPI, connection: AsyncConnection) -> Iterator[FastAPI]:
    """Make every request of the application use a session inside the test's transaction."""
    with inside(app, connection):
        yield app


@pytest.fixture
async def committing_api(app: FastAPI, async_engine: AsyncEngine, real_commits) -> AsyncIterator[FastAPI]:
    """The application with real transactions, for concurrent requests."""
    app.state.sessions = async_sessionmaker(async_engine, expire_on_commit=False)
    yield app
    del app.state.sessions
    await app.state.pool.close()


def sessions_of(connection: AsyncConnection) -> async_sessionmaker[AsyncSession]:
    return async_sessionmaker(connection, expire_on_commit=False, join_transaction_mode="create_savepoint")


@dataclass
class People:
    """Two shoppers, an admin, a ring of 91,500 and a chain of 46,500 rupees."""

    asha: Customer
    ben: Customer
    karthik: Admin
    ring: Product
    chain: Product


def add_people(session: Session, *, rate: Decimal = factories.RATE) -> People:
    factories.set_gold_rate(session, rate)
    return People(
        asha=factories.register_shopper(session, "Asha Verma"),
        ben=factories.register_shopper(session, "Ben Thomas"),
        karthik=factories.hire_admin(session),
        ring=factories.stock_product(session, name="Lotus Ring"),
        chain=factories.stock_product(session, name="Rope Chain", weight=5),
    )


@dataclass
class PeopleDatabase:
    """A database that has the `people` for the whole run, because adding them takes 30 statements."""

    engine: AsyncEngine
    people: People
    day: date


@pytest.fixture(scope="session")
async def people_database(shop_settings: Settings, new_database: Callable[[], str]) -> AsyncIterator[PeopleDatabase]:
    engine = make_async_engine(shop_settings.model_copy(update={"database_url": new_database()}), "tests", pool_size=1)
    async with AsyncSession(engine, expire_on_commit=False) as session:
        people = await session.run_sync(add_people)
        for each in vars(people).values():
            await session.refresh(each, inspect(type(each)).column_attrs.keys())  # merge copies only loaded columns
        await session.commit()
    yield PeopleDatabase(engine, people, today(now()))
    await engine.dispose()


@pytest.fixture
async def people(database: AsyncSession, people_database: PeopleDatabase) -> People:
    """Copies of the people, for the session of the test."""

    def copied(session: Session) -> People:
        if people_database.day != today(now()):  # midnight has passed during the run
            factories.set_gold_rate(session)
        return People(*(session.merge(each, load=False) for each in vars(people_database.people).values()))

    made = await database.run_sync(copied)
    await database.commit()
    return made


@dataclass
class Callers:
    """Provides browsers in which nobody, one person or two people are signed in."""

    app: FastAPI
    database: AsyncSession

    def visitor(self) -> Browser:
        return Browser(self.app)

    async def of(self, *people: Customer | Admin) -> Browser:
        browser = Browser(self.app)
        for person in people:
            token = await self.database.run_sync(factories.sign_in, person)
            browser.hold(person, token)
        await self.database.commit()
        return browser


@pytest.fixture
def browsers(api: FastAPI, database: AsyncSession) -> Callers:
    return Callers(api, database)


@pytest.fixture
async def visitor(browsers: Callers) -> AsyncIterator[Browser]:
    async with browsers.visitor() as browser:
        yield browser


@pytest.fixture
async def asha(browsers: Callers, people: People) -> AsyncIterator[Browser]:
    async with await browsers.of(people.asha) as browser:
        yield browser


@pytest.fixture
async def ben(browsers: Callers, people: People) -> AsyncIterator[Browser]:
    async with await browsers.of(people.ben) as browser:
        yield browser


@pytest.fixture
async def karthik(browsers: Callers, people: People) -> AsyncIterator[Browser]:
    async with await browsers.of(people.karthik) as browser:
        yield browser


@pytest.fixture
def run_sync(connection: AsyncConnection) -> Callable:
    """Return a function that calls another one with a synchronous session inside the test's transaction."""

    async def run(function, *args, **kwargs):
        async with sessions_of(connection)() as session:
            return await session.run_sync(function, *args, **kwargs)

    return run


@pytest.fixture
def no_pause_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Prevent throttle pauses from ending by themselves during a slow test. The test ends them explicitly."""
    later = now() + timedelta(minutes=1)
    monkeypatch.setattr("api.auth.throttling.now", lambda: later)


@pytest.fixture
async def open_shop(committing_api: FastAPI) -> AsyncIterator[tuple[People, Callers]]:
    """The people and their browsers in a shop with real transactions."""
    async with committing_api.state.sessions() as session:
        people = await session.run_sync(add_people)
        await session.commit()
        yield people, Callers(committing_api, session)
