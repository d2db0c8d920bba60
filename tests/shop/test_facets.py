"""The counts of each filter equal a count of all products in Python."""

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from functools import partial
from typing import Any

import pytest
from sqlalchemy import Connection, create_engine, text

from shop.catalogue import facets, search
from shop.catalogue.price_listing import PRICE_BANDS
from shop.catalogue.search import GROUP_COLUMNS, Filters, Search
from shop.db.query import BoundQuery, Query
from tests.support import large_catalogue, search_queries

PRICES = [None, None, None, Decimal(0), Decimal(50_000), Decimal("99999.99"), Decimal(123_456), Decimal(300_000)]

NEITHER: frozenset[bool] = frozenset()

GOODS = text("""
    SELECT category_id, product_type, purity, stock_availability = 'yes' AS in_stock,
        CASE WHEN review_count > 0 THEN floor(product.rating)::int ELSE 0 END AS stars,
        lower(product.name) AS name, lower(category.name) AS category, price, weight, product.sizes, product.id
    FROM product JOIN category ON category.id = category_id JOIN listing ON product_id = product.id
    WHERE product.status = 'active'
""")


SOLD_OUT = text("""
    UPDATE product
    SET sizes = (
        SELECT jsonb_agg(size || jsonb_build_object('stock_quantity', (product.id / 3 + number) % 3) ORDER BY number)
        FROM jsonb_array_elements(sizes) WITH ORDINALITY AS each (size, number)
    )
    WHERE jsonb_array_length(sizes) > 0 AND id % 3 > 0
""")
"""Most products in sizes have none to two pieces of each; the others are not counted."""


@pytest.fixture(scope="module")
def shop(new_database) -> Iterator[Connection]:
    """Create a separate database with several hundred products."""
    engine = create_engine(new_database())
    large_catalogue.stock(engine, count=800)
    with engine.connect() as connection:
        connection.execute(text("UPDATE product SET rating = 5, weight = 7 WHERE id % 9 = 0"))  # not compacted yet
        connection.execute(SOLD_OUT)
        yield connection
    engine.dispose()


def rows_of(connection: Connection, asked: BoundQuery) -> Sequence[Any]:
    return connection.exec_driver_sql(asked.text, asked.values).all()


def counted(connection: Connection, asked: Search) -> facets.Facets:
    of_price = facets.price_range_query(asked)
    price_range = rows_of(connection, of_price) if of_price else ()
    details = rows_of(connection, facets.details_query(asked))
    return facets.facets_of(rows_of(connection, facets.counts_query(asked)), price_range, details)


def draw(chance: random.Random) -> Filters:
    def some(*values: Any) -> frozenset[Any]:
        return frozenset(chance.sample(values, chance.randint(1, 2)) if chance.random() < 0.4 else ())

    return Filters(
        search=chance.choice(["", "", "lo", "b", "Ring", "n", "zzz", "lotus kids", "RUBIES", "rings moon", "men 24k"]),
        categories=some("w1", "w5", "7", "no such one"),
        category_ids=some(2, 5, 999_999),
        product_types=some("general", "men", "wedding"),
        purities=some("22k", "24k"),
        stock=some(True, False),
        min_stars=chance.choice([0, 0, 3, 4]),
        min_price=chance.choice(PRICES),
        max_price=chance.choice(PRICES),
        min_weight=chance.choice([None, None, None, Decimal(20)]),
        max_weight=chance.choice([None, None, None, Decimal("40.5")]),
        sizes=some("12", "14", "16"),
    )


def has_text(product: Any, text: str) -> bool:
    """Return whether a product has all words of a text, or whether a name begins with it if it is short."""
    words = re.findall("[a-z0-9]+", product.name + " " + product.category)
    if len(text) < 3:
        return product.name.startswith(text) or any(word.startswith(text) for word in product.category.split() if text)
    return all(
        word in {product.product_type, product.purity} or any(one.startswith(singular(word)) for one in words)
        for word in text.split()
    )


def singular(word: str) -> str:
    return {"rings": "ring", "rubies": "rubi"}.get(word, word)


@pytest.fixture(scope="module")
def goods(shop) -> Sequence[Any]:
    return shop.execute(GOODS).all()


def labels(product: Any, *, in_stock: bool = False) -> set[str]:
    return {size["label"] for size in product.sizes if not in_stock or size.get("stock_quantity") != 0}


def availability(product: Any, filters: Filters) -> set[bool]:
    """Return the choices of the availability that lead to a product. If its chosen sizes are sold out, only both do."""
    is_sold_out = filters.sizes and not filters.sizes & labels(product, in_stock=True)
    if product.in_stock and is_sold_out:
        return {True} if len(filters.stock) == 2 else set()
    return {product.in_stock}


def refusing(product: Any, filters: Filters) -> set[str]:
    """Return the names of the filters that a product does not match."""
    low, high = filters.min_price or 0, filters.max_price if filters.max_price is not None else 10**12
    names = {f"w{product.category_id}", str(product.category_id)}
    has_category = names & filters.categories or product.category_id in filters.category_ids
    refused = {
        "search": not has_text(product, filters.search.lower()),
        "category_id": (filters.categories or filters.category_ids) and not has_category,
        "product_type": filters.product_types and product.product_type not in filters.product_types,
        "purity": filters.purities and product.purity not in filters.purities,
        "in_stock": filters.stock and not filters.stock & availability(product, filters),
        "sizes": filters.sizes and not filters.sizes & labels(product),
        "stars": product.stars < filters.min_stars,
        "weight": not (filters.min_weight or 0) <= product.weight <= (filters.max_weight or 10**7),
        "price": not low <= product.price <= high,
    }
    return {name for name, is_refused in refused.items() if is_refused}


@pytest.mark.parametrize("sizes", [frozenset(), frozenset({"12"}), frozenset({"8", "14"})])
def test_each_choice_of_the_availability_leads_to_as_many_products_as_it_says(shop, sizes):
    made = counted(shop, search_queries.search_for(partial(rows_of, shop), Filters(sizes=sizes)))
    for is_in_stock, number in made.counts["in_stock"].items():
        filters = Filters(sizes=sizes, stock=frozenset({is_in_stock}))
        asked = search_queries.search_for(partial(rows_of, shop), filters)
        found = rows_of(shop, Query.of(search.page(asked.shape, search.Sort.NEWEST, limit=1000))(**asked.values))
        assert (len(found), counted(shop, asked).total) == (number, number)


@pytest.mark.parametrize("seed", range(60))
def test_counts_are_exact_for_random_filters(shop, goods, seed):
    filters = draw(random.Random(seed))
    asked = search_queries.search_for(partial(rows_of, shop), filters)
    made = counted(shop, asked)

    refused = [(product, refusing(product, filters)) for product in goods]
    assert made.total == sum(not names for _, names in refused)
    for column in GROUP_COLUMNS:
        found = [product for product, names in refused if names <= {column}]
        if column == "in_stock":
            chosen = Counter(
                each for product in found for each in availability(product, replace(filters, stock=NEITHER))
            )
            assert +made.counts[column] == chosen
        else:
            assert +made.counts[column] == Counter(getattr(product, column) for product in found)
    for label, number in made.sizes:
        others = replace(filters, sizes=frozenset({label}))
        assert number == sum(not refusing(product, others) for product in goods)
    prices = [product.price for product, names in refused if names <= {"price"}]
    ends = [0, *PRICE_BANDS, 10**12]
    for place, band in enumerate(made.bands):
        assert band.count == sum(ends[place] <= price < ends[place + 1] for price in prices)
    assert (made.min_price, made.max_price) == ((min(prices), max(prices)) if prices else (None, None))


def test_the_counts_of_an_empty_shop_are_zero(new_database):
    engine = create_engine(new_database())
    with engine.connect() as connection:
        for filters in (Filters(), Filters(purities=frozenset({"22k"})), Filters(search="a", min_price=Decimal(1))):
            asked = search_queries.search_for(partial(rows_of, connection), filters)
            made = counted(connection, asked)
            assert (made.total, made.min_price, [band.count for band in made.bands]) == (0, None, [0] * 5)
    engine.dispose()
