"""Responses whose length could reveal a secret are not compressed; others are."""

import threading

import brotli
import httpx2
import pytest
from starlette.responses import Response

from api.middleware import compression
from api.middleware.compression import MIN_BYTES, choose_encoding

TAKES = {"Accept-Encoding": "gzip, br"}


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [
        ("gzip, deflate, br, zstd", "br"),
        ("gzip", "gzip"),
        ("br;q=0, gzip;q=0.5", "gzip"),
        ("BR ; q=0.1", "br"),
        ("*", "br"),
        ("identity", None),
        ("gzip;q=0.000", None),
        ("", None),
    ],
)
def test_the_best_encoding_that_is_taken_is_chosen(accepted, encoding):
    assert choose_encoding(accepted) == encoding


async def test_what_everyone_may_read_comes_compressed_to_anyone(visitor):
    answer = await visitor.get("/openapi.json", headers={"Accept-Encoding": "identity"})
    assert len(answer.content) > MIN_BYTES
    answer = await visitor.get("/goldrate/", headers=TAKES | {"Sec-Fetch-Site": "cross-site"})
    assert answer.headers["vary"].lower() == "accept-encoding"


@pytest.mark.parametrize("site", [None, "cross-site", "same-site", "none"])
async def test_what_another_site_may_have_asked_for_is_not_compressed(visitor, site):
    headers = TAKES | ({"Sec-Fetch-Site": site} if site else {})
    assert "content-encoding" not in (await visitor.get("/openapi.json", headers=headers)).headers


async def test_what_the_shops_own_page_asks_for_is_compressed(visitor):
    plain = await visitor.get("/openapi.json", headers={"Accept-Encoding": "identity"})
    answer = await visitor.get("/openapi.json", headers=TAKES | {"Sec-Fetch-Site": "same-origin"})
    assert answer.headers["content-encoding"] == "br"
    assert int(answer.headers["content-length"]) < len(plain.content) / 2
    assert answer.content == plain.content
    small = await visitor.get("/customer/me/", headers=TAKES | {"Sec-Fetch-Site": "same-origin"})
    assert "content-encoding" not in small.headers


@pytest.mark.parametrize(("size", "is_in_thread"), [(100_000, False), (200_000, True)])
async def test_a_large_body_is_compressed_beside_the_event_loop(monkeypatch, size, is_in_thread):
    threads = []

    def compress(body: bytes) -> bytes:
        threads.append(threading.current_thread())
        return brotli.compress(body, quality=0)

    monkeypatch.setitem(compression._ENCODERS, "br", compress)
    app = compression.SameOriginCompression(Response(b" " * size, media_type="application/json"))
    async with httpx2.AsyncClient(transport=httpx2.ASGITransport(app), base_url="http://shop.test") as client:
        response = await client.get("/", headers=TAKES | {"Sec-Fetch-Site": "same-origin"})
    assert response.headers["content-encoding"] == "br"
    assert len(response.content) == size
    assert [thread is not threading.main_thread() for thread in threads] == [is_in_thread]
