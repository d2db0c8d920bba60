"""Answers that PostgreSQL writes are, byte for byte, what the schemas would have written."""

import random
from decimal import Decimal

import pytest
from sqlalchemy import func, select, text
from sqlalchemy.orm import selectinload

from api.catalogue.schemas import ProductOut, ProductPage
from api.shapes import Success
from shop.catalogue.model import Category, Product
from tests import factories

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
    """A product's fields, of figures and letters as an admin may type them."""
    making = Decimal(chance.randrange(10 ** chance.randrange(3, 12))) / 100
    return {
        "name": f"Ring {''.join(chance.choices(ODD, k=3))}",
        "description": "".join(chance.choices(ODD, k=20)),
        "weight": Decimal(chance.randrange(1, 10 ** chance.randrange(1, 9))) / 1000,
        "making_charge": making,
        "wastage_charge": Decimal(chance.randrange(10 ** chance.randrange(1, 12))) / 100,
        "discount": Decimal(chance.randrange(int(making) + 1)),
        "rating": Decimal(chance.randrange(100, 501)) / 100,
        "purity": chance.choice(("22k", "24k")),
        "product_type": chance.choice(("general", "men", "wedding", "kids")),
        "stock_availability": chance.choice(("yes", "no")),
        "review_count": chance.randrange(1000),
        "pictures": chance.randrange(4),
    }


def picture_anything(product: Product, chance: random.Random) -> None:
    """Let the pictures stand as the worker may leave them."""
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


@pytest.fixture
async def goods(database):
    def stock(session):
        chance = random.Random(20261122)
        factories.set_gold_rate(session, RATE)
        category = factories.open_category(session, 'Rings & "Bands"')
        for _ in range(150):
            product = factories.stock_product(session, category=category, **anything(chance))
            picture_anything(product, chance)
        session.execute(text("UPDATE product SET created_at = created_at - id * interval '1234567.891 milliseconds'"))

    await database.run_sync(stock)
    await database.commit()


async def by_schema(database) -> dict[int, str]:
    query = select(Product, Category.name).join(Category, Category.id == Product.category_id)
    rows = await database.execute(query.options(selectinload(Product.images)).execution_options(populate_existing=True))
    return {product.id: ProductOut.of(product, name, RATE).model_dump_json(by_alias=True) for product, name in rows}


async def test_a_list_of_products_is_written_as_its_schema_writes_it(visitor, database, goods):
    answer = await visitor.get("/product/customer/?limit=200")
    ids = [product["id"] for product in answer.json()["data"]]
    expected = await by_schema(database)
    assert sorted(ids) == sorted(expected)
    assert f'"data":[{",".join(expected[product_id] for product_id in ids)}],' in answer.text
    assert answer.headers["content-type"] == "application/json"


@pytest.mark.parametrize("query", ["limit=7", "limit=7&facets=false", "search=zzz", "productType=men&maxPrice=100000"])
async def test_the_whole_answer_is_written_as_its_schema_writes_it(visitor, goods, query):
    answer = await visitor.get(f"/product/customer/?{query}")
    assert ProductPage.model_validate_json(answer.content).model_dump_json(by_alias=True) == answer.text


async def test_a_product_is_written_as_its_schema_writes_it(visitor, database, goods):
    expected = await by_schema(database)
    for product_id in list(expected)[:20]:
        answer = await visitor.get(f"/product/customer/?id={product_id}")
        assert f'"data":{expected[product_id]},' in answer.text
        shown = Success[ProductOut].model_validate_json(answer.content)
        assert shown.model_dump_json(by_alias=True) == answer.text


async def test_the_random_goods_hold_what_they_are_there_for(database, goods):
    """Else the comparisons above would say little."""
    rows = (await database.scalars(select(Product).options(selectinload(Product.images)))).all()
    assert {len(product.shown_images) for product in rows} >= {0, 1, 2}
    assert any(product.weight != int(product.weight) for product in rows)
    assert await database.scalar(select(func.count()).where(Product.description.contains("\x01"))) > 5
