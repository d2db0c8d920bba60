"""Lists exported as CSV files."""

import asyncio
import csv
import datetime as dt
import io
import time

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from api.http.csv_export import CsvExport
from api.products.exports import product_export
from shop.carts.model import CartItem
from shop.clock import now, today
from shop.product_imports.columns import COLUMNS
from shop.text.csv_formulas import unguarded
from tests.support import factories
from tests.support.http_client import failed, succeeded

LISTS = {
    "/customer/?": "customers",
    "/category/?": "categories",
    "/vendor/?": "vendors",
    "/product/?": "products",
    "/goldrate/?": "gold-rates",
    "/cart/?": "carts",
    "/order/?": "orders",
}


@pytest.fixture
async def furnished(database, people):
    """Add an order of Asha's with a ring and a chain, an older order of Ben's, and two rings in Ben's cart."""

    def place(session):
        factories.order(session, people.ben, [people.chain], at=now() - dt.timedelta(days=3))
        placed = factories.order(session, people.asha, [people.ring, people.chain])
        session.add(CartItem(customer_id=people.ben.id, product_id=people.ring.id, quantity=2))
        return placed

    made = await database.run_sync(place)
    await database.commit()
    return made


async def rows_of(browser, address: str) -> list[dict[str, str]]:
    response = await browser.get(address)
    assert response.status_code == 200, response.text
    return list(csv.DictReader(io.StringIO(response.text.removeprefix("\ufeff"))))


@pytest.mark.parametrize(("path", "name"), LISTS.items())
async def test_every_list_is_a_file_that_a_spreadsheet_opens(karthik, furnished, path, name):
    response = await karthik.get(f"{path}flag=csv")
    assert response.status_code == 200, response.text
    assert response.headers["content-type"] == "text/csv; charset=utf-8"
    assert response.headers["content-disposition"] == f'attachment; filename="{name}-{today(now())}.csv"'
    assert response.headers["cache-control"] == "no-store"
    assert response.content.startswith(b"\xef\xbb\xbf")
    lines = response.content.decode("utf-8-sig").split("\r\n")
    assert len(lines) > 2
    assert lines[-1] == ""


@pytest.mark.parametrize("path", LISTS)
async def test_the_file_has_every_row_whatever_the_page(karthik, database, people, path):
    def fill(session):
        for number in range(7):
            shopper = factories.register_shopper(session, f"Shopper {number}")
            product = factories.stock_product(session)
            session.add(CartItem(customer_id=shopper.id, product_id=product.id, quantity=1))
            factories.order(session, shopper, [product])
            factories.set_gold_rate(session, date=today(now()) - dt.timedelta(days=number + 1))

    await database.run_sync(fill)
    await database.commit()
    flag = "&flag=allOrders" if "order" in path else "&flag=allCarts" if "cart" in path else ""
    listed = (await karthik.get(f"{path}limit=200{flag}")).json()["data"]
    assert len(listed) > 5
    assert len(await rows_of(karthik, f"{path}flag=csv&limit=2")) == len(listed)


async def test_the_file_follows_search_and_sort(karthik, people):
    assert [row["Name"] for row in await rows_of(karthik, "/customer/?flag=csv&search=thomas")] == ["Ben Thomas"]
    names = [row["Name"] for row in await rows_of(karthik, "/customer/?flag=csv&sort=nameDesc")]
    assert names == ["Ben Thomas", "Asha Verma"]


async def test_a_text_that_a_spreadsheet_would_run_is_only_a_text(karthik, database):
    evil = ['=HYPERLINK("//x","y")', "+1", "-1", "@SUM(A1)", "\t=1", " =1", 'Plain, with "quotes"\nand a line']

    def come(session):
        for name in evil:
            factories.register_shopper(session, name)

    await database.run_sync(come)
    await database.commit()
    _, _, *names = [row["Name"] for row in await rows_of(karthik, "/customer/?flag=csv&sort=oldest")]
    assert names == [f"'{name}" for name in evil[:-1]] + evil[-1:]


async def test_every_field_is_quoted(karthik, furnished):
    for path in LISTS:
        lines = (await karthik.get(f"{path}flag=csv")).text.removeprefix("\ufeff").split("\r\n")[:-1]
        assert all(line.startswith('"') and line.endswith('"') for line in lines)
        assert lines[0] == ",".join(f'"{head}"' for head in next(csv.reader([lines[0]])))


async def test_where_semicolons_are_expected_no_part_of_a_text_is_run_either(karthik, database):
    evil = ["Asha;=1+1", "Asha\n=1+1", 'Asha;"=1+1', "\uff1d1+1", "\uff201", "Asha; +1", "a;b;-1"]

    def come(session):
        for name in evil:
            factories.register_shopper(session, name)

    await database.run_sync(come)
    await database.commit()
    answer = await karthik.get("/customer/?flag=csv&sort=oldest")
    told = answer.text.removeprefix("\ufeff")
    run = ("=", "+", "-", "@", "\uff1d", "\uff20")
    for delimiter in ",;":
        cells = [cell for row in csv.reader(io.StringIO(told), delimiter=delimiter) for cell in row]
        assert not [cell for cell in cells if cell.lstrip(' "').startswith(run)]
    names = [row["Name"] for row in await rows_of(karthik, "/customer/?flag=csv&sort=oldest")]
    assert [unguarded(name) for name in names if name not in ("Asha Verma", "Ben Thomas")] == evil


async def test_the_list_of_products_is_imported_again_without_a_change(karthik, database, people):
    names = ["=Ring", "+Ring; -x", "'=Ring", "\uff1dRing", '"=Ring"', "Ring", "'Ring'"]

    def stock(session):
        for name in names:
            vendor = factories.stock_product(session, name=name, description="A ring;\n=1\n\n; @2").vendor_id
            session.execute(text("UPDATE vendor SET name = :name || id WHERE id = :id"), {"name": "-V;=", "id": vendor})
        session.execute(text("UPDATE category SET name = '@C;+' || id"))

    await database.run_sync(stock)
    await database.commit()
    exported = (await karthik.get("/product/?flag=csv")).content
    told = succeeded(await karthik.post("/product/import/", files={"file": ("products.csv", exported, "text/csv")}))
    assert told["problems"] == []
    assert (told["unchanged"], told["updated"], told["created"]) == (len(names) + 2, 0, 0)


async def test_orders_and_their_lines_are_two_files(karthik, people, furnished):
    orders = await rows_of(karthik, "/order/?flag=csv")
    assert [row["Customer"] for row in orders] == ["Asha Verma", "Ben Thomas"]
    assert orders[0] | {"Order": ""} == {
        "Order": "",
        "Customer id": str(people.asha.id),
        "Customer": "Asha Verma",
        "Email": people.asha.email,
        "Phone": "'+91 98410 55001",
        "Quantity": "2",
        "Amount": "138000.00",
        "Ordered": orders[0]["Ordered"],
        "Delivery date": orders[0]["Delivery date"],
        "Status": "ordered",
    }
    lines = await rows_of(
        karthik, "/order/?flag=itemsCsv&search=asha%20verma"
    )  # the digits may also be part of a phone number
    assert [(row["Item"], row["Product"], row["Amount"]) for row in lines] == [
        ("1", "Lotus Ring", "91500.00"),
        ("2", "Rope Chain", "46500.00"),
    ]
    recent = today(now()) - dt.timedelta(days=1)
    assert len(await rows_of(karthik, f"/order/?flag=itemsCsv&from={recent}")) == 2
    assert await rows_of(karthik, "/order/?flag=itemsCsv&status=shipped") == []


async def test_an_order_is_in_the_file_as_in_the_list(karthik, furnished):
    item = furnished.items[0].id
    succeeded(await karthik.post("/order/?flag=updateStatus", json={"id": item, "status": "packed"}))
    orders = (await karthik.get("/order/?flag=allOrders")).json()["data"]
    succeeded(await karthik.post(f"/order/?id={orders[1]['id']}", json={"currentStatus": "held"}))
    listed = (await karthik.get("/order/?flag=allOrders&sort=customer")).json()["data"]
    rows = await rows_of(karthik, "/order/?flag=csv&sort=customer")
    assert [(row["Order"], row["Customer"], row["Email"], row["Status"]) for row in rows] == [
        (str(order["id"]), order["customerName"], order["customerEmail"], order["currentStatus"]) for order in listed
    ]
    assert [row["Status"] for row in rows] == ["ordered", "held"]


NUMBERS = CsvExport("numbers", {"Number": lambda row: row.n})


class Client:
    """Calls a response of the application as a server does, and records the time of each message."""

    def __init__(self, api) -> None:
        self.scope = {"type": "http", "method": "GET", "app": api, "asgi": {"version": "3.0", "spec_version": "2.4"}}
        self.messages: list[tuple[float, dict]] = []

    async def call(self, response) -> None:
        await response(self.scope, self._receive, self._send)

    async def _receive(self) -> dict:
        await asyncio.Event().wait()
        raise AssertionError("unreachable")

    async def _send(self, message: dict) -> None:
        self.messages.append((time.monotonic(), message))


async def test_rows_are_sent_while_others_are_read(api, database):
    client = Client(api)
    slow = text("SELECT n, CASE WHEN n = 900 THEN pg_sleep(1.5) END FROM generate_series(1, 1000) AS n")
    await client.call(NUMBERS.respond(database, slow))
    (started, start), *bodies = client.messages
    assert start["status"] == 200
    assert bodies[-1][0] - started > 1
    assert b"".join(body["body"] for _, body in bodies).decode("utf-8-sig").split("\r\n") == [
        '"Number"',
        *(f'"{number}"' for number in range(1, 1001)),
        "",
    ]


async def test_an_error_while_rows_are_sent_ends_the_connection(api, database):
    client = Client(api)
    with pytest.raises(DBAPIError):
        await client.call(NUMBERS.respond(database, text("SELECT n, 1 / (900 - n) FROM generate_series(1, 1000) AS n")))
    assert client.messages[0][1]["status"] == 200
    assert all(message["more_body"] for _, message in client.messages[1:])


async def test_an_error_before_the_first_row_is_no_file(api, database):
    client = Client(api)
    with pytest.raises(DBAPIError):
        await client.call(NUMBERS.respond(database, text("SELECT n, 1 / (1 - n) FROM generate_series(1, 9) AS n")))
    assert client.messages == []


async def test_products_have_their_price_of_today(karthik, people):
    rows = await rows_of(karthik, "/product/?flag=csv&search=lotus")
    assert [(row["Name"], row["Price"], row["Gold rate"]) for row in rows] == [("Lotus Ring", "91500.00", "9000.00")]


async def test_an_unfit_filter_is_a_failure_and_no_file(karthik):
    failed(await karthik.get("/order/?flag=csv&sort=sideways"), 422, "sort")


def test_the_export_of_products_has_every_column_of_an_import():
    columns = product_export(factories.RATE).columns
    assert {column.heading for column in COLUMNS} <= columns.keys(), "add the column in api/products/exports.py"
