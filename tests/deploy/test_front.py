"""The front server: what it tells the site of a visitor, and what it takes for itself."""

import asyncio
import os
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, suppress
from pathlib import Path

import httpx2
import pytest
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.types import Receive, Scope, Send

from local.ports import free_port
from tests.serving import serving
from tests.topology import ROOT, Nginx, nginx

FORGED = {"X-Request-Id": "chosen-by-a-visitor", "X-Forwarded-For": "203.0.113.7"}

Open = Callable[..., Awaitable[str]]


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Nginx:
    try:
        return nginx(tmp_path_factory.mktemp("nginx"))
    except RuntimeError as error:
        pytest.skip(str(error))


@pytest.fixture(scope="module")
def dist() -> Iterator[Path]:
    """A built web, which nginx reads as a user of its own."""
    with tempfile.TemporaryDirectory() as name:
        assets = Path(name, "assets")
        assets.mkdir()
        for suffix, content in {"js": b"plain", "js.br": b"brotli", "js.gz": b"zip"}.items():
            (assets / f"page.{suffix}").write_bytes(content)
        Path(name).chmod(0o755)
        yield Path(name)


@pytest.fixture
async def front(program: Nginx, dist: Path, tmp_path: Path) -> AsyncIterator[Open]:
    """Open a front server before a site, at an address that is returned."""
    async with AsyncExitStack() as closing:

        async def opened(*, site: int, proxies: str = "10.0.0.0/8") -> str:
            listen = f"127.0.0.1:{free_port()}"
            given = {
                "LISTEN": listen,
                "SITE": f"127.0.0.1:{site}",
                "REALTIME": f"127.0.0.1:{site}",
                "RESOLVER": "127.0.0.1",
                "UPSTREAMS": str(tmp_path / "groups"),
                "DIST": str(dist),
                "SCRATCH": str(tmp_path),
                "PROXIES": proxies,
                "PROGRAM": str(program.program),
                "MODULES": str(program.modules),
                "MIME": str(program.mime),
            }
            child = await asyncio.create_subprocess_exec(ROOT / "deploy" / "front", env=os.environ | given)
            closing.push_async_callback(child.wait)
            closing.callback(child.terminate)
            async with asyncio.timeout(60), httpx2.AsyncClient() as visitor:
                while True:
                    with suppress(httpx2.TransportError):
                        await visitor.get(f"http://{listen}/.alive")
                        return f"http://{listen}"
                    assert child.returncode is None
                    await asyncio.sleep(0.02)

        yield opened


@pytest.fixture
async def site() -> AsyncIterator[int]:
    """A site that answers with the headers of the request."""

    async def echo(scope: Scope, receive: Receive, send: Send) -> None:
        await JSONResponse(dict(Request(scope).headers))(scope, receive, send)

    async with serving(echo, lifespan="off") as port:
        yield port


async def told(address: str) -> tuple[str, str]:
    """Return the number and the visitor's address as the site is told them."""
    async with httpx2.AsyncClient() as visitor:
        headers = (await visitor.get(f"{address}/api/goldrate/", headers=FORGED)).json()
    return headers["x-request-id"], headers["x-forwarded-for"]


@pytest.mark.parametrize("proxies", ["10.0.0.0/8", "10.0.0.0/8,192.168.0.0/16"])
async def test_a_visitor_chooses_neither_their_address_nor_a_requests_number(front: Open, site: int, proxies: str):
    address = await front(site=site, proxies=proxies)
    (number, whose), (another, _) = await told(address), await told(address)
    assert whose == "127.0.0.1"
    assert "chosen" not in number
    assert len({number, another}) == 2


@pytest.mark.parametrize("proxies", ["127.0.0.1/32", "10.0.0.0/8,127.0.0.0/8"])
async def test_a_server_before_it_tells_both(front: Open, site: int, proxies: str):
    address = await front(site=site, proxies=proxies)
    assert await told(address) == (FORGED["X-Request-Id"], FORGED["X-Forwarded-For"])


@pytest.mark.parametrize(("takes", "body"), [("br", b"brotli"), ("gzip", b"zip"), ("identity", b"plain")])
async def test_what_is_packed_goes_to_who_takes_it(front: Open, takes: str, body: bytes):
    address = await front(site=free_port())
    async with (
        httpx2.AsyncClient() as visitor,
        visitor.stream("GET", f"{address}/assets/page.js", headers={"Accept-Encoding": takes}) as answer,
    ):
        assert b"".join([piece async for piece in answer.aiter_raw()]) == body
    assert answer.headers["vary"] == "Accept-Encoding"
    assert "immutable" in answer.headers["cache-control"]


async def test_a_page_waits_for_a_site_that_is_away_and_a_call_is_told(front: Open):
    address = await front(site=free_port())
    async with httpx2.AsyncClient() as visitor:
        page = await visitor.get(f"{address}/product/7")
        call = await visitor.post(f"{address}/api/order/", json={})
    assert (page.status_code, page.headers["retry-after"], page.headers["cache-control"]) == (503, "5", "no-store")
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert 'http-equiv="refresh"' in page.text
    assert call.status_code == 502  # it may have been carried out


async def test_it_is_alive_whatever_becomes_of_the_site(front: Open):
    address = await front(site=free_port())
    async with httpx2.AsyncClient() as visitor:
        assert (await visitor.get(f"{address}/api/goldrate/")).status_code == 502
        assert (await visitor.get(f"{address}/.alive")).status_code == 204
