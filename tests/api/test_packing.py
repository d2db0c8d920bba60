"""The API of the packing screen: the bins of ordered pieces, and the lookup of scanned codes."""

import pytest

from tests.api.test_order_placement import basket, line
from tests.support import factories
from tests.support.http_client import failed, succeeded


@pytest.fixture
async def chain(database):
    """Put a hallmarked chain into a bin."""
    made = await database.run_sync(
        factories.stock_product, name="Vansh Rope Chain", code="CH-601", bin="B-12", hallmark="22K916"
    )
    await database.commit()
    return made


@pytest.fixture
async def order(asha, people, chain):
    """Place an order for Asha: a chain, and a ring without a bin."""
    return succeeded(await asha.post("/order/", json=basket(people, line(chain, 1), line(people.ring, 2))))


async def test_staff_read_the_bin_of_each_piece_of_many_orders(asha, karthik, people, chain, order):
    other = succeeded(await asha.post("/order/", json=basket(people, line(chain, 1))))
    ids = f"{other['id']},{order['id']}"
    pieces = succeeded(await karthik.get(f"/order/packing/?orderIds={ids}"))
    first, ring = order["items"]
    assert pieces == [
        {"orderId": order["id"], "itemId": first["id"], "code": "CH-601", "bin": "B-12"},
        {"orderId": order["id"], "itemId": ring["id"], "code": people.ring.code, "bin": None},
        {"orderId": other["id"], "itemId": other["items"][0]["id"], "code": "CH-601", "bin": "B-12"},
    ]


@pytest.mark.parametrize("ids", ["", "0", "1,", "one", "1;2", ",".join(["1"] * 101), "9" * 16])
async def test_numbers_that_are_none_are_refused(karthik, ids):
    answer = await karthik.get(f"/order/packing/?orderIds={ids}")
    failed(answer, 422, "orderIds")


@pytest.mark.parametrize("text", ["CH-601", "ch-601", "CH601", " ch 601 "])
async def test_a_code_is_found_however_the_scanner_writes_it(karthik, order, text):
    scan = succeeded(await karthik.get("/order/packing/scan/", params={"text": text}))
    assert (scan["productCode"], scan["productName"], scan["orderId"]) == ("CH-601", "Vansh Rope Chain", None)


async def test_a_code_with_a_capital_outside_ascii_is_found(karthik, database):
    await database.run_sync(factories.stock_product, name="École Ring", code="ÉC-7")
    await database.commit()
    scan = succeeded(await karthik.get("/order/packing/scan/", params={"text": "Éc7"}))
    assert scan["productCode"] == "ÉC-7"


async def test_a_huid_names_the_order_that_has_the_piece(karthik, order):
    item = order["items"][0]["id"]
    succeeded(await karthik.post("/order/huids/", json={"itemId": item, "huids": ["AH3R8T"], "version": 1}))
    scan = succeeded(await karthik.get("/order/packing/scan/?text=ah3r8t"))
    assert scan == {
        "productCode": None,
        "productName": "Vansh Rope Chain",
        "orderId": order["id"],
        "itemId": item,
    }


async def test_an_unknown_text_is_nothing(karthik, order):
    for text in ("ZZ9ZZ9", "never sold", "'; --"):
        scan = succeeded(await karthik.get("/order/packing/scan/", params={"text": text}))
        assert set(scan.values()) == {None}


async def test_an_admin_sets_and_removes_the_bin_which_shoppers_never_see(asha, karthik, chain):
    shown = succeeded(await karthik.get(f"/product/?id={chain.id}"))
    assert shown["bin"] == "B-12"
    for given, kept in ((" C-7 ", "C-7"), ("", None), ("null", None)):
        changed = succeeded(await karthik.post(f"/product/?id={chain.id}", data={"bin": given}))
        assert changed["bin"] == kept
    failed(await karthik.post(f"/product/?id={chain.id}", data={"bin": "B" * 21}), 422, "bin")
    assert "bin" not in succeeded(await asha.get(f"/product/customer/?id={chain.id}"))


def packed(order, number: int, **fields):
    item = order["items"][number]
    return {"id": item["id"], "status": "packed", "version": 1, **fields}


async def test_what_the_scale_shows_is_kept_with_the_step_that_packs_the_item(asha, karthik, people, order):
    answered = succeeded(
        await karthik.post("/order/?flag=updateStatus", json=packed(order, 1, weights=["9.98", 10.01]))
    )
    assert answered["weights"] == [9.98, 10.01]
    shown = succeeded(await karthik.get(f"/order/?id={order['id']}"))
    assert [step["weights"] for step in shown["items"][1]["history"]] == [[], [9.98, 10.01]]
    assert shown["items"][1]["history"][1]["changedBy"] == "Karthik Rao"
    [line] = [
        each
        for each in succeeded(await asha.get(f"/order/?customerId={people.asha.id}"))
        if each["itemId"] == order["items"][1]["id"]
    ]
    assert "weights" not in line["history"][1]


async def test_a_repeated_order_has_no_weights_from_the_scale(asha, karthik, people, chain):
    body, headers = basket(people, line(chain, 1)), {"Idempotency-Key": "7d2f"}
    placed = succeeded(await asha.post("/order/", json=body, headers=headers))
    succeeded(await karthik.post("/order/?flag=updateStatus", json=packed(placed, 0, weights=[9.98])))
    [item] = succeeded(await asha.post("/order/", json=body, headers=headers))["items"]
    assert [(step["status"], step["weights"]) for step in item["history"]] == [("ordered", []), ("packed", [])]


@pytest.mark.parametrize("weights", [[0], [-1], ["heavy"], [10.0001], [1] * 11, [10**7], None, 10, [None]])
async def test_what_is_no_weight_is_refused(karthik, order, weights):
    answer = await karthik.post("/order/?flag=updateStatus", json=packed(order, 1, weights=weights))
    assert answer.status_code == 422
    assert all(field.startswith("weights") for field in answer.json()["errors"])


async def test_only_a_packed_item_is_weighed_and_no_more_often_than_it_has_pieces(karthik, order):
    shipped = packed(order, 1, weights=[10]) | {"status": "shipped"}
    failed(await karthik.post("/order/?flag=updateStatus", json=shipped), 422, "weights")
    answer = await karthik.post("/order/?flag=updateStatus", json=packed(order, 0, weights=[10, 10]))
    assert failed(answer, 409)["message"] == "This item has 1 piece, and not 2."
