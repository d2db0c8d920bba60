"""Text input: one line without control characters; older stored texts stay editable."""

import pytest
from sqlalchemy import text

from shop.reviews.model import Review
from tests.api.test_audit import VENDOR
from tests.api.test_product_import import file, ring
from tests.support import factories
from tests.support.cases import cases
from tests.support.http_client import failed, succeeded
from tests.support.images import jpeg

BAD = ["a\nb", "a\rb", "a\tb", "a\x1bb", "a\x7fb", "a\x9fb", "a\u2028b", "a\u202eb", "a\u2066b", "\na", "a\x00b"]
PICTURE = {"imageUrl": ("a.jpg", jpeg(), "image/jpeg")}
PERSON = {"name": "Asha", "email": "new@shop.example", "phone": "+91 98410 55001", "password": "Secret@2026"}
ADDRESS = {
    "name": "Asha",
    "address": "12 Temple Street",
    "country": "India",
    "state": "Tamil Nadu",
    "city": "Chennai",
    "zipCode": "600001",
}
MESSAGE = {"name": "Asha", "email": "a@shop.example", "phone": "", "company": "", "message": "Hello."}


@cases("bad", BAD)
async def test_a_name_is_one_line_without_what_is_not_seen(karthik, asha, visitor, people, run_sync, bad):
    before = await run_sync(factories.contents)
    own = {"name": bad, "email": people.asha.email, "phone": "+91 98410 55001", "password": ""}
    address = ADDRESS | {"customerId": people.asha.id}
    for browser, path, field, sent in (
        (visitor, "/customer/", "name", {"json": PERSON | {"name": bad}}),
        (karthik, "/customer/", "name", {"json": PERSON | {"name": bad}}),
        (karthik, "/customer/", "phone", {"json": PERSON | {"phone": bad}}),
        (asha, f"/customer/?id={people.asha.id}", "name", {"json": own}),
        (asha, "/address/", "name", {"json": address | {"name": bad}}),
        (karthik, "/vendor/", "name", {"json": VENDOR | {"name": bad}}),
        (karthik, "/vendor/", "contactNumbers", {"json": VENDOR | {"contactNumbers": bad}}),
        (karthik, "/category/", "name", {"data": {"code": "N", "name": bad}, "files": PICTURE}),
        (karthik, "/category/", "code", {"json": {"code": bad, "name": "N", "imageUrl": "/media/x.webp"}}),
        (karthik, f"/product/?id={people.ring.id}", "name", {"json": {"name": bad}}),
        (karthik, f"/product/?id={people.ring.id}", "code", {"json": {"code": bad}}),
        (visitor, "/order/?flag=sendMailForUser", "name", {"json": MESSAGE | {"name": bad}}),
        (visitor, "/order/?flag=sendMailForUser", "company", {"json": MESSAGE | {"company": bad}}),
    ):
        body = failed(await browser.post(path, **sent), 422, field)
        assert body["errors"][field].startswith("must be one line") or field == "phone"
    assert await run_sync(factories.contents) == before


@pytest.mark.parametrize("unseen", ["\u0301", "\u200b \u0300", "\u3164"])
async def test_a_name_of_which_nothing_is_seen_is_empty(karthik, visitor, unseen):
    for browser, path, sent in (
        (visitor, "/customer/", PERSON | {"name": unseen}),
        (karthik, "/vendor/", VENDOR | {"name": unseen}),
    ):
        assert failed(await browser.post(path, json=sent), 422, "name")["errors"]["name"] == "must not be empty"


@pytest.mark.parametrize("bad", ["a\x1bb", "a\x00b", "a\u202eb", "a\x85b"])
async def test_notes_and_addresses_have_lines_and_nothing_that_is_not_seen(karthik, asha, visitor, people, bad):
    address = ADDRESS | {"customerId": people.asha.id}
    for browser, path, field, sent in (
        (asha, "/address/", "address", address | {"address": bad}),
        (karthik, "/vendor/", "address1", VENDOR | {"address1": bad}),
        (karthik, f"/product/?id={people.ring.id}", "description", {"description": bad}),
        (visitor, "/order/?flag=sendMailForUser", "message", MESSAGE | {"message": bad}),
    ):
        body = failed(await browser.post(path, json=sent), 422, field)
        assert body["errors"][field] == "must not hold control characters"
    lines = " 12 Temple Street\r\nRene\u0301's house\rbehind\tit "
    saved = succeeded(await asha.post("/address/", json=address | {"address": lines}))
    assert saved["address"] == "12 Temple Street\nRen\u00e9's house\nbehind it"
    told = succeeded(await karthik.post(f"/product/?id={people.ring.id}", json={"description": "A\r\nB"}))
    assert told["description"] == "A\nB"


async def test_a_review_has_lines_and_its_title_is_one(karthik, asha, people, database):
    order = await database.run_sync(factories.order, people.asha, [people.ring])
    await database.execute(text("UPDATE order_item SET status = 'delivered'"))
    await database.commit()
    assert order
    review = {"productId": people.ring.id, "rating": 5, "title": "Fine", "text": "Fine.\r\nAgain."}
    failed(await asha.post("/review/", json=review | {"title": "a\nb"}), 422, "title")
    failed(await asha.post("/review/", json=review | {"text": "a\x07b"}), 422, "text")
    assert succeeded(await asha.post("/review/", json=review))["text"] == "Fine.\nAgain."


async def test_names_are_kept_in_composed_letters(visitor):
    made = succeeded(await visitor.post("/customer/", json=PERSON | {"name": " Rene\u0301 "}))
    assert made["name"] == "Ren\u00e9"


async def test_the_limits_count_what_is_stored(karthik, visitor, people):
    grown, shrunk = "\u0958", "e\u0301"
    for browser, path, field, sent, longest in (
        (karthik, "/vendor/", "contactNumbers", VENDOR, 200),
        (visitor, "/order/?flag=sendMailForUser", "name", MESSAGE, 200),
    ):
        failed(await browser.post(path, json=sent | {field: grown * (longest // 2 + 1)}), 422, field)
        failed(await browser.post(path, json=sent | {field: shrunk * (longest + 1)}), 422, field)
        succeeded(await browser.post(path, json=sent | {field: grown * (longest // 2)}))
    told = succeeded(await karthik.post("/vendor/", json=VENDOR | {"contactNumbers": shrunk * 200}))
    assert told["contactNumbers"] == "\u00e9" * 200


@pytest.mark.parametrize("bad", ["Lo\u202etus", "Lo\ntus", "Lo\x1btus"])
async def test_what_the_shop_has_from_before_is_read_and_edited(karthik, asha, people, database, bad):
    address = await database.run_sync(factories.note_address, people.asha)
    review = Review(
        product_id=people.ring.id,
        customer_id=people.asha.id,
        rating=4,
        title=bad,
        text="x",
        created_at=people.asha.created_at,
    )
    database.add(review)
    order = await database.run_sync(factories.order, people.asha, [people.ring], status_text=bad)
    for table in ("product", "category", "vendor", "customer", "address"):
        await database.execute(text(f"UPDATE {table} SET name = :bad"), {"bad": bad})
    await database.execute(text("UPDATE product SET code = code || :bad"), {"bad": "\t1"})
    await database.commit()
    clean = "Lo tus"
    listed = succeeded(await karthik.get("/customer/?sort=oldest"))[0]
    assert listed["name"] == bad
    fields = {"name": bad, "email": people.asha.email, "phone": "+91 98410 55002", "password": ""}
    for browser in (karthik, asha):
        told = succeeded(await browser.post(f"/customer/?id={people.asha.id}", json=fields))
        assert (told["name"], told["phone"]) == (clean, "+91 98410 55002")
        fields["name"] = clean
    told = succeeded(await karthik.post(f"/product/?id={people.ring.id}", json={"discount": 5}))
    assert told["discount"] == 5
    shown = succeeded(await karthik.get(f"/product/?id={people.chain.id}"))
    again = {name: shown[name] for name in ("name", "code", "description", "discount")}
    told = succeeded(await karthik.post(f"/product/?id={people.chain.id}", json=again))
    assert (told["name"], told["code"]) == (clean, f"{people.chain.code} 1")
    told = succeeded(await karthik.post(f"/category/?id={people.ring.category_id}", json={"code": "NEW"}))
    assert told["code"] == "NEW"
    told = succeeded(
        await karthik.post(f"/vendor/?id={people.ring.vendor_id}", json={"name": bad, "status": "in active"})
    )
    assert (told["name"], told["status"]) == (clean, "in active")
    told = succeeded(await asha.post(f"/address/?id={address.id}", json={"name": bad, "address": "Elsewhere"}))
    assert (told["name"], told["address"]) == (clean, "Elsewhere")
    told = succeeded(await asha.post(f"/review/?id={review.id}", json={"rating": 1, "title": bad, "text": "No."}))
    assert (told["title"], told["text"]) == (clean, "No.")
    told = succeeded(await karthik.post(f"/order/?id={order.id}", json={"currentStatus": bad, "totalAmount": 91500}))
    assert told["currentStatus"] == clean
    other = f"{bad}!"
    failed(await karthik.post(f"/product/?id={people.ring.id}", json={"name": other}), 422, "name")


@pytest.mark.parametrize("sought", ["a\nb", "a\tb", "\u202e"])
async def test_anything_may_be_looked_for(karthik, sought):
    for path in ("/customer/", "/product/", "/vendor/", "/audit/", "/order/", "/product/customer/"):
        flag = {"flag": "allOrders"} if path == "/order/" else {}
        assert (await karthik.get(path, params={"search": sought} | flag)).status_code == 200


async def test_an_imported_text_follows_the_same_rules(karthik, people):
    told = succeeded(await karthik.post("/product/import/", files=file(ring("RG-1", people, name="Pea\x1bcock"))))
    problems = {problem["column"]: problem["message"] for problem in told["problems"]}
    assert problems["Name"] == "Name must be one line, without control characters."
