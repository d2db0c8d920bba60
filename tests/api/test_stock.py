"""Orders reduce stock counts, admins correct them, and shoppers see them. They equal the sum of the ledger."""

import asyncio
import re

import pytest
from sqlalchemy import select, text

from shop.audit.model import AuditEntry
from shop.catalogue.model import Product
from shop.catalogue.stock import LAST_PIECES
from shop.clock import now
from shop.orders.model import Order
from shop.stock import queries
from shop.stock.events import PiecesMoved
from shop.stock.model import BackInStockRequest, StockMovement
from tests.api.test_bulk_edit import bulk
from tests.api.test_order_placement import basket, line
from tests.support import factories
from tests.support.http_client import failed, succeeded


def counted(product_id: int):
    """Return a function that reads stock count, availability and movements of a product and checks that they agree."""

    def read(session):
        assert session.execute(queries.differences()).all() == []
        product = session.get(Product, product_id, populate_existing=True)
        moved = session.scalars(
            select(StockMovement.quantity).where(StockMovement.product_id == product_id).order_by(StockMovement.id)
        )
        return product.stock_quantity, product.stock_availability, list(moved)

    return read


@pytest.fixture
async def ring(people, database):
    """Add a ring with a stock of five."""
    made = await database.run_sync(factories.stock_product, name="Peacock Ring", stock_quantity=5)
    await database.commit()
    return made


async def shown(browser, product_id: int) -> tuple[str, int | None]:
    row = succeeded(await browser.get(f"/product/customer/?id={product_id}"))
    return row["stockAvailability"], row["stockLeft"]


def changes(events):
    return [event for event in events if event["type"] in {"catalogue.changed", "stock.changed"}]


async def test_an_order_takes_its_pieces_with_its_line_as_the_reason(asha, people, ring, run_sync):
    order = succeeded(await asha.post("/order/", json=basket(people, line(ring, 2), line(people.chain))))
    assert await run_sync(counted(ring.id)) == (3, "yes", [5, -2])
    [movement] = await run_sync(
        lambda session: session.scalars(select(StockMovement).where(StockMovement.quantity < 0)).all()
    )
    assert (movement.reason, movement.order_item_id) == ("order", order["items"][0]["id"])
    assert await run_sync(counted(people.chain.id)) == (None, "yes", [])


async def test_who_takes_the_last_piece_ends_its_sale_in_lists_facets_and_events(asha, people, ring, run_sync):
    await shown(asha, ring.id)
    succeeded(await asha.post("/order/", json=basket(people, line(ring, 4))))
    assert await shown(asha, ring.id) == ("yes", 1)
    succeeded(await asha.post("/order/", json=basket(people, line(ring))))
    assert await shown(asha, ring.id) == ("no", 0)
    listed = await asha.get("/product/customer/?stock=no")
    assert [row["id"] for row in listed.json()["data"]] == [ring.id]
    assert {choice["value"]: choice["count"] for choice in listed.json()["facets"]["stock"]} == {"yes": 2, "no": 1}
    told = changes(await run_sync(factories.events))
    assert [(event["type"], event["reach"]) for event in told] == [("catalogue.changed", "everyone")] * 2
    assert told[1]["data"] == {
        "entity": "product",
        "id": ring.id,
        "action": "updated",
        "status": "active",
        "stockAvailability": "no",
        "stockLeft": 0,
    }
    assert told[1]["admin_data"] == {"stockQuantity": 0}


async def test_shoppers_hear_of_the_last_pieces_only(asha, people, ring, run_sync):
    succeeded(await asha.post("/order/", json=basket(people, line(ring))))
    [event] = changes(await run_sync(factories.events))
    told = PiecesMoved(product_id=ring.id, status="active", stock_availability="yes", stock_quantity=4)
    recorded = event["type"], event["reach"], event["aggregate"], event["data"], event["admin_data"]
    assert recorded == (told.type, told.audience, told.aggregate, told.data(), told.admin_data())
    assert event["data"]["stockLeft"] is None
    assert await shown(asha, ring.id) == ("yes", None)


async def test_more_than_there_is_cannot_be_ordered(asha, people, ring, run_sync):
    refused = failed(await asha.post("/order/", json=basket(people, line(ring, 6))), 409)
    assert refused["message"] == "Only 5 of Peacock Ring are left. Please order fewer."
    assert refused["data"] == {
        "reason": "unavailable",
        "items": [{"productId": ring.id, "productName": "Peacock Ring", "stockLeft": 5}],
    }
    assert await run_sync(counted(ring.id)) == (5, "yes", [5])


async def test_what_is_sold_out_is_refused_by_name(asha, people, ring):
    succeeded(await asha.post("/order/", json=basket(people, line(ring, 5))))
    refused = failed(await asha.post("/order/", json=basket(people, line(ring))), 409)
    assert refused["data"]["reason"] == "unavailable"
    assert "Peacock Ring is no longer available" in refused["message"]


async def test_of_sixteen_orders_for_the_last_piece_one_is_placed(committing_api, open_shop):
    people, browsers = open_shop
    async with committing_api.state.sessions() as session:
        ring = await session.run_sync(factories.stock_product, name="Last Ring", stock_quantity=1)
        shoppers = [await session.run_sync(factories.register_shopper, f"Shopper {number}") for number in range(16)]
        await session.commit()
        buyers = [await browsers.of(shopper) for shopper in shoppers]
        # The uncounted chain is ordered as well, so that the orders lock both kinds of products.
        answers = await asyncio.gather(
            *(
                buyer.post("/order/", json=basket(people, line(ring), line(people.chain), customerId=shopper.id))
                for buyer, shopper in zip(buyers, shoppers, strict=True)
            )
        )
        placed = [answer for answer in answers if answer.status_code == 200]
        assert len(placed) == 1
        for answer in answers:
            if answer not in placed:
                assert failed(answer, 409)["data"]["reason"] == "unavailable"
        assert await session.run_sync(counted(ring.id)) == (0, "no", [1, -1])
        assert len((await session.scalars(select(Order))).all()) == 1
        for buyer in buyers:
            await buyer.aclose()


async def test_many_orders_of_many_products_at_once_agree_with_the_ledger(committing_api, open_shop):
    people, browsers = open_shop
    async with committing_api.state.sessions() as session:
        rings = [
            await session.run_sync(factories.stock_product, name=f"Ring {number}", stock_quantity=6)
            for number in range(3)
        ]
        shoppers = [await session.run_sync(factories.register_shopper, f"Shopper {n}") for n in range(12)]
        await session.commit()
        buyers = [await browsers.of(shopper) for shopper in shoppers]
        lines = [[line(rings[(n + k) % 3]) for k in range(3)] for n in range(12)]
        answers = await asyncio.gather(
            *(
                buyer.post("/order/", json=basket(people, *wanted, customerId=shopper.id))
                for buyer, shopper, wanted in zip(buyers, shoppers, lines, strict=True)
            )
        )
        assert sorted(answer.status_code for answer in answers) == [200] * 6 + [409] * 6
        for ring in rings:
            assert (await session.run_sync(counted(ring.id)))[:2] == (0, "no")
        for buyer in buyers:
            await buyer.aclose()


async def test_a_count_decides_the_availability_whatever_is_sent(karthik, people, run_sync):
    path = f"/product/?id={people.ring.id}"
    sent = {"stockQuantity": 2, "stockAvailability": "no"}
    row = succeeded(await karthik.post(path, json=sent))
    assert (row["stockQuantity"], row["stockAvailability"], row["stockLeft"]) == (2, "yes", 2)
    row = succeeded(await karthik.post(path, json={"stockQuantity": 0, "stockAvailability": "yes"}))
    assert (row["stockQuantity"], row["stockAvailability"], row["stockLeft"]) == (0, "no", 0)
    row = succeeded(await karthik.post(path, data={"stockQuantity": "", "stockAvailability": "yes"}))
    assert (row["stockQuantity"], row["stockAvailability"], row["stockLeft"]) == (None, "yes", None)
    assert await run_sync(counted(people.ring.id)) == (None, "yes", [2, -2])


async def test_the_database_itself_keeps_availability_in_step(database, ring, run_sync):
    await database.execute(text("UPDATE product SET stock_availability = 'no' WHERE id = :id"), {"id": ring.id})
    await database.commit()
    assert (await run_sync(lambda session: session.get(Product, ring.id))).stock_availability == "yes"


async def test_what_is_in_active_is_not_in_stock_and_comes_back_with_its_count(karthik, ring):
    path = f"/product/?id={ring.id}"
    assert succeeded(await karthik.post(path, json={"status": "in active"}))["stockAvailability"] == "no"
    row = succeeded(await karthik.post(path, json={"status": "active"}))
    assert (row["stockAvailability"], row["stockQuantity"]) == ("yes", 5)


@pytest.mark.parametrize("count", [-1, 100_001, 1.5, True, "many", "1e3", [1]])
async def test_an_unfit_count_is_refused_by_name(karthik, people, count):
    failed(await karthik.post(f"/product/?id={people.ring.id}", json={"stockQuantity": count}), 422, "stockQuantity")


async def test_a_change_that_does_not_name_the_count_leaves_it(karthik, ring, run_sync):
    succeeded(await karthik.post(f"/product/?id={ring.id}", json={"discount": 100}))
    assert await run_sync(counted(ring.id)) == (5, "yes", [5])


async def test_a_count_of_the_form_undoes_no_sale_that_its_admin_did_not_see(asha, karthik, people, ring, run_sync):
    path = f"/product/?id={ring.id}"
    succeeded(await asha.post("/order/", json=basket(people, line(ring, 2))))
    edited = {"name": "Peacock Ring II", "stockQuantity": "8", "seenStockQuantity": "5"}
    refused = failed(await karthik.post(path, data=edited), 409, "stockQuantity")
    assert refused["message"] == "Peacock Ring has 3 pieces now, not 5. Please look at the count again."
    assert refused["data"] == {"stockQuantity": 3, "size": None}
    failed(await karthik.post(path, data=edited | {"seenStockQuantity": ""}), 409, "stockQuantity")
    assert await run_sync(counted(ring.id)) == (3, "yes", [5, -2])
    row = succeeded(await karthik.post(path, data=edited | {"seenStockQuantity": "3"}))
    assert (row["name"], row["stockQuantity"]) == ("Peacock Ring II", 8)
    succeeded(await karthik.post(path, json={"stockQuantity": 9}))
    assert await run_sync(counted(ring.id)) == (9, "yes", [5, -2, 5, 1])
    failed(await karthik.post(path, json={"stockQuantity": 9, "seenStockQuantity": -1}), 422, "seenStockQuantity")


async def test_a_count_of_a_size_undoes_no_sale_that_its_admin_did_not_see(karthik, database):
    sizes = [{"label": label, "weight": 2, "stock_quantity": 3} for label in ("12", "14")]
    ring = await database.run_sync(factories.stock_product, name="Sized Ring", sizes=sizes)
    await database.commit()
    path = f"/product/?id={ring.id}"

    async def send(seen: int | None):
        counts = {"stockQuantity": 7, "seenStockQuantity": seen}
        return await karthik.post(path, json={"sizes": [{"label": "12", "weight": 2, **counts}, *rest]})

    rest = [{"label": "14", "weight": 2}]
    refused = failed(await send(4), 409, "sizes")
    assert refused["message"] == "Sized Ring, size 12, has 3 pieces now, not 4. Please look at the count again."
    assert refused["data"] == {"stockQuantity": 3, "size": "12"}
    failed(await send(None), 409, "sizes")
    row = succeeded(await send(3))
    assert [size["stockQuantity"] for size in row["sizes"]] == [7, 3]


async def test_many_products_are_counted_at_once_and_no_more(karthik, people, ring, run_sync):
    ids = [people.ring.id, ring.id]
    succeeded(await bulk(karthik, {"stockQuantity": 2}, ids=ids))
    assert await run_sync(counted(ring.id)) == (2, "yes", [5, -3])
    assert await run_sync(counted(people.ring.id)) == (2, "yes", [2])
    succeeded(await bulk(karthik, {"stockQuantity": None}, ids=ids))
    assert await run_sync(counted(ring.id)) == (None, "yes", [5, -3, -2])
    failed(await bulk(karthik, {"stockQuantity": -1}, ids=ids), 422, "changes.stockQuantity")


async def test_the_list_is_narrowed_and_sorted_by_stock(karthik, people, ring, database):
    low = await database.run_sync(factories.stock_product, name="Low", stock_quantity=2)
    gone = await database.run_sync(factories.stock_product, name="Gone", stock_quantity=0)
    await database.commit()

    async def listed(query: str) -> list[int]:
        return [row["id"] for row in succeeded(await karthik.get(f"/product/?{query}"))]

    others = [people.ring.id, people.chain.id]
    assert await listed("stockLevel=low&sort=stockAsc") == [gone.id, low.id]
    assert await listed("stockLevel=counted&sort=stockDesc") == [ring.id, low.id, gone.id]
    assert await listed("sort=stockAsc") == [gone.id, low.id, ring.id, *others]
    assert (await listed("sort=stockDesc"))[:3] == [ring.id, low.id, gone.id]
    assert sorted(await listed("stockLevel=notCounted")) == sorted(others)
    failed(await karthik.get("/product/?stockLevel=much"), 422, "stockLevel")


async def test_a_product_is_low_in_stock_if_one_of_its_sizes_is(karthik, people, database):
    def sizes(*pieces):
        return [
            {"label": label, "diameter": None, "length": None, "weight": 10.0, "making_charge": None}
            | {"wastage_charge": None, "stock_quantity": count, "is_default": label == "12"}
            for label, count in zip(("12", "14", "16"), pieces, strict=True)
        ]

    low = await database.run_sync(factories.stock_product, name="Low", sizes=sizes(7, 2, 7))
    await database.run_sync(factories.stock_product, name="Enough", sizes=sizes(3, 3, 3))
    await database.run_sync(factories.stock_product, name="Not counted", sizes=sizes(None, None, None))
    await database.commit()
    assert [row["id"] for row in succeeded(await karthik.get("/product/?stockLevel=low"))] == [low.id]
    assert succeeded(await karthik.get("/product/?stockLevel=low&status=in active")) == []


async def test_a_correction_is_recorded_with_its_reason_and_audited(karthik, people, ring, run_sync):
    sent = {"productId": ring.id, "quantity": 3, "seen": 5, "reason": "Two were lent to the photographer."}
    made = succeeded(await karthik.post("/stock/", json=sent))
    assert (made["quantity"], made["left"], made["reason"], made["who"]) == (-2, 3, "correction", people.karthik.name)
    assert made["note"] == "Two were lent to the photographer."
    assert await run_sync(counted(ring.id)) == (3, "yes", [5, -2])
    [entry] = await run_sync(lambda session: session.scalars(select(AuditEntry)).all())
    assert (entry.entity, entry.changes) == ("product", {"stock_quantity": {"from": 5, "to": 3}})
    [event] = changes(await run_sync(factories.events))
    assert (event["data"]["stockLeft"], event["admin_data"]) == (3, {"stockQuantity": 3})


@pytest.mark.parametrize(
    ("sent", "status", "fields"),
    [
        ({"quantity": -1}, 422, ["quantity"]),
        ({"quantity": 100_001}, 422, ["quantity"]),
        ({"quantity": 0.5}, 422, ["quantity"]),
        ({"reason": " "}, 422, ["reason"]),
        ({"reason": None}, 422, ["reason"]),
        ({"productId": 10**9}, 404, []),
        ({"quantity": 5}, 409, []),
        ({"seen": 4}, 409, []),
    ],
)
async def test_an_unfit_correction_changes_nothing(karthik, ring, run_sync, sent, status, fields):
    body = {"productId": ring.id, "quantity": 3, "reason": "Counted."} | sent
    failed(await karthik.post("/stock/", json=body), status, *fields)
    assert await run_sync(counted(ring.id)) == (5, "yes", [5])


async def test_a_product_that_is_not_counted_cannot_be_corrected(karthik, people):
    body = {"productId": people.ring.id, "quantity": 3, "reason": "Counted."}
    assert "not counted" in failed(await karthik.post("/stock/", json=body), 409)["message"]


async def test_the_movements_are_listed_with_what_was_left(asha, karthik, people, ring):
    order = succeeded(await asha.post("/order/", json=basket(people, line(ring, 2))))
    succeeded(await karthik.post("/stock/", json={"productId": ring.id, "quantity": 10, "reason": "New pieces."}))
    answer = (await karthik.get(f"/stock/?productId={ring.id}&limit=2")).json()
    assert (answer["stockQuantity"], answer["waiting"], answer["nextCursor"]) == (10, 0, "2")
    assert [(row["quantity"], row["left"], row["orderId"]) for row in answer["data"]] == [
        (7, 10, None),
        (-2, 3, order["id"]),
    ]
    rest = succeeded(await karthik.get(f"/stock/?productId={ring.id}&cursor=2"))
    assert [(row["quantity"], row["left"], row["reason"]) for row in rest] == [(5, 5, "product_form")]
    failed(await karthik.get("/stock/?productId=1000000000"), 404)


async def test_the_movement_of_an_order_names_the_admin_who_entered_it(asha, karthik, people, ring):
    succeeded(await asha.post("/order/", json=basket(people, line(ring))))
    succeeded(await karthik.post("/order/", json=basket(people, line(ring, 2))))
    rows = succeeded(await karthik.get(f"/stock/?productId={ring.id}&limit=2"))
    assert [(row["reason"], row["who"]) for row in rows] == [("order", people.karthik.name), ("order", None)]


@pytest.mark.parametrize("statement", ["UPDATE stock_movement SET quantity = 9", "DELETE FROM stock_movement"])
async def test_movements_are_never_changed(database, ring, statement):
    with pytest.raises(Exception, match="only ever added"):
        await database.execute(text(statement))


async def test_a_product_that_nobody_ordered_goes_with_its_movements(karthik, ring, run_sync):
    succeeded(await karthik.delete(f"/product/?id={ring.id}"))
    assert await run_sync(lambda session: session.scalars(select(StockMovement)).all()) == []


async def test_a_shopper_asks_to_be_told_once_and_may_take_it_back(asha, ben, people, ring, run_sync):
    succeeded(await ben.post("/order/", json=basket(people, line(ring, 5), customerId=people.ben.id)))
    first = succeeded(await asha.post("/stock/request/", json={"productId": ring.id}))
    again = succeeded(await asha.post("/stock/request/", json={"productId": ring.id}))
    assert first == again
    assert succeeded(await asha.get("/stock/request/")) == [first]
    assert succeeded(await ben.get("/stock/request/")) == []
    failed(await ben.delete(f"/stock/request/?id={first['id']}"), 404)
    succeeded(await asha.delete(f"/stock/request/?id={first['id']}"))
    assert await run_sync(lambda session: session.scalars(select(BackInStockRequest)).all()) == []


async def test_a_request_says_that_its_address_is_not_confirmed(asha, people, ring, karthik, database):
    succeeded(await karthik.post("/stock/", json={"productId": ring.id, "quantity": 0, "reason": "Gone."}))
    for is_confirmed in (False, True):
        people.asha.email_confirmed_at = now() if is_confirmed else None
        await database.commit()
        answer = await asha.post("/stock/request/", json={"productId": ring.id})
        assert succeeded(answer)["emailConfirmed"] is is_confirmed
        assert ("confirm your address" in answer.json()["message"]) is not is_confirmed
        assert [row["emailConfirmed"] for row in succeeded(await asha.get("/stock/request/"))] == [is_confirmed]


async def test_nobody_waits_for_what_is_there_or_is_not_sold(asha, people, ring, karthik):
    refused = failed(await asha.post("/stock/request/", json={"productId": ring.id}), 409)
    assert refused["message"] == "Peacock Ring is in stock now."
    succeeded(await karthik.post(f"/product/?id={ring.id}", json={"status": "in active"}))
    failed(await asha.post("/stock/request/", json={"productId": ring.id}), 404)
    failed(await asha.post("/stock/request/", json={"productId": 10**9}), 404)
    failed(await asha.post("/stock/request/", json={}), 422, "productId")


async def test_a_request_may_be_for_one_size(asha, people, database):
    sizes = [{"label": label, "weight": 2, "stock_quantity": count} for label, count in (("12", 3), ("14", 0))]
    ring = await database.run_sync(factories.stock_product, name="Sized Ring", sizes=sizes)
    await database.commit()
    sent = {"productId": ring.id, "size": "14"}
    first = succeeded(await asha.post("/stock/request/", json=sent))
    assert (first["size"], succeeded(await asha.post("/stock/request/", json=sent))) == ("14", first)
    refused = failed(await asha.post("/stock/request/", json=sent | {"size": "12"}), 409)
    assert refused["message"] == "Sized Ring, size 12, is in stock now."
    unknown = failed(await asha.post("/stock/request/", json=sent | {"size": "16"}), 422, "size")
    assert unknown["message"] == "Sized Ring does not come in size 16. It comes in 12, 14."
    failed(await asha.post("/stock/request/", json={"productId": ring.id}), 409)
    failed(await asha.post("/stock/request/", json=sent | {"productId": people.ring.id}), 422, "size")
    assert succeeded(await asha.get("/stock/request/")) == [first]


async def test_a_count_invalidates_caches_where_shoppers_see_it(database):
    """Trigger and function repeat the limit below which shoppers see the count, as SQL cannot read it from Python."""
    function = await database.scalar(text("SELECT pg_get_functiondef('shown_sizes'::regproc)"))
    assert re.findall(r"LEAST\(.+, (\d+)\)", function) == [str(LAST_PIECES + 1)]
    condition = await database.scalar(
        text("SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE tgname = 'announce_last_pieces'")
    )
    assert re.findall(r"LEAST\(\w+\.stock_quantity, (\d+)\)", condition) == [str(LAST_PIECES + 1)] * 2
