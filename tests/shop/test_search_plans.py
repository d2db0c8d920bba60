"""Every shape of a search is answered by index at 100,000 products, as the plans of PostgreSQL tell."""

import json
from collections.abc import Iterator

import pytest
from sqlalchemy import Connection, Select, create_engine, text
from sqlalchemy.dialects import postgresql
from sqlalchemy.orm import Session

from api.catalogue import writing
from shop.catalogue import search
from shop.catalogue.search import Filters, Kind, Search, Shape, Sort
from shop.rates import force
from tests import factories, warehouse
from tests.shapes_of_search import SHAPES

LARGE = {"product", "product_image", "listing"}


@pytest.fixture(scope="module")
def large_shop(new_database) -> Iterator[Connection]:
    """A shop of its own with 100,000 products, as the planner knows it after autovacuum."""
    engine = create_engine(new_database())
    with Session(engine) as session, session.begin():
        factories.set_gold_rate(session)
        warehouse.fill(session.connection())
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        warehouse.settle(connection)
    with engine.connect() as connection:
        yield connection
    engine.dispose()


def search_for(connection: Connection, filters: Filters) -> Search:
    kinds = {row.id: Kind(*row) for row in connection.execute(search.kinds(filters.search))}
    return Search(filters, kinds, connection.execute(search.shelves()).all())


def nodes(plan: dict) -> Iterator[dict]:
    yield plan
    for inner in plan.get("Plans", ()):
        yield from nodes(inner)


def plan_of(connection: Connection, query: Select, values: dict) -> list[dict]:
    compiled = query.compile(dialect=postgresql.psycopg.dialect())
    connection.execute(search.planned_afresh())
    [[plan]] = connection.exec_driver_sql(f"EXPLAIN (FORMAT JSON) {compiled}", compiled.params | values)
    plan = json.loads(plan) if isinstance(plan, str) else plan
    return list(nodes(plan[0]["Plan"]))


def assert_by_index(connection: Connection, query: Select, values: dict) -> None:
    plan = plan_of(connection, query, values)
    scanned = [node["Relation Name"] for node in plan if node["Node Type"] == "Seq Scan"]
    assert not LARGE & set(scanned), plan
    assert any("Index" in node["Node Type"] for node in plan)


@pytest.mark.parametrize("shape", SHAPES)
def test_a_page_is_found_by_index(large_shop, shape):
    filters, sort = SHAPES[shape]
    asked = search_for(large_shop, filters)
    first, values = search.page(asked.shape, sort), asked.values | {"most": 25}
    assert_by_index(large_shop, first, values)
    rows = large_shop.execute(first, values).all()
    if len(rows) == 25:
        behind = values | search.place((rows[-1].key, rows[-1].product_id))
        after = search.page(asked.shape, sort, is_behind=True)
        assert_by_index(large_shop, after, behind)
        assert not {row.product_id for row in rows} & {row.product_id for row in large_shop.execute(after, behind)}


@pytest.mark.parametrize("shape", SHAPES)
def test_the_counts_come_from_an_index(large_shop, shape):
    filters, _ = SHAPES[shape]
    asked = search_for(large_shop, filters)
    if filters.search:
        assert_by_index(large_shop, search.cells(asked.shape), asked.values)
    else:
        read = {node.get("Relation Name") for node in plan_of(large_shop, search.cells(asked.shape), {})}
        assert read == {None, "listing_count"}
    if filters.has_price:
        assert_by_index(large_shop, search.in_range(asked.shape), asked.values)
    assert_by_index(large_shop, search.extremes(asked.shape), asked.values)


@pytest.mark.parametrize("shape", SHAPES)
def test_the_products_of_a_page_are_read_by_index(large_shop, shape):
    filters, sort = SHAPES[shape]
    asked = search_for(large_shop, filters)
    page = writing.page(asked.shape, sort, is_behind=False)
    assert_by_index(large_shop, page, asked.values | {"most": 25, "gold_rate": factories.RATE})


@pytest.mark.parametrize("sort", Sort)
def test_a_sorted_list_reads_no_more_than_its_page(large_shop, sort):
    """The order comes out of the index: nothing is sorted."""
    plan = [node["Node Type"] for node in plan_of(large_shop, search.page(Shape(), sort), {"most": 25})]
    assert plan in (["Limit", "Index Only Scan"], ["Limit", "Index Scan"])


def test_a_repricing_of_all_lets_shoppers_read_and_order_meanwhile(large_shop):
    """It holds no row of a product, which is what an order shares; readers see the old prices until it commits."""
    lowest = text("SELECT price FROM listing ORDER BY price LIMIT 1")
    large_shop.rollback()
    large_shop.execute(text("SET LOCAL lock_timeout = '100ms'"))
    before = large_shop.scalar(lowest)
    with Session(large_shop.engine) as session:
        session.execute(text("UPDATE gold_rate SET r22k = r22k + 100"))
        held = force.bring_into_force(session, day=session.scalar(text("SELECT date FROM gold_rate")))
        assert held.repriced == large_shop.scalar(text("SELECT count(*) FROM listing"))
        assert large_shop.scalar(lowest) == before
        assert len(large_shop.execute(text("SELECT id FROM product WHERE id <= 10 FOR SHARE")).all()) == 10
        session.commit()
    assert large_shop.scalar(lowest) > before
    large_shop.rollback()
