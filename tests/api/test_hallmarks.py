"""Hallmarks of products: which ones are valid, where they are shown, and how orders store them."""

import pytest
from sqlalchemy import func, select, update

from shop.catalogue.limits import HALLMARKS
from shop.catalogue.model import Category, Product, Vendor
from tests.api.test_order_placement import basket, line
from tests.api.test_products import FIGURES
from tests.support import factories
from tests.support.cases import cases
from tests.support.http_client import failed, succeeded

MARK = "22K916"


async def mark(karthik, product_id: int, hallmark: str | None = MARK, **fields: str) -> dict:
    return succeeded(await karthik.post(f"/product/?id={product_id}", json={"hallmark": hallmark} | fields))


async def test_a_hallmark_is_shown_wherever_the_product_is(karthik, visitor, people, run_sync):
    product = await mark(karthik, people.ring.id)
    shown = succeeded(await visitor.get(f"/product/customer/?id={people.ring.id}"))
    listed = {each["id"]: each["hallmark"] for each in succeeded(await visitor.get("/product/customer/"))}
    assert product["hallmark"] == shown["hallmark"] == listed[people.ring.id] == MARK
    assert listed[people.chain.id] is None
    [event] = await run_sync(factories.events)
    assert event["data"]["hallmark"] == MARK
    [entry] = succeeded(await karthik.get("/audit/"))
    assert [(each["field"], each["from"], each["to"]) for each in entry["changes"]] == [("hallmark", None, MARK)]


@pytest.mark.parametrize("written", [" 22k916 ", "22K916"])
async def test_a_new_product_has_a_hallmark(karthik, people, written):
    form = FIGURES | {"vendorId": str(people.ring.vendor_id), "categoryId": str(people.ring.category_id)}
    assert succeeded(await karthik.post("/product/", data=form | {"hallmark": written}))["hallmark"] == MARK
    assert succeeded(await karthik.post("/product/", data=form | {"code": "NEW-2"}))["hallmark"] is None


@pytest.mark.parametrize("nothing", ["", "null"])
async def test_a_hallmark_can_be_taken_away(karthik, people, nothing):
    await mark(karthik, people.ring.id)
    assert (await mark(karthik, people.ring.id, nothing))["hallmark"] is None


@cases("word", ["22K917", "916", "gold", "22K 916", "22K916,24K999"])
async def test_what_is_no_hallmark_is_refused(karthik, people, run_sync, word):
    before = await run_sync(factories.contents)
    told = failed(await karthik.post(f"/product/?id={people.ring.id}", json={"hallmark": word}), 422, "hallmark")
    assert "22K916" in told["errors"]["hallmark"]
    assert await run_sync(factories.contents) == before


async def test_each_hallmark_that_a_refusal_names_fits_a_purity(karthik, people):
    told = failed(await karthik.post(f"/product/?id={people.ring.id}", json={"hallmark": "18K750"}), 422, "hallmark")
    named = told["errors"]["hallmark"].removeprefix("must be one of ").split(", ")
    for hallmark in named:
        fitting = {"hallmark": hallmark, "purity": hallmark[:3].lower()}
        assert succeeded(await karthik.post(f"/product/?id={people.ring.id}", json=fitting))["hallmark"] == hallmark


@cases("purity", ["22k", "24k"])
@cases("hallmark", HALLMARKS)
async def test_the_hallmark_says_the_purity(karthik, people, hallmark, purity):
    answer = await karthik.post(f"/product/?id={people.ring.id}", json={"hallmark": hallmark, "purity": purity})
    if hallmark.startswith(purity.upper()):
        assert succeeded(answer)["hallmark"] == hallmark
    else:
        told = failed(answer, 409, "hallmark")
        assert told["message"] == f"A product of {purity} cannot have the hallmark {hallmark}."


async def test_the_purity_follows_no_other_hallmark(karthik, people):
    await mark(karthik, people.ring.id)
    failed(await karthik.post(f"/product/?id={people.ring.id}", json={"purity": "24k"}), 409, "hallmark")
    assert (await mark(karthik, people.ring.id, "24K999", purity="24k"))["purity"] == "24k"


async def test_many_products_get_a_hallmark(karthik, people, database):
    await database.execute(update(Product).where(Product.id == people.chain.id).values(purity="24k"))
    await database.commit()
    body = {"ids": [people.ring.id, people.chain.id], "changes": {"hallmark": MARK}}
    for is_dry in (True, False):
        told = succeeded(await karthik.post("/product/?flag=bulk", json=body | {"dryRun": is_dry}))
        assert (told["count"], told["changed"], told["refusedCount"]) == (2, 1, 1)
        assert told["refused"][0]["reason"] == "A product of 24k cannot have the hallmark 22K916."
    marks = dict((await database.execute(select(Product.id, Product.hallmark))).all())
    assert marks == {people.ring.id: MARK, people.chain.id: None}
    told = succeeded(await karthik.post("/product/?flag=bulk", json=body | {"changes": {"hallmark": None}}))
    assert (told["changed"], told["refusedCount"]) == (1, 0)


async def test_an_import_brings_back_what_was_exported(karthik, people, database):
    await mark(karthik, people.ring.id)
    await database.execute(update(Vendor).values(name=func.concat("Vendor ", Vendor.id)))
    await database.execute(update(Category).values(name=func.concat("Category ", Category.id)))
    await database.commit()
    exported = (await karthik.get("/product/?flag=csv")).content
    assert exported.decode("utf-8-sig").splitlines()[0].count("Hallmark") == 1
    file = {"file": ("products.csv", exported)}
    told = succeeded(await karthik.post("/product/import/", files=file))
    assert (told["unchanged"], told["updated"], told["problems"]) == (2, 0, [])
    await mark(karthik, people.ring.id, "")
    await mark(karthik, people.chain.id)
    told = succeeded(await karthik.post("/product/import/", files=file))
    assert [change["columns"] for change in told["changes"]] == [["Hallmark"]] * 2


@pytest.mark.parametrize(
    ("cell", "words"),
    [
        ("22K917", "It must be 22K916, 24K995 or 24K999"),
        ("24K999", "cannot have the hallmark 24K999. The hallmark of 22k is 22K916"),
    ],
)
async def test_an_import_refuses_a_wrong_hallmark(karthik, people, cell, words):
    exported = f"Code,Hallmark\n{people.ring.code},{cell}\n"
    told = succeeded(await karthik.post("/product/import/", files={"file": ("products.csv", exported.encode())}))
    [problem] = told["problems"]
    assert problem["column"] == "Hallmark"
    assert words in problem["message"]


async def test_an_order_keeps_its_hallmark(karthik, asha, people):
    await mark(karthik, people.ring.id)
    order = succeeded(await asha.post("/order/", json=basket(people, line(people.ring), line(people.chain))))
    await mark(karthik, people.ring.id, "")
    listed = succeeded(await asha.get(f"/order/?customerId={people.asha.id}"))
    managed = succeeded(await karthik.get(f"/order/?id={order['id']}"))["items"]
    [board] = succeeded(await karthik.get("/order/?flag=allOrders"))
    for items in (order["items"], listed, managed, board["items"]):
        assert [item["hallmark"] for item in items] == [MARK, None]
        assert [(item["huids"], item["huidsVersion"]) for item in items] == [([], 1)] * 2
