"""Who reads an order's tax invoice and credit notes, and that they read them as issued."""

import datetime as dt

import pytest

from shop.clock import now
from shop.invoices import issuing
from shop.orders.model import Status
from tests.support import factories
from tests.support.http_client import failed, succeeded

CHENNAI = {"name": "Asha", "address": "1 Lane", "city": "Chennai", "state": "Tamil Nadu", "zip_code": "600001"}
GSTIN = "33AAACS4207Q1Z9"


@pytest.fixture
async def order(people, database):
    """An order of two rings for a Chennai address, not yet shipped."""

    def make(session):
        rings = [factories.stock_product(session, name=f"Ring {number}") for number in range(2)]
        placed_at = now() - dt.timedelta(days=1)
        return factories.order(session, people.asha, rings, at=placed_at, address=CHENNAI)

    made = await database.run_sync(make)
    await database.commit()
    return made


@pytest.fixture
def issue(shop_settings, database, order):
    """Issue what the order lacks, as a shop with a GSTIN."""
    seller = {"gstin": GSTIN, "legal_name": "Swarna Jewels", "legal_address": "14 Car Street"}
    config = shop_settings.model_copy(update=seller)

    async def run() -> None:
        await database.run_sync(issuing.issue_due, order.id, config=config, at=now())
        await database.commit()

    return run


async def read(browser, order):
    return await browser.get(f"/invoice/?orderId={order.id}")


async def test_owner_and_admin_read_what_was_issued(asha, ben, karthik, order, database, issue):
    assert succeeded(await read(asha, order)) == []
    for item in order.items:
        item.status = Status.SHIPPED
    await issue()
    order.items[0].status = Status.CANCELLED
    await issue()
    invoice, note = succeeded(await read(asha, order))
    assert (invoice["number"].split("/")[0], note["number"].split("/")[0]) == ("SW", "SWC")
    assert (note["kind"], note["invoice"], note["reason"]) == ("credit_note", invoice["number"], "Cancelled")
    assert invoice["seller"] == {
        "gstin": GSTIN,
        "name": "Swarna Jewels",
        "address": "14 Car Street",
        "stateCode": "33",
    }
    assert (invoice["buyer"]["name"], invoice["buyer"]["address"]["city"]) == (order.name, "Chennai")
    assert [line["itemId"] for line in invoice["lines"]] == [item.id for item in order.items]
    assert [line["itemId"] for line in note["lines"]] == [order.items[0].id]
    for document in (invoice, note, *invoice["lines"]):
        assert document["cgst"] == document["sgst"] > 0 == document["igst"]
        parts = sum(round(document[part] * 100) for part in ("taxable", "cgst", "sgst"))
        assert parts == round(document["total"] * 100)
    assert invoice["total"] == order.total_amount
    assert succeeded(await read(karthik, order)) == [invoice, note]
    assert failed(await read(ben, order), 404)["message"] == "There is no such order."


async def test_an_order_that_does_not_exist(karthik):
    failed(await karthik.get("/invoice/?orderId=2147480000"), 404)
    failed(await karthik.get("/invoice/"), 422, "orderId")
