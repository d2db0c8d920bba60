"""Tax invoices and credit notes are served exactly as issued, and only to people who may read them."""

import datetime as dt

import pytest
from sqlalchemy import select

from shop.clock import now
from shop.invoices import files, issuing, texts
from shop.invoices.model import Invoice
from shop.orders.model import Status
from shop.pan import encryption
from shop.pan.model import OrderPan
from tests.support import factories
from tests.support.environment import shop_environment
from tests.support.http_client import failed, succeeded
from tests.support.invoices import CHENNAI

GSTIN = "33AAACS4207Q1Z9"


@pytest.fixture
async def order(people, database):
    """Place an order of two rings for a Chennai address, not yet shipped."""

    def make(session):
        rings = [factories.stock_product(session, name=f"Ring {number}") for number in range(2)]
        placed_at = now() - dt.timedelta(days=1)
        return factories.order(session, people.asha, rings, at=placed_at, address=CHENNAI)

    made = await database.run_sync(make)
    await database.commit()
    return made


@pytest.fixture
def issue(shop_settings, database, order):
    """Return a function that issues the missing documents of the order, as a shop with a GSTIN does."""
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
        "state": "Tamil Nadu (33)",
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


async def test_a_document_has_the_texts_of_its_pdf(asha, order, database, issue):
    order.items[0].status = Status.SHIPPED
    await issue()
    order.items[0].status = Status.CANCELLED
    await issue()
    issued = (await database.scalars(select(Invoice).order_by(Invoice.id))).all()
    for document, row in zip(succeeded(await read(asha, order)), issued, strict=True):
        content = texts.content_of(row, None)
        assert f"State: {document['seller']['state']}" in content.seller
        assert f"Place of supply: {document['placeOfSupply']}" in content.buyer
        assert (document["reference"], document["inWords"]) == (content.reference, content.in_words)
        assert document["notes"] == list(texts.NOTES)


async def test_an_order_that_does_not_exist(karthik):
    failed(await karthik.get("/invoice/?orderId=2147480000"), 404)
    failed(await karthik.get("/invoice/"), 422, "orderId")


@pytest.fixture
async def number(order, database, issue, shop_settings, tmp_path):
    """Issue the order's invoice with an empty storage, and return its number."""
    for item in order.items:
        item.status = Status.SHIPPED
    await issue()
    given = {f"SHOP_{name.upper()}": getattr(shop_settings, name) for name in ("database_url", "redis_url")}
    with shop_environment(**given, SHOP_SECRET_KEY="t" * 40, SHOP_ENVIRONMENT="local", SHOP_MEDIA_DIR=str(tmp_path)):
        yield await database.scalar(select(Invoice.number))


async def download(browser, number):
    return await browser.get(f"/invoice/pdf/?number={number}")


async def test_owner_and_admin_download_the_pdf(asha, ben, karthik, visitor, number):
    files.store(number, b"%PDF-")
    for browser in (asha, karthik):
        response = await download(browser, number)
        assert (response.status_code, response.content) == (200, b"%PDF-")
        assert response.headers["content-type"] == "application/pdf"
        assert response.headers["cache-control"] == "no-store"
        name = number.replace("/", "-")
        assert response.headers["content-disposition"] == f'attachment; filename="{name}.pdf"'
    foreign = failed(await download(ben, number), 404)
    assert foreign == failed(await download(ben, "SW/26-27/999999"), 404)
    assert foreign["message"] == "There is no such invoice."
    failed(await download(visitor, number), 401)


@pytest.fixture
async def pan(order, database, shop_settings):
    """Store a PAN for the order's buyer, and return it."""
    with shop_environment(SHOP_DATABASE_URL=shop_settings.database_url, SHOP_SECRET_KEY="t" * 40):
        sealed = encryption.encrypt("ABCDE1234F", order.id)
    database.add(OrderPan(order_id=order.id, encrypted=sealed, given_at=now()))
    await database.commit()
    return "ABCDE1234F"


async def test_the_pan_is_whole_to_its_buyer_alone(asha, karthik, order, pan, number):
    for is_masked in (False, True):
        files.store(number, b"masked" if is_masked else b"whole", is_masked=is_masked)
    for browser, shown, content in ((asha, pan, b"whole"), (karthik, "ABCDE****F", b"masked")):
        [invoice] = succeeded(await read(browser, order))
        assert invoice["buyer"]["pan"] == shown
        assert (await download(browser, number)).content == content


async def test_a_pdf_is_served_by_no_public_address(asha, number):
    files.store(number, b"%PDF-")
    name = number.replace("/", "-")
    for path in (f"/media/documents/{name}.pdf", f"/media/documents/{name}.webp", f"/media//documents/{name}.pdf"):
        assert (await asha.get(path)).status_code == 404, path


async def test_a_pdf_that_is_not_there_is_asked_for_once(asha, ben, number, run_sync):
    for _ in range(2):
        response = await download(asha, number)
        assert failed(response, 503)["message"].startswith("The PDF of this invoice is being made.")
        assert response.headers["retry-after"] == "3"
    failed(await download(ben, number), 404)
    kinds = [event["type"] for event in await run_sync(factories.events)]
    assert kinds.count("invoice.issued") + kinds.count("invoice.pdf_requested") == 1


@pytest.mark.parametrize("number", ["", "1", "SW/26-27/1", "../../secret", "SW/26-27/000001/..", "SW%2F26-27%2F00001'"])
async def test_what_is_no_number(karthik, number):
    failed(await download(karthik, number), 422, "number")


async def test_a_storage_that_is_away_is_said(asha, number, tmp_path):
    (tmp_path / "documents").write_text("a file where the folder should be")
    failed(await download(asha, number), 503)


async def test_no_connection_is_held_while_the_storage_is_read(asha, number, database, connection, monkeypatch):
    await database.commit()
    held = []

    def read_slowly(*_, **__) -> bytes:
        held.append(connection.in_nested_transaction())
        return b"%PDF-"

    monkeypatch.setattr(files, "read", read_slowly)
    assert (await download(asha, number)).content == b"%PDF-"
    assert held == [False]
