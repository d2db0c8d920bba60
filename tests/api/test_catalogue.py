"""Lists of products on sale: search, filters, counts, sort orders, cursors."""

import datetime as dt
import re
from decimal import Decimal
from urllib.parse import urlencode

import pytest
from sqlalchemy import func, select, text, update

from shop.catalogue.model import Category, Product
from shop.catalogue.price_listing import PRICE_BANDS
from shop.clock import now
from tests.support import factories
from tests.support.cases import cases
from tests.support.http_client import failed, succeeded


@pytest.fixture
async def goods(database, people):
    """Add eight products in three categories at 9,000 rupees a gram, oldest first, and an inactive one."""

    def stock(session):
        rings = factories.open_category(session, "Rings")
        chains = factories.open_category(session, "Éclat Chains")
        charms = factories.open_category(session, "Charms")
        rows = [
            (
                "Aruna",
                rings,
                {"weight": Decimal(2), "product_type": "men", "rating": Decimal("4.5"), "review_count": 2},
            ),
            ("Rope", chains, {"weight": Decimal(5), "rating": Decimal(5), "review_count": 1}),
            ("ribbon_ring", rings, {"weight": Decimal(3), "purity": "24k"}),
            ("100% Gold", charms, {"weight": Decimal(1), "stock_availability": "no"}),
            (
                "Élan",
                chains,
                {"weight": Decimal(5), "rating": Decimal("3.2"), "review_count": 5, "product_type": "wedding"},
            ),
            ("Rani", charms, {"weight": Decimal(30), "product_type": "wedding"}),
            ("ring of Charms", charms, {"weight": Decimal(8), "purity": "24k", "product_type": "kids"}),
            ("Zarī", rings, {"weight": Decimal(4), "discount": Decimal(500)}),
        ]
        session.execute(text("UPDATE product SET status = 'in active'"))
        for number, (name, category, fields) in enumerate(rows):
            at = now() - dt.timedelta(days=10 - number)
            factories.stock_product(session, name=name, category=category, created_at=at, **fields)
        factories.stock_product(session, name="Ring gone", category=rings, status="in active")

    await database.run_sync(stock)
    await database.commit()


NEWEST = ["Zarī", "ring of Charms", "Rani", "Élan", "100% Gold", "ribbon_ring", "Rope", "Aruna"]


async def names(browser, **parameters) -> list[str]:
    query = urlencode(parameters, doseq=True)
    response = await browser.get(f"/product/customer/?{query}")
    return [product["name"] for product in succeeded(response)]


async def test_the_plain_list_is_all_on_sale_with_the_newest_first(visitor, goods):
    response = await visitor.get("/product/customer/")
    assert [product["name"] for product in succeeded(response)] == NEWEST
    assert response.json()["nextCursor"] is None
    assert response.json()["total"] == 8


@cases(
    ("search", "found"),
    [
        ("r", ["Zarī", "ring of Charms", "Rani", "ribbon_ring", "Rope", "Aruna"]),
        ("RI", ["Zarī", "ring of Charms", "ribbon_ring", "Aruna"]),
        ("ribbon_", ["ribbon_ring"]),
        ("ribbon%", ["ribbon_ring"]),
        ("100%", ["100% Gold"]),
        ("gold", ["100% Gold"]),
        ("of", []),
        ("charms ring", ["ring of Charms"]),
        ("éclat rop", ["Rope"]),
        ("rani charm", ["Rani"]),
        ("men aruna", ["Aruna"]),
        ("élan", ["Élan"]),
        ("ÉCLAT c", ["Élan", "Rope"]),
        ("cHaRmS", ["ring of Charms", "Rani", "100% Gold"]),
        ("  zarī ", ["Zarī"]),
        ("", NEWEST),
        ("'; DROP TABLE product", []),
        ("\\", []),
        ("x" * 500, []),
    ],
)
async def test_a_search_finds_words_of_names_categories_and_types_in_any_case(visitor, goods, search, found):
    assert await names(visitor, search=search) == found


@cases(
    ("sort", "found"),
    [
        ("newest", NEWEST),
        ("priceAsc", ["100% Gold", "Aruna", "ribbon_ring", "Zarī", "Rope", "Élan", "ring of Charms", "Rani"]),
        ("priceDesc", ["Rani", "ring of Charms", "Élan", "Rope", "Zarī", "ribbon_ring", "Aruna", "100% Gold"]),
        ("rating", ["Rope", "Aruna", "Élan", "Zarī", "ring of Charms", "Rani", "100% Gold", "ribbon_ring"]),
        ("bestSelling", NEWEST),
    ],
)
@cases("limit", [1, 3, 8, 200])
async def test_pages_of_any_size_make_up_the_sorted_list(visitor, goods, sort, found, limit):
    got, cursor = [], {}
    while True:
        response = await visitor.get("/product/customer/", params={"sort": sort, "limit": limit} | cursor)
        page = [product["name"] for product in succeeded(response)]
        assert 0 < len(page) <= limit
        assert response.json()["total"] == 8
        got += page
        if response.json()["nextCursor"] is None:
            break
        cursor = {"cursor": response.json()["nextCursor"]}
    assert got == found


@pytest.mark.parametrize(
    ("word", "sort"), [("price", "priceAsc"), ("best selling", "bestSelling"), ("best_selling", "bestSelling")]
)
async def test_an_order_may_be_named_in_plain_words(visitor, goods, word, sort):
    page = (await visitor.get("/product/customer/", params={"sort": word, "limit": 3})).json()
    assert page == (await visitor.get("/product/customer/", params={"sort": sort, "limit": 3})).json()


@cases(
    ("filters", "found"),
    [
        ({"productType": "men"}, {"Aruna"}),
        ({"productType": ["men", "kids"]}, {"Aruna", "ring of Charms"}),
        ({"purity": "24k"}, {"ribbon_ring", "ring of Charms"}),
        ({"purity": ["24k", "22k"]}, set(NEWEST)),
        ({"stock": "no"}, {"100% Gold"}),
        ({"stock": "yes"}, set(NEWEST) - {"100% Gold"}),
        ({"minRating": 1}, {"Aruna", "Rope", "Élan"}),
        ({"minRating": 4}, {"Aruna", "Rope"}),
        ({"minRating": 5}, {"Rope"}),
        ({"minPrice": 46500}, {"Rope", "Élan", "Rani", "ring of Charms"}),
        ({"maxPrice": 46500}, set(NEWEST) - {"Rani", "ring of Charms"}),
        ({"minPrice": 28500, "maxPrice": 37000}, {"ribbon_ring", "Zarī"}),
        ({"minPrice": 37000, "maxPrice": 28500}, {"ribbon_ring", "Zarī"}),
        ({"productType": "kids", "purity": "22k"}, set()),
        ({"search": "r", "purity": "24k", "minPrice": 50000}, {"ring of Charms"}),
        ({"category": "no such"}, set()),
        ({"categoryId": 2147483647}, set()),
    ],
)
async def test_filters_narrow_the_list(visitor, goods, filters, found):
    assert set(await names(visitor, **filters)) == found


async def test_categories_are_given_by_ids_and_codes(visitor, goods):
    facets = (await visitor.get("/product/customer/")).json()["facets"]["category"]
    counts = {entry["name"]: entry for entry in facets if entry["count"]}
    rings, chains = counts["Rings"], counts["Éclat Chains"]
    of_rings, of_chains = {"Aruna", "ribbon_ring", "Zarī"}, {"Rope", "Élan"}
    assert set(await names(visitor, category=rings["id"])) == of_rings
    assert set(await names(visitor, category=rings["code"].lower())) == of_rings
    assert await names(visitor, category="") == await names(visitor)
    assert set(await names(visitor, categoryId=rings["id"])) == of_rings
    assert set(await names(visitor, categoryId=[rings["id"], chains["id"]])) == of_rings | of_chains
    assert set(await names(visitor, category=[rings["code"], chains["id"]])) == of_rings | of_chains


async def test_an_id_of_a_category_is_no_code_of_another(visitor, goods, database):
    rings, charms = [
        await database.scalar(select(Category.id).join(Product).where(Product.name == name))
        for name in ("Aruna", "Rani")
    ]
    await database.execute(update(Category).where(Category.id == charms).values(code=str(rings)))
    await database.commit()
    of_rings, of_charms = {"Aruna", "ribbon_ring", "Zarī"}, {"100% Gold", "Rani", "ring of Charms"}
    page = (await visitor.get(f"/product/customer/?categoryId={rings}&productType=general")).json()
    assert ({product["name"] for product in page["data"]}, page["total"]) == ({"ribbon_ring", "Zarī"}, 2)
    assert choices(page["facets"]["purity"]) == {"22k": 1, "24k": 1}
    assert choices(page["facets"]["category"], "name") == {"Charms": 1, "Rings": 2, "Éclat Chains": 1}
    assert set(await names(visitor, categoryId=rings)) == of_rings
    assert set(await names(visitor, category=rings)) == of_rings | of_charms
    assert set(await names(visitor, categoryId=rings, category=rings)) == of_rings | of_charms


def choices(facet: list[dict], name: str = "value") -> dict:
    return {entry[name]: entry["count"] for entry in facet if entry["count"]}


async def test_the_counts_of_each_filter_respect_the_others(visitor, goods):
    query = "?productType=wedding&productType=men&maxPrice=50000"
    body = (await visitor.get(f"/product/customer/{query}")).json()
    assert body["total"] == len(body["data"]) == 2
    facets = body["facets"]
    assert choices(facets["productType"]) == {"general": 4, "men": 1, "wedding": 1}
    assert choices(facets["category"], "name") == {"Rings": 1, "Éclat Chains": 1}
    assert choices(facets["purity"]) == {"22k": 2}
    assert choices(facets["stock"]) == {"yes": 2}
    assert choices(facets["rating"], "minRating") == {4: 1, 3: 2, 2: 2, 1: 2}
    assert [band["count"] for band in facets["price"]["bands"]] == [2, 0, 0, 1, 0]
    assert (facets["price"]["min"], facets["price"]["max"]) == (19500, 271500)


async def test_a_filter_finds_as_many_products_as_its_count(visitor, goods):
    facets = (await visitor.get("/product/customer/?search=r")).json()["facets"]
    chosen = [("category", entry["code"], entry["count"]) for entry in facets["category"]]
    chosen += [(name, e["value"], e["count"]) for name in ("productType", "purity", "stock") for e in facets[name]]
    chosen += [("minRating", entry["minRating"], entry["count"]) for entry in facets["rating"]]
    for name, value, count in chosen:
        assert len(await names(visitor, search="r", **{name: value})) == count
    for band in facets["price"]["bands"]:
        limits = {name: band[name] for name in ("minPrice", "maxPrice") if band[name] is not None}
        assert len(await names(visitor, search="r", **limits)) == band["count"]


async def test_the_counts_can_be_left_out(visitor, goods):
    body = (await visitor.get("/product/customer/?search=r&limit=2&facets=false")).json()
    assert (len(body["data"]), body["total"], body["facets"]) == (2, None, None)
    assert body["nextCursor"]


@cases(
    ("field", "value"),
    [
        ("minPrice", "-1"),
        ("minPrice", "NaN"),
        ("maxPrice", "Infinity"),
        ("maxPrice", "1" * 400),
        ("minPrice", "cheap"),
        ("purity", "18k"),
        ("stock", "maybe"),
        ("productType", "cats"),
        ("categoryId", "0"),
        ("categoryId", str(2**53)),
        ("minRating", "6"),
        ("minRating", "4.5"),
        ("sort", "random"),
        ("limit", "0"),
        ("limit", "201"),
        ("facets", "perhaps"),
        ("id", "-1"),
    ],
)
async def test_an_unfit_parameter_is_refused_by_name(visitor, people, field, value):
    body = (await visitor.get("/product/customer/", params={field: value})).json()
    assert (body["code"], [name.split(".")[0] for name in body["errors"]]) == (422, [field])


@cases(
    "cursor",
    [
        "x",
        "24",
        "%00",
        "W10",
        "é" * 10,
        "A" * 500,
        "WyJuZXdlc3QiLCAiMSIsIDFd",
        "WyJwcmljZUFzYyIsICJOYU4iLCAxXQ",
        "WyJuZXdlc3QiLCAiMDAwMS0wMS0wMVQwMDowMDowMCswMTowMCIsIDFd",
        "WyJuZXdlc3QiLCB7fSwgMV0",
        "W1tbW1tb" * 20,
    ],
)
@cases("sort", ["newest", "priceAsc", "bestSelling"])
async def test_junk_for_a_cursor_is_refused(visitor, people, cursor, sort):
    response = await visitor.get(f"/product/customer/?cursor={cursor}&sort={sort}")
    failed(response, 404 if re.fullmatch("[A-Za-z0-9_=-]+", cursor) else 422, "cursor")


async def test_a_cursor_of_another_order_is_refused(visitor, goods):
    cursor = (await visitor.get("/product/customer/?limit=1")).json()["nextCursor"]
    failed(await visitor.get("/product/customer/", params={"cursor": cursor, "sort": "rating"}), 404, "cursor")


async def test_a_nul_in_a_search_is_refused(visitor, people):
    failed(await visitor.get("/product/customer/?search=a%00b"), 422, "search")


async def test_half_a_character_in_a_search_finds_nothing(visitor, goods):
    assert succeeded(await visitor.get("/product/customer/?search=%ed%a0%80")) == []


async def test_an_inactive_product_is_not_listed(visitor, database, people, karthik):
    await database.execute(text("UPDATE product SET status = 'in active' WHERE id = :id"), {"id": people.ring.id})
    await database.commit()
    for browser in (visitor, karthik):
        gone = await browser.get(f"/product/customer/?id={people.ring.id}")
        missing = await browser.get("/product/customer/?id=2147483647")
        assert gone.content == missing.content
        failed(gone, 404)
        assert await names(browser) == ["Rope Chain"]


async def test_whatever_changes_a_product_changes_the_list_at_once(visitor, database, people):
    for change in ("name = 'Ænna', weight = 1", "purity = '24k', stock_availability = 'no'", "making_charge = 99000"):
        await database.execute(text(f"UPDATE product SET {change} WHERE id = :id"), {"id": people.ring.id})
    await database.commit()
    assert await names(visitor, search="æ", purity="24k", stock="no", minPrice=108500, maxPrice=108500) == ["Ænna"]
    await database.execute(text("DELETE FROM product WHERE id = :id"), {"id": people.ring.id})
    await database.commit()
    assert await names(visitor) == ["Rope Chain"]


async def test_products_are_priced_alike_in_list_page_and_listing(visitor, database, people):
    for product in (people.ring, people.chain):
        await database.refresh(product)
        shown = succeeded(await visitor.get(f"/product/customer/?id={product.id}"))
        price = await database.scalar(text("SELECT price FROM listing WHERE product_id = :id"), {"id": product.id})
        assert shown["ornamentPrice"] == price == product.price_at(factories.RATE).ornament_price
    listed = succeeded(await visitor.get("/product/customer/?sort=priceAsc"))
    assert [product["ornamentPrice"] for product in listed] == [46500, 91500]


async def test_a_product_does_not_show_purchase_data(visitor, people):
    for product in succeeded(await visitor.get("/product/customer/")):
        assert not {name for name in product if name.startswith(("purchase", "vendor"))}
        assert product.keys() >= {"mrp", "ornamentPrice", "goldRate", "metalValue", "rating", "reviewCount"}


async def test_the_price_bands_equal_those_of_the_database(database):
    for number, limit in enumerate(PRICE_BANDS, start=1):
        below, at = (await database.execute(select(func.price_band(limit - 1), func.price_band(limit)))).one()
        assert (below, at) == (number - 1, number)
