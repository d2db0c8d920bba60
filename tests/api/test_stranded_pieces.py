"""Pieces that come back after the sizes of their product have changed: no count gets them, so staff are told."""

import pytest
from sqlalchemy import select

from shop.catalogue.model import Product
from shop.stock.model import StockMovement
from tests.api.test_cancellation import cancel, faults, order_anew, set_status, undo
from tests.api.test_order_placement import basket, line
from tests.api.test_returns import received
from tests.api.test_sizes import SIZES, sized
from tests.support import factories
from tests.support.http_client import succeeded

TOLD = (
    "Sized Ring does not come in size 14 any more, so 2 pieces that came back are in no count."
    " Please add them to the right size."
)
STRANDED_NOTE = "The product's sizes have changed, so these pieces are in no count."
TWELVE = [{"label": "12", "weight": 10}]


@pytest.fixture
async def ring(people, database):
    made = await database.run_sync(factories.stock_product, name="Sized Ring", sizes=SIZES)
    await database.commit()
    return made


@pytest.fixture
async def item(asha, people, ring):
    """Order two pieces of size 14, and return the line."""
    placed = await order_anew(asha, basket(people, sized(ring, "14", 2)))
    return placed["items"][0]


async def set_sizes(karthik, ring, sizes):
    succeeded(await karthik.post(f"/product/?id={ring.id}", json={"sizes": sizes}))


def ledger(session) -> list[tuple[str | None, int, str, str]]:
    assert faults(session) == []
    found = session.scalars(
        select(StockMovement).where(StockMovement.order_item_id.is_not(None)).order_by(StockMovement.id)
    )
    return [(row.size, row.quantity, row.reason, row.note) for row in found]


def count(product_id: int):
    return lambda session: session.get(Product, product_id, populate_existing=True).stock_quantity


async def test_a_cancellation_into_a_removed_size_is_told_and_in_the_ledger(karthik, ring, item, run_sync):
    await set_sizes(karthik, ring, TWELVE)
    [cancelled] = succeeded(await cancel(karthik, item["orderId"]))
    assert (cancelled["status"], cancelled["stockNote"]) == ("cancelled", TOLD)
    taken, booked = ("14", -2, "order", ""), [("14", 2, "cancellation", ""), ("14", -2, "cancellation", STRANDED_NOTE)]
    assert await run_sync(ledger) == [taken, *booked]
    assert await run_sync(count(ring.id)) == 2
    # The pieces were in no count, so the undo takes none.
    succeeded(await undo(karthik, item["id"], cancelled["version"]))
    [cancelled] = succeeded(await cancel(karthik, item["orderId"]))
    assert (cancelled["stockNote"], await run_sync(ledger)) == (TOLD, [taken, *booked, *booked])


async def test_a_shopper_is_told_nothing_of_the_stock(asha, karthik, ring, item, run_sync):
    await set_sizes(karthik, ring, TWELVE)
    [cancelled] = succeeded(await cancel(asha, item["orderId"]))
    assert cancelled["stockNote"] is None
    assert len(await run_sync(ledger)) == 3


async def test_pieces_that_a_count_gets_need_no_note(karthik, ring, item, run_sync):
    [cancelled] = succeeded(await cancel(karthik, item["orderId"]))
    assert cancelled["stockNote"] is None
    assert await run_sync(ledger) == [("14", -2, "order", ""), ("14", 2, "cancellation", "")]


async def test_pieces_without_a_size_are_in_no_count_of_a_product_that_got_sizes(
    asha, karthik, people, database, run_sync
):
    plain = await database.run_sync(factories.stock_product, name="Plain Ring", stock_quantity=5)
    await database.commit()
    placed = await order_anew(asha, basket(people, line(plain, 1)))
    await set_sizes(karthik, plain, [{"label": "12", "weight": 10, "stockQuantity": 4}])
    [cancelled] = succeeded(await cancel(karthik, placed["id"]))
    assert cancelled["stockNote"] == (
        "Plain Ring comes in sizes now, so 1 piece that came back is in no count. Please add it to the right size."
    )
    assert await run_sync(count(plain.id)) == 4


async def test_a_return_into_a_removed_size_is_told_and_in_the_ledger(asha, karthik, ring, item, run_sync):
    succeeded(await set_status(karthik, item["id"], "delivered"))
    await set_sizes(karthik, ring, TWELVE)
    one = await received(asha, karthik, item["id"])
    sentence = TOLD.replace("2 pieces", "1 piece").replace("are in", "is in").replace("add them", "add it")
    assert (one["intoStock"], one["stockNote"]) == (True, sentence)
    booked = [("14", 1, "return", ""), ("14", -1, "return", STRANDED_NOTE)]
    assert await run_sync(ledger) == [("14", -2, "order", ""), *booked]
    # Another piece of the line comes back when the size is there again.
    await set_sizes(karthik, ring, [*TWELVE, {"label": "14", "weight": 11, "stockQuantity": 0}])
    other = await received(asha, karthik, item["id"])
    assert (other["stockNote"], await run_sync(count(ring.id))) == (None, 3)
    listed = {row["id"]: row["stockNote"] for row in succeeded(await karthik.get("/return/"))}
    assert listed == {one["id"]: sentence, other["id"]: None}
    assert {row["stockNote"] for row in succeeded(await asha.get("/return/"))} == {None}
