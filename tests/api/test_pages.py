"""The pages of the real web build: content, metadata, preloaded state, caching, sitemap."""

import datetime as dt
import html
import json
import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qs

import httpx2
import pytest
from sqlalchemy import text, update
from sqlalchemy.exc import OperationalError
from structlog.testing import capture_logs

from api.catalogue.filters import ProductListQuery
from api.pages import create_pages_app, metadata, sitemap
from api.pages.list_query import FILTERS
from shop.catalogue.model import Category, Product
from shop.contact.settings import ContactSettings
from tests.api.conftest import add_people
from tests.support import factories
from tests.support.cases import cases
from tests.support.http_client import failed, succeeded

BASE = "https://shop.example"
LIST_FILTERS = Path(__file__).parents[2] / "web/src/features/storefront/productList/listFilters.ts"


@pytest.fixture
async def people(database):
    made = await database.run_sync(add_people)
    await database.commit()
    return made


@pytest.fixture
async def web(api, shop_settings):
    config = shop_settings.model_copy(update={"public_url": f"{BASE}/"})
    transport = httpx2.ASGITransport(create_pages_app(config, api))
    async with httpx2.AsyncClient(transport=transport, base_url="http://shop.example") as client:
        yield client


@dataclass
class Page:
    """A page as a client without scripts sees it."""

    status: int
    text: str
    headers: httpx2.Headers

    def meta(self, name: str) -> str | None:
        found = re.search(rf'<meta (?:name|property)="{re.escape(name)}" content="([^"]*)">', self.text)
        return html.unescape(found[1]) if found else None

    @property
    def title(self) -> str:
        return html.unescape(re.search(r"<title>(.*?)</title>", self.text)[1])

    @property
    def canonical(self) -> str | None:
        found = re.search(r'<link rel="canonical" href="([^"]*)">', self.text)
        return html.unescape(found[1]) if found else None

    @property
    def things(self) -> dict[str, dict]:
        found = re.findall(r'<script type="application/ld\+json">(.*?)</script>', self.text)
        return {thing["@type"]: thing for thing in map(json.loads, found)}

    @property
    def heading(self) -> str:
        return html.unescape(re.search(r"<h1[^>]*>(.*?)</h1>", self.text)[1])

    @property
    def preloaded_state(self) -> dict:
        return json.loads(
            re.search(r'<script type="application/json" id="preloaded-state">(.*?)</script>', self.text)[1]
        )

    @property
    def preloaded(self) -> set[str]:
        return {f"{answer['endpoint']}({json.dumps(answer.get('arg'))})" for answer in self.preloaded_state["answers"]}


async def opened(web, path: str) -> Page:
    answer = await web.get(path)
    return Page(answer.status_code, answer.text, answer.headers)


async def test_a_product_page_has_metadata_for_search_engines_and_previews(web, people):
    page = await opened(web, f"/{people.ring.id}")
    assert (page.status, page.heading) == (200, people.ring.name)
    assert page.title == f"{people.ring.name} | Swarna"
    assert page.canonical == f"{BASE}/{people.ring.id}"
    assert page.meta("description").startswith("₹91,500.00 at today's gold rate, 22k gold, 10.00 gm.")
    assert page.meta("og:description") == page.meta("description")
    assert page.meta("robots") is None
    assert page.meta("og:type") == "product"
    assert page.meta("og:title") == page.title
    assert page.meta("og:url") == page.canonical
    assert page.meta("product:price:amount") == "91500"
    assert page.meta("twitter:card") in {"summary", "summary_large_image"}
    thing = page.things["Product"]
    assert (thing["name"], thing["sku"], thing["url"]) == (people.ring.name, people.ring.code, page.canonical)
    offer = thing["offers"]
    assert (offer["price"], offer["priceCurrency"]) == (91500, "INR")
    assert offer["availability"] == "https://schema.org/InStock"
    assert "aggregateRating" not in thing
    names = [item["name"] for item in page.things["BreadcrumbList"]["itemListElement"]]
    assert (names[0], names[-1], len(names)) == ("Home", people.ring.name, 3)
    assert "₹91,500.00" in page.text


@cases("path", ["/", "/products", "/products?categoryId={category}"])
async def test_a_list_is_shared_with_its_first_picture(web, people, database, path):
    rings = await database.get(Category, people.ring.category_id)
    newest = await database.run_sync(
        lambda session: factories.stock_product(session, name="New Ring", category=rings, pictures=0)
    )
    await database.commit()
    page = await opened(web, path.format(category=people.ring.category_id))
    names = [item["name"] for item in page.things["ItemList"]["itemListElement"]]
    assert names[0] == newest.name
    assert page.meta("og:image").startswith(f"{BASE}/media/products/")
    assert page.meta("og:image:alt") == names[1]
    assert page.meta("twitter:card") == "summary_large_image"


async def test_the_metadata_of_a_product_is_current(web, people, database):
    change = {"stock_availability": "no", "review_count": 3, "rating": 4.67}
    await database.execute(update(Product).where(Product.id == people.ring.id).values(change))
    await database.execute(text("UPDATE gold_rate SET r22k = r22k + 1000"))
    await database.commit()
    thing = (await opened(web, f"/{people.ring.id}")).things["Product"]
    assert thing["offers"]["availability"] == "https://schema.org/OutOfStock"
    assert thing["offers"]["price"] > 91500
    assert (thing["aggregateRating"]["ratingValue"], thing["aggregateRating"]["reviewCount"]) == (4.67, 3)


SIZES = [
    {"label": "12", "weight": 10, "stock_quantity": 2, "is_default": True},
    {"label": "14", "weight": 11, "stock_quantity": 5},
    {"label": "16", "weight": 12, "stock_quantity": 0},
]


def sized_ring(**pieces: int):
    """Return a function that adds a ring in three sizes, with other numbers of pieces by label."""
    sizes = [size | {"stock_quantity": pieces.get(f"of_{size['label']}", size["stock_quantity"])} for size in SIZES]
    return lambda session: factories.stock_product(session, name="Sized Ring", sizes=sizes)


def summary_of(page: Page) -> tuple[str, str]:
    """Return the weight and the price that a product page shows."""
    weight = re.search(r'<span class="num">(.*?)</span>', page.text.partition('<div class="facts">')[2])[1]
    return weight, re.search(r'<span class="bigprice">(.*?)</span>', page.text)[1]


@cases(
    ("pieces", "query", "served", "described"),
    [
        ({}, "", ("10.00 gm", "₹91,500.00"), 91500),
        ({}, "?size=14&utm_source=mail", ("11.00 gm", "₹1,00,500.00"), 91500),
        ({}, "?size=16", ("12.00 gm", "₹1,09,500.00"), 91500),
        ({}, "?size=18", ("10.00 gm", "₹91,500.00"), 91500),
        ({}, "?size=&size=14", ("10.00 gm", "₹91,500.00"), 91500),
        ({"of_12": 0}, "", ("11.00 gm", "₹1,00,500.00"), 100500),
        ({"of_12": 0}, "?size=12", ("10.00 gm", "₹91,500.00"), 100500),
        ({"of_12": 0, "of_14": 0}, "", ("10.00 gm", "₹91,500.00"), 91500),
    ],
)
async def test_a_product_page_shows_the_size_of_the_link_or_one_in_stock(
    web, people, database, pieces, query, served, described
):
    ring = await database.run_sync(sized_ring(**pieces))
    await database.commit()
    page = await opened(web, f"/{ring.id}{query}")
    assert (page.status, page.canonical) == (200, f"{BASE}/{ring.id}")
    assert summary_of(page) == served
    weight, price = served
    assert page.meta("product:price:amount") == re.sub(r"₹|,|\.00$", "", price)
    left = {f"{size['weight']:.2f} gm": pieces.get(f"of_{size['label']}", size["stock_quantity"]) for size in SIZES}
    assert page.meta("product:availability") == ("in stock" if left[weight] else "out of stock")
    for name in ("description", "og:description"):
        assert page.meta(name).startswith(f"{price} at today's gold rate, 22k gold, {weight}.")
    thing = page.things["Product"]
    canonical = (described, 10 if described == 91500 else 11)
    assert (thing["offers"]["price"], thing["weight"]["value"]) == canonical
    is_sold_out = pieces == {"of_12": 0, "of_14": 0}
    assert thing["offers"]["availability"].endswith("OutOfStock") == is_sold_out


HOSTILE = "</script><script>alert(1)</script><img src=x onerror=\"alert('2')\"> {{preloadedState}} {{ 7*7 }} \u2028 & é"


async def test_hostile_names_are_escaped(web, people, database):
    named = {"name": HOSTILE, "description": HOSTILE}
    await database.execute(update(Product).where(Product.id == people.ring.id).values(named))
    await database.commit()
    for path in (f"/{people.ring.id}", "/products", "/"):
        page = await opened(web, path)
        assert page.status == 200
        assert "<script>alert" not in page.text
        assert "<img src=x" not in page.text
        assert page.text.count("<script") == page.text.count("</script>")
        assert page.text.count('id="preloaded-state"') == 1
        shown = [body for answer in page.preloaded_state["answers"] for body in _products(answer["body"])]
        assert HOSTILE in {product["name"] for product in shown}
    product = await opened(web, f"/{people.ring.id}")
    assert product.heading == HOSTILE
    assert product.title == f"{HOSTILE} | Swarna"
    assert product.things["Product"]["name"] == HOSTILE
    searched = await opened(web, "/products?search=%3C/script%3E%3Cscript%3Ealert(1)")
    assert searched.heading == "Results for “</script><script>alert(1)”"
    assert "<script>alert" not in searched.text


def _products(body: dict) -> list[dict]:
    found = body["data"] if isinstance(body["data"], list) else [body["data"]]
    return [each for each in found if "ornamentPrice" in each]


async def test_a_list_page_describes_its_products_and_its_canonical_url(web, people):
    page = await opened(web, "/products?sort=priceAsc&utm_source=mail")
    assert (page.status, page.heading, page.canonical) == (200, "All jewellery", f"{BASE}/products")
    items = page.things["ItemList"]["itemListElement"]
    assert [item["url"] for item in items] == [f"{BASE}/{people.chain.id}", f"{BASE}/{people.ring.id}"]
    assert "2 pieces" in page.text
    assert re.search(rf'<a href="/{people.ring.id}">{people.ring.name}</a>', page.text)
    category = await opened(web, f"/products?categoryId={people.ring.category_id}")
    assert category.canonical == f"{BASE}/products?categoryId={people.ring.category_id}"
    assert category.title == f"{category.heading} | Swarna"
    assert category.heading != "All jewellery"
    searched = await opened(web, "/products?search=ring")
    assert searched.meta("robots") == "noindex"
    assert searched.canonical is None


async def test_a_list_page_says_what_was_found(web, people, database):
    columns = ", ".join(each.name for each in Product.__table__.columns if each.name not in {"id", "code"})
    await database.execute(
        text(
            f"INSERT INTO product (code, {columns}) SELECT 'N' || n, {columns} FROM product, generate_series(1, 1232) n"
            " WHERE id = :ring"
        ),
        {"ring": people.ring.id},
    )
    await database.commit()
    found = re.compile(r'<span class="muted num" role="status">(.*?)</span>')
    for query, sentence in {
        "": "1,234 pieces",
        "?search=rope": "1 piece",
        "?search=roppe": "1 piece for “rope”, which is the nearest that we have",
        "?search=roppe%20%3Cb%3E": "1 piece for “rope”, which is the nearest that we have",
        "?search=lotuss": "1,233 pieces for “lotus”, which is the nearest that we have",
    }.items():
        assert found.search((await opened(web, f"/products{query}")).text)[1] == sentence, query


async def test_a_product_page_says_how_many_reviews_there_are(web, people, database):
    for number, sentence in {1: "1 review", 1234: "1,234 reviews"}.items():
        await database.execute(update(Product).where(Product.id == people.ring.id).values(review_count=number))
        await database.commit()
        assert f"<span>{sentence}</span>" in (await opened(web, f"/{people.ring.id}")).text


async def test_the_home_page_describes_the_shop_and_its_search(web, people):
    page = await opened(web, "/")
    assert page.things.keys() == {"Organization", "WebSite", "ItemList"}
    action = page.things["WebSite"]["potentialAction"]
    assert action["target"]["urlTemplate"] == f"{BASE}/products?search={{search_term_string}}"
    assert page.canonical == f"{BASE}/"
    assert 'imagesrcset="/assets/hero-1' in page.text


@pytest.mark.parametrize(
    ("path", "preloaded"),
    [
        ("/", {'getTopProducts({"sort": "bestSelling", "limit": 8, "facets": true})'}),
        ("/products", {'getProductList("sort=bestSelling")'}),
        ("/wedding-jewellery", {'getProductList("productType=wedding&sort=bestSelling")'}),
        (
            "/products?minPrice=5&stock=yes&stock=maybe&search=%20a%20b~&sort=rating&categoryId=0",
            {'getProductList("search=a+b%7E&stock=yes&minPrice=5&sort=rating")'},
        ),
        (
            "/products?stone=Cat%27s+eye&stone=CZ+2+mm&stone=Ruby+%26+pearl&stone=a%7Cb&stone=+&stone=%07&stone=%E0%A4%AE",
            {'getProductList("stone=Cat%27s+eye&stone=CZ+2+mm&stone=Ruby+%26+pearl&stone=%E0%A4%AE&sort=bestSelling")'},
        ),
        ("/products?minPrice=900&maxPrice=5", {'getProductList("minPrice=5&maxPrice=900&sort=bestSelling")'}),
        ("/about", set()),
        ("/my-orders", set()),
    ],
)
async def test_a_page_contains_the_responses_of_its_first_render(web, people, path, preloaded):
    page = await opened(web, path)
    assert {"getCategories(null)", "getGoldRates(null)", *preloaded} <= page.preloaded
    assert isinstance(page.preloaded_state["after"], int)


async def test_a_product_page_contains_the_product_and_related_products(web, people):
    page = await opened(web, f"/{people.ring.id}")
    related = {"categoryId": people.ring.category_id, "sort": "bestSelling", "limit": 5}
    assert {f"getProduct({people.ring.id})", f"getTopProducts({json.dumps(related)})"} <= page.preloaded


@cases(
    "path",
    [
        "/999999",
        "/no/such/page",
        "/foo",
        "/index.html",
        "/favicon.png",
        "/0",
        "/-1",
        "/00",
        "/99999999999999999999",
        "/6x",
        "/my-orders/x/invoice",
        "/{id}",
        "/{ID}",
        "/my-orders/{id}/pay",
    ],
)
async def test_an_unknown_address_gets_the_shops_own_404_page(web, people, path):
    page = await opened(web, path)
    assert (page.status, page.heading) == (404, "This page is not in the shop")
    assert page.meta("robots") == "noindex"
    assert page.headers["cache-control"] == "no-store"


async def test_the_page_of_an_inactive_product_is_not_found(web, people, database):
    await database.execute(update(Product).where(Product.id == people.ring.id).values(status="in active"))
    await database.commit()
    assert (await opened(web, f"/{people.ring.id}")).status == 404


def test_a_list_page_has_the_filters_of_the_storefront_in_its_order():
    """The query in that order is the key of the preloaded list."""
    accepted = LIST_FILTERS.read_text().partition("const accepted")[2].partition("\n};")[0]
    assert list(FILTERS) == re.findall(r"^  (\w+):", accepted, re.MULTILINE)
    others = {"search", "category", "sort", "limit", "cursor", "facets"}
    assert {*FILTERS} == {field.alias for field in ProductListQuery.model_fields.values()} - others


async def test_the_list_of_a_category_that_the_shop_does_not_have_is_not_found(web, people):
    for path in ("/products?categoryId=999999", "/wedding?categoryId=999999"):
        page = await opened(web, path)
        assert page.status == 404, path
        assert page.meta("robots") == "noindex"
        assert page.headers["cache-control"] == "no-store"
    category = people.ring.category_id
    for query in (
        f"categoryId={category}",
        f"categoryId={category}&minPrice=9999999",
        f"categoryId={category}&categoryId=999999",
    ):
        assert (await opened(web, f"/products?{query}")).status == 200, query


@pytest.mark.parametrize(
    ("path", "heading"),
    [
        ("/my-orders", "My Orders"),
        ("/shopping-cart", "Shopping Cart"),
        ("/check-out", "Checkout"),
        ("/profile", "Profile"),
        ("/my-orders/3/invoice", "Invoice"),
        ("/login", "Welcome back"),
    ],
)
async def test_personal_pages_are_not_indexed(web, people, path, heading):
    page = await opened(web, path)
    assert (page.status, page.heading, page.meta("robots")) == (200, heading, "noindex")


async def test_every_page_has_a_description_that_fits(shop_settings):
    table = json.loads((shop_settings.web_dir / "pages" / "pages.json").read_text())
    lengths = {path: len(page.get("description", "")) for path, page in table.items() if "same" not in page}
    assert {path: length for path, length in lengths.items() if not 0 < length <= metadata.MAX_DESCRIPTION} == {}


async def test_two_paths_of_one_page_have_the_same_canonical_url(web, people):
    assert (await opened(web, "/about")).canonical == (await opened(web, "/about-us")).canonical == f"{BASE}/about-us"


@cases(
    ("path", "canonical"),
    [
        ("/LOGIN", "/login"),
        ("/login/", "/login"),
        ("//login", "/login"),
        ("//", "/"),
        ("/01", "/1"),
        ("/00000000000000000000000000000000012/", "/12"),
        ("/Products/?sort=priceAsc&search=Ring%20%26%22%3C", "/products?sort=priceAsc&search=Ring%20%26%22%3C"),
        ("/My-Orders/03/INVOICE", "/my-orders/3/invoice"),
        ("/About/", "/about"),
        ("/admin/", "/admin"),
        ("/ADMIN", "/admin"),
        ("/Admin/Login?next=%2F", "/admin/login?next=%2F"),
        ("/admin/ORDER", "/admin/order"),
        ("/admin/productimage/", "/admin/productImage"),
        ("/admin//product/Import", "/admin/product/import"),
    ],
)
async def test_other_spellings_of_a_path_are_redirected(web, people, path, canonical):
    moved = await web.get(f"http://shop.example{path}")
    assert (moved.status_code, moved.headers["location"]) == (301, canonical)
    assert (await web.get(canonical)).status_code in {200, 404}


@pytest.mark.parametrize("path", ["//evil.example/", "//evil.example/login", "/\\evil.example", "/login%0d%0aX: y"])
async def test_no_redirect_leads_to_another_site(web, people, path):
    answer = await web.get(f"http://shop.example{path}")
    assert (answer.status_code, "location" in answer.headers) == (404, False)


@pytest.mark.parametrize(
    ("path", "status"), [("", 200), ("/login", 200), ("/dashboard", 200), ("/no/such", 404), ("/orders/{id}", 404)]
)
async def test_the_portal_answers_below_admin(web, path, status):
    page = await opened(web, f"/admin{path}")
    assert (page.status, page.meta("robots") or "noindex") == (status, "noindex")
    assert "Admin portal" in page.title


async def test_the_portal_catches_up_from_the_last_event_before_it(web, database):
    await database.execute(text("UPDATE event_stream SET position = 7"))
    await database.commit()
    page = await opened(web, "/admin/dashboard")
    assert page.preloaded_state == {"after": 7, "answers": []}
    again = await web.get("/admin/dashboard", headers={"If-None-Match": page.headers["etag"]})
    assert (again.status_code, again.headers["cache-control"]) == (304, "no-cache")
    await database.execute(text("UPDATE event_stream SET position = 8"))
    await database.commit()
    assert (await opened(web, "/admin/dashboard")).preloaded_state["after"] == 8


async def test_every_page_explains_that_it_needs_scripts(web, people):
    for path in ("/", "/products", f"/{people.ring.id}", "/categories", "/contact-us", "/cart-of-nobody", "/login"):
        page = await opened(web, path)
        assert "needs JavaScript" in re.search(r"<noscript>(.*?)</noscript>", page.text.partition("<body>")[2])[1]
        assert page.heading
        controls = re.findall(r"<(?:button|input|select|textarea)[^>]*>", page.text)
        alive = [control for control in controls if not ("inert" in control or "disabled" in control)]
        assert all('name="search"' in control for control in alive), alive  # a search form works without JavaScript
        assert page.text.count('<form action="/products"') == len(alive)
        assert " style=" not in page.text


async def test_the_content_policy_allows_the_pages_own_style_and_nothing_else_inline(web, people):
    for path in ("/", "/products", f"/{people.ring.id}", "/foo", "/admin"):
        page = await opened(web, path)
        policy = page.headers["content-security-policy"]
        assert "unsafe" not in policy
        assert "script-src 'self';" in policy
        assert ("sha256-" in policy) == ("<style>" in page.text)
        assert not re.search(r"<script(?![^>]*(?:src=|application/(?:ld\+)?json))", page.text)
        assert not re.search(r"\son\w+=", page.text)


async def test_every_response_has_the_security_headers(web, people):
    for path in ("/", "/admin", "/assets/none.js", "/robots.txt"):
        headers = (await web.get(path)).headers
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "strict-origin-when-cross-origin"
        assert headers["strict-transport-security"].startswith("max-age=")


async def test_an_unchanged_page_is_answered_with_304(web, people):
    first = await web.get("/products")
    assert first.headers["cache-control"] == "no-cache"
    again = await web.get("/products", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["content-security-policy"] == first.headers["content-security-policy"]


@pytest.mark.parametrize(("accepted", "encoding"), [("gzip, deflate, br", "br"), ("gzip;q=1.0, br;q=0", "gzip")])
async def test_a_page_is_compressed_for_clients_that_accept_it(web, people, accepted, encoding):
    answer = await web.get("/", headers={"Accept-Encoding": accepted})
    assert answer.headers["content-encoding"] == encoding
    assert "Accept-Encoding" in answer.headers["vary"].title()
    assert int(answer.headers["content-length"]) < len(answer.content) / 2
    plain = await web.get("/", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.content == answer.content


async def test_everyone_gets_the_same_page_with_nobodys_name_in_it(web, people, api, database):
    token = await database.run_sync(lambda session: factories.sign_in(session, people.asha))
    await database.commit()
    as_visitor = await web.get("/my-orders")
    as_asha = await web.get("/my-orders", headers={"Cookie": f"swarna_customer={token}"})
    assert as_visitor.content == as_asha.content
    assert "set-cookie" not in as_asha.headers


async def test_without_the_database_a_page_is_unavailable(web, people, api):
    def no_session():
        raise OperationalError("SELECT", {}, Exception("the server is gone"))

    api.state.sessions = no_session
    for path in ("/", "/products", f"/{people.ring.id}"):
        page = await opened(web, path)
        assert (page.status, page.headers["retry-after"], page.headers["cache-control"]) == (503, "3", "no-store")
        assert 'id="preloaded-state"' not in page.text
    static = await opened(web, "/about-us")
    assert (static.status, static.heading) == (200, "About Us")
    portal = await opened(web, "/admin")  # the portal loads its data itself once it is connected
    assert (portal.status, 'id="preloaded-state"' in portal.text) == (200, False)


@cases("path", ["/", "/products", "/nowhere", "/admin/login", "/assets/app.js", "/robots.txt"])
@cases("method", ["POST", "PUT", "DELETE"])
async def test_a_page_refuses_other_methods(web, path, method):
    answer = await web.request(method, path, json={})
    failed(answer, 405)
    assert answer.headers["allow"] == "GET, HEAD"


@pytest.fixture
async def reachable(api, shop_settings):
    """The shop at its public URL."""
    config = shop_settings.model_copy(update={"public_url": f"{BASE}/"})
    transport = httpx2.ASGITransport(create_pages_app(config, api))
    async with httpx2.AsyncClient(transport=transport, base_url="http://shop.example") as client:
        yield client


@pytest.fixture
def set_contacts(monkeypatch):
    """Return a function that gives the shop a chat number and social links."""

    def make() -> None:
        links = "https://www.youtube.com/@swarna https://instagram.com/swarna?a=1&b=2"
        given = ContactSettings(chat_number="919840000000", social_links=links)
        monkeypatch.setattr("api.contact.schemas.contact_settings", lambda: given)

    return make


@pytest.mark.parametrize(
    ("days", "guarantee", "promise"),
    [
        (30, "30-day money-back guarantee", '<b class="num">30 days</b>'),
        (1, "1-day money-back guarantee", '<b class="num">1 day</b>'),
        (0, "", "<div hidden><svg"),
    ],
)
async def test_pages_promise_a_return_within_the_days_of_the_shop(api, shop_settings, days, guarantee, promise):
    transport = httpx2.ASGITransport(create_pages_app(shop_settings.model_copy(update={"return_days": days}), api))
    async with httpx2.AsyncClient(transport=transport, base_url="http://shop.example") as client:
        for path in ("/", "/about-us"):
            page = await opened(client, path)
            assert f'<span class="soft">{guarantee}</span></div></section>' in page.text
            assert promise in page.text
            assert page.text.count("<div hidden>") == (days == 0)
            [contact] = [
                answer["body"] for answer in page.preloaded_state["answers"] if answer["endpoint"] == "getContact"
            ]
            assert contact["data"]["returnDays"] == days


RATES = ('><span class="hide-sm">Gold rate: </span>22k <b>', ">24k <b>", ">22k on ")


async def test_pages_hide_the_gold_rate_of_a_shop_without_one(web):
    for path in ("/", "/about-us", "/products"):
        page = await opened(web, path)
        assert [page.text.count(f" hidden{rate}") for rate in RATES] == [1, 1, 1]


async def test_pages_show_the_gold_rate(web, people):
    page = await opened(web, "/about-us")
    assert [page.text.count(rate) for rate in RATES] == [1, 1, 1]
    assert not any(f" hidden{rate}" in page.text for rate in RATES)


def chat_of(page: Page) -> tuple[str, str]:
    """Return the URL of the chat link and its message."""
    [chat] = re.findall(r'<a class="chat" href="([^"]*)"', page.text)
    address, _, query = html.unescape(chat).partition("?")
    [[message]] = parse_qs(query).values()
    return address, message


async def test_the_chat_names_the_page_that_it_was_opened_from(reachable, people, set_contacts):
    said = {
        f"/{people.ring.id}": f"“{people.ring.name}” ({BASE}/{people.ring.id})",
        "/about": f"the page “About Us” ({BASE}/about-us)",
        "/my-orders": f"the page “My Orders” ({BASE}/my-orders)",
        "/my-orders/3/invoice": "the page “Invoice”",
        "/no/such": "the page “This page is not in the shop”",
    }
    for expected in ("/contact-us", "https://wa.me/919840000000"):
        for path, subject in said.items():
            sentence = f"Hello Swarna, I need help with {subject}."
            assert chat_of(await opened(reachable, path)) == (expected, sentence)
        set_contacts()


async def test_social_links_appear_only_if_they_are_set(web, people, set_contacts):
    for path in ("/contact-us", "/contact", "/", "/about-us"):
        assert "See it worn" not in (await opened(web, path)).text
    set_contacts()
    contact = await opened(web, "/contact-us")
    links = '<a href="https://www.youtube.com/@swarna" target="_blank" rel="noreferrer">YouTube</a>'
    assert f'<dt>See it worn</dt><dd class="social">{links}' in contact.text
    assert 'href="https://instagram.com/swarna?a=1&amp;b=2"' in contact.text
    [body] = [answer["body"] for answer in contact.preloaded_state["answers"] if answer["endpoint"] == "getContact"]
    assert (body["data"]["chatNumber"], len(body["data"]["socialLinks"])) == ("919840000000", 2)


@pytest.mark.parametrize(
    ("given", "lines"),
    [
        ({"address": "1 Car Street; T & Nagar", "legal_address": "2 Lane"}, ["1 Car Street", "T & Nagar"]),
        ({"legal_address": "2 Lane"}, ["2 Lane"]),
        ({}, []),
    ],
)
async def test_the_contact_page_has_the_address_and_the_mailbox_of_the_settings(api, shop_settings, given, lines):
    config = shop_settings.model_copy(update={"mail_contact": "Care <care@shop.example>"} | given)
    transport = httpx2.ASGITransport(create_pages_app(config, api))
    async with httpx2.AsyncClient(transport=transport, base_url="http://shop.example") as client:
        page = await opened(client, "/contact-us")
    address = f"<dt>Address</dt><dd>{''.join(f'<div>{html.escape(line)}</div>' for line in lines)}</dd>"
    assert (
        '<dl><dt>Email</dt><dd><a href="mailto:care@shop.example">care@shop.example</a></dd>'
        f"{address if lines else ''}<dt>Hours</dt><dd>Online support 24/7</dd>" in page.text
    )
    assert page.text.count("<dt>Address</dt>") == bool(lines)
    [body] = [answer["body"] for answer in page.preloaded_state["answers"] if answer["endpoint"] == "getContact"]
    assert (body["data"]["email"], body["data"]["address"]) == ("care@shop.example", lines)


async def test_the_api_returns_the_contact_details(visitor):
    assert succeeded(await visitor.get("/contact/")) == {
        "email": "care@swarna.example",
        "address": [],
        "chatNumber": None,
        "phone": None,
        "hours": "Online support 24/7",
        "grievanceOfficer": None,
        "legalName": None,
        "gstin": None,
        "socialLinks": [],
        "asksPinCode": False,
        "returnDays": 30,
    }


@pytest.mark.parametrize(
    ("query", "heading", "wish"),
    [
        ("", "The newsletter", None),
        ("?state=confirm&token=1.2.x-_", "One click, and our news comes to you", "confirm"),
        ("?token=1.2.x-_&state=unsubscribe&utm_source=mail", "Do you want to unsubscribe?", "unsubscribe"),
        ("?state=unsubscribe", "The newsletter", None),
        ("?state=unsubscribe&token=%22%3E%3Cscript%3E", "The newsletter", None),
        ("?state=confirmed&token=1.2.x", "You are subscribed", None),
        ("?state=unsubscribed", "You are unsubscribed", None),
        ("?state=expired", "This link is not valid any more", None),
        ("?state=%3Cscript%3E", "The newsletter", None),
    ],
)
async def test_the_newsletter_form_works_without_scripts(web, people, query, heading, wish):
    page = await opened(web, f"/newsletter{query}")
    assert (page.status, page.heading, page.title, page.meta("robots")) == (
        200,
        heading,
        f"{heading} | Swarna",
        "noindex",
    )
    forms = re.findall(r'<form[^>]* method="post" action="([^"]*)">\s*<button type="submit" class="[^"]*">', page.text)
    assert forms == ([f"/api/newsletter/{wish}/?token=1.2.x-_"] if wish else [])


@pytest.mark.parametrize(
    ("query", "heading", "subject"),
    [
        ("", "Your mails", None),
        ("?state=orders&token=1.2.x-_", "Stop these mails?", "orders"),
        ("?state=wishlist&token=1.2.x-_", "Stop these mails?", "wishlist"),
        ("?state=payments", "Your mails", None),
        ("?state=orders&token=%22%3E%3Cscript%3E", "Your mails", None),
        ("?state=done", "Done", None),
        ("?state=expired", "This link is not valid", None),
        ("?state=codes&token=1.2.x", "Your mails", None),
    ],
)
async def test_the_form_that_stops_mails_works_without_scripts(web, people, query, heading, subject):
    page = await opened(web, f"/unsubscribe{query}")
    assert (page.status, page.heading, page.meta("robots")) == (200, heading, "noindex")
    forms = re.findall(r'<form[^>]* method="post" action="([^"]*)">\s*<button type="submit" class="[^"]*">', page.text)
    assert forms == (
        [f"/api/notification/unsubscribe/?subject={subject}&amp;token=1.2.x-_"] if subject is not None else []
    )


async def test_a_shop_with_more_categories_than_a_page_of_the_api_shows_them_all(web, people, database):
    names = [f"Kind {number}" for number in range(250)]
    added = [Category(code=f"K{name[5:]}", name=name, image_url="/media/kind.webp") for name in names]
    database.add_all(added)
    await database.run_sync(lambda session: factories.stock_product(session, name="Nath", category=added[-1]))
    await database.commit()
    last = added[-1].id
    for path in ("/", "/products", "/categories"):
        page = await opened(web, path)
        assert page.status == 200
        (body,) = [each["body"] for each in page.preloaded_state["answers"] if each["endpoint"] == "getCategories"]
        assert {*names} <= {category["name"] for category in body["data"]}
        assert path == "/products" or f'href="/products?categoryId={last}"' in page.text
    category = await opened(web, f"/products?categoryId={last}")
    assert (category.status, category.heading) == (200, "Kind 249")
    assert category.canonical == f"{BASE}/products?categoryId={last}"


async def test_the_sitemap_lists_the_public_pages(web, people, database):
    await database.execute(update(Product).where(Product.id == people.chain.id).values(status="in active"))
    await database.commit()
    answer = await web.get("/sitemap.xml")
    assert answer.headers["content-type"] == "application/xml"
    places = re.findall(r"<loc>(.*?)</loc>", answer.text)
    assert {f"{BASE}/", f"{BASE}/products", f"{BASE}/about-us", f"{BASE}/{people.ring.id}"} <= set(places)
    assert f"{BASE}/products?categoryId={people.ring.category_id}" in places
    assert len(places) == len(set(places))
    for hidden in (f"/{people.chain.id}", "/about", "/login", "/my-orders", "/my-orders/{id}/invoice"):
        assert f"{BASE}{hidden}" not in places
    assert re.search(rf"<loc>{BASE}/{people.ring.id}</loc><lastmod>20..-..-..T..:..:..Z</lastmod>", answer.text)


async def test_the_sitemap_lists_the_lists_that_have_products(web, people, database):
    async def listed() -> dict[str, str]:
        found = re.findall(r"<loc>(.*?)</loc>(?:<lastmod>(.*?)</lastmod>)?", (await web.get("/sitemap.xml")).text)
        return {place.removeprefix(BASE): changed for place, changed in found}

    lists = {"/products", "/wedding-jewellery", "/mens-jewellery", "/kids-jewellery"}
    assert (await listed()).keys() & lists == {"/products"}
    change = {"product_type": "men", "updated_at": dt.datetime(2026, 1, 2, 3, 4, 5, tzinfo=dt.UTC)}
    await database.execute(update(Product).where(Product.id == people.chain.id).values(change))
    await database.commit()
    places = await listed()
    assert places.keys() & lists == {"/products", "/mens-jewellery"}
    assert places["/mens-jewellery"] == "2026-01-02T03:04:05Z"
    assert places["/products"] == places["/"] > places["/mens-jewellery"]
    for path in lists:
        assert ((await opened(web, path)).meta("robots") == "noindex") == (path not in places)
    await database.execute(update(Product).values(status="in active"))
    await database.commit()
    assert not (await listed()).keys() & lists
    assert "/" in await listed()


async def test_a_large_sitemap_comes_in_parts(web, people, monkeypatch):
    monkeypatch.setattr(sitemap, "ROWS_PER_PART", 1)
    index = re.findall(r"<loc>(.*?)</loc>", (await web.get("/sitemap.xml")).text)
    assert index == [f"{BASE}/sitemap-{number}.xml" for number in range(3)]
    parts = [re.findall(r"<loc>(.*?)</loc>", (await web.get(address.removeprefix(BASE))).text) for address in index]
    assert f"{BASE}/" in parts[0]
    assert parts[1:] == [[f"{BASE}/{number}"] for number in sorted([people.ring.id, people.chain.id])]
    assert (await web.get("/sitemap-3.xml")).status_code == 404


async def test_without_the_database_the_sitemap_is_unavailable(web, api):
    def no_session():
        raise OperationalError("SELECT", {}, Exception("the server is gone"))

    api.state.sessions = no_session
    for path in ("/sitemap.xml", "/sitemap-0.xml", "/sitemap-1.xml"):
        answer = await web.get(path)
        failed(answer, 503)
        assert answer.headers["retry-after"] == "3"


@pytest.fixture
def cache(api):
    """Return the page cache, opened without a listener for invalidations."""
    made = api.state.response_cache
    made.is_open = True
    yield made
    made.is_open = False
    made.invalidate()


async def test_a_page_is_cached_by_what_it_depends_on(web, people, cache):
    paths = ("/", "/about", "/login", f"/{people.ring.id}", "/products", "/wedding-jewellery", "/newsletter")
    plain = {path: (await web.get(path)).content for path in paths}
    size = cache.size
    assert size > 0
    for number in range(20):
        for path in paths:
            added = await web.get(f"{path}?fbclid={number}&utm_source=mail&gclid={'x' * 500}")
            assert added.content == plain[path]
    assert (await web.get("/products?sort=bestSelling&stock=maybe&minPrice=x")).content == plain["/products"]
    assert cache.size == size
    sorted_ = await web.get("/products?sort=priceAsc")
    assert sorted_.content != plain["/products"]
    assert cache.size > size


async def test_a_product_page_is_cached_by_the_sizes_of_the_product(web, people, database, cache):
    ring = await database.run_sync(sized_ring())
    await database.commit()
    plain = (await web.get(f"/{ring.id}")).content
    size = cache.size
    for label in ("18", "2.4", "x", "", "12%0A"):
        assert (await web.get(f"/{ring.id}?size={label}")).content == plain
    assert cache.size == size
    linked = (await web.get(f"/{ring.id}?size=14")).content
    assert linked != plain
    assert (await web.get(f"/{ring.id}?utm_source=mail&size=14")).content == linked
    assert (await web.get(f"/{ring.id}")).content == plain


async def test_the_sitemap_is_cached_until_something_changes(web, people, database, cache):
    first = await web.get("/sitemap.xml", headers={"Accept-Encoding": "gzip"})
    await database.execute(update(Product).where(Product.id == people.chain.id).values(status="in active"))
    await database.commit()
    assert (await web.get("/sitemap.xml")).content == first.content
    assert (await web.get("/sitemap.xml", headers={"If-None-Match": first.headers["etag"]})).status_code == 304
    cache.invalidate("product")
    assert (await web.get("/sitemap.xml")).content != first.content


@cases(
    ("path", "lines"),
    [
        ("/products?" + "&" * 300, 1),
        ("/products?search=" + "x" * 5000, 1),
        (f"/{'x' * 300}.txt", 1),
        (f"/assets/{'x' * 300}", 1),
        (f"/assets/{'x' * 300}/{'y' * 300}", 1),
        ("/assets/%00", 1),
        ("/x%00.txt", 1),
        (f"/sitemap-{'9' * 4400}.xml", 0),
        ("/sitemap-00.xml", 0),
        ("/sitemap-1e3.xml", 0),
        ("/sitemap-%D9%A1.xml", 0),
        ("/%ff%fe", 0),
        (f"/{'9' * 4400}", 0),
        (f"/my-orders/{'9' * 4400}/invoice", 0),
    ],
)
async def test_malformed_addresses_are_not_found(web, people, path, lines):
    with capture_logs() as logged:
        answer = await web.get(path)
    assert answer.status_code == 404
    assert len(logged) == lines
    assert all(len(str(line)) < 500 and line["log_level"] == "info" for line in logged)
    if answer.headers["content-type"] == "application/json":
        failed(answer, 404)
    else:
        assert "This page is not in the shop" in answer.text


async def test_robots_txt_names_the_sitemap(web):
    answer = await web.get("/robots.txt")
    assert answer.headers["content-type"].startswith("text/plain")
    assert f"Sitemap: {BASE}/sitemap.xml" in answer.text
    assert "Disallow: /admin" in answer.text
