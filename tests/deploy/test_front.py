"""The reverse proxy: the headers that it passes to the site, and the requests that it handles itself."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path

import httpx2
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from api.feed.schemas import MAX_SECONDS
from api.feed.sse import SWEEP_SECONDS
from api.middleware.request_guard import MAX_BODY_BYTES, MAX_FORM_BYTES
from api.pages.static_files import IMMUTABLE, find_file, not_found, send_file
from local.ports import free_port
from tests.deploy.conftest import Open
from tests.support.asgi_server import serving
from tests.support.compose_topology import ROOT
from tests.support.concurrent_cases import run_cases

FORGED = {"X-Request-Id": "chosen-by-a-visitor", "X-Forwarded-For": "203.0.113.7"}


@pytest.fixture
async def site() -> AsyncIterator[int]:
    """Serve a site that responds with the headers of the request."""

    async def echo(scope: Scope, receive: Receive, send: Send) -> None:
        await JSONResponse(dict(Request(scope).headers))(scope, receive, send)

    async with serving(echo, lifespan="off") as port:
        yield port


async def told(address: str) -> tuple[str, str]:
    """Send a request with forged headers. Return the request id and the client address that the site received."""
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


@asynccontextmanager
async def site_with(assets: Path) -> AsyncIterator[int]:
    """Serve the assets of another version of the web build as the site does."""

    async def asset(request: Request) -> Response:
        path = find_file(assets, request.path_params["path"])
        return send_file(request, path, cache_control=IMMUTABLE) if path else not_found()

    async with serving(Starlette(routes=[Route("/assets/{path:path}", asset)]), lifespan="off") as port:
        yield port


async def test_assets_of_another_version_come_from_the_servers_of_the_site_that_have_them(front: Open, tmp_path: Path):
    versions = [tmp_path / str(number) for number in range(5)]
    for version in versions:
        version.mkdir()
    (versions[-1] / "newer.js").write_bytes(b"of the newer version")
    async with AsyncExitStack() as sites, httpx2.AsyncClient() as visitor:
        ports = [await sites.enter_async_context(site_with(version)) for version in versions]
        servers = "".join(f"server 127.0.0.1:{port};" for port in ports)
        (tmp_path / "groups").mkdir()
        (tmp_path / "groups" / "shop.conf").write_text(f"upstream site {{ {servers} }}")
        address = await front(site=ports[0], SITE="site")
        for _ in versions:
            newer = await visitor.get(f"{address}/assets/newer.js")
            assert (newer.status_code, newer.content) == (200, b"of the newer version")
            assert newer.headers.get_list("cache-control") == [IMMUTABLE]
            nowhere = await visitor.get(f"{address}/assets/nowhere.js")
            assert (nowhere.status_code, "cache-control" in nowhere.headers) == (404, False)
        own = await visitor.head(f"{address}/assets/page.js")
        assert own.headers.get_list("cache-control") == [IMMUTABLE]
        assert own.headers["x-content-type-options"] == "nosniff"


def is_told_to_wait(answer: httpx2.Response, status: int) -> bool:
    assert answer.headers["content-type"] == "application/json"
    assert (answer.headers["retry-after"], answer.headers["cache-control"]) == ("5", "no-store")
    failure = answer.json()
    assert failure.keys() == {"code", "error", "success", "message", "errors"}
    assert (failure["code"], failure["error"], failure["success"], failure["errors"]) == (status, True, False, {})
    assert failure["message"].startswith("The shop is not answering just now.")
    return answer.status_code == status


@pytest.mark.parametrize("path", ["/api/goldrate/", "/api/events/", "/api/product/"])
async def test_each_call_is_told_in_the_shops_shape_that_the_site_is_away(front: Open, path: str):
    address = await front(site=free_port())
    async with httpx2.AsyncClient() as visitor:
        assert is_told_to_wait(await visitor.get(f"{address}{path}"), 502)


@pytest.mark.parametrize("path", ["payment/callback/razorpay", "newsletter/confirm", "notification/unsubscribe"])
async def test_what_a_browser_opens_shows_the_page_that_looks_again(front: Open, path: str):
    address = await front(site=free_port())
    async with httpx2.AsyncClient() as visitor:
        answer = await visitor.get(f"{address}/api/{path}/?token=x")
    assert (answer.status_code, "This page looks again by itself." in answer.text) == (503, True)


async def test_a_page_waits_for_a_site_that_is_away_and_a_call_is_told(front: Open):
    address = await front(site=free_port())
    async with httpx2.AsyncClient() as visitor:
        page = await visitor.get(f"{address}/product/7")
        call = await visitor.post(f"{address}/api/order/", json={})
    assert (page.status_code, page.headers["retry-after"], page.headers["cache-control"]) == (503, "5", "no-store")
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert 'http-equiv="refresh"' in page.text
    assert is_told_to_wait(call, 502)  # not 503, as the order may have been placed


async def test_it_is_alive_whatever_becomes_of_the_site(front: Open):
    address = await front(site=free_port())
    async with httpx2.AsyncClient() as visitor:
        assert (await visitor.get(f"{address}/api/goldrate/")).status_code == 502
        assert (await visitor.get(f"{address}/.alive")).status_code == 204


@pytest.mark.parametrize(("path", "status"), [*((path, 200) for path in MAX_FORM_BYTES), ("/api/cart", 413)])
async def test_only_forms_with_files_may_be_larger_than_other_bodies(front: Open, path: str, status: int):
    size = 2 * MAX_BODY_BYTES

    async def read(scope: Scope, receive: Receive, send: Send) -> None:
        await JSONResponse(len(await Request(scope, receive).body()))(scope, receive, send)

    async with serving(read, lifespan="off") as port, httpx2.AsyncClient(timeout=60) as visitor:
        address = await front(site=port)
        answer = await visitor.post(f"{address}{path}/", content=bytes(size))
    assert answer.status_code == status
    if status == 200:
        assert answer.json() == size
    else:
        assert answer.json()["message"].startswith("This is more than the shop takes in one request")


def test_the_feed_may_wait_for_its_next_event():
    template = (ROOT / "deploy" / "nginx.conf.template").read_text()
    [limit] = re.findall(r"location ~ \^/api/events/\?\$ \{\s+proxy_read_timeout (\d+)s;", template)
    assert int(limit) > MAX_SECONDS + SWEEP_SECONDS


async def get_at_once(
    visitor: httpx2.AsyncClient, url: str, *, times: int, headers: dict[str, str]
) -> list[httpx2.Response]:
    return await asyncio.gather(*(visitor.get(url, headers=headers) for _ in range(times)))


async def test_one_address_that_asks_too_much_is_told_to_wait_and_others_notice_nothing(front: Open, site: int):
    address = await front(site=site, proxies="127.0.0.0/8", RATE="1", BURST="20")
    mine, yours = {"X-Forwarded-For": "203.0.113.7"}, {"X-Forwarded-For": "203.0.113.8"}
    async with httpx2.AsyncClient(limits=httpx2.Limits(max_connections=40), timeout=60) as visitor:
        calls, pages = await asyncio.gather(
            get_at_once(visitor, f"{address}/api/goldrate/", times=100, headers=mine),
            get_at_once(visitor, f"{address}/products", times=100, headers=mine),
        )
        others = await get_at_once(visitor, f"{address}/api/goldrate/", times=15, headers=yours)
    served = [answer for answer in calls + pages if answer.status_code != 429]
    assert 21 <= len(served) < 100
    call = next(answer for answer in calls if answer.status_code == 429)
    page = next(answer for answer in pages if answer.status_code == 429)
    for refused in (call, page):
        assert refused.headers["retry-after"] == "2"
        assert refused.headers["cache-control"] == "no-store"
    assert call.json()["message"].startswith("Too many requests")
    assert call.json().keys() == {"code", "error", "success", "message", "errors"}
    assert "Too many requests" in page.text
    assert {answer.status_code for answer in others} == {200}


async def test_ipv6_addresses_of_one_network_are_one_client(front: Open, site: int):
    address = await front(site=site, proxies="127.0.0.0/8", RATE="1", BURST="20")

    async def ask(visitor: httpx2.AsyncClient, *sources: str) -> list[int]:
        calls = (visitor.get(f"{address}/api/goldrate/", headers={"X-Forwarded-For": source}) for source in sources)
        return [answer.status_code for answer in await asyncio.gather(*calls)]

    async with httpx2.AsyncClient(limits=httpx2.Limits(max_connections=40), timeout=60) as visitor:
        # Bytes of an address may be those of a line break or zero.
        rotating = await ask(visitor, *(f"2001:db8:a0a:a::{number:x}" for number in range(100)))
        neighbour = await ask(visitor, *(f"2001:db8:a0a:b::{number:x}" for number in range(15)))
        mapped = await ask(visitor, *(f"::ffff:203.0.113.{number}" for number in range(100)))
        same = await ask(visitor, *("203.0.113.250" for _ in range(10)), *("::ffff:203.0.113.250" for _ in range(90)))
    assert 21 <= rotating.count(200) < 100
    assert rotating.count(200) + rotating.count(429) == 100
    assert set(neighbour) == set(mapped) == {200}
    assert 21 <= same.count(200) < 100


async def test_one_address_holds_so_many_connections_and_no_more(front: Open):
    asked = asyncio.Event()
    release = asyncio.Event()
    held = 0

    async def hang(scope: Scope, receive: Receive, send: Send) -> None:
        nonlocal held
        if scope["path"] == "/api/held/":
            held += 1
            if held == 4:
                asked.set()
            await release.wait()
        await JSONResponse({})(scope, receive, send)

    async with serving(hang, lifespan="off") as port, httpx2.AsyncClient(timeout=60) as visitor:
        address = await front(site=port, proxies="127.0.0.0/8", CONNECTIONS="4")
        mine, yours = {"X-Forwarded-For": "203.0.113.7"}, {"X-Forwarded-For": "203.0.113.8"}
        holding = asyncio.gather(*(visitor.get(f"{address}/api/held/", headers=mine) for _ in range(4)))
        await asyncio.wait_for(asked.wait(), 30)
        refused = await visitor.get(f"{address}/api/goldrate/", headers=mine)
        other = await visitor.get(f"{address}/api/goldrate/", headers=yours)
        release.set()
        assert {answer.status_code for answer in await holding} == {200}
    assert (refused.status_code, other.status_code) == (429, 200)


async def is_told_that_the_site_takes_too_long(address: str) -> None:
    async with httpx2.AsyncClient(timeout=60) as visitor:
        assert is_told_to_wait(await visitor.post(f"{address}/api/order/", json={}), 504)


SLOW = {
    "headers": b"GET / HTTP/1.1\r\nHost: shop\r\nX-Slow: ",
    "body": b"POST /api/cart/ HTTP/1.1\r\nHost: shop\r\nContent-Length: 100\r\n\r\n{",
}


async def is_disconnected_while_it_sends(address: str, part: str) -> None:
    host, _, port = address.removeprefix("http://").partition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(SLOW[part])
    await writer.drain()
    began = asyncio.get_running_loop().time()
    with suppress(ConnectionResetError):
        await asyncio.wait_for(reader.read(), 30)
    assert 8 < asyncio.get_running_loop().time() - began < 30
    writer.close()


async def test_a_client_that_sends_too_slowly_is_disconnected_and_a_slow_site_is_not_waited_for(front: Open, subtests):
    async def hang(_: Scope, receive: Receive, __: Send) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass

    async with serving(hang, lifespan="off") as site:
        address = await front(site=site)
        slow = {f"slow {part}": is_disconnected_while_it_sends(address, part) for part in SLOW}
        await run_cases(subtests, {"slow answer": is_told_that_the_site_takes_too_long(address), **slow})
