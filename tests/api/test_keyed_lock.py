"""Locks by key, and requests whose client disconnects while they wait."""

import asyncio

import pytest

from api.http.keyed_lock import _locks, keyed_lock
from shop.sessions.cookies import XSRF_COOKIE, XSRF_HEADER
from tests.api.test_order_placement import basket, orders
from tests.support.http_client import succeeded


async def test_a_lock_ends_with_what_fails_in_it():
    with pytest.raises(ValueError, match="no paper"):
        async with keyed_lock("this"):
            raise ValueError("no paper")
    async with asyncio.timeout(5), keyed_lock("this"), keyed_lock("something else"):
        pass


@pytest.mark.parametrize("stays", [True, False])
async def test_an_order_whose_sender_went_away_while_it_waited_is_not_placed(api, asha, people, run_sync, stays):
    token = {XSRF_HEADER: asha.cookies[XSRF_COOKIE]}
    request = asha.build_request("POST", "/order/", json=basket(people), headers=token)
    said = [{"type": "http.request", "body": request.content, "more_body": False}]
    said += [] if stays else [{"type": "http.disconnect"}]
    answered = asyncio.Event()

    async def receive() -> dict:
        if not said:
            await answered.wait()
        return said.pop(0)

    async def send(message: dict) -> None:
        if message["type"] == "http.response.start":
            answered.set()

    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "path": request.url.path,
        "raw_path": request.url.raw_path,
        "query_string": b"",
        "headers": [(name.lower(), value) for name, value in request.headers.raw],
        "client": ("127.0.0.1", 1),
        "server": ("shop.example", 80),
    }
    what = f"order of {people.asha.id}"
    async with keyed_lock(what):
        sending = asyncio.create_task(api(scope, receive, send))
        while not _locks[what]._waiters:
            assert not sending.done()
            await asyncio.sleep(0.01)
        assert not answered.is_set()
    async with asyncio.timeout(60):
        await sending
    assert await run_sync(orders) == int(stays)
    assert succeeded(await asha.post("/order/", json=basket(people)))
    assert await run_sync(orders) == 1
