"""The response cache: shared responses, invalidation by notifications, limits of its size."""

import asyncio
import datetime as dt
import time
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial

import httpx2
import pytest
from sqlalchemy import text
from sqlalchemy.orm import Session

from api.app import create_app
from api.cache import event_position, invalidation
from api.cache.middleware import PARAMETERS, CacheMiddleware, normalized
from api.cache.store import MAX_AGE_SECONDS, MAX_RESPONSE_BYTES, CachedResponse, CacheKey, ResponseCache, current_day
from api.catalogue import service
from shop.catalogue.model import Product
from shop.db.deadlines import WAIT_SECONDS, seconds_left, spend, wait_limit
from shop.db.pool import Pool
from tests.api.conftest import add_people
from tests.support import factories
from tests.support.http_client import Browser, succeeded
from tests.support.images import jpeg

DAY = dt.date(2026, 11, 20)


async def commit(engine, statement, values=None) -> None:
    """Commit a change in a thread, because the event loop must keep running the health probes."""

    def change() -> None:
        with engine.begin() as connection:
            connection.execute(statement, values)

    await asyncio.to_thread(change)


def response(body: bytes, *headers: tuple[bytes, bytes]) -> CachedResponse:
    return CachedResponse(list(headers), body, b'"x"')


def open_cache(max_bytes: int = 10_000_000, max_entries: int = 1000) -> ResponseCache:
    cache = ResponseCache(max_bytes, max_entries)
    cache.is_open = True
    return cache


def key(number: int | str = 0) -> CacheKey:
    return CacheKey("/api/category/", f"limit={number}", DAY)


PLAIN = CacheKey("/api/category/", "", DAY)


def test_a_stored_response_is_found_by_its_key():
    cache = open_cache()
    cache.put(key(), response(b"body"), cache.generation)
    assert cache.get(key()).body == b"body"
    assert cache.get(key(1)) is None


def test_a_response_created_before_an_invalidation_is_not_stored():
    cache = open_cache()
    before = cache.generation
    cache.invalidate()
    cache.put(key(), response(b"old"), before)
    assert cache.get(key()) is None


def test_an_invalidated_or_closed_cache_is_empty():
    cache = open_cache()
    cache.put(key(), response(b"old"), cache.generation)
    cache.is_open = False
    assert cache.get(key()) is None
    cache.put(key(1), response(b"deaf"), cache.generation)
    cache.is_open = True
    assert cache.get(key(1)) is None
    cache.invalidate()
    assert (cache.get(key()), cache.size) == (None, 0)


def test_a_response_is_stored_for_a_minute():
    cache = open_cache()
    old = replace(response(b"x"), created_at=time.monotonic() - MAX_AGE_SECONDS - 1)
    cache.put(key(), old, cache.generation)
    assert (cache.get(key()), cache.size) == (None, 0)


def test_the_least_recently_used_responses_are_evicted_above_the_byte_limit():
    cache = open_cache(max_bytes=12_600)
    for number in range(5):
        cache.put(key(number), response(b"x" * 1000), cache.generation)
    assert cache.get(key(0))
    cache.put(key(5), response(b"x" * 1000), cache.generation)
    assert cache.get(key(0))
    assert cache.get(key(1)) is None
    for number in range(500):
        cache.put(key(number % 7), response(b"x" * number), cache.generation)
        assert cache.size <= 12_600


def test_the_least_recently_used_responses_are_evicted_above_the_entry_limit():
    cache = open_cache(max_entries=3)
    for number in range(4):
        cache.put(key(number), response(b"x"), cache.generation)
    assert [bool(cache.get(key(number))) for number in range(4)] == [False, True, True, True]


def test_no_parameters_displace_a_plain_address():
    cache = open_cache(max_bytes=20_000, max_entries=10)
    cache.put(PLAIN, response(b"plain"), cache.generation)
    for number in range(1000):
        cache.put(key(number), response(b"x" * 1000), cache.generation)
        cache.get(key(number))
    assert cache.get(PLAIN).body == b"plain"


def test_a_response_that_is_large_or_sets_a_cookie_is_not_stored():
    cache = open_cache(max_bytes=100_000_000)
    cache.put(key(1), response(b"x" * (MAX_RESPONSE_BYTES + 1)), cache.generation)
    cache.put(key(2), response(b"x", (b"set-cookie", b"a=b")), cache.generation)
    cache.put(key(3), replace(response(b"x"), status=404), cache.generation)
    assert cache.size == 0


def test_an_image_invalidates_the_responses_that_show_its_product():
    cache = open_cache()
    shown = {0: None, 1: frozenset(), 2: frozenset({6}), 3: frozenset({5, 60})}
    for number, product_ids in shown.items():
        cache.put(key(number), replace(response(b"body"), product_ids=product_ids), cache.generation)
    cache.invalidate("product_image 6")
    assert [number for number in shown if cache.get(key(number))] == [1, 3]
    cache.invalidate("product_image")
    assert [number for number in shown if cache.get(key(number))] == [1]
    before = cache.generation
    cache.invalidate("product_image 7")
    cache.put(key(4), replace(response(b"old"), product_ids=frozenset({7})), before)
    assert cache.get(key(4)) is None
    cache.invalidate("product")
    assert (cache.get(key(1)), cache.size) == (None, 0)


async def test_a_request_after_an_invalidation_does_not_wait_for_an_older_creation():
    cache, may_end = open_cache(), asyncio.Event()

    async def create(body: bytes) -> CachedResponse:
        if body == b"old":
            await may_end.wait()
        return response(body)

    old = [asyncio.create_task(cache.get_or_create(key(), lambda: create(b"old"))) for _ in range(3)]
    await asyncio.sleep(0)
    cache.invalidate("product")
    assert (await cache.get_or_create(key(), lambda: create(b"new"))).body == b"new"
    may_end.set()
    assert [(await one).body for one in old] == [b"old"] * 3
    assert cache.get(key()).body == b"new"


async def test_if_a_creation_fails_or_is_cancelled_each_waiting_request_creates_its_own():
    cache, made = open_cache(), 0

    async def create() -> CachedResponse:
        nonlocal made
        made += 1
        first = made == 1
        await asyncio.sleep(0.01)
        if first:
            raise OSError
        return response(b"body")

    for is_cancelled in (True, False):
        made = 0
        asking = [asyncio.create_task(cache.get_or_create(key(is_cancelled), create)) for _ in range(3)]
        await asyncio.sleep(0)
        if is_cancelled:
            asking[0].cancel()
        first, *others = await asyncio.gather(*asking, return_exceptions=True)
        assert isinstance(first, asyncio.CancelledError if is_cancelled else OSError)
        assert [one.body for one in others] == [b"body"] * 2


@pytest.mark.parametrize(
    ("query", "parameters"),
    [
        ("", ""),
        ("utm_source=mail&fbclid=1", ""),
        ("limit=5&fbclid=1&categoryId=2", "categoryId=2&limit=5"),
        ("categoryId=2&limit=5", "categoryId=2&limit=5"),
        ("limit=5&limit=7", "limit=5&limit=7"),
        ("limit=7&limit=5", "limit=7&limit=5"),
        ("id=5&x=1", "?id=5"),
        ("search=a%20b&search=", "search=a+b&search="),
    ],
)
def test_the_key_holds_what_the_response_depends_on(query, parameters):
    assert normalized("/api/product/customer/", query.encode()) == parameters


def test_every_parameter_that_a_cacheable_call_declares_is_in_its_key(app):
    declared = {path: set() for path in PARAMETERS}
    for path, methods in app.openapi()["paths"].items():
        address, _, selected = path.partition("?")
        if address in PARAMETERS and "get" in methods:
            names = {parameter["name"] for parameter in methods["get"].get("parameters", ())}
            declared[address] |= names - {selected.partition("=")[0]}
    for path, names in declared.items():
        assert names == PARAMETERS[path], f"name the parameters of {path} in api/cache/middleware.py"


async def test_each_column_of_a_product_that_shoppers_see_invalidates_responses(database):
    """The trigger `announce_catalogue` lists each column that shoppers see, except the stock counts."""
    named = await database.scalars(
        text("""
            SELECT attname FROM pg_trigger CROSS JOIN unnest(tgattr) AS number
            JOIN pg_attribute ON attrelid = tgrelid AND attnum = number
            WHERE tgrelid = 'product'::regclass AND tgname = 'announce_catalogue'
        """)
    )
    columns = {column.name for column in Product.__table__.columns}
    for_staff, own_triggers = {"bin", "on_sale_at"}, {"stock_quantity", "sizes"}
    assert set(named) == columns - for_staff - own_triggers - {"id"}, (
        "add the column to the trigger in a new version of announce_catalogue"
    )


async def test_a_response_with_a_cookie_is_not_shared_with_concurrent_requests(shop_settings):
    store, made = open_cache(), 0

    async def app(_scope, _receive, send):
        nonlocal made
        made += 1
        cookie = b"number=%d" % made
        await asyncio.sleep(0)
        await send({"type": "http.response.start", "status": 200, "headers": [(b"set-cookie", cookie)]})
        await send({"type": "http.response.body", "body": b"hello"})

    cache = CacheMiddleware(app, store, shop_settings)
    async with httpx2.AsyncClient(transport=httpx2.ASGITransport(cache), base_url="http://shop.test") as visitors:
        answers = await asyncio.gather(*(visitors.get("/api/category/") for _ in range(3)))
    assert {answer.headers["set-cookie"] for answer in answers} == {"number=1", "number=2", "number=3"}
    assert store.size == 0


async def until(condition, seconds: float = 60.0) -> None:
    async with asyncio.timeout(seconds):
        while not condition():  # noqa: ASYNC110 - polls, as no event signals this
            await asyncio.sleep(0.01)


@asynccontextmanager
async def running(shop_settings):
    app = create_app(shop_settings)
    async with app.router.lifespan_context(app):
        await until(lambda: app.state.response_cache.is_open)
        yield app


@pytest.fixture
async def shop(shop_settings, real_commits):
    """Start two applications with separate caches, like two processes."""
    async with running(shop_settings) as one, running(shop_settings) as other:
        yield one, other


@pytest.fixture
def people(real_commits):
    with Session(real_commits, expire_on_commit=False) as session:
        made = add_people(session)
        session.commit()
    return made


ADDRESSES = ("/category/", "/product/customer/", "/product/customer/?sort=priceAsc&limit=1", "/goldrate/")


@pytest.mark.parametrize("address", ADDRESSES)
async def test_a_cached_response_is_identical_for_everyone(people, shop, real_commits, address):
    with Session(real_commits) as session:
        token = factories.sign_in(session, people.asha)
        session.commit()
    async with Browser(shop[0]) as visitor, Browser(shop[0]) as asha:
        asha.hold(people.asha, token)
        first = await visitor.get(address)
        size = shop[0].state.response_cache.size
        again = await asha.get(address)
        assert size > 0
        assert shop[0].state.response_cache.size == size
        assert (first.content, first.headers["etag"]) == (again.content, again.headers["etag"])
        assert again.headers["cache-control"] == "no-cache"
        assert again.headers["x-content-type-options"] == "nosniff"
        held = await visitor.get(address, headers={"If-None-Match": f'"other", {first.headers["etag"]}'})
        assert (held.status_code, held.content) == (304, b"")
        assert held.headers["etag"] == first.headers["etag"]
        assert (await visitor.get(address, headers={"If-None-Match": '"other"'})).status_code == 200


async def test_responses_to_staff_are_not_cached(people, shop, real_commits):
    with Session(real_commits) as session:
        session.execute(text("UPDATE product_image SET original = '/media/x', status = 'failed' WHERE position = 0"))
        token = factories.sign_in(session, people.karthik)
        session.commit()
    async with Browser(shop[0]) as visitor, Browser(shop[0]) as karthik:
        karthik.hold(people.karthik, token)
        await until(lambda: shop[0].state.response_cache.is_open)
        assert len(succeeded(await karthik.get("/productimage/"))) == 2
        assert shop[0].state.response_cache.size == 0
        assert succeeded(await visitor.get("/productimage/")) == []
        assert len(succeeded(await karthik.get("/productimage/"))) == 2


async def test_refusals_and_personal_responses_are_not_cached(people, shop):
    async with Browser(shop[0]) as visitor:
        for address in ("/product/customer/?id=99999", "/product/customer/?limit=0", "/customer/me/", "/health/"):
            response = await visitor.get(address)
            assert response.headers["cache-control"] == "no-store"
            assert "etag" not in response.headers
    assert shop[0].state.response_cache.size == 0


@pytest.mark.parametrize(
    ("change", "address"),
    [
        ("UPDATE product SET name = 'Changed' WHERE name = 'Lotus Ring'", "/product/customer/"),
        ("DELETE FROM product_image", "/product/customer/"),
        ("UPDATE category SET name = 'Changed'", "/category/"),
        ("UPDATE gold_rate SET r22k = 1", "/goldrate/"),
        ("UPDATE gold_rate SET r22k = 1", "/product/customer/"),
    ],
)
async def test_a_change_invalidates_the_cache_of_every_process(people, shop, real_commits, change, address):
    async with Browser(shop[0]) as here, Browser(shop[1]) as there:
        before = [await here.get(address), await there.get(address)]
        await commit(real_commits, text(change))
        await until(lambda: not shop[0].state.response_cache.size and not shop[1].state.response_cache.size)
        after = [await here.get(address), await there.get(address)]
    assert before[0].content == before[1].content != after[0].content == after[1].content
    assert before[0].headers["etag"] != after[0].headers["etag"]


async def test_a_change_is_visible_in_the_next_response_to_its_author(people, shop, real_commits):
    with Session(real_commits) as session:
        token = factories.sign_in(session, people.karthik)
        session.commit()
    async with Browser(shop[0]) as karthik:
        karthik.hold(people.karthik, token)
        for rate in range(9001, 9021):
            [held] = succeeded(await karthik.get("/goldrate/"))
            wanted = {"r22kRate": rate, "r24kRate": held["r24kRate"], "date": held["date"]}
            succeeded(await karthik.post(f"/goldrate/?id={held['id']}", json=wanted))
            assert succeeded(await karthik.get("/product/customer/?limit=1"))[0]["goldRate"] == rate


async def test_a_process_without_announcements_caches_nothing(people, shop, real_commits, monkeypatch):
    answers, may_hear, follow = shop[0].state.response_cache, asyncio.Event(), invalidation._follow

    async def follow_when_it_may(*about) -> None:
        await may_hear.wait()
        await follow(*about)

    monkeypatch.setattr(invalidation, "_follow", follow_when_it_may)
    async with Browser(shop[0]) as visitor:
        await visitor.get("/category/")
        with real_commits.begin() as connection:
            connection.execute(
                text(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE application_name = 'swarna api listening' AND datname = current_database()"
                )
            )
        await until(lambda: not answers.is_open)
        succeeded(await visitor.get("/category/"))
        assert answers.size == 0
        may_hear.set()
        await until(lambda: answers.is_open)
        await visitor.get("/category/")
        assert answers.size > 0


def test_a_fragment_is_stored_until_an_invalidation():
    cache = open_cache()
    cache.put_fragment("cells", [1], cache.generation)
    assert cache.fragment("cells") == [1]
    before = cache.generation
    cache.invalidate()
    cache.put_fragment("cells", [2], before)
    assert cache.fragment("cells") is None
    cache.is_open = False
    cache.put_fragment("cells", [3], cache.generation)
    cache.is_open = True
    assert cache.fragment("cells") is None


async def test_a_new_image_invalidates_responses_and_keeps_fragments(people, shop, real_commits):
    answers = shop[0].state.response_cache
    async with Browser(shop[0]) as visitor:
        await until(lambda: answers.is_open)
        before = await visitor.get("/product/customer/")
        counted = answers.fragment("categories")
        await commit(real_commits, text("DELETE FROM product_image"))
        await until(lambda: not answers.size)
        assert counted
        assert answers.fragment("categories") is counted
        after = await visitor.get("/product/customer/")
        assert before.content != after.content
        await commit(real_commits, text("UPDATE product SET name = name"))
        await until(lambda: answers.fragment("categories") is None)


async def test_a_visible_image_invalidates_only_the_responses_of_its_product(people, shop, real_commits):
    answers = shop[0].state.response_cache
    with Session(real_commits) as session:
        token = factories.sign_in(session, people.karthik)
        mine, other = (made.id for made in (people.ring, people.chain))
        session.commit()
    kept = [f"/product/customer/?id={product_id}" for product_id in (mine, other)] + ["/category/", "/goldrate/"]

    async def ask() -> list[bytes]:
        return [(await visitor.get(address)).content for address in kept]

    def held() -> list[CachedResponse | None]:
        return [cached_response(answers, address) for address in kept]

    def are_kept(before: list[CachedResponse | None]) -> list[bool]:
        return [made is not None and made is then for made, then in zip(held(), before, strict=True)]

    async with Browser(shop[0]) as visitor, Browser(shop[0]) as karthik:
        karthik.hold(people.karthik, token)
        before = await ask()
        first = held()
        form = {"productId": str(mine), "type": "gallery"}
        image = succeeded(await karthik.post("/productimage/", data=form, files={"imageUrl": ("a.jpg", jpeg())}))
        await drain_announcements(shop[0], real_commits)
        assert are_kept(first) == [True] * 4
        await commit(
            real_commits, text("UPDATE product_image SET status = 'ready' WHERE id = :id"), {"id": image["id"]}
        )
        await drain_announcements(shop[0], real_commits)
        assert are_kept(first) == [False, True, True, True]
        after = await ask()
        assert [now != then for now, then in zip(after, before, strict=True)] == [True, False, False, False]
        second = held()
        moved = {"id": image["id"], "to": other}
        await commit(real_commits, text("UPDATE product_image SET product_id = :to WHERE id = :id"), moved)
        await drain_announcements(shop[0], real_commits)
        assert are_kept(second) == [False, False, True, True]
        assert (await ask())[0] == before[0]


async def test_concurrent_requests_share_one_creation(people, shop, monkeypatch):
    made = []
    render = service.render_product

    async def counting(*about):
        made.append(about)
        return await render(*about)

    monkeypatch.setattr(service, "render_product", counting)
    async with Browser(shop[0]) as visitor:
        sending = (visitor.get(f"/product/customer/?id={people.ring.id}") for _ in range(20))
        assert len({answer.content for answer in await asyncio.gather(*sending)}) == 1
        assert len(made) == 1
        missing = await asyncio.gather(*(visitor.get("/product/customer/?id=99999") for _ in range(3)))
        assert [answer.status_code for answer in missing] == [404] * 3


async def test_unknown_parameters_share_the_plain_response(people, shop):
    cache = shop[0].state.response_cache
    async with Browser(shop[0]) as visitor:
        plain = await visitor.get("/product/customer/")
        size = cache.size
        for number in range(50):
            added = await visitor.get(f"/product/customer/?fbclid={number}&utm_source=mail")
            assert added.content == plain.content
        assert cache.size == size
        assert (await visitor.get("/product/customer")).headers["etag"] == plain.headers["etag"]


def cached_response(cache: ResponseCache, address: str) -> CachedResponse | None:
    path, _, query = address.partition("?")
    return cache.get(CacheKey(f"/api{path}", normalized(f"/api{path}", query.encode()), current_day()))


async def drain_announcements(app, real_commits) -> None:
    """Wait until a process has handled all earlier notifications. They arrive in order."""
    answers = app.state.response_cache
    answers.put(key(), replace(response(b""), product_ids=frozenset({0})), answers.generation)
    await commit(real_commits, text("NOTIFY catalogue, 'product_image 0'"))
    await until(lambda: not answers.get(key()))


async def test_the_counts_follow_a_change_of_the_catalogue(people, shop, real_commits):
    async with Browser(shop[0]) as visitor:
        for number in range(3):
            address = f"/product/customer/?sort=rating&limit={number + 1}"
            assert (await visitor.get(address)).json()["facets"]["stock"][1]["count"] == 0
        await commit(real_commits, text("UPDATE product SET stock_availability = 'no'"))
        await until(lambda: not shop[0].state.response_cache.size)
        for number in range(3):
            address = f"/product/customer/?sort=rating&limit={number + 1}"
            assert (await visitor.get(address)).json()["facets"]["stock"][1]["count"] == 2


@pytest.mark.parametrize("change", ["gold_rate.changed", "catalogue.changed", "product_image.ready"])
async def test_a_request_that_names_a_change_is_not_answered_with_what_was_stored_before(
    people, shop, real_commits, change
):
    placed = "INSERT INTO domain_event (position, type, aggregate, reach, data, occurred_at) VALUES (:at, :type, 'x', "
    record = text(f"{placed} :reach, '{{}}', now())")
    async with Browser(shop[0]) as visitor:
        [before] = succeeded(await visitor.get("/goldrate/"))

        async def rate(**headers: str) -> float:
            return succeeded(await visitor.get("/goldrate/", headers=headers))[0]["r22kRate"]

        # Without the trigger, the cache gets no notification, as if it had not arrived yet.
        await commit(real_commits, text("ALTER TABLE gold_rate DISABLE TRIGGER announce_catalogue"))
        await commit(real_commits, text("UPDATE gold_rate SET r22k = r22k + 7"))
        await commit(real_commits, record, {"at": 8000, "type": change, "reach": "admins"})
        await commit(real_commits, record, {"at": 8001, "type": "order.placed", "reach": "everyone"})
        await commit(real_commits, record, {"at": 8002, "type": change, "reach": "everyone"})
        for other in ("8000", "8001", "8003", "9" * 18, "9" * 19, "-1", "x"):
            assert await rate(**{"X-After-Event": other}) == before["r22kRate"]
        assert await rate(**{"X-After-Event": "8002"}) == before["r22kRate"] + 7
        assert await rate() == before["r22kRate"] + 7
        await commit(real_commits, text("ALTER TABLE gold_rate ENABLE TRIGGER announce_catalogue"))


async def test_stored_responses_stay_if_no_connection_comes_free(shop_settings):
    cache, pool = open_cache(), Pool(shop_settings, "cache test", size=1)
    cache.put(key(), response(b"body"), cache.generation)
    async with pool.connection():
        with wait_limit(0.05):
            await event_position.catch_up(cache, pool, b"8000")
    await pool.close()
    assert cache.get(key()) is not None


async def test_a_request_that_names_an_event_has_one_wait_budget(people, shop, monkeypatch):
    left, fetch_all = [], Pool.fetch_all

    async def recording(pool, *queries):
        left.append(seconds_left())
        spend(1.0)
        return await fetch_all(pool, *queries)

    monkeypatch.setattr(shop[0].state.pool, "fetch_all", partial(recording, shop[0].state.pool))
    async with Browser(shop[0]) as visitor:
        address = f"/product/customer/?id={people.ring.id}"
        succeeded(await visitor.get(address, headers={"X-After-Event": "8000"}))
    assert left == [WAIT_SECONDS, WAIT_SECONDS - 1.0]
