"""Creating, changing and deleting categories."""

import pytest

from shop.catalogue.model import Category
from tests.support import factories
from tests.support.http_client import failed, succeeded
from tests.support.images import jpeg, kept_address


@pytest.fixture
def form():
    return {"code": "RG", "name": "Rings"}


def picture(name: str = "ring.jpg", content: bytes | None = None):
    return {"imageUrl": (name, content or jpeg(), "image/jpeg")}


async def test_a_category_is_added_with_its_picture(karthik, visitor, form, run_sync):
    answer = await karthik.post("/category/", data=form, files=picture())
    added = succeeded(answer)
    assert answer.json()["message"] == "Category added successfully"
    assert (added["code"], added["name"], added["imageStatus"]) == ("RG", "Rings", "processing")
    assert added["imageUrl"].startswith("/media/pictures/")
    listed = succeeded(await visitor.get("/category/"))
    assert added in listed
    events = await run_sync(factories.events)
    assert [event["type"] for event in events] == ["catalogue.changed", "category_image.uploaded"]
    changed = events[0]["data"]
    assert (changed["entity"], changed["id"], changed["action"]) == ("category", added["id"], "created")
    assert events[0]["reach"] == "everyone"


async def test_a_picture_that_the_shop_has_may_be_named_in_json(karthik, form, run_sync, shop_settings):
    address = kept_address(shop_settings)
    added = succeeded(await karthik.post("/category/", json=form | {"imageUrl": address}))
    assert (added["imageUrl"], added["imageStatus"]) == (address, "ready")
    assert [event["type"] for event in await run_sync(factories.events)] == [
        "catalogue.changed",
        "category_image.uploaded",
    ]


@pytest.mark.parametrize(
    "address",
    [
        "https://elsewhere.example/x.png",
        "/media/pictures/none.webp",
        "/media/../secret.png",
        "/media/originals/x.jpg",
        "x" * 5000,
        "/media/a/\x00.png",
        7,
        {"a": 1},
        [["x"]],
    ],
)
async def test_a_picture_that_the_shop_does_not_have_is_refused(karthik, form, run_sync, address):
    before = await run_sync(factories.contents)
    failed(await karthik.post("/category/", json=form | {"imageUrl": address}), 422, "imageUrl")
    assert await run_sync(factories.contents) == before


@pytest.mark.parametrize("empty", [None, ("", b"", "application/octet-stream")])
async def test_a_new_category_needs_a_picture(karthik, form, run_sync, empty):
    before = await run_sync(factories.contents)
    answer = await karthik.post("/category/", data=form, files={"imageUrl": empty} if empty else None)
    assert failed(answer, 422, "imageUrl")["message"] == "Image is required"
    assert await run_sync(factories.contents) == before


@pytest.mark.parametrize("field", ["code", "name"])
@pytest.mark.parametrize("value", [None, "", "  ", "x" * 201])
async def test_code_and_name_are_required_and_bounded(karthik, form, field, value):
    sent = {name: text for name, text in (form | {field: value}).items() if text is not None}
    failed(await karthik.post("/category/", data=sent, files=picture()), 422, field)


async def test_a_code_is_for_one_category(karthik, form, run_sync):
    succeeded(await karthik.post("/category/", data=form, files=picture()))
    before = await run_sync(factories.contents)
    failed(await karthik.post("/category/", data=form, files=picture()), 409, "code")
    assert await run_sync(factories.contents) == before


async def test_a_new_code_differs_from_others_by_more_than_capitals(karthik, form, people, run_sync):
    told = "There is already one with the code RG. Codes must differ by more than capitals."
    succeeded(await karthik.post("/category/", data=form, files=picture()))
    before = await run_sync(factories.contents)
    answer = failed(await karthik.post("/category/", data=form | {"code": "rg"}, files=picture()), 409, "code")
    assert (answer["message"], answer["errors"]) == (told, {"code": "RG differs by capitals only."})
    change = await karthik.post(f"/category/?id={people.ring.category_id}", json={"code": "rG"})
    assert failed(change, 409, "code")["message"] == told
    assert await run_sync(factories.contents) == before


async def test_a_category_is_changed_and_keeps_its_picture(karthik, people, run_sync, database):
    category = await database.get(Category, people.ring.category_id)
    body = {"id": str(category.id), "code": "NEW", "name": "New", "imageUrl": category.image_url}
    answer = await karthik.post(f"/category/?id={category.id}", data=body)
    changed = succeeded(answer)
    assert answer.json()["message"] == "Category updated successfully"
    assert (changed["code"], changed["name"], changed["imageUrl"]) == ("NEW", "New", category.image_url)
    assert [event["type"] for event in await run_sync(factories.events)] == ["catalogue.changed"]


async def test_a_row_may_be_sent_back_whole(karthik, people):
    row = succeeded(await karthik.get("/category/"))[0]
    path = f"/category/?id={row['id']}"
    assert succeeded(await karthik.post(path, json=row | {"name": "Bands"})) == row | {"name": "Bands"}
    read_earlier = row | {"imageStatus": "processing", "renditions": []}
    assert succeeded(await karthik.post(path, json=read_earlier)) == row


async def test_what_is_not_sent_stays(karthik, people, database):
    category = await database.get(Category, people.ring.category_id)
    changed = succeeded(await karthik.post(f"/category/?id={category.id}", json={"name": "Bands"}))
    assert (changed["name"], changed["code"]) == ("Bands", category.code)
    failed(await karthik.post(f"/category/?id={category.id}", json={"name": None}), 422, "name")
    failed(await karthik.post(f"/category/?id={category.id}", json={"name": ""}), 422, "name")


async def test_a_new_picture_replaces_the_old_one(karthik, people, run_sync):
    path = f"/category/?id={people.ring.category_id}"
    changed = succeeded(await karthik.post(path, data={"name": "Bands"}, files=picture()))
    assert changed["imageStatus"] == "processing"
    assert [event["type"] for event in await run_sync(factories.events)] == [
        "catalogue.changed",
        "category_image.uploaded",
    ]


async def test_an_id_in_the_body_must_be_the_addresss(karthik, people, form):
    failed(await karthik.post(f"/category/?id={people.ring.category_id}", json=form | {"id": 999_999}), 409, "id")
    failed(await karthik.post("/category/", data=form | {"id": "7"}, files=picture()), 422, "id")
    assert succeeded(await karthik.post("/category/", data=form | {"id": ""}, files=picture()))


async def test_a_category_that_holds_products_stays(karthik, people, run_sync):
    before = await run_sync(factories.contents)
    answer = failed(await karthik.delete(f"/category/?id={people.ring.category_id}"), 409)
    assert "it holds 1 product." in answer["message"]
    assert answer["data"] == {"products": 1}
    assert await run_sync(factories.contents) == before


async def test_an_empty_category_is_deleted(karthik, visitor, database, run_sync):
    category = await database.run_sync(factories.open_category)
    await database.commit()
    answer = await karthik.delete(f"/category/?id={category.id}")
    assert answer.json()["message"] == "Category deleted successfully"
    assert category.id not in {listed["id"] for listed in succeeded(await visitor.get("/category/"))}
    assert (await run_sync(factories.events))[-1]["data"]["action"] == "deleted"
    failed(await karthik.delete(f"/category/?id={category.id}"), 404)


async def test_only_admins_write(visitor, asha, people, form, run_sync):
    path, before = f"/category/?id={people.ring.category_id}", await run_sync(factories.contents)
    for browser, status in ((visitor, 401), (asha, 403)):
        failed(await browser.post("/category/", data=form, files=picture()), status)
        failed(await browser.post(path, data=form, files=picture()), status)
        failed(await browser.delete(path), status)
    assert await run_sync(factories.contents) == before


async def test_categories_are_found_and_sorted(karthik, visitor):
    for code, name in [("ZZ-1", "anklets of gold"), ("AA-9", "Nose pins of gold")]:
        succeeded(await karthik.post("/category/", data={"code": code, "name": name}, files=picture()))
    found = succeeded(await visitor.get("/category/?search=OF GOLD&sort=code"))
    assert [category["code"] for category in found] == ["AA-9", "ZZ-1"]
    found = succeeded(await visitor.get("/category/?search=of%20gold&sort=name"))
    assert [category["code"] for category in found] == ["ZZ-1", "AA-9"]
    assert [category["code"] for category in succeeded(await visitor.get("/category/?search=zz-"))] == ["ZZ-1"]
