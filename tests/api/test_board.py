"""The order board: search, sort order, the amounts of its columns, and the status text of each order."""

from decimal import Decimal

import pytest

from shop.orders.model import Order, OrderItem, Status
from tests.support import factories
from tests.support.cases import cases
from tests.support.http_client import failed, succeeded

BOARD = "/order/?flag=allOrders"


@pytest.fixture
async def orders(people, database):
    """Place two orders for Asha and one for Ben. Every phone number contains the number of the first order."""

    def place(session):
        made = [
            factories.order(session, people.asha, [people.ring]),
            factories.order(session, people.ben, [people.chain], quantity=2),
            factories.order(session, people.asha, [people.ring, people.chain]),
        ]
        for person in (people.asha, people.ben):
            session.merge(person).phone = f"+91 98410 {made[0].id:05}"
        return made

    made = await database.run_sync(place)
    await database.commit()
    return made


async def found(browser, search: str, sort: str = "newest") -> list[int]:
    response = await browser.get("/order/", params={"flag": "allOrders", "search": search, "sort": sort})
    return [order["id"] for order in succeeded(response)]


@pytest.mark.parametrize(
    ("search", "expected"),
    [
        ("lotus", [2, 0]),
        ("LOTUS RING", [2, 0]),
        ("ope cha", [2, 1]),
        ("asha", [2, 0]),
        ("no such piece", []),
    ],
)
async def test_a_product_is_found_by_a_part_of_its_name(karthik, orders, search, expected):
    assert await found(karthik, search) == [orders[number].id for number in expected]
    body = (await karthik.get("/order/", params={"flag": "allOrders", "search": search})).json()
    lines = sum(len(orders[number].items) for number in expected)
    assert sum(body["counts"].values()) == lines


async def test_a_product_is_found_by_its_code_and_by_the_name_it_was_ordered_with(karthik, people, orders, database):
    code = people.chain.code
    for search in (code, code.lower(), code[:-1]):
        assert {orders[1].id, orders[2].id} <= set(await found(karthik, search))
    await database.run_sync(lambda session: setattr(session.merge(people.chain), "name", "Another name"))
    await database.commit()
    assert await found(karthik, "rope chain") == [orders[2].id, orders[1].id]
    assert await found(karthik, "another name") == []


@cases("sort", ["newest", "oldest", "amountAsc", "amountDesc", "customer", "customerDesc"])
@cases("limit", [1, 2, 200])
async def test_a_number_finds_the_order_before_phone_numbers(karthik, orders, sort, limit):
    everyone = await found(karthik, f"{orders[0].id:05}", sort)
    assert len(everyone) == 3
    rest = await found(karthik, "98410", sort)
    for wanted in orders:
        number = f"{wanted.id}"
        listed, cursor = [], ""
        for _ in range(4):
            page = {"flag": "allOrders", "search": number, "sort": sort, "limit": limit} | cursor_of(cursor)
            body = (await karthik.get("/order/", params=page)).json()
            listed += [order["id"] for order in body["data"]]
            cursor = body["nextCursor"]
            if not cursor:
                break
        assert listed[0] == wanted.id
        assert len(listed) == len(set(listed))
        assert listed[1:] == [order_id for order_id in rest if order_id != wanted.id and order_id in listed]
    assert await found(karthik, f"#{orders[1].id}") == [orders[1].id]


@pytest.mark.parametrize("written", ["SW{}", "sw{}", "Sw {}", "# {}", "Order {}", "order #{}"])
async def test_an_order_is_found_by_the_reference_that_mails_and_labels_show(karthik, orders, written):
    search = written.format(orders[1].id)
    assert await found(karthik, search) == [orders[1].id]
    file = await karthik.get("/order/", params={"flag": "csv", "search": search})
    assert [row.split(",")[0].strip('"') for row in file.text.splitlines()[1:]] == [str(orders[1].id)]
    assert await found(karthik, f"X{orders[1].id}") == []


async def test_orders_are_found_by_a_phone_number_however_it_is_spaced(karthik, orders):
    number = f"{orders[0].id:05}"
    for search in (f"98410{number}", f"+9198410{number}", f"98410-{number}"):
        assert len(await found(karthik, search)) == 3
    assert await found(karthik, f"98411{number}") == []
    for prefix in ("+91 ", "0091", "91", "0"):
        assert len(await found(karthik, f"{prefix}98410 {number}")) == 3
    assert await found(karthik, "(-)") == []


def cursor_of(cursor: str) -> dict[str, str]:
    return {"cursor": cursor} if cursor else {}


async def test_the_files_have_the_order_of_the_board(karthik, orders):
    file = await karthik.get("/order/", params={"flag": "csv", "search": str(orders[0].id), "sort": "newest"})
    assert file.text.splitlines()[1].strip('"').split(",")[0].strip('"') == str(orders[0].id)
    assert (await karthik.get("/order/", params={"flag": "itemsCsv", "search": str(orders[0].id)})).status_code == 200


@pytest.mark.parametrize("search", ["", "lotus", "asha"])
async def test_the_columns_are_worth_what_their_lines_cost(karthik, orders, run_sync, search):
    for item, status in ((orders[0].items[0], "packed"), (orders[2].items[1], "shipped")):
        succeeded(await karthik.post("/order/?flag=updateStatus", json={"id": item.id, "status": status}))
    params = {"flag": "allOrders", "search": search, "amounts": "true", "limit": 1, "status": "packed"}
    body = (await karthik.get("/order/", params=params)).json()

    def worth(session) -> dict[str, Decimal]:
        sums = dict.fromkeys(map(str, Status), Decimal(0))
        for item in session.query(OrderItem).join(Order):
            if not search or item.order_id in (orders[0].id, orders[2].id):
                sums[item.status] += item.total_amount
        return sums

    assert body["amounts"] == await run_sync(worth)
    assert body["amounts"]["packed"] == 91500


async def test_amounts_are_added_up_on_request_only(karthik, orders):
    assert (await karthik.get(BOARD)).json()["amounts"] is None
    failed(await karthik.get(f"{BOARD}&amounts=perhaps"), 422, "amounts")


async def test_an_orders_own_words_stand_beside_its_lines_for_staff_and_its_shopper(karthik, asha, people, orders):
    order = orders[0]
    words = "At the engraver until Friday"
    edited = succeeded(await karthik.post(f"/order/?id={order.id}", json={"currentStatus": words}))
    assert (edited["statusText"], edited["currentStatus"]) == (words, words)
    assert [item["status"] for item in edited["items"]] == ["ordered"]
    [listed] = [each for each in succeeded(await karthik.get(BOARD)) if each["id"] == order.id]
    assert listed["statusText"] == words
    own = succeeded(await asha.get(f"/order/?customerId={people.asha.id}"))
    assert {line["orderId"]: line["statusText"] for line in own} == {order.id: words, orders[2].id: None}

    succeeded(await karthik.post("/order/?flag=updateStatus", json={"id": order.items[0].id, "status": "packed"}))
    shown = succeeded(await karthik.get(f"/order/?id={order.id}"))
    assert (shown["statusText"], shown["items"][0]["status"]) == (words, "packed")
    emptied = succeeded(await karthik.post(f"/order/?id={order.id}", json={"currentStatus": ""}))
    assert (emptied["statusText"], emptied["currentStatus"]) == (None, "packed")
