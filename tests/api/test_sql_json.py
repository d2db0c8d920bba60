"""PostgreSQL generates the same JSON, byte for byte, as the schemas."""

import datetime as dt
import random
from collections.abc import AsyncIterator
from decimal import Decimal

import pytest
from sqlalchemy import func, null, select, text
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.orm import selectinload

from api.catalogue.schemas import ProductOut, ProductPage
from api.http.base_schemas import PageOf, Success
from api.orders.schemas import OrderItemOut, OrderLineOut, OrderList, OrderOut, StatusEntryOut
from api.payments.schemas import PaymentOut
from shop.catalogue.model import Category, Product
from shop.catalogue.pricing import charge_of_stones, stored_stones
from shop.clock import now
from shop.orders import queries
from shop.orders.model import Order, OrderItem, Status, StatusChange
from shop.orders.queries import OrderSort
from tests.api.conftest import People, add_people, open_savepoint, open_transaction, sessions_of
from tests.support import factories
from tests.support.cases import cases

ODD = (
    '"',
    "\\",
    "/",
    "\t",
    "\n",
    "\r",
    "\x01",
    "\x1f",
    "\x7f",
    "</script>",
    "é",
    "\u2028",
    "金",
    "😀",
    "%s",
    ":a",
    "'",
)
RATE = Decimal("9123.45")


def anything(chance: random.Random) -> dict:
    """Return random fields of a product, with any numbers and characters that an admin may enter."""
    making = Decimal(chance.randrange(10 ** chance.randrange(3, 12))) / 100
    return {
        "name": f"Ring {''.join(chance.choices(ODD, k=3))}",
        "description": "".join(chance.choices(ODD, k=20)),
        "weight": Decimal(chance.randrange(1, 10 ** chance.randrange(1, 9))) / 1000,
        "making_charge": making,
        "wastage_charge": Decimal(chance.randrange(10 ** chance.randrange(1, 12))) / 100,
        "discount": Decimal(chance.randrange(int(making) + 1)),
        "stones": stones_of(chance),
        "rating": Decimal(chance.randrange(100, 501)) / 100,
        "purity": chance.choice(("22k", "24k")),
        "product_type": chance.choice(("general", "men", "wedding", "kids")),
        "stock_availability": chance.choice(("yes", "no")),
        "review_count": chance.randrange(1000),
        "pictures": chance.randrange(4),
    }


def stones_of(chance: random.Random) -> list[dict]:
    return [
        {
            "kind": "".join(chance.choices(ODD, k=3)),
            "count": chance.randrange(1, 10_000),
            "carats": Decimal(chance.randrange(1, 10 ** chance.randrange(1, 8))) / 1000,
            "charge": Decimal(chance.randrange(10 ** chance.randrange(1, 12))) / 100,
        }
        for _ in range(chance.choice((0, 0, 1, 3)))
    ]


def picture_anything(product: Product, chance: random.Random) -> None:
    """Set the pictures to any state in which the worker may leave them."""
    for picture in product.images:
        picture.status = chance.choice(("ready", "processing", "failed"))
        picture.original = chance.choice((None, "originals/a.jpg"))
        picture.placeholder = chance.choice((None, "data:image/webp;base64,UklGRg=="))
        picture.width = picture.height = chance.choice((None, 1000))
        picture.position = chance.randrange(2)
        picture.renditions = [
            {"avif": f"/media/{width}.avif", "width": width, "webp": f"/media/{width}.webp"}
            for width in chance.sample((320, 640, 960, 1280, 1600), chance.randrange(6))
        ]


def stock_anything(session, chance: random.Random) -> None:
    category = factories.open_category(session, 'Rings & "Bands"')
    for _ in range(150):
        product = factories.stock_product(session, category=category, **anything(chance))
        picture_anything(product, chance)
    session.execute(text("UPDATE product SET created_at = created_at - id * interval '1234567.891 milliseconds'"))


def order_anything(session, people, chance: random.Random) -> Order:
    """Insert a random order in any state that admins may set. One in ten has no lines."""
    at = now() - dt.timedelta(microseconds=chance.randrange(10**13))
    products = [chance.choice((people.ring, people.chain)) for _ in range(chance.randrange(1, 4))]
    order = factories.order(
        session,
        chance.choice((people.asha, people.ben)),
        products if chance.randrange(10) else [],
        quantity=chance.randrange(1, 11),
        at=at,
        address=chance.choice((None, null(), address_anything(chance))),
        delivery_date=chance.choice((None, at.date())),
        status_text=chance.choice((None, None, "", "".join(chance.choices(ODD, k=5)))),
        total_amount=Decimal(chance.randrange(10 ** chance.randrange(1, 15))) / 100,
        gift=chance.choice((None, {"message": "".join(chance.choices(ODD, k=9)), "is_wrapped": chance.random() < 0.5})),
    )
    for item in order.items:
        deliver_anything(item, chance)
    return order


def address_anything(chance: random.Random) -> dict[str, str]:
    fields = ("country", "zip_code", "name", "state", "city", "address")
    return {field: "".join(chance.choices(ODD, k=3)) for field in fields}


def deliver_anything(item: OrderItem, chance: random.Random) -> None:
    """Give the line a random name, random amounts and a random status."""
    item.product_name, item.product_image_url = ("".join(chance.choices(ODD, k=4)) for _ in range(2))
    item.weight = Decimal(chance.randrange(1, 10 ** chance.randrange(1, 9))) / 1000
    item.gross_weight = chance.choice((None, item.weight))
    item.stones = stored_stones(stones_of(chance))
    item.stone_charge = charge_of_stones(item.stones)
    for name in ("gold_rate", "making_charge", "wastage_charge", "discount", "total_amount"):
        setattr(item, name, Decimal(chance.randrange(10 ** chance.randrange(1, 9))) / 100)
    item.ordered_at = chance.choice((None, item.ordered_at))
    for version in range(2, chance.randrange(2, 6)):
        at, status = now() - dt.timedelta(microseconds=chance.randrange(10**12)), chance.choice(list(Status))
        setattr(item, status.stamp, at)
        item.changed_by = chance.choice((None, f"Karthik {chance.choice(ODD)}"))
        item.history.append(
            StatusChange(
                version=version,
                from_status=item.status,
                to_status=status.value,
                at=at,
                changed_by=item.changed_by,
                weights=[Decimal(chance.randrange(1, 10**6)) / 1000 for _ in range(chance.randrange(3))],
            )
        )
        item.status, item.version = status.value, version
    if item.version > 1 and chance.random() < 0.3:
        undone = item.history[-1]
        before = {"from_status": undone.to_status, "to_status": undone.from_status}
        item.history.append(StatusChange(version=item.version + 1, undoes=item.version, at=now(), **before))
        item.status, item.version = undone.from_status, item.version + 1


def fill(session) -> People:
    """Insert random products, people and a hundred orders, the same in every run."""
    people = add_people(session, rate=RATE)
    stock_anything(session, random.Random(20261122))
    chance = random.Random(20261123)
    for _ in range(100):
        order_anything(session, people, chance)
    return people


@pytest.fixture(scope="module")
async def filled(async_engine) -> AsyncIterator[tuple[AsyncConnection, People]]:
    """Create the rows that all tests of this file read, in a transaction that is rolled back at the end."""
    async with open_transaction(async_engine) as made:
        async with sessions_of(made).begin() as session:
            people = await session.run_sync(fill)
        yield made, people


@pytest.fixture
async def connection(filled) -> AsyncIterator[AsyncConnection]:
    """Return the connection for one test, and roll back its changes."""
    made, _ = filled
    async with open_savepoint(made):
        yield made


@pytest.fixture
def people(filled) -> People:
    return filled[1]


@pytest.fixture
async def orders(database) -> dict[int, Order]:
    """Load all orders with the ORM, and return them by number."""
    rows = await database.scalars(queries.with_lines(select(Order)).execution_options(populate_existing=True))
    return {order.id: order for order in rows}


@pytest.fixture
def orders_by_schema(orders) -> dict[int, str]:
    return {number: OrderOut.of(order).model_dump_json(by_alias=True) for number, order in orders.items()}


async def by_schema(database) -> dict[int, str]:
    query = select(Product, Category.name).join(Category, Category.id == Product.category_id)
    rows = await database.execute(query.options(selectinload(Product.images)).execution_options(populate_existing=True))
    return {product.id: ProductOut.of(product, name, RATE).model_dump_json(by_alias=True) for product, name in rows}


async def test_a_list_of_products_is_written_as_its_schema_writes_it(visitor, database):
    answer = await visitor.get("/product/customer/?limit=200")
    ids = [product["id"] for product in answer.json()["data"]]
    expected = await by_schema(database)
    assert sorted(ids) == sorted(expected)
    assert f'"data":[{",".join(expected[product_id] for product_id in ids)}],' in answer.text
    assert answer.headers["content-type"] == "application/json"


@pytest.mark.parametrize("query", ["limit=7", "limit=7&facets=false", "search=zzz", "productType=men&maxPrice=100000"])
async def test_the_whole_answer_is_written_as_its_schema_writes_it(visitor, query):
    answer = await visitor.get(f"/product/customer/?{query}")
    assert ProductPage.model_validate_json(answer.content).model_dump_json(by_alias=True) == answer.text


async def test_a_product_is_written_as_its_schema_writes_it(visitor, database):
    expected = await by_schema(database)
    for product_id in list(expected)[:20]:
        answer = await visitor.get(f"/product/customer/?id={product_id}")
        assert f'"data":{expected[product_id]},' in answer.text
        shown = Success[ProductOut].model_validate_json(answer.content)
        assert shown.model_dump_json(by_alias=True) == answer.text


async def test_the_random_products_cover_all_intended_cases(database):
    """Otherwise the comparisons above would prove little."""
    rows = (await database.scalars(select(Product).options(selectinload(Product.images)))).all()
    assert {len(product.visible_images) for product in rows} >= {0, 1, 2}
    assert any(product.weight != int(product.weight) for product in rows)
    assert await database.scalar(select(func.count()).where(Product.description.contains("\x01"))) > 5


def line_by_schema(item: OrderItem) -> str:
    order, line = item.order, OrderItemOut.of(item, item.order)
    shared = {name: getattr(line, name) for name in OrderLineOut.model_fields if name in OrderItemOut.model_fields}
    return OrderLineOut.model_validate(
        shared
        | {
            "current_status": order.current_status,
            "status_text": order.status_text or None,
            "item_total_amount": item.total_amount,
            "order_total_amount": order.total_amount,
            "total_quantity": order.total_quantity,
            "ordered_date": order.ordered_at,
            "delivery_from": order.delivery_from,
            "delivery_date": order.delivery_date,
            "address": order.address,
            "gift": order.gift,
            "payment": PaymentOut.of(order.payment),
            "history": StatusEntryOut.of_history(item.history),
            "is_reviewed": False,
        }
    ).model_dump_json(by_alias=True)


@pytest.mark.parametrize("limit", [7, 200])
async def test_a_shoppers_lines_are_written_as_their_schema_writes_them(asha, people, orders, limit):
    answer = await asha.get(f"/order/?customerId={people.asha.id}&limit={limit}")
    own = [
        order for order in sorted(orders.values(), key=lambda order: -order.id) if order.customer_id == people.asha.id
    ]
    lines = [line_by_schema(item) for order in own for item in order.items]
    assert f'"data":[{",".join(lines[:limit])}],' in answer.text
    assert PageOf[OrderLineOut].model_validate_json(answer.content).model_dump_json(by_alias=True) == answer.text
    assert answer.headers["content-type"] == "application/json"


@cases("sort", OrderSort)
@cases("query", ["", "&limit=7", "&status=packed&limit=50", "&search=ben", "&from=2026-01-01"])
async def test_the_board_is_written_as_its_schema_writes_it(karthik, orders_by_schema, sort, query):
    answer = await karthik.get(f"/order/?flag=allOrders&sort={sort}{query}")
    ids = [order["id"] for order in answer.json()["data"]]
    assert ids
    assert f'"data":[{",".join(orders_by_schema[order_id] for order_id in ids)}],' in answer.text
    assert OrderList.model_validate_json(answer.content).model_dump_json(by_alias=True) == answer.text


async def test_the_random_orders_cover_all_intended_cases(orders):
    """Otherwise the comparisons above would prove little."""
    lines = [item for order in orders.values() for item in order.items]
    assert {bool(order.items) for order in orders.values()} == {True, False}
    assert {type(order.address) for order in orders.values()} == {dict, type(None)}
    assert {len(item.history) for item in lines} == {1, 2, 3, 4, 5}
    assert any(change.undoes for item in lines for change in item.history)
    assert {item.status for item in lines} == set(Status)
    assert any(item.delivered_at and item.delivered_at.microsecond % 1000 > 500 for item in lines)
