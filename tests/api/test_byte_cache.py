"""Ready answers: the same for everyone, never older than the last change that was announced, bounded in size."""

import asyncio
import datetime as dt
import time
from contextlib import asynccontextmanager, suppress
from dataclasses import replace

import httpx2
import pytest
from sqlalchemy import text
from sqlalchemy.orm import Session

from api import byte_cache
from api.catalogue import browsing
from api.main import create_app
from api.shelf import KEPT_SECONDS, LARGEST_ANSWER, Answer, Shelf
from shop.clock import now, today
from tests import factories
from tests.api.conftest import move_in
from tests.browser_of import Browser, succeeded
from tests.pictures import jpeg

DAY = dt.date(2026, 11, 20)


def answer(body: bytes, *headers: tuple[bytes, bytes]) -> Answer:
    return Answer(list(headers), body, b'"x"', time.monotonic())


def open_shelf(most_bytes: int = 10_000_000) -> Shelf:
    shelf = Shelf(most_bytes)
    shelf.is_open = True
    return shelf


def key(number: int = 0):
    return "/api/category/", b"%d" % number, DAY


def test_a_shelf_gives_what_was_put_there():
    shelf = open_shelf()
    shelf.put(key(), answer(b"body"), shelf.generation)
    assert shelf.get(key()).body == b"body"
    assert shelf.get(key(1)) is None


def test_what_was_asked_before_a_change_is_not_kept():
    shelf = open_shelf()
    before = shelf.generation
    shelf.clear()
    shelf.put(key(), answer(b"old"), before)
    assert shelf.get(key()) is None


def test_a_shelf_forgets_what_it_has_when_it_is_cleared_or_closed():
    shelf = open_shelf()
    shelf.put(key(), answer(b"old"), shelf.generation)
    shelf.is_open = False
    assert shelf.get(key()) is None
    shelf.put(key(1), answer(b"deaf"), shelf.generation)
    shelf.is_open = True
    assert shelf.get(key(1)) is None
    shelf.clear()
    assert (shelf.get(key()), shelf.size) == (None, 0)


def test_an_answer_is_kept_for_a_minute():
    shelf = open_shelf()
    old = Answer([], b"x", b"", time.monotonic() - KEPT_SECONDS - 1)
    shelf.put(key(), old, shelf.generation)
    assert (shelf.get(key()), shelf.size) == (None, 0)


def test_a_shelf_has_room_for_so_much_and_drops_what_was_used_least_recently():
    shelf = open_shelf(most_bytes=10_500)
    for number in range(5):
        shelf.put(key(number), answer(b"x" * 1000), shelf.generation)
    assert shelf.get(key(0))
    shelf.put(key(5), answer(b"x" * 1000), shelf.generation)
    assert shelf.get(key(0))
    assert shelf.get(key(1)) is None
    for number in range(500):
        shelf.put(key(number % 7), answer(b"x" * number), shelf.generation)
        assert shelf.size <= 10_500


def test_what_is_large_or_sets_a_cookie_is_not_kept():
    shelf = open_shelf(most_bytes=100_000_000)
    shelf.put(key(1), answer(b"x" * (LARGEST_ANSWER + 1)), shelf.generation)
    shelf.put(key(2), answer(b"x", (b"set-cookie", b"a=b")), shelf.generation)
    assert shelf.size == 0


def test_a_products_pictures_take_the_answers_that_show_them():
    shelf = open_shelf()
    shown = {0: None, 1: {}, 2: {6: "ring"}, 3: {5: "chain", 60: "stud"}}
    for number, products in shown.items():
        shelf.put(key(number), replace(answer(b"body"), products=products), shelf.generation)
    shelf.clear("product_image 6")
    assert [number for number in shown if shelf.get(key(number))] == [1, 3]
    shelf.clear("product_image")
    assert [number for number in shown if shelf.get(key(number))] == [1]
    before = shelf.generation
    shelf.clear("product_image 7")
    shelf.put(key(4), replace(answer(b"old"), products={7: "ring"}), before)
    assert shelf.get(key(4)) is None
    shelf.clear("product")
    assert (shelf.get(key(1)), shelf.size) == (None, 0)


def asked_for(shelf: Shelf, products: dict[int, str]) -> None:
    """Put a page that shows these products, and ask for it."""
    body = b"[%s]" % ",".join(products.values()).encode()
    page = answer(body, (b"etag", b'"x"'), (b"content-length", b"%d" % len(body)))
    shelf.put(key(), replace(page, products=products), shelf.generation)
    shelf.get(key())


async def test_a_picture_tears_what_is_asked_for_and_who_waits_gets_it_mended():
    shelf = open_shelf()
    asked_for(shelf, {6: "ring", 7: "chain"})
    shelf.get(key()).sent_as("br")
    shelf.clear("product_image 7")
    assert shelf.get(key()) is None
    waiting = [asyncio.create_task(shelf.get_mended(key())) for _ in range(3)]

    async def read(product_ids):
        await asyncio.sleep(0)
        return dict.fromkeys(product_ids, "chain with pendant")

    await shelf.mend(read)
    mended = shelf.get(key())
    assert [await one for one in waiting] == [mended] * 3
    assert mended.body == b"[ring,chain with pendant]"
    assert dict(mended.headers) == {b"etag": mended.etag, b"content-length": b"25"}
    assert mended.products == {6: "ring", 7: "chain with pendant"}
    assert mended.etag != b'"x"'


async def test_what_a_picture_tears_again_while_it_is_mended_is_read_again():
    shelf = open_shelf()
    asked_for(shelf, {6: "ring", 7: "chain"})
    shelf.clear("product_image 7")
    asked = []

    async def read(product_ids):
        asked.append(set(product_ids))
        if len(asked) < 3:
            shelf.clear(f"product_image {8 - len(asked)}")
        return {product_id: f"{product_id} read {len(asked)}" for product_id in product_ids}

    await shelf.mend(read)
    assert asked == [{7}, {7}, {6}]
    assert shelf.get(key()).body == b"[6 read 3,7 read 2]"


@pytest.mark.parametrize("changed", ["product", "product_image"])
async def test_what_changes_otherwise_while_an_answer_is_mended_is_not_put_back(changed):
    shelf = open_shelf()
    asked_for(shelf, {7: "chain"})
    shelf.clear("product_image 7")
    waiting = asyncio.create_task(shelf.get_mended(key()))
    await asyncio.sleep(0)

    async def read(product_ids):
        shelf.clear(changed)
        return dict.fromkeys(product_ids, "chain with pendant")

    await shelf.mend(read)
    assert (shelf.get(key()), await waiting, shelf.size) == (None, None, 0)


async def test_an_answer_that_has_outgrown_the_shelf_is_given_once_and_leaves_nothing_behind():
    shelf = open_shelf(most_bytes=3000)
    asked_for(shelf, {7: "chain"})
    shelf.clear("product_image 7")
    waiting = asyncio.create_task(shelf.get_mended(key()))
    await asyncio.sleep(0)

    async def read(product_ids):
        return dict.fromkeys(product_ids, "chain with pendant" * 100)

    await shelf.mend(read)
    assert (await waiting).body.startswith(b"[chain with pendant")
    assert (shelf.get(key()), shelf.size) == (None, 0)
    asked_for(shelf, {7: "chain"})
    shelf.clear("product_image 7")
    assert await asyncio.wait_for(shelf.mend(read), 5) is None


async def test_who_waits_for_what_cannot_be_mended_is_told():
    shelf = open_shelf()

    async def none(_product_ids):
        return {}

    async def fail(_product_ids):
        raise OSError

    for read in (none, fail):
        asked_for(shelf, {7: "chain"})
        shelf.clear("product_image 7")
        waiting = asyncio.create_task(shelf.get_mended(key()))
        await asyncio.sleep(0)
        with suppress(OSError):
            await shelf.mend(read)
        assert (shelf.get(key()), await waiting, await shelf.get_mended(key())) == (None, None, None)
    async with asyncio.timeout(5):
        asked_for(shelf, {7: "chain"})
        shelf.clear("product_image 7")
        await shelf.until_torn()


async def test_an_answer_with_a_cookie_is_given_to_nobody_else_who_asks_meanwhile(shop_settings):
    shelf, made = open_shelf(), 0

    async def app(_scope, _receive, send):
        nonlocal made
        made += 1
        cookie = b"number=%d" % made
        await asyncio.sleep(0)
        await send({"type": "http.response.start", "status": 200, "headers": [(b"set-cookie", cookie)]})
        await send({"type": "http.response.body", "body": b"hello"})

    cache = byte_cache.ByteCache(app, shelf, shop_settings)
    async with httpx2.AsyncClient(transport=httpx2.ASGITransport(cache), base_url="http://shop.test") as visitors:
        answers = await asyncio.gather(*(visitors.get("/api/category/") for _ in range(3)))
    assert {answer.headers["set-cookie"] for answer in answers} == {"number=1", "number=2", "number=3"}
    assert shelf.size == 0


async def until(condition, seconds: float = 60.0) -> None:
    async with asyncio.timeout(seconds):
        while not condition():  # noqa: ASYNC110 - what it waits for happens in PostgreSQL
            await asyncio.sleep(0.01)


@asynccontextmanager
async def running(shop_settings):
    app = create_app(shop_settings)
    async with app.router.lifespan_context(app):
        await until(lambda: app.state.answers.is_open)
        yield app


@pytest.fixture
async def shop(shop_settings, real_commits):
    """Two processes of the shop, as far as their caches can tell."""
    async with running(shop_settings) as one, running(shop_settings) as other:
        yield one, other


@pytest.fixture
def people(real_commits):
    with Session(real_commits, expire_on_commit=False) as session:
        made = move_in(session)
        session.commit()
    return made


ADDRESSES = ("/category/", "/product/customer/", "/product/customer/?sort=priceAsc&limit=1", "/goldrate/")


@pytest.mark.parametrize("address", ADDRESSES)
async def test_an_answer_comes_again_byte_for_byte_for_everyone(people, shop, real_commits, address):
    with Session(real_commits) as session:
        token = factories.sign_in(session, people.asha)
        session.commit()
    async with Browser(shop[0]) as visitor, Browser(shop[0]) as asha:
        asha.hold(people.asha, token)
        first = await visitor.get(address)
        size = shop[0].state.answers.size
        again = await asha.get(address)
        assert size > 0
        assert shop[0].state.answers.size == size
        assert (first.content, first.headers["etag"]) == (again.content, again.headers["etag"])
        assert again.headers["cache-control"] == "no-cache"
        assert again.headers["x-content-type-options"] == "nosniff"
        held = await visitor.get(address, headers={"If-None-Match": f'"other", {first.headers["etag"]}'})
        assert (held.status_code, held.content) == (304, b"")
        assert held.headers["etag"] == first.headers["etag"]
        assert (await visitor.get(address, headers={"If-None-Match": '"other"'})).status_code == 200


async def test_what_staff_see_is_kept_for_nobody(people, shop, real_commits):
    with Session(real_commits) as session:
        session.execute(text("UPDATE product_image SET original = '/media/x', status = 'failed' WHERE position = 0"))
        token = factories.sign_in(session, people.karthik)
        session.commit()
    async with Browser(shop[0]) as visitor, Browser(shop[0]) as karthik:
        karthik.hold(people.karthik, token)
        await until(lambda: shop[0].state.answers.is_open)
        assert len(succeeded(await karthik.get("/productimage/"))) == 2
        assert shop[0].state.answers.size == 0
        assert succeeded(await visitor.get("/productimage/")) == []
        assert len(succeeded(await karthik.get("/productimage/"))) == 2


async def test_refusals_and_personal_answers_are_not_kept(people, shop):
    async with Browser(shop[0]) as visitor:
        for address in ("/product/customer/?id=99999", "/product/customer/?limit=0", "/customer/me/", "/health/"):
            response = await visitor.get(address)
            assert response.headers["cache-control"] == "no-store"
            assert "etag" not in response.headers
    assert shop[0].state.answers.size == 0


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
async def test_a_change_from_anywhere_reaches_every_process(people, shop, real_commits, change, address):
    async with Browser(shop[0]) as here, Browser(shop[1]) as there:
        before = [await here.get(address), await there.get(address)]
        with real_commits.begin() as connection:
            connection.execute(text(change))
        await until(lambda: not shop[0].state.answers.size and not shop[1].state.answers.size)
        after = [await here.get(address), await there.get(address)]
    assert before[0].content == before[1].content != after[0].content == after[1].content
    assert before[0].headers["etag"] != after[0].headers["etag"]


async def test_who_changes_something_sees_it_in_the_very_next_answer(people, shop, real_commits):
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


async def test_a_process_that_cannot_hear_keeps_nothing_until_it_hears_again(people, shop, real_commits, monkeypatch):
    answers, may_hear, follow = shop[0].state.answers, asyncio.Event(), byte_cache._follow

    async def follow_when_it_may(*about) -> None:
        await may_hear.wait()
        await follow(*about)

    monkeypatch.setattr(byte_cache, "_follow", follow_when_it_may)
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


def test_a_part_of_many_answers_is_kept_until_something_changes():
    shelf = open_shelf()
    shelf.put_part("cells", [1], shelf.generation)
    assert shelf.part("cells") == [1]
    before = shelf.generation
    shelf.clear()
    shelf.put_part("cells", [2], before)
    assert shelf.part("cells") is None
    shelf.is_open = False
    shelf.put_part("cells", [3], shelf.generation)
    shelf.is_open = True
    assert shelf.part("cells") is None


async def test_a_new_picture_takes_the_answers_and_leaves_what_they_are_made_of(people, shop, real_commits):
    answers = shop[0].state.answers
    async with Browser(shop[0]) as visitor:
        await until(lambda: answers.is_open)
        before = await visitor.get("/product/customer/")
        counted = answers.part("kinds")
        with real_commits.begin() as connection:
            connection.execute(text("DELETE FROM product_image"))
        await until(lambda: not answers.size)
        assert counted
        assert answers.part("kinds") is counted
        after = await visitor.get("/product/customer/")
        assert before.content != after.content
        with real_commits.begin() as connection:
            connection.execute(text("UPDATE product SET name = name"))
        await until(lambda: answers.part("kinds") is None)


async def test_a_picture_takes_no_answer_until_it_shows_and_then_those_of_its_product_alone(people, shop, real_commits):
    answers = shop[0].state.answers
    with Session(real_commits) as session:
        token = factories.sign_in(session, people.karthik)
        mine, other = (made.id for made in (people.ring, people.chain))
        session.commit()
    kept = [f"/product/customer/?id={product_id}" for product_id in (mine, other)] + ["/category/", "/goldrate/"]

    async def ask() -> list[bytes]:
        return [(await visitor.get(address)).content for address in kept]

    def held() -> list[Answer | None]:
        return [kept_at(answers, address) for address in kept]

    def are_kept(before: list[Answer | None]) -> list[bool]:
        return [made is not None and made is then for made, then in zip(held(), before, strict=True)]

    async with Browser(shop[0]) as visitor, Browser(shop[0]) as karthik:
        karthik.hold(people.karthik, token)
        before = await ask()
        first = held()
        form = {"productId": str(mine), "type": "gallery"}
        image = succeeded(await karthik.post("/productimage/", data=form, files={"imageUrl": ("a.jpg", jpeg())}))
        await hear(shop[0], real_commits)
        assert are_kept(first) == [True] * 4
        with real_commits.begin() as connection:
            connection.execute(text("UPDATE product_image SET status = 'ready' WHERE id = :id"), {"id": image["id"]})
        await hear(shop[0], real_commits)
        assert are_kept(first) == [False, True, True, True]
        after = await ask()
        assert [now != then for now, then in zip(after, before, strict=True)] == [True, False, False, False]
        second = held()
        with real_commits.begin() as connection:
            moved = {"id": image["id"], "to": other}
            connection.execute(text("UPDATE product_image SET product_id = :to WHERE id = :id"), moved)
        await hear(shop[0], real_commits)
        assert are_kept(second) == [False, False, True, True]
        assert (await ask())[0] == before[0]


async def test_what_a_picture_takes_is_made_anew_once_for_all_who_ask(people, shop, real_commits):
    answers, address = shop[0].state.answers, f"/product/customer/?id={people.ring.id}"
    async with Browser(shop[0]) as visitor:
        before = await visitor.get(address)
        await visitor.get(address)
        with real_commits.begin() as connection:
            change = "UPDATE product_image SET image_url = '/media/other.jpg' WHERE product_id = :id"
            connection.execute(text(change), {"id": people.ring.id})
        await until(lambda: (made := kept_at(answers, address)) and made.etag.decode() != before.headers["etag"])
        made = kept_at(answers, address)
        after = await asyncio.gather(*(visitor.get(address) for _ in range(5)))
        assert {answer.headers["etag"] for answer in after} == {made.etag.decode()}
        assert succeeded(after[0])["images"][0]["imageUrl"] == "/media/other.jpg"


async def test_a_mended_answer_is_what_would_be_answered_now(people, shop, real_commits):
    addresses = ("?limit=20", f"?id={people.ring.id}", "?sort=priceAsc&limit=1")
    async with Browser(shop[0]) as visitor:
        before = [await visitor.get(f"/product/customer/{address}") for address in addresses for _ in range(2)][::2]
        with real_commits.begin() as connection:
            change = text("UPDATE product_image SET image_url = :url WHERE product_id = :id")
            connection.execute(change, {"id": people.ring.id, "url": '/media/\N{INDIAN RUPEE SIGN} "other".jpg'})
        await hear(shop[0], real_commits)
        after = [await visitor.get(f"/product/customer/{address}") for address in addresses]
        fresh = [await visitor.get(f"/product/customer/{address}&afresh=yes") for address in addresses]
    assert [answer.content for answer in after] == [answer.content for answer in fresh]
    assert [answer.headers["etag"] for answer in after] == [answer.headers["etag"] for answer in fresh]
    changed = [held.content != now.content for held, now in zip(before, after, strict=True)]
    assert changed[:2] == [True, True]


async def test_many_who_ask_for_the_same_are_answered_once(people, shop, monkeypatch):
    made = []
    show = browsing.show

    async def counting(*about):
        made.append(about)
        return await show(*about)

    monkeypatch.setattr(browsing, "show", counting)
    async with Browser(shop[0]) as visitor:
        sending = (visitor.get(f"/product/customer/?id={people.ring.id}") for _ in range(20))
        assert len({answer.content for answer in await asyncio.gather(*sending)}) == 1
        assert len(made) == 1
        missing = await asyncio.gather(*(visitor.get("/product/customer/?id=99999") for _ in range(3)))
        assert [answer.status_code for answer in missing] == [404] * 3


def kept_at(answers: Shelf, address: str) -> Answer | None:
    path, _, query = address.partition("?")
    return answers.get((f"/api{path}", query.encode(), today(now())))


async def hear(app, real_commits) -> None:
    """Wait until a process has heard all that was announced before: it hears in order."""
    answers = app.state.answers
    answers.put(key(), replace(answer(b""), products={0: "nothing"}), answers.generation)
    with real_commits.begin() as connection:
        connection.execute(text("NOTIFY catalogue, 'product_image 0'"))
    await until(lambda: not answers.get(key()))


async def test_the_counts_follow_a_change_of_the_catalogue(people, shop, real_commits):
    async with Browser(shop[0]) as visitor:
        for number in range(3):
            address = f"/product/customer/?sort=rating&limit={number + 1}"
            assert (await visitor.get(address)).json()["facets"]["stock"][1]["count"] == 0
        with real_commits.begin() as connection:
            connection.execute(text("UPDATE product SET stock_availability = 'no'"))
        await until(lambda: not shop[0].state.answers.size)
        for number in range(3):
            address = f"/product/customer/?sort=rating&limit={number + 1}"
            assert (await visitor.get(address)).json()["facets"]["stock"][1]["count"] == 2
