"""Start real servers for all tests: one PostgreSQL per run, and a database and a Redis per worker process."""

import fcntl
import gc
import shutil
from collections.abc import AsyncIterator, Callable, Iterator
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import structlog
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings

from local.ports import claim, free_port, is_free
from local.redis import Redis
from shop.settings import Settings
from tests.support import prepared_shop
from tests.support.database_server import TEMPLATE, Database, PreparedServer
from tests.support.environment import shop_environment
from tests.support.event_loop import end_other_tasks
from tests.support.failing_subtests import subtests  # noqa: F401 - a fixture of all tests
from tests.support.running_shop import ShopStack

if TYPE_CHECKING:
    from sqlalchemy import Engine

    from tests.support.otlp_collector import Collector

# Benchmarks measure speed. A busy machine must not fail a test.
hypothesis_settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
hypothesis_settings.load_profile("any machine")

_FIRST = ("chaos", "deploy", "shop/test_deadlines.py", "fuzz", "local", "realtime", "workers", "migrations")
"""Tests of whole shops, of deadlines and of other servers run first: they mostly wait, so other tests use the CPU
meanwhile. Short files run last, so that no worker process is left with a long one.

Two of those that need the demo shop start at once, because the others would wait until it is made.
"""
_DEMO_SHOP = (
    "local/test_metrics.py",
    "local/test_traces.py",
    "workers/test_upload_to_page.py",
    "local/test_health.py",
    "local/test_incidents.py",
)
"""These share one running shop, in this order: the first needs zero counts, the last disturbs the shop most."""


_RUN = pytest.StashKey[PreparedServer]()
_URL = pytest.StashKey[str]()
_DEMO = pytest.StashKey[ShopStack]()


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "long: takes minutes; `make nightly` runs it, `make test` does not")
    plain = structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)
    structlog.configure(processors=[structlog.processors.add_log_level, plain])


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Order the tests, and keep those of a file, or of the shared shop, in one worker process."""
    tests = config.rootpath / "tests"
    shared = {tests / path: place for place, path in enumerate(_DEMO_SHOP)}
    places = shared | {tests / path: len(shared) + place for place, path in enumerate(_FIRST)}
    items.sort(key=lambda item: places.get(item.path, places.get(item.path.parent, len(places))))
    for item in items:
        group = "demo shop" if item.path in shared else str(item.path.relative_to(tests))
        item.add_marker(pytest.mark.xdist_group(group))


def pytest_collection_finish() -> None:
    """Exclude objects that live as long as the run from garbage collection, which would take 5 % of the CPU time."""
    gc.freeze()


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node) -> None:
    """Start the database in the controlling process, which outlives every worker."""
    config = node.config
    if _URL not in config.stash:
        config.stash[_RUN] = PreparedServer()
        config.stash[_URL] = config.stash[_RUN].start()
    node.workerinput["database_url"] = config.stash[_URL]


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Stop the shared demo shop after the last test that uses it: an idle shop takes a twentieth of a processor."""
    tests = item.config.rootpath / "tests"
    done = nextitem is None or str(nextitem.path.relative_to(tests)) not in _DEMO_SHOP
    if done and _DEMO in item.config.stash:
        item.config.stash[_DEMO].stop()


def pytest_unconfigure(config: pytest.Config) -> None:
    if _RUN in config.stash:
        config.stash[_RUN].stop()


@pytest.fixture(scope="session", autouse=True)
async def _ended_tasks() -> AsyncIterator[None]:
    """End the tasks that tests left running. The event loop would cancel each only once, and might wait forever."""
    yield
    await end_other_tasks()


@pytest.fixture(scope="session")
def database_server(request: pytest.FixtureRequest) -> Iterator[Database]:
    """The run's PostgreSQL. It is started on first use if no controlling process has started it."""
    given = getattr(request.config, "workerinput", {}).get("database_url")
    if given:
        yield Database(given)
        return
    run = PreparedServer()
    try:
        yield Database(run.start())
    finally:
        run.stop()


@pytest.fixture(scope="session")
def new_database(database_server: Database, worker_name: str) -> Callable[..., str]:
    """Create a database that lasts as long as the run, and return its URL: `new_database(template="template0")`.

    With PostgreSQL's own template it is empty; by default it is migrated.
    """
    numbers = count(1)

    def make(*, template: str = TEMPLATE) -> str:
        return database_server.create(f"extra_{worker_name}_{next(numbers)}", template=template)

    return make


@pytest.fixture(scope="session")
def worker_name(request: pytest.FixtureRequest) -> str:
    return getattr(request.config, "workerinput", {}).get("workerid", "main")


@pytest.fixture(scope="session")
def database_url(database_server: Database, worker_name: str) -> str:
    """The migrated database of this worker process. Tests share it, and roll back or clean up."""
    return database_server.create(f"test_{worker_name}")


@pytest.fixture(scope="session")
def redis_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Redis]:
    """A Redis for this worker process, because publish and subscribe ignore database numbers."""
    with Redis(tmp_path_factory.mktemp("redis")) as redis:
        yield redis


@pytest.fixture(scope="session")
def redis_url(redis_server: Redis) -> str:
    return redis_server.url


@pytest.fixture(scope="session")
def shop_settings(database_url: str, redis_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Settings]:
    """Return the settings of the tests' shop, and make them those of this process."""
    with shop_environment(
        SHOP_DATABASE_URL=database_url,
        SHOP_REDIS_URL=redis_url,
        SHOP_SECRET_KEY="t" * 40,
        SHOP_ENVIRONMENT="local",
        SHOP_PUBLIC_URL="http://shop.example",
        SHOP_UPI_ID="swarna@testbank",
        SHOP_BANK_ACCOUNT="123456789012",
        SHOP_BANK_IFSC="TEST0123456",
        SHOP_MEDIA_DIR=str(tmp_path_factory.mktemp("media")),
    ) as given:
        yield given


@pytest.fixture(scope="session")
def engine(shop_settings: Settings) -> Iterator["Engine"]:
    """The synchronous engine of the shared database. Tests that commit use `real_commits`."""
    from shop.db.engine import make_engine  # noqa: PLC0415 - unit tests must not load it

    made = make_engine(shop_settings, "tests", pool_size=12)
    yield made
    made.dispose()


@pytest.fixture
def real_commits(engine: "Engine") -> Iterator["Engine"]:
    """The shared database for a test that commits; it is empty again afterwards."""
    yield engine
    from tests.support.factories import delete_all_rows  # noqa: PLC0415 - unit tests must not load it

    delete_all_rows(engine)


@pytest.fixture(scope="session")
def run_folder(tmp_path_factory: pytest.TempPathFactory, worker_name: str) -> Path:
    """A folder that all worker processes of this run share."""
    own = tmp_path_factory.getbasetemp()
    return own if worker_name == "main" else own.parent


@pytest.fixture(scope="session")
def demo_folder(tmp_path_factory: pytest.TempPathFactory, run_folder: Path) -> Callable[[], Path]:
    """Copy a folder with the demo shop and its uploaded pictures. A shop started there finds it.

    The first request of a run creates it; each request gets a copy.
    """
    made = run_folder / "demo"

    def copy() -> Path:
        with (run_folder / "demo.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not made.exists():
                prepared_shop.demo_shop(run_folder / "demo.new").rename(made)
        return shutil.copytree(made, tmp_path_factory.mktemp("shop"), dirs_exist_ok=True)

    return copy


@pytest.fixture(scope="session")
def metrics_port() -> int:
    """Return the first of several consecutive free ports, one for each process with metrics."""
    while True:
        port = free_port()
        if all(is_free("127.0.0.1", each) and claim(each) for each in range(port + 1, port + 6)):
            return port


@pytest.fixture(scope="session")
def collector() -> Iterator["Collector"]:
    """The collector to which the shared demo shop sends its traces."""
    from tests.support.otlp_collector import collecting  # noqa: PLC0415 - unit tests must not load it

    with collecting() as started:
        yield started


@pytest.fixture(scope="session")
def demo_shop(request, shop_stack, demo_folder, metrics_port, collector, run_folder) -> Iterator[ShopStack]:
    """One running shop that the modules in `_DEMO_SHOP` share, in that order."""
    (run_folder / "demo-shop-started").touch(exist_ok=False)  # fails if a second worker starts the shop
    observed = {"SHOP_METRICS_PORT": str(metrics_port), "SHOP_LOG_LEVEL": "debug", "SHOP_OTLP_URL": collector.url}
    with shop_stack(demo_folder(), environment=observed) as started:
        request.config.stash[_DEMO] = started
        yield started


@pytest.fixture(scope="session")
def shop_stack(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[..., ShopStack]]:
    """Start a whole shop: `with shop_stack(counts={"relay": 2}) as shop: ...`; see `tests/support/running_shop.py`.

    It has its own database in the run's PostgreSQL. With `own_postgres=True`, or a folder that contains a shop, it has
    its own server. Shops that are still running are stopped at the end of the run.
    """
    stacks: list[ShopStack] = []

    def make(folder: Path | None = None, *, own_postgres: bool = False, **options) -> ShopStack:
        if not (folder or own_postgres):
            options["database_url"] = request.getfixturevalue("new_database")()
        stacks.append(ShopStack(folder or tmp_path_factory.mktemp("shop"), **options))
        return stacks[-1]

    yield make
    for stack in stacks:
        stack.stop()
