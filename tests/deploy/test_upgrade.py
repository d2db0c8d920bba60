"""Upgrade a running shop: the previous version serves during the newest migration and beside the new version.

Every migration must allow this (docs/operations.md, "Upgrading"): the previous version must work with the new schema.
"""

import asyncio
import contextlib
import io
import os
import secrets
import subprocess
import sys
import tarfile
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path

import httpx2
import psycopg
import pytest
from psycopg import sql
from sqlalchemy import make_url

from demo import ADMIN, SHOPPER
from local.ports import free_port
from shop.text.urls import driver_url

ROOT = Path(__file__).resolve().parents[2]
STATUSES = ("packed", "shipped", "delivered", "ordered")
ENOUGH = 20
"""How many responses of each kind each phase must have."""


def git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"the version before the newest migration cannot be had here: {done.stderr.strip()}")
    return done.stdout.strip()


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Check out the code before the commit that added the newest migration."""
    if git("rev-parse", "--is-shallow-repository") == "true":
        pytest.skip("this clone is shallow and has no version before the newest migration: git fetch --unshallow")
    commit = git("log", "-1", "--diff-filter=A", "--format=%H^", "--", "migrations/versions")
    folder = tmp_path_factory.mktemp("before")
    packed = subprocess.run(["git", "archive", commit], cwd=ROOT, capture_output=True, check=True).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(folder, filter="data")
    return folder


@pytest.fixture
def environment(new_database, tmp_path, worker_name) -> Iterator[dict[str, str]]:
    """Yield the settings of a shop with an empty database and two roles."""
    owner_url = new_database(template="template0")
    role = f"upgraded_{worker_name}"
    url = make_url(owner_url).set(username=role, password="word")
    yield os.environ | {
        "SHOP_OWNER_DATABASE_URL": owner_url,
        "SHOP_DATABASE_URL": url.render_as_string(hide_password=False),
        "SHOP_SECRET_KEY": secrets.token_urlsafe(48),
        "SHOP_ENVIRONMENT": "local",
        "SHOP_MEDIA_DIR": str(tmp_path),
        "SHOP_WEB_DIR": str(ROOT / "web" / "dist"),
        "SHOP_DEMO_RENDITIONS": "no",
        "SHOP_ORDERS_FREELY": "1000000",
    }
    with psycopg.connect(driver_url(owner_url), autocommit=True) as owner:
        owner.execute(sql.SQL("DROP OWNED BY {}").format(sql.Identifier(role)))
        owner.execute(sql.SQL("DROP ROLE {}").format(sql.Identifier(role)))


async def run(folder: Path, environment: dict[str, str], *words: str) -> None:
    """Run a module of a version of the shop until it ends."""
    child = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", *words),
        cwd=folder,
        env=environment,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    said, _ = await child.communicate()
    assert child.returncode == 0, said.decode()[-3000:]


@contextlib.asynccontextmanager
async def api(folder: Path, environment: dict[str, str]) -> AsyncIterator[str]:
    """Serve a version of the API and return its URL."""
    port = free_port()
    words = ("uvicorn", "--factory", "api.site:app", f"--port={port}", "--no-access-log", "--log-level=warning")
    child = await asyncio.create_subprocess_exec(sys.executable, "-m", *words, cwd=folder, env=environment)
    url = f"http://127.0.0.1:{port}"
    try:
        async with asyncio.timeout(120), httpx2.AsyncClient() as visitor:
            while True:
                with contextlib.suppress(httpx2.TransportError):
                    if (await visitor.get(f"{url}/api/goldrate/")).status_code == 200:
                        break
                await asyncio.sleep(0.1)
        yield url
    finally:
        child.terminate()
        await child.wait()


class Trade:
    """The load on a running shop: a visitor browses, a shopper orders, an admin changes statuses."""

    def __init__(self) -> None:
        self.answers: Counter[tuple[str, int]] = Counter()
        self._tasks: list[asyncio.Task[None]] = []
        self._clients: list[httpx2.AsyncClient] = []

    async def open(self, url: str) -> None:
        """Start the load at one URL."""
        visitor, shopper, admin = (httpx2.AsyncClient(base_url=f"{url}/api", timeout=60) for _ in range(3))
        self._clients += [visitor, shopper, admin]
        await _sign_in(shopper, "customer", SHOPPER)
        await _sign_in(admin, "admin", ADMIN)
        asha = (await shopper.get("/customer/me/")).json()["data"]
        board = (await admin.get("/order/?flag=allOrders&limit=10")).json()["data"]
        items = [item["id"] for order in board for item in order["items"] if item["status"] != "cancelled"]

        async def browse(number: int) -> httpx2.Response:
            return await visitor.get(f"/product/customer/?limit=5&number={number}")

        async def order(number: int) -> httpx2.Response:
            product = (await visitor.get("/product/customer/?limit=1&facets=false&stock=yes")).json()["data"][0]
            line = {"productId": product["id"], "productQuantity": 1, "totalAmount": product["ornamentPrice"]}
            total = {"totalQuantity": 1, "totalAmount": line["totalAmount"], "items": [line]}
            key = {"Idempotency-Key": f"{url} {number}"}
            return await shopper.post("/order/", json={"customerId": asha["id"], **total}, headers=key)

        async def move(number: int) -> httpx2.Response:
            turn, place = divmod(number, len(items))
            change = {"id": items[place], "status": STATUSES[turn % len(STATUSES)]}
            return await admin.post("/order/?flag=updateStatus", json=change)

        for name, act in (("browse", browse), ("order", order), ("move", move)):
            self._tasks.append(asyncio.create_task(self._go_on(name, act)))

    async def _go_on(self, name: str, act: Callable[[int], Awaitable[httpx2.Response]]) -> None:
        number = 0
        while True:
            number += 1
            self.answers[name, (await act(number)).status_code] += 1
            await asyncio.sleep(0.02)

    async def see_enough(self) -> None:
        """Wait for enough responses of each kind from now on."""
        start = self.answers.copy()
        async with asyncio.timeout(120):
            while any(self.answers[name, 200] - start[name, 200] < ENOUGH for name in ("browse", "order", "move")):
                assert set(self.statuses) <= {200}, self.answers
                for task in self._tasks:
                    if task.done():
                        await task
                await asyncio.sleep(0.05)

    @property
    def statuses(self) -> set[int]:
        return {status for _, status in self.answers}

    async def close(self) -> None:
        """Stop the load."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for client in self._clients:
            await client.aclose()


async def _sign_in(client: httpx2.AsyncClient, role: str, person: tuple[str, str]) -> None:
    answer = await client.post(f"/{role}/login/", json=dict(zip(("email", "password"), person, strict=True)))
    assert answer.status_code == 200, answer.text
    client.headers["X-XSRF-TOKEN"] = client.cookies["XSRF-TOKEN"]


@pytest.mark.timeout(900)
async def test_the_version_before_serves_without_a_fault_while_and_after_the_schema_moves_on(before, environment):
    await run(before, environment, "alembic", "upgrade", "head")
    await run(before, environment, "demo")
    trade = Trade()
    try:
        async with api(before, environment) as old:
            await trade.open(old)
            await trade.see_enough()
            await run(ROOT, environment, "alembic", "upgrade", "head")
            await trade.see_enough()
            async with api(ROOT, environment) as new:
                await trade.open(new)
                await trade.see_enough()
                await trade.close()
    finally:
        await trade.close()
    assert trade.statuses == {200}
