"""Pages with a shopper's own data: shoppers get only their own data, and no cache stores the page."""

import httpx2
import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from api.pages import create_pages_app
from tests.api.test_pages import HOSTILE, Page
from tests.support.http_client import succeeded

PLACE = {"city": "Chennai", "state": "Tamil Nadu", "country": "India", "zipCode": "600001"}
ADDRESS = PLACE | {"address": "12 Temple Street"}


@pytest.fixture
async def web(api, shop_settings):
    transport = httpx2.ASGITransport(create_pages_app(shop_settings, api))
    async with httpx2.AsyncClient(transport=transport, base_url="http://shop.example") as client:
        yield client


@pytest.fixture
def cache(api):
    made = api.state.response_cache
    made.is_open = True
    yield made
    made.is_open = False
    made.invalidate()


async def opened(web, path: str, browser=None) -> Page:
    cookies = "; ".join(f"{name}={value}" for name, value in browser.cookies.items()) if browser else ""
    answer = await web.get(path, headers={"Cookie": cookies} if cookies else {})
    return Page(answer.status_code, answer.text, answer.headers)


async def fill(browser, person, product, name: str) -> None:
    succeeded(await browser.post("/address/", json=ADDRESS | {"name": name, "customerId": person.id}))
    wanted = {"customerId": person.id, "productId": product.id, "quantity": 2}
    succeeded(await browser.post("/cart/", json=wanted))


def answers(page: Page) -> dict:
    return {answer["endpoint"]: answer for answer in page.preloaded_state["answers"]}


async def test_the_checkout_shows_the_shoppers_own_addresses_and_cart(web, people, asha, ben, cache):
    await fill(asha, people.asha, people.ring, "Asha of the Temple Street")
    await fill(ben, people.ben, people.chain, "Ben of the Temple Street")
    as_visitor = await opened(web, "/check-out")
    for browser, person, product in ((asha, people.asha, people.ring), (ben, people.ben, people.chain)):
        page = await opened(web, "/check-out", browser)
        assert (page.status, page.headers["cache-control"]) == (200, "no-store")
        assert "set-cookie" not in page.headers
        found = answers(page)
        assert {found[name]["arg"] for name in ("getAddresses", "getCart")} == {person.id}
        assert [line["productId"] for line in found["getCart"]["body"]] == [product.id]
        assert [each["customerId"] for each in found["getCart"]["body"]] == [person.id]
        assert "methods" in found["getShop"]["body"]["data"]
        own, other = ("Asha of", "Ben of") if person is people.asha else ("Ben of", "Asha of")
        assert f"<b>{own} the Temple Street</b>" in page.text
        assert other not in page.text
    again = await opened(web, "/check-out")
    assert again.text == as_visitor.text
    assert again.headers["cache-control"] == "no-cache"
    assert not {"getAddresses", "getCart"} & answers(again).keys()
    assert "Temple Street" not in again.text


async def test_the_cart_has_its_lines_and_no_other_page_has_them(web, people, asha, cache):
    await fill(asha, people.asha, people.ring, "Asha")
    cart = await opened(web, "/shopping-cart", asha)
    assert [line["quantity"] for line in answers(cart)["getCart"]["body"]] == [2]
    assert cart.headers["cache-control"] == "no-store"
    for path in ("/", "/my-orders", "/products", f"/{people.ring.id}"):
        page = await opened(web, path, asha)
        assert page.text == (await opened(web, path)).text
        assert page.headers["cache-control"] == "no-cache"


async def test_with_an_empty_cart_the_checkout_shows_no_address(web, people, asha):
    wanted = ADDRESS | {"name": "Asha of the Temple Street", "customerId": people.asha.id}
    succeeded(await asha.post("/address/", json=wanted))
    page = await opened(web, "/check-out", asha)
    assert (page.status, page.heading, 'class="addr on"' in page.text) == (200, "Checkout", False)
    assert {"getAddresses", "getCart"} <= answers(page).keys()


async def test_the_first_address_is_chosen_and_all_of_it_is_escaped(web, people, asha):
    await fill(asha, people.asha, people.ring, "Older")
    hostile = PLACE | {"name": "Newer", "address": HOSTILE.replace("\u2028", "")[:100]}
    succeeded(await asha.post("/address/", json=hostile | {"customerId": people.asha.id}))
    page = await opened(web, "/check-out", asha)
    assert page.text.index("<b>Newer</b>") < page.text.index("<b>Older</b>")
    assert page.text.count('class="addr on"') == page.text.count('name="address" checked') == 1
    assert page.text.count('class="addr"') == 1
    assert "<script>alert" not in page.text
    assert "<img src=x" not in page.text


async def test_the_checkout_of_an_ended_session_is_that_of_a_visitor(web, people, asha, database):
    await fill(asha, people.asha, people.ring, "Asha of the Temple Street")
    await database.execute(text("DELETE FROM session"))
    await database.commit()
    page = await opened(web, "/check-out", asha)
    assert (page.status, "Temple Street" in page.text) == (200, False)
    assert not {"getAddresses", "getCart"} & answers(page).keys()


async def test_without_the_database_the_checkout_is_the_plain_page(web, people, asha, api, monkeypatch):
    async def fail(*_):
        raise OperationalError("SELECT", {}, Exception("gone"))

    monkeypatch.setattr("api.pages.storefront.identify", fail)
    page = await opened(web, "/check-out", asha)
    assert (page.status, page.heading) == (200, "Checkout")
