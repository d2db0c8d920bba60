"""Products that come in sizes: prices, pieces, carts and orders, including clients without support for sizes."""

import asyncio
from decimal import Decimal

import pytest
from sqlalchemy import select, text, update

from shop.carts.model import CartItem
from shop.catalogue import facets
from shop.catalogue.model import Product
from shop.customers import queries as customers
from shop.invoices.issuing import _line
from shop.invoices.rules import Tax
from shop.orders.model import OrderItem
from shop.price_holds.model import PriceHold
from shop.stock import queries
from shop.stock.model import StockMovement
from shop.wishlists.model import WishlistEntry
from tests.api.test_order_placement import basket, line
from tests.support import factories
from tests.support.database import waits_for
from tests.support.http_client import failed, succeeded

SIZES = [
    {"label": "14", "weight": 11, "making_charge": 1200, "stock_quantity": 5},
    {"label": "12", "weight": 10, "stock_quantity": 2, "is_default": True},
    {"label": "16", "weight": 12, "stock_quantity": 0},
]


@pytest.fixture
async def ring(people, database):
    """Add a ring in three sizes of 10, 11 and 12 grams, with 2, 5 and 0 pieces."""
    made = await database.run_sync(factories.stock_product, name="Sized Ring", sizes=SIZES)
    await database.commit()
    return made


def counts(product_id: int):
    """Return a function that reads the stock in total and by size, and checks that both agree with the ledger."""

    def read(session):
        assert session.execute(queries.differences()).all() == []
        product = session.get(Product, product_id, populate_existing=True)
        return product.stock_quantity, {size["label"]: size["stock_quantity"] for size in product.sizes}

    return read


async def shown(browser, product_id: int):
    return succeeded(await browser.get(f"/product/customer/?id={product_id}"))


def sized(product, label, quantity=1, **fields):
    """Return a line of an order in a size, at the price of this size."""
    size = next(each for each in product.sizes if each["label"] == label)
    making = size["making_charge"] or product.making_charge
    price = factories.RATE * Decimal(str(size["weight"])) + Decimal(making) + product.wastage_charge
    wanted = {"productId": product.id, "size": label, "productQuantity": quantity}
    return wanted | {"totalAmount": float(round(price) * quantity)} | fields


async def test_a_product_shows_each_size_with_its_measure_price_and_stock(asha, ring):
    page = await shown(asha, ring.id)
    assert [(size["label"], size["diameter"], size["length"], size["weight"]) for size in page["sizes"]] == [
        ("12", 16.6, None, 10),
        ("14", 17.2, None, 11),
        ("16", 17.8, None, 12),
    ]
    assert [(size["stockAvailability"], size["stockLeft"]) for size in page["sizes"]] == [
        ("yes", 2),
        ("yes", None),
        ("no", 0),
    ]
    default = next(size for size in page["sizes"] if size["isDefault"])
    assert {name: page[name] for name in ("weight", "mrp", "ornamentPrice")} == {
        name: default[name] for name in ("weight", "mrp", "ornamentPrice")
    }
    assert page["sizes"][1]["makingCharge"] == 1200
    listed = (await asha.get("/product/customer/?search=Sized")).json()["data"]
    assert listed == [page]


async def test_the_sizes_that_admins_see_are_those_of_the_page_and_tell_pieces(asha, karthik, ring):
    public = await shown(asha, ring.id)
    [row] = [each for each in (await karthik.get("/product/")).json()["data"] if each["id"] == ring.id]
    assert [size["stockQuantity"] for size in row["sizes"]] == [2, 5, 0]
    assert [size["hasOwnMakingCharge"] for size in row["sizes"]] == [False, True, False]
    assert [{name: size[name] for name in public["sizes"][0]} for size in row["sizes"]] == public["sizes"]


async def test_a_size_that_sells_down_to_its_last_pieces_refreshes_the_cached_page(asha, people, ring):
    assert (await shown(asha, ring.id))["sizes"][1]["stockLeft"] is None
    succeeded(await asha.post("/order/", json=basket(people, sized(ring, "14", 2))))
    assert (await shown(asha, ring.id))["sizes"][1]["stockLeft"] == 3


async def test_an_order_takes_the_pieces_of_its_size(asha, people, ring, run_sync):
    order = succeeded(
        await asha.post("/order/", json=basket(people, sized(ring, "14", 2), line(people.chain) | {"size": None}))
    )
    assert [item["size"] for item in order["items"]] == ["14", None]
    assert (order["items"][0]["weight"], order["items"][0]["makingCharge"]) == (11, 1200)
    assert await run_sync(counts(ring.id)) == (5, {"12": 2, "14": 3, "16": 0})
    [movement] = await run_sync(lambda s: s.scalars(select(StockMovement).where(StockMovement.quantity < 0)).all())
    assert (movement.size, movement.quantity, movement.reason) == ("14", -2, "order")
    [line_out, _] = (await asha.get(f"/order/?customerId={people.asha.id}")).json()["data"]
    assert line_out["size"] == "14"
    events = [each for each in await run_sync(factories.events) if each["type"] == "order.placed"]
    assert events[0]["data"]["items"][0]["size"] == "14"
    item = await run_sync(lambda s: s.scalars(select(OrderItem).order_by(OrderItem.id)).first())
    assert _line(item, Tax())["size"] == "14"


async def test_two_sizes_of_one_product_are_two_lines_of_one_order(asha, people, ring, run_sync):
    succeeded(await asha.post("/order/", json=basket(people, sized(ring, "12"), sized(ring, "14", 3))))
    assert await run_sync(counts(ring.id)) == (3, {"12": 1, "14": 2, "16": 0})


async def test_an_order_that_knows_sizes_must_name_one(asha, people, ring, run_sync):
    refused = failed(await asha.post("/order/", json=basket(people, line(ring) | {"size": None})), 422, "items")
    assert refused["message"] == "Please choose a size: Sized Ring comes in 12, 14, 16."
    assert refused["data"]["items"] == [
        {"productId": ring.id, "productName": "Sized Ring", "sizes": ["12", "14", "16"]}
    ]
    assert await run_sync(counts(ring.id)) == (7, {"12": 2, "14": 5, "16": 0})


async def test_an_order_without_sizes_gets_the_default_one(asha, people, ring, run_sync):
    order = succeeded(await asha.post("/order/", json=basket(people, line(ring, 2))))
    assert order["items"][0]["size"] == "12"
    assert await run_sync(counts(ring.id)) == (5, {"12": 0, "14": 5, "16": 0})
    refused = failed(await asha.post("/order/", json=basket(people, line(ring))), 409)
    assert refused["message"].startswith("Sized Ring in size 12 is no longer available.")


async def test_a_size_of_which_too_few_are_left_is_refused_by_its_name(asha, people, ring):
    refused = failed(await asha.post("/order/", json=basket(people, sized(ring, "12", 3))), 409)
    assert refused["message"] == "Only 2 of Sized Ring in size 12 are left. Please order fewer."
    assert refused["data"]["items"] == [
        {"productId": ring.id, "productName": "Sized Ring", "size": "12", "stockLeft": 2}
    ]


@pytest.mark.parametrize("label", ["16", "20"])
async def test_a_size_that_is_out_of_stock_or_gone_is_refused(asha, people, ring, label):
    gone = {"productId": ring.id, "size": label, "productQuantity": 1, "totalAmount": 1}
    refused = failed(await asha.post("/order/", json=basket(people, gone)), 409)
    assert refused["data"] == {
        "reason": "unavailable",
        "items": [{"productId": ring.id, "productName": "Sized Ring", "size": label}],
    }


async def test_the_price_of_another_size_is_refused_with_the_right_one(asha, people, ring):
    wrong = line(ring) | {"size": "14"}
    refused = failed(await asha.post("/order/", json=basket(people, wrong)), 409)
    assert refused["data"]["reason"] == "prices_changed"
    assert [(item["size"], item["weight"]) for item in refused["data"]["items"]] == [("14", 11)]


async def test_a_held_price_is_of_its_sizes(asha, people, ring):
    items = [{"productId": ring.id, "size": "14", "quantity": 1}]
    hold = succeeded(await asha.post("/hold/", json={"items": items}))
    assert (hold["items"][0]["size"], hold["items"][0]["totalAmount"]) == ("14", sized(ring, "14")["totalAmount"])
    other = basket(people, sized(ring, "12"), holdId=hold["id"])
    assert failed(await asha.post("/order/", json=other), 409, "holdId")["data"]["isHeld"] is False
    succeeded(await asha.post("/order/", json=basket(people, sized(ring, "14"), holdId=hold["id"])))
    failed(
        await asha.post("/hold/", json={"items": [{"productId": ring.id, "size": None, "quantity": 1}]}), 422, "items"
    )


@pytest.mark.parametrize("names", [{"held": {}, "ordered": {"size": "12"}}, {"held": {"size": "12"}, "ordered": {}}])
async def test_a_held_price_without_a_size_is_of_the_default_one(asha, people, ring, names):
    held = {"productId": ring.id, "quantity": 1}
    hold = succeeded(await asha.post("/hold/", json={"items": [held | names["held"]]}))
    repeated = succeeded(await asha.post("/hold/", json={"items": [held | names["ordered"]]}))
    assert repeated["id"] == hold["id"]
    other = basket(people, sized(ring, "14"), holdId=hold["id"])
    failed(await asha.post("/order/", json=other), 409, "holdId")
    succeeded(await asha.post("/order/", json=basket(people, line(ring) | names["ordered"], holdId=hold["id"])))


async def test_a_hold_of_an_earlier_version_is_of_the_items_as_they_were_sent(asha, people, ring, database):
    hold = succeeded(await asha.post("/hold/", json={"items": [{"productId": ring.id, "quantity": 1}]}))
    await database.execute(update(PriceHold).values(items={str(ring.id): 1}))
    await database.commit()
    succeeded(await asha.post("/order/", json=basket(people, line(ring), holdId=hold["id"])))


async def test_of_sixteen_orders_for_the_last_piece_of_a_size_one_is_placed(committing_api, open_shop):
    people, browsers = open_shop
    async with committing_api.state.sessions() as session:
        sizes = [
            {"label": "12", "weight": 10, "stock_quantity": 1},
            {"label": "14", "weight": 11, "stock_quantity": 50},
        ]
        ring = await session.run_sync(factories.stock_product, name="Last Ring", sizes=sizes)
        shoppers = [await session.run_sync(factories.register_shopper, f"Shopper {number}") for number in range(16)]
        await session.commit()
        buyers = [await browsers.of(shopper) for shopper in shoppers]
        answers = await asyncio.gather(
            *(
                buyer.post("/order/", json=basket(people, sized(ring, "12"), sized(ring, "14"), customerId=shopper.id))
                for buyer, shopper in zip(buyers, shoppers, strict=True)
            )
        )
        placed = [answer for answer in answers if answer.status_code == 200]
        assert len(placed) == 1
        for answer in answers:
            if answer not in placed:
                assert failed(answer, 409)["data"]["reason"] == "unavailable"
        assert await session.run_sync(counts(ring.id)) == (49, {"12": 0, "14": 49})
        for buyer in buyers:
            await buyer.aclose()


async def test_a_cancellation_gives_the_pieces_back_to_their_size_and_its_undo_takes_them_again(
    asha, karthik, people, ring, run_sync
):
    order = succeeded(await asha.post("/order/", json=basket(people, sized(ring, "12"), sized(ring, "14", 3))))
    ids = [item["id"] for item in order["items"]]
    succeeded(await karthik.post("/order/cancel/", json={"orderId": order["id"], "reason": "Damaged"}))
    assert await run_sync(counts(ring.id)) == (7, {"12": 2, "14": 5, "16": 0})
    succeeded(await karthik.post("/order/?flag=undoStatus", json={"id": ids[1], "version": 2}))
    assert await run_sync(counts(ring.id)) == (4, {"12": 2, "14": 2, "16": 0})


async def test_pieces_of_a_size_that_is_gone_come_back_nowhere_and_without_sizes_to_the_product(
    asha, karthik, people, ring, run_sync
):
    first, second = [
        succeeded(await asha.post("/order/", json=basket(people, sized(ring, "14", number))))["id"] for number in (1, 2)
    ]
    remaining = [{"label": "12", "weight": 10, "stockQuantity": 2}]
    succeeded(await karthik.post(f"/product/?id={ring.id}", json={"sizes": remaining}))
    succeeded(await karthik.post("/order/cancel/", json={"orderId": first, "reason": "Damaged"}))
    assert await run_sync(counts(ring.id)) == (2, {"12": 2})
    succeeded(await karthik.post(f"/product/?id={ring.id}", json={"sizes": [], "stockQuantity": 4}))
    succeeded(await karthik.post("/order/cancel/", json={"orderId": second, "reason": "Damaged"}))
    assert await run_sync(counts(ring.id)) == (6, {})


def in_cart(session):
    rows = session.scalars(select(CartItem).order_by(CartItem.id)).all()
    return [(row.product_id, row.size, row.quantity) for row in rows]


async def put(browser, people, product, **fields):
    return await browser.post("/cart/", json={"customerId": people.asha.id, "productId": product.id} | fields)


async def test_a_cart_has_a_line_for_each_size_with_its_price(asha, people, ring, run_sync):
    succeeded(await put(asha, people, ring, size="12"))
    succeeded(await put(asha, people, ring, size="14", quantity=2))
    merged = succeeded(await put(asha, people, ring, size="14"))
    assert (merged["size"], merged["quantity"], merged["weight"]) == ("14", 3, 11)
    assert await run_sync(in_cart) == [(ring.id, "12", 1), (ring.id, "14", 3)]
    page = await shown(asha, ring.id)
    lines = (await asha.get(f"/cart/?custId={people.asha.id}")).json()
    for row, size in zip(lines, page["sizes"], strict=False):
        names = ("weight", "makingCharge", "metalValue", "mrp", "ornamentPrice", "stockAvailability", "stockLeft")
        assert {name: row["product"][name] for name in names} == {name: size[name] for name in names}
    succeeded(await asha.post("/order/", json=basket(people, sized(ring, "14", 3))))
    assert await run_sync(in_cart) == [(ring.id, "12", 1)]


async def test_a_cart_line_takes_another_size_and_joins_the_one_that_has_it(asha, people, ring, run_sync):
    first = succeeded(await put(asha, people, ring, size="12"))
    second = succeeded(await put(asha, people, ring, size="14", quantity=8))
    wanted = {"customerId": people.asha.id, "productId": ring.id}
    refused = failed(await asha.post(f"/cart/?id={second['cartId']}", json=wanted | {"size": "16"}), 409)
    assert refused["message"] == "Sized Ring in size 16 is out of stock."
    failed(await asha.post(f"/cart/?id={second['cartId']}", json=wanted | {"size": None}), 422, "size")
    changed = succeeded(await asha.post(f"/cart/?id={second['cartId']}", json=wanted | {"size": "12", "quantity": 9}))
    assert (changed["cartId"], changed["size"], changed["quantity"]) == (first["cartId"], "12", 10)
    assert await run_sync(in_cart) == [(ring.id, "12", 10)]


@pytest.fixture
async def carts(committing_api, open_shop):
    """Asha's browser with two items of a ring in her cart, and a session for a concurrent transaction."""
    people, browsers = open_shop
    async with committing_api.state.sessions() as elsewhere, await browsers.of(people.asha) as asha:
        ring = await elsewhere.run_sync(factories.stock_product, name="Sized Ring", sizes=SIZES)
        await elsewhere.commit()
        items = {size: succeeded(await put(asha, people, ring, size=size))["cartId"] for size in ("12", "14")}

        async def change(size: str, to: str):
            wanted = {"customerId": people.asha.id, "productId": ring.id, "size": to}
            return await asha.post(f"/cart/?id={items[size]}", json=wanted)

        yield people, asha, ring, change, elsewhere


async def test_two_items_of_a_cart_that_swap_their_sizes_at_once_do_not_deadlock(carts):
    people, _, ring, change, elsewhere = carts
    await elsewhere.execute(customers.locked(people.asha.id))
    changes = [asyncio.create_task(change("12", to="14")), asyncio.create_task(change("14", to="12"))]
    await waits_for(elsewhere, *changes)
    await elsewhere.commit()
    for answer in await asyncio.gather(*changes):
        succeeded(answer)
    ((product_id, _, quantity),) = await elsewhere.run_sync(in_cart)
    assert (product_id, quantity) == (ring.id, 2)


async def test_an_order_and_a_change_of_a_size_in_its_cart_at_once_do_not_deadlock(carts):
    people, asha, ring, change, elsewhere = carts
    await elsewhere.execute(select(Product).where(Product.id == ring.id).with_for_update())
    placing = asyncio.create_task(asha.post("/order/", json=basket(people, sized(ring, "12"))))
    await waits_for(elsewhere, placing)
    changing = asyncio.create_task(change("12", to="14"))
    await waits_for(elsewhere, placing, changing)
    await elsewhere.commit()
    succeeded(await placing)
    failed(await changing, 404)
    assert await elsewhere.run_sync(in_cart) == [(ring.id, "14", 1)]


async def test_an_undo_that_waits_while_a_piece_of_its_size_is_sold_does_not_take_it_as_well(committing_api, open_shop):
    people, browsers = open_shop
    async with (
        committing_api.state.sessions() as elsewhere,
        await browsers.of(people.asha) as asha,
        await browsers.of(people.karthik) as karthik,
    ):
        ring = await elsewhere.run_sync(factories.stock_product, name="Sized Ring", sizes=SIZES)
        await elsewhere.commit()
        placed = succeeded(await asha.post("/order/", json=basket(people, sized(ring, "12", 2))))
        succeeded(await asha.post("/order/cancel/", json={"orderId": placed["id"], "reason": "Too big"}))
        sell = "UPDATE product SET stock_quantity = stock_quantity - 1, sizes = move_sizes(sizes, :sold) WHERE id = :id"
        await elsewhere.execute(text(sell), {"sold": '{"12": -1}', "id": ring.id})
        body = {"id": placed["items"][0]["id"], "version": 2}
        undoing = asyncio.create_task(karthik.post("/order/?flag=undoStatus", json=body))
        await waits_for(elsewhere, undoing)
        await elsewhere.commit()
        refused = failed(await undoing, 409)
        assert refused["message"] == "The pieces of this item were sold since it was cancelled."


async def test_a_client_without_sizes_puts_the_default_one_into_the_cart(asha, people, ring, run_sync):
    added = succeeded(await put(asha, people, ring))
    assert added["size"] == "12"
    refused = failed(await put(asha, people, ring, size=None), 422, "size")
    assert refused["data"] == {"sizes": ["12", "14", "16"]}
    failed(await put(asha, people, ring, size="16"), 409)
    failed(await put(asha, people, ring, size="a"), 422, "size")
    assert await run_sync(in_cart) == [(ring.id, "12", 1)]


async def test_a_size_that_a_product_does_not_come_in_is_not_told_as_sold_out(asha, people, ring, run_sync):
    item = succeeded(await put(asha, people, ring))
    changed = {"customerId": people.asha.id, "productId": ring.id, "size": "20"}
    for refused in (
        await put(asha, people, ring, size="20"),
        await asha.post(f"/cart/?id={item['cartId']}", json=changed),
    ):
        told = failed(refused, 409)
        assert told["message"] == "Sized Ring does not come in size 20. It comes in 12, 14, 16."
        assert told["data"] == {"sizes": ["12", "14", "16"]}
    told = failed(await put(asha, people, people.chain, size="18 in"), 409)
    assert told["message"] == f"{people.chain.name} does not come in 18 inches. It does not come in sizes."
    assert told["data"] == {"sizes": []}
    assert await run_sync(in_cart) == [(ring.id, "12", 1)]


async def test_what_was_in_the_cart_before_it_came_in_sizes_waits_for_a_choice(asha, karthik, people, run_sync):
    item = succeeded(await put(asha, people, people.chain))
    sizes = [{"label": "18 in", "weight": 10}, {"label": "20 in", "weight": 11}]
    succeeded(await karthik.post(f"/product/?id={people.chain.id}", json={"sizes": sizes}))
    [row] = (await asha.get(f"/cart/?custId={people.asha.id}")).json()
    assert row["size"] is None
    assert [(size["label"], size["length"]) for size in row["product"]["sizes"]] == [("18 in", 18), ("20 in", 20)]
    chosen = {"customerId": people.asha.id, "productId": people.chain.id, "size": "20 in"}
    changed = succeeded(await asha.post(f"/cart/?id={item['cartId']}", json=chosen))
    assert (changed["cartId"], changed["weight"]) == (item["cartId"], 11)
    assert await run_sync(in_cart) == [(people.chain.id, "20 in", 1)]


def set_told_price(session, price: int) -> None:
    session.execute(text("UPDATE wishlist_entry SET told_price = :price"), {"price": price})
    session.commit()


async def test_a_wishlist_knows_the_price_of_the_size_that_was_set_last(asha, people, ring, run_sync):
    async def told(**size):
        entry = succeeded(
            await asha.post("/wishlist/", json={"customerId": people.asha.id, "productId": ring.id} | size)
        )
        row = await run_sync(
            lambda session: session.get_one(WishlistEntry, entry["wishlistId"], populate_existing=True)
        )
        assert row.told_size == entry["size"]
        return row.told_price, entry["ornamentPrice"]

    default, larger = await told(), await told(size="14")
    assert default[0] == default[1] < larger[0] == larger[1]
    await run_sync(set_told_price, 1)
    assert (await told(size="14"))[0] == 1


async def test_a_wishlist_keeps_the_size_that_was_chosen(asha, people, ring):
    entry = {"customerId": people.asha.id, "productId": ring.id}
    assert succeeded(await asha.post("/wishlist/", json=entry))["size"] is None
    changed = succeeded(await asha.post("/wishlist/", json=entry | {"size": "14"}))
    assert (changed["size"], changed["weight"], changed["product"]["weight"]) == ("14", 11, 11)
    assert succeeded(await asha.post("/wishlist/", json=entry))["size"] == "14"
    failed(await asha.post("/wishlist/", json=entry | {"size": "20"}), 409)


async def test_a_wished_size_that_is_gone_shows_the_product_itself(asha, people, ring, run_sync):
    succeeded(await asha.post("/wishlist/", json={"customerId": people.asha.id, "productId": ring.id, "size": "14"}))

    def resize(session, sizes):
        product = session.get_one(Product, ring.id)
        product.sizes, product.stock_quantity = sizes, sum(size["stock_quantity"] for size in sizes) or 4
        product.normalize()
        session.commit()

    for kept in ([size for size in ring.sizes if size["label"] != "14"], []):
        await run_sync(resize, kept)
        [entry] = (await asha.get(f"/wishlist/?customerId={people.asha.id}")).json()
        product = entry["product"]
        assert (entry["size"], entry["weight"], len(product["sizes"])) == ("14", 10, len(kept))
        assert (product["stockAvailability"], entry["ornamentPrice"]) == ("yes", 91_500)


async def test_an_admin_gives_sizes_and_the_product_follows_the_default(karthik, people, run_sync):
    sizes = [
        {"label": "2.10", "weight": 22, "stockQuantity": 1},
        {"label": "2.6", "weight": 20, "makingCharge": 5000, "stockQuantity": 3, "isDefault": True},
    ]
    changed = succeeded(await karthik.post(f"/product/?id={people.ring.id}", json={"sizes": sizes, "weight": 1}))
    assert [(size["label"], size["diameter"]) for size in changed["sizes"]] == [("2.6", 60.3), ("2.10", 66.7)]
    assert (changed["weight"], changed["makingCharge"], changed["stockQuantity"]) == (20, 5000, 4)
    assert await run_sync(counts(people.ring.id)) == (4, {"2.6": 3, "2.10": 1})
    event = [each for each in await run_sync(factories.events) if each["type"] == "catalogue.changed"][-1]
    assert [size["label"] for size in event["data"]["sizes"]] == ["2.6", "2.10"]
    assert "stockQuantity" not in event["data"]["sizes"][0]


async def test_another_default_keeps_the_charges_and_the_gross_weight_of_each_size(karthik, asha, ring, run_sync):
    succeeded(await karthik.post(f"/product/?id={ring.id}", json={"grossWeight": 10.5}))
    names = ("label", "weight", "makingCharge", "mrp")
    before = [{name: size[name] for name in names} for size in (await shown(asha, ring.id))["sizes"]]
    sizes = [
        {"label": "12", "weight": 10},
        {"label": "14", "weight": 11, "makingCharge": 1200, "isDefault": True},
        {"label": "16", "weight": 12},
    ]
    for _ in range(2):  # also if a list of another system repeats it
        changed = succeeded(await karthik.post(f"/product/?id={ring.id}", json={"sizes": sizes}))
        assert [{name: size[name] for name in names} for size in changed["sizes"]] == before
    assert (changed["weight"], changed["grossWeight"], changed["makingCharge"]) == (11, 11.5, 1200)
    event = [each for each in await run_sync(factories.events) if each["type"] == "catalogue.changed"][-1]
    assert (event["data"]["weight"], event["data"]["grossWeight"]) == (11, 11.5)
    assert [size["makingCharge"] for size in event["data"]["sizes"]] == [1000, None, 1000]


async def test_sizes_that_are_sent_as_they_were_received_change_nothing_but_what_was_edited(
    karthik, asha, people, ring, run_sync
):
    [row] = [each for each in (await karthik.get("/product/")).json()["data"] if each["id"] == ring.id]
    succeeded(await asha.post("/order/", json=basket(people, sized(ring, "14"))))
    edited = [
        {name: value for name, value in size.items() if name not in {"stockQuantity", "makingCharge"}}
        | ({"makingCharge": size["makingCharge"]} if size["hasOwnMakingCharge"] else {})
        | {"wastageCharge": None}
        for size in row["sizes"]
    ]
    edited[2]["weight"] = 12.5
    changed = succeeded(await karthik.post(f"/product/?id={ring.id}", json={"sizes": edited}))
    assert [(size["weight"], size["stockQuantity"]) for size in changed["sizes"]] == [(10, 2), (11, 4), (12.5, 0)]
    assert await run_sync(counts(ring.id)) == (6, {"12": 2, "14": 4, "16": 0})


@pytest.mark.parametrize(
    ("sizes", "sentence"),
    [
        ([{"label": "12", "weight": 1}, {"label": "12", "weight": 2}], "The size 12 is there twice"),
        ([{"label": "12", "weight": 1}, {"label": "2.6", "weight": 2}], "all of rings"),
        ([{"label": "31", "weight": 1}], "is no size"),
        ([{"label": "2.13", "weight": 1}], "is no size"),
        ([{"label": "61 in", "weight": 1}], "is no size"),
        ([{"label": "12", "weight": 1, "isDefault": True}, {"label": "13", "weight": 1, "isDefault": True}], "default"),
        (
            [
                {"label": "12", "weight": 1, "stockQuantity": 60000},
                {"label": "13", "weight": 1, "stockQuantity": 60000},
            ],
            "100000",
        ),
        ([{"label": "12"}], ""),
        ([{"label": "12", "weight": 1, "colour": "red"}], ""),
        ("nonsense", ""),
    ],
)
async def test_sizes_that_cannot_be_are_refused(karthik, people, sizes, sentence):
    answer = await karthik.post(f"/product/?id={people.ring.id}", json={"sizes": sizes})
    refused = failed(answer, 422, *answer.json()["errors"])
    assert all(name.startswith("sizes") for name in refused["errors"])
    assert sentence in str(refused["errors"])


@pytest.mark.parametrize(
    ("pieces", "counted"),
    [
        ({"12": None, "14": 3, "16": 1}, None),
        ({"12": None}, None),  # the others keep theirs
        ({"12": None, "18": 2}, None),
        ({"18": None}, None),  # a new size
        ({"12": 1}, {"12": 1, "14": 5, "16": 0}),
        ({"12": None, "14": None, "16": None}, {}),
        ({}, {"12": 2, "14": 5, "16": 0}),
    ],
)
async def test_pieces_are_those_of_all_sizes_or_of_none(karthik, ring, run_sync, pieces, counted):
    events = len(await run_sync(factories.events))
    labels = sorted({"12", "14", "16", *pieces})
    sizes = [
        {"label": label, "weight": 10} | ({"stockQuantity": pieces[label]} if label in pieces else {})
        for label in labels
    ]
    answer = await karthik.post(f"/product/?id={ring.id}", json={"sizes": sizes})
    if counted is None:
        assert failed(answer, 422, "sizes")["message"] == "Give the pieces of all sizes, or of none."
        assert len(await run_sync(factories.events)) == events
        assert await run_sync(counts(ring.id)) == (7, {"12": 2, "14": 5, "16": 0})
    else:
        succeeded(answer)
        stored = await run_sync(lambda session: session.get_one(Product, ring.id, populate_existing=True).sizes)
        assert {each["label"]: each["stock_quantity"] for each in stored} == (counted or dict.fromkeys(labels))


async def test_a_new_product_has_the_pieces_of_all_its_sizes_or_of_none(karthik, people, run_sync):
    shown = succeeded(await karthik.get(f"/product/?id={people.ring.id}"))
    names = ("description", "weight", "makingCharge", "wastageCharge", "status", "stockAvailability", "purchaseRate")
    names += ("purchaseGoldRate", "purchaseDate", "vendorId", "categoryId", "productType")
    new = {name: shown[name] for name in names} | {"code": "RG-NEW", "name": "New Ring"}
    sizes = [{"label": "12", "weight": 4, "stockQuantity": None}, {"label": "14", "weight": 5, "stockQuantity": 3}]
    failed(await karthik.post("/product/", json=new | {"sizes": sizes}), 422, "sizes")
    made = succeeded(await karthik.post("/product/", json=new | {"sizes": [{"label": "12", "weight": 4}, sizes[1]]}))
    assert [size["stockQuantity"] for size in made["sizes"]] == [0, 3]


async def test_a_discount_is_at_most_the_least_making_charge_of_a_size(karthik, people):
    sizes = [{"label": "12", "weight": 1}, {"label": "13", "weight": 1, "makingCharge": 300}]
    refused = failed(
        await karthik.post(f"/product/?id={people.ring.id}", json={"sizes": sizes, "discount": 400}), 409, "discount"
    )
    assert "300" in refused["errors"]["discount"]


async def test_an_admin_corrects_the_count_of_a_size(karthik, ring, run_sync):
    wanted = {"productId": ring.id, "quantity": 4, "reason": "Counted", "seen": 5}
    refused = failed(await karthik.post("/stock/", json=wanted), 422, "size")
    assert refused["data"] == {"sizes": ["12", "14", "16"]}
    moved = succeeded(await karthik.post("/stock/", json=wanted | {"size": "14"}))
    assert (moved["size"], moved["quantity"], moved["left"]) == ("14", -1, 4)
    assert await run_sync(counts(ring.id)) == (6, {"12": 2, "14": 4, "16": 0})
    stale = failed(await karthik.post("/stock/", json=wanted | {"size": "14", "quantity": 9}), 409)
    assert stale["data"] == {"stockQuantity": 4}


async def test_a_bulk_edit_raises_the_charges_of_each_size_and_leaves_counts_alone(karthik, ring, run_sync):
    succeeded(
        await karthik.post("/product/?flag=bulk", json={"ids": [ring.id], "changes": {"makingChargePercent": 10}})
    )
    stored = await run_sync(lambda s: s.get(Product, ring.id, populate_existing=True))
    assert stored.making_charge == 1100
    assert [size["making_charge"] for size in stored.sizes] == [None, 1320, None]
    preview = succeeded(
        await karthik.post(
            "/product/?flag=bulk", json={"ids": [ring.id], "changes": {"stockQuantity": 9}, "dryRun": True}
        )
    )
    assert "sizes" in preview["refused"][0]["reason"]
    assert await run_sync(counts(ring.id)) == (7, {"12": 2, "14": 5, "16": 0})


async def test_lists_narrow_to_weights_sizes_and_stones_and_count_each(visitor, ring, people, database):
    def add(session):
        ruby = {"kind": "Ruby", "count": 2, "carats": 1, "charge": 900}
        factories.stock_product(session, name="Ruby Studs", weight=4, stones=[ruby, ruby], stone_charge=1800)
        factories.stock_product(session, name="Plain Chain", weight=30, sizes=[{"label": "18 in", "weight": 30}])

    await database.run_sync(add)
    await database.commit()

    async def listed(**query):
        body = (await visitor.get("/product/customer/", params=query)).json()
        facets = {name: {row["value"]: row["count"] for row in body["facets"][name]} for name in ("size", "stone")}
        return {row["name"] for row in body["data"]}, body["total"], facets

    everything, _, counts = await listed()
    assert {"Sized Ring", "Ruby Studs", "Plain Chain"} <= everything
    assert counts == {"size": {"18 in": 1, "12": 1, "14": 1, "16": 1}, "stone": {"Ruby": 1}}
    assert (await listed(size=["14", "18 in"]))[:2] == ({"Sized Ring", "Plain Chain"}, 2)
    assert (await listed(stone="Ruby"))[:2] == ({"Ruby Studs"}, 1)
    assert (await listed(stone="Ruby", size="14"))[:2] == (set(), 0)
    narrowed = await listed(size="14", minPrice=1)
    assert narrowed[:2] == ({"Sized Ring"}, 1)
    assert narrowed[2]["size"] == {"18 in": 1, "12": 1, "14": 1, "16": 1}, "a choice counts without its own filter"
    heavy, number, _ = await listed(minWeight=30, maxWeight=5, search="")
    assert number == len(heavy)
    assert {"Sized Ring", "Ruby Studs", "Plain Chain"} & heavy == {"Sized Ring", "Plain Chain"}
    assert (await listed(maxWeight=4, search="studs"))[:2] == ({"Ruby Studs"}, 1)
    failed(await visitor.get("/product/customer/", params={"minWeight": "-1"}), 422, "minWeight")


async def test_weights_count_as_they_filter(visitor, people, database, monkeypatch):
    def add(session):
        for weight in (4, 5, 7, 10, 30, 60):
            factories.stock_product(session, name=f"Kada of {weight}", weight=weight)

    await database.run_sync(add)
    await database.commit()

    async def listed(**query):
        body = (await visitor.get("/product/customer/", params={"search": "kada"} | query)).json()
        return body["total"], {(row["minWeight"], row["maxWeight"]): row["count"] for row in body["facets"]["weight"]}

    total, counts = await listed()
    assert total == 6
    assert counts == {(None, 5): 2, (5, 10): 3, (10, 20): 1, (20, 50): 1, (50, None): 1}
    for (low, high), count in counts.items():
        ends = {"minWeight": low, "maxWeight": high}
        assert await listed(**{name: end for name, end in ends.items() if end is not None}) == (count, counts)
    monkeypatch.setattr(facets, "MAX_DETAILED", 5)
    facets._details_query.cache_clear()
    assert set((await listed(sort="newest"))[1].values()) == {None}
    facets._details_query.cache_clear()
