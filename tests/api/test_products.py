"""Creating, changing and deleting products; the admin's product list."""

import asyncio
import datetime as dt
from decimal import Decimal

import pytest
from sqlalchemy import select

from shop.carts.model import CartItem
from shop.catalogue.admin_lists import AdminProductSort
from shop.catalogue.model import Product, Vendor
from shop.wishlists.model import WishlistEntry
from tests.support import factories
from tests.support.cases import cases
from tests.support.http_client import failed, succeeded
from tests.support.images import encoded, jpeg

FIGURES = {
    "code": "RG-900",
    "name": "Peacock Ring",
    "description": "A ring with a peacock.",
    "weight": "8.125",
    "makingCharge": "2500.50",
    "wastageCharge": "900",
    "discount": "500",
    "status": "active",
    "stockAvailability": "yes",
    "purchaseRate": "60000",
    "purchaseGoldRate": "7000",
    "purchaseDate": "2026-10-01",
    "productType": "wedding",
}


@pytest.fixture
def form(people):
    return FIGURES | {"vendorId": str(people.ring.vendor_id), "categoryId": str(people.ring.category_id)}


def pictures(*contents: bytes, name: str = "imageUrl[]"):
    return [(name, (f"{number}.jpg", content, "image/jpeg")) for number, content in enumerate(contents)]


async def test_a_line_break_of_a_form_counts_as_one_character(karthik, form):
    text = "\r\n".join(["x" * 200] * 24 + ["x" * 176])
    made = succeeded(await karthik.post("/product/", data=form | {"description": text}, files=pictures(jpeg())))
    assert (made["description"], len(made["description"])) == (text.replace("\r\n", "\n"), 5000)
    sent = form | {"code": "RG-901", "description": f"{text}x"}
    failed(await karthik.post("/product/", data=sent, files=pictures(jpeg())), 422, "description")


async def test_a_product_is_created_with_its_pictures(karthik, form, run_sync):
    answer = await karthik.post("/product/", data=form, files=pictures(jpeg(), encoded("PNG")))
    product = succeeded(answer)
    assert (answer.json()["code"], answer.json()["message"]) == (200, "Product created successfully")
    assert (product["code"], product["weight"], product["makingCharge"]) == ("RG-900", 8.125, 2500.5)
    assert product["mrp"] == round(9000 * 8.125 + 2500.5 + 900)
    assert product["ornamentPrice"] == product["mrp"] - 500
    assert (product["rating"], product["purchaseDate"], product["purchaseRate"]) == (4, "2026-10-01", 60000)
    assert [(image["type"], image["status"], image["position"]) for image in product["images"]] == [
        ("thumbnail", "processing", 0),
        ("gallery", "processing", 1),
    ]
    events = await run_sync(factories.events)
    assert [event["type"] for event in events] == [*["product_image.uploaded"] * 2, "catalogue.changed"]
    told = events[-1]["data"]
    assert (told["entity"], told["id"], told["action"]) == ("product", product["id"], "created")
    assert (told["weight"], told["makingCharge"], told["wastageCharge"], told["discount"]) == (8.125, 2500.5, 900, 500)
    assert (told["status"], told["stockAvailability"]) == ("active", "yes")


async def test_shoppers_see_no_picture_that_is_still_being_made(karthik, visitor, form):
    product = succeeded(await karthik.post("/product/", data=form, files=pictures(jpeg())))
    shown = succeeded(await visitor.get(f"/product/customer/?id={product['id']}"))
    assert (shown["images"], shown["productImageUrl"]) == ([], "")
    assert "purchaseRate" not in shown


@pytest.mark.parametrize("name", ["imageUrl", "imageUrl[]"])
async def test_pictures_come_under_either_name(karthik, form, name):
    product = succeeded(await karthik.post("/product/", data=form, files=pictures(jpeg(), name=name)))
    assert len(product["images"]) == 1


async def test_json_is_read_where_no_file_is_sent(karthik, form):
    body = form | {"weight": 8.125, "discount": 0, "vendorId": int(form["vendorId"])}
    assert succeeded(await karthik.post("/product/", json=body))["weight"] == 8.125


@cases("field", [name for name in [*FIGURES, "vendorId", "categoryId"] if name != "discount"])
@cases("value", [None, "", "  "])
async def test_every_field_is_required(karthik, form, run_sync, field, value):
    before = await run_sync(factories.contents)
    sent = {name: text for name, text in (form | {field: value}).items() if text is not None}
    assert field in (await karthik.post("/product/", data=sent, files=pictures(jpeg()))).json()["errors"]
    assert await run_sync(factories.contents) == before


@cases(
    ("field", "value"),
    [
        ("weight", "0"),
        ("weight", "-1"),
        ("weight", "100000.001"),
        ("weight", "1.2345"),
        ("weight", "NaN"),
        ("weight", "Infinity"),
        ("weight", "1e400"),
        ("weight", "1e-400"),
        ("weight", "ten"),
        ("makingCharge", "-0.01"),
        ("makingCharge", "1000000001"),
        ("wastageCharge", "0.001"),
        ("purchaseRate", "9" * 400),
        ("discount", "-1"),
        ("discount", "0.5"),
        ("status", "sold"),
        ("stockAvailability", "maybe"),
        ("productType", "women"),
        ("purchaseDate", "yesterday"),
        ("purchaseDate", "2026-02-30"),
        ("purchaseDate", "0026-11-03"),
        ("purchaseDate", "1899-12-31"),
        ("vendorId", "0"),
        ("vendorId", "9" * 30),
        ("categoryId", "x"),
        ("code", "x" * 51),
        ("name", "a\x00b"),
        ("ornamentPrice", "1"),
        ("rating", "5"),
    ],
)
async def test_what_is_unfit_is_refused_by_name(karthik, form, run_sync, field, value):
    before = await run_sync(factories.contents)
    failed(await karthik.post("/product/", data=form | {field: value}, files=pictures(jpeg())), 422, field)
    failed(await karthik.post("/product/", json=form | {field: value}), 422, field)
    assert await run_sync(factories.contents) == before


@cases(
    ("field", "value", "status"),
    [("vendorId", "999999", 404), ("categoryId", "999999", 404), ("discount", "2501", 409)],
)
async def test_what_does_not_agree_with_the_shop_is_refused_by_name(karthik, form, run_sync, field, value, status):
    before = await run_sync(factories.contents)
    failed(await karthik.post("/product/", data=form | {field: value}, files=pictures(jpeg())), status, field)
    failed(await karthik.post("/product/", json=form | {field: value}), status, field)
    assert await run_sync(factories.contents) == before


async def test_an_in_active_vendor_cannot_be_chosen_but_stays_where_they_are(karthik, form, people, database):
    vendor = await database.get(Vendor, people.ring.vendor_id)
    vendor.status = "in active"
    await database.commit()
    failed(await karthik.post("/product/", data=form), 409, "vendorId")
    failed(await karthik.post(f"/product/?id={people.chain.id}", json={"vendorId": vendor.id}), 409, "vendorId")
    succeeded(await karthik.post(f"/product/?id={people.ring.id}", data=form))


async def test_a_code_is_for_one_product(karthik, form, people, run_sync):
    before = await run_sync(factories.contents)
    failed(await karthik.post("/product/", data=form | {"code": people.ring.code}), 409, "code")
    failed(await karthik.post(f"/product/?id={people.chain.id}", json={"code": people.ring.code}), 409, "code")
    assert await run_sync(factories.contents) == before


async def test_a_new_code_differs_from_others_by_more_than_capitals(karthik, form, people, run_sync):
    told = "There is already one with the code RG-900. Codes must differ by more than capitals."
    succeeded(await karthik.post("/product/", data=form))
    before = await run_sync(factories.contents)
    answer = failed(await karthik.post("/product/", data=form | {"code": "rg-900"}), 409, "code")
    assert (answer["message"], answer["errors"]) == (told, {"code": "RG-900 differs by capitals only."})
    changed = failed(await karthik.post(f"/product/?id={people.chain.id}", json={"code": "Rg-900"}), 409, "code")
    assert changed["message"] == told
    assert await run_sync(factories.contents) == before


async def test_products_whose_codes_differed_by_capitals_before_stay(karthik, form, run_sync, database):
    made = [await database.run_sync(factories.stock_product, code=code) for code in ("X-1", "x-1")]
    await database.commit()
    answer = succeeded(await karthik.post(f"/product/?id={made[1].id}", json={"code": "x-1", "name": "Nath"}))
    assert (answer["code"], answer["name"]) == ("x-1", "Nath")
    assert succeeded(await karthik.post(f"/product/?id={made[1].id}", json={"code": "Y-1"}))["code"] == "Y-1"
    assert succeeded(await karthik.post(f"/product/?id={made[1].id}", json={"code": "y-1"}))["code"] == "y-1"


async def test_what_is_in_active_is_not_in_stock(karthik, form, people, run_sync):
    product = succeeded(await karthik.post("/product/", data=form | {"status": "in active"}))
    assert (product["status"], product["stockAvailability"]) == ("in active", "no")
    told = (await run_sync(factories.events))[-1]["data"]
    assert told.keys() == {"entity", "id", "action", "status", "stockAvailability"}
    sent = {"status": "in active", "stockAvailability": "yes"}
    changed = succeeded(await karthik.post(f"/product/?id={people.ring.id}", json=sent))
    assert (changed["status"], changed["stockAvailability"]) == ("in active", "no")


async def test_a_product_is_changed_and_its_new_pictures_stand_behind_the_old(karthik, form, people):
    body = form | {"id": str(people.ring.id), "imageUrl[]": "/media/products/0.webp"}
    answer = await karthik.post(f"/product/?id={people.ring.id}", data=body, files=pictures(jpeg()))
    product = succeeded(answer)
    assert answer.json()["message"] == "Product updated successfully"
    assert (product["name"], product["id"]) == ("Peacock Ring", people.ring.id)
    assert [(image["position"], image["type"]) for image in product["images"]] == [(0, "gallery"), (1, "gallery")]


async def test_a_product_comes_with_many_pictures_and_where_they_are_too_many_that_is_said(karthik, form, run_sync):
    product = succeeded(await karthik.post("/product/", data=form, files=pictures(*[jpeg()] * 50)))
    assert [image["position"] for image in product["images"]] == list(range(50))
    before = await run_sync(factories.contents)
    body = failed(await karthik.post("/product/", data=form, files=pictures(*[jpeg()] * 51)), 422, "imageUrl")
    assert body["message"] == "Please send at most 50 pictures at once."
    assert await run_sync(factories.contents) == before


async def test_what_is_not_sent_stays_and_what_is_sent_must_agree_with_it(karthik, people):
    path = f"/product/?id={people.ring.id}"
    assert succeeded(await karthik.post(path, json={"discount": 900}))["discount"] == 900
    failed(await karthik.post(path, json={"makingCharge": 800}), 409, "discount")
    failed(await karthik.post(path, json={"name": None}), 422, "name")
    failed(await karthik.post(path, json={"id": people.chain.id}), 409, "id")
    failed(await karthik.post("/product/?id=999999", json={}), 404)


async def test_a_purchase_date_from_before_its_rule_may_stay(karthik, people, database):
    people.ring.purchase_date = dt.date(26, 11, 3)
    await database.commit()
    url = f"/product/?id={people.ring.id}"
    assert succeeded(await karthik.post(url, json={"stockQuantity": 3}))["stockQuantity"] == 3
    repeated = succeeded(await karthik.post(url, data={"name": "Another", "purchaseDate": "0026-11-03"}))
    assert (repeated["name"], repeated["purchaseDate"]) == ("Another", "0026-11-03")
    failed(await karthik.post(url, json={"purchaseDate": "0026-11-04"}), 422, "purchaseDate")


@pytest.mark.parametrize("way", ["json", "data"])
async def test_a_row_may_be_sent_back_whole_and_its_price_is_not_set_by_it(karthik, people, run_sync, way):
    path = f"/product/?id={people.ring.id}"
    row = succeeded(await karthik.get(path))
    sent = row if way == "json" else {name: str(value) for name, value in row.items() if name != "images"}
    assert succeeded(await karthik.post(path, **{way: sent | {"name": "Lily Ring"}})) == row | {"name": "Lily Ring"}
    before = await run_sync(factories.contents)
    for name in ("ornamentPrice", "mrp", "goldRate", "rating"):
        failed(await karthik.post(path, **{way: sent | {name: "1"}}), 422, name)
    failed(await karthik.post(path, json={"ornamentPrice": row["ornamentPrice"]}), 422)
    assert await run_sync(factories.contents) == before


async def test_the_list_shows_all_and_can_be_narrowed_and_sorted(karthik, people, database):
    await database.run_sync(
        lambda session: factories.stock_product(session, name="Old Bangle", status="in active", weight=Decimal(90))
    )
    await database.commit()
    products = succeeded(await karthik.get("/product/"))
    assert {product["name"] for product in products} == {"Lotus Ring", "Rope Chain", "Old Bangle"}
    assert products[0]["vendorName"] == "Goldsmith"
    names = {
        "?status=in active": ["Old Bangle"],
        "?status=active&sort=name": ["Lotus Ring", "Rope Chain"],
        "?search=PE CH": ["Rope Chain"],
        "?search=100%25": [],
        "?sort=weightDesc": ["Old Bangle", "Lotus Ring", "Rope Chain"],
        "?sort=priceAsc": ["Rope Chain", "Lotus Ring", "Old Bangle"],
        "?sort=priceDesc&limit=1": ["Old Bangle"],
        "?sort=priceDesc&status=active": ["Lotus Ring", "Rope Chain"],
        f"?categoryId={people.ring.category_id}": ["Lotus Ring"],
        f"?vendorId={people.chain.vendor_id}": ["Rope Chain"],
        "?productType=kids": [],
        "?stockAvailability=no": [],
    }
    for query, expected in names.items():
        assert [product["name"] for product in succeeded(await karthik.get(f"/product/{query}"))] == expected, query
    first = (await karthik.get("/product/?sort=name&limit=2")).json()
    rest = (await karthik.get(f"/product/?sort=name&limit=2&cursor={first['nextCursor']}")).json()
    assert [product["name"] for product in first["data"] + rest["data"]] == ["Lotus Ring", "Old Bangle", "Rope Chain"]
    assert succeeded(await karthik.get(f"/product/?id={people.ring.id}"))["name"] == "Lotus Ring"
    failed(await karthik.get("/product/?id=999999"), 404)


@cases("status", ["active", "in active"])
@cases(
    "search",
    [
        "solene d'or",
        "rings",
        "d or",
        "d\N{RIGHT SINGLE QUOTATION MARK}or solène",
        "zz12",
        "ZZ-12/b",
        "zz 12",
        "12/B",
        "lène",
    ],
)
async def test_a_product_is_found_by_the_spelling_of_shoppers(karthik, people, database, status, search):
    fields = {
        "name": "Solène D\N{RIGHT SINGLE QUOTATION MARK}Or Ring",
        "code": f"ZZ-12/{'B' if status == 'active' else 'B2'}",
        "status": status,
    }
    await database.run_sync(lambda session: factories.stock_product(session, **fields))
    await database.commit()
    found = succeeded(await karthik.get("/product/", params={"search": search, "status": status}))
    assert fields["code"] in {product["code"] for product in found}, search


@pytest.mark.parametrize("search", ["Lotus Chain", "otusring", "RG", "%", "'", "&|!"])
async def test_a_product_is_not_found_by_what_it_lacks(karthik, people, search):
    assert succeeded(await karthik.get("/product/", params={"search": search})) == []


@pytest.mark.parametrize("sort", AdminProductSort)
async def test_a_list_goes_on_after_its_last_product_when_products_leave(karthik, people, database, sort):
    shelf = (
        ("Óm Ring", 3, "active", 4),
        ("om Ring", 3, "in active", None),
        ("Bangle", 9, "active", None),
        ("Anklet", 9, "active", 4),
        ("Chain", 1, "in active", 0),
        ("Chain", 5, "active", None),
    )
    for name, weight, status, count in shelf:
        fields = {"name": name, "weight": Decimal(weight), "status": status, "stock_quantity": count}
        await database.run_sync(lambda session, given=fields: factories.stock_product(session, **given))
    await database.commit()
    path = f"/product/?sort={sort}"
    whole = [product["id"] for product in succeeded(await karthik.get(path))]
    assert len(whole) == 8
    for limit in (1, 2, 3):
        seen, more = [], ""
        while more is not None:
            page = (await karthik.get(f"{path}&limit={limit}{more}")).json()
            seen += [product["id"] for product in page["data"]]
            more = f"&cursor={page['nextCursor']}" if page["nextCursor"] else None
        assert seen == whole, limit
    first = (await karthik.get(f"{path}&limit=3")).json()
    for product in first["data"]:
        succeeded(await karthik.delete(f"/product/?id={product['id']}"))
    rest = succeeded(await karthik.get(f"{path}&cursor={first['nextCursor']}"))
    assert [product["id"] for product in first["data"] + rest] == whole


@pytest.mark.parametrize("sort", [AdminProductSort.PRICE_UP, AdminProductSort.PRICE_DOWN, AdminProductSort.WEIGHT_UP])
async def test_a_list_by_price_does_not_go_on_at_another_gold_rate(karthik, people, database, sort):
    for weight in (1, 5, 9):
        fields = {"weight": Decimal(weight)}
        await database.run_sync(lambda session, given=fields: factories.stock_product(session, **given))
    await database.commit()
    path = f"/product/?sort={sort}&limit=3"
    first = (await karthik.get(path)).json()
    rate = succeeded(await karthik.get("/goldrate/"))[0]
    figures = {"r22kRate": rate["r22kRate"] - 400, "r24kRate": rate["r24kRate"] - 400, "date": rate["date"]}
    succeeded(await karthik.post(f"/goldrate/?id={rate['id']}", json=figures))
    going_on = await karthik.get(f"{path}&cursor={first['nextCursor']}")
    if sort is AdminProductSort.WEIGHT_UP:
        assert len(succeeded(going_on)) == 2
        return
    failed(going_on, 404, "cursor")
    first = (await karthik.get(path)).json()
    rest = succeeded(await karthik.get(f"{path}&cursor={first['nextCursor']}"))
    assert len({product["id"] for product in first["data"] + rest}) == 5


@pytest.mark.parametrize("cursor", ["200", "eA", "WyJuZXdlc3QiLG51bGwsMV0x"])
async def test_a_list_does_not_go_on_after_a_cursor_of_another_list(karthik, people, cursor):
    failed(await karthik.get(f"/product/?cursor={cursor}"), 404, "cursor")
    of_names = (await karthik.get("/product/?sort=name&limit=1")).json()["nextCursor"]
    failed(await karthik.get(f"/product/?sort=code&cursor={of_names}"), 404, "cursor")


@pytest.mark.parametrize("query", ["limit=0", "limit=x", "cursor=%00", "sort=age", "status=gone", "search=%00", "id=0"])
async def test_unfit_queries_are_refused(karthik, query):
    failed(await karthik.get(f"/product/?{query}"), 422, query.partition("=")[0])


async def test_a_product_leaves_carts_and_wishlists_with_it(karthik, asha, people, database, run_sync):
    for path in ("/cart/", "/wishlist/"):
        body = {"customerId": people.asha.id, "productId": people.ring.id}
        succeeded(await asha.post(path, json=body | ({"quantity": 1} if path == "/cart/" else {})))
    assert (await karthik.delete(f"/product/?id={people.ring.id}")).json()["message"] == "Product Deleted"
    for kept in (CartItem, WishlistEntry, Product):
        rows = await database.scalars(select(kept).where(kept.id == people.ring.id))
        assert rows.all() == []
    told = (await run_sync(factories.events))[-1]["data"]
    assert (told["entity"], told["id"], told["action"]) == ("product", people.ring.id, "deleted")
    failed(await karthik.delete(f"/product/?id={people.ring.id}"), 404)


async def test_a_product_of_orders_stays(karthik, people, database, run_sync):
    for _ in range(2):
        await database.run_sync(factories.order, people.asha, [people.ring])
    await database.commit()
    before = await run_sync(factories.contents)
    answer = failed(await karthik.delete(f"/product/?id={people.ring.id}"), 409)
    assert answer["message"].startswith("Lotus Ring cannot be deleted: it is part of 2 orders.")
    assert await run_sync(factories.contents) == before


async def test_only_admins_see_or_keep_all_products(visitor, asha, form, people, run_sync):
    path, before = f"/product/?id={people.ring.id}", await run_sync(factories.contents)
    for browser, status in ((visitor, 401), (asha, 403)):
        failed(await browser.get("/product/"), status)
        failed(await browser.get(path), status)
        failed(await browser.post("/product/", data=form, files=pictures(jpeg())), status)
        failed(await browser.post(path, data=form), status)
        failed(await browser.delete(path), status)
    assert await run_sync(factories.contents) == before


@pytest.mark.parametrize("codes", [["RG-900"], ["RG-900", "Rg-900"]], ids=["one code", "other capitals"])
async def test_of_many_products_with_one_code_one_is_created(open_shop, codes):
    people, browsers = open_shop
    form = FIGURES | {"vendorId": people.ring.vendor_id, "categoryId": people.ring.category_id}
    karthik = await browsers.of(people.karthik)
    bodies = [form | {"code": code} for code in codes * (8 // len(codes))]
    answers = await asyncio.gather(*(karthik.post("/product/", json=body) for body in bodies))
    assert sorted(answer.status_code for answer in answers) == [200, *[409] * 7]
    await karthik.aclose()


async def test_a_category_is_not_deleted_from_under_a_new_product(open_shop):
    people, browsers = open_shop
    karthik = await browsers.of(people.karthik)
    for number in range(6):
        category = await browsers.database.run_sync(factories.open_category)
        await browsers.database.commit()
        form = FIGURES | {"code": f"N{number}", "vendorId": people.ring.vendor_id, "categoryId": category.id}
        created, deleted = await asyncio.gather(
            karthik.post("/product/", json=form), karthik.delete(f"/category/?id={category.id}")
        )
        assert (created.status_code, deleted.status_code) in {(200, 409), (404, 200)}
    await karthik.aclose()


async def test_a_product_has_a_width_and_a_height_in_millimetres(karthik, visitor, people):
    ring = people.ring.id
    changed = succeeded(await karthik.post(f"/product/?id={ring}", data={"width": "20.5", "height": "31"}))
    assert (changed["width"], changed["height"]) == (20.5, 31)
    shown = succeeded(await visitor.get(f"/product/customer/?id={ring}"))
    assert (shown["width"], shown["height"]) == (20.5, 31)
    [listed] = [each for each in succeeded(await visitor.get("/product/customer/")) if each["id"] == ring]
    assert (listed["width"], listed["height"]) == (20.5, 31)
    for measure in ("0", "-1", "0.05", "1000.1", "wide"):
        failed(await karthik.post(f"/product/?id={ring}", data={"width": measure}), 422, "width")
    exported = (await karthik.get("/product/?flag=csv")).text
    assert '"20.5","31.0"' in exported
    emptied = succeeded(await karthik.post(f"/product/?id={ring}", data={"width": "", "height": "null"}))
    assert (emptied["width"], emptied["height"]) == (None, None)
