"""Every shape of a search is answered by index at 100,000 products, as the plans of PostgreSQL tell."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from sqlalchemy import Connection, create_engine, text
from sqlalchemy.orm import Session

from api.catalogue import writing
from shop.catalogue import facets, search
from shop.catalogue.search import Filters, Kind, Place, Search, Sort
from shop.clock import now, today
from shop.db import plan_cache
from shop.db.query import BoundQuery, Query
from shop.rates import force
from tests import factories, warehouse
from tests.shapes_of_search import RARE, SHAPES

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
    kinds = {row.id: Kind(*row) for row in rows_of(connection, search.kinds(filters))}
    return Search(filters, kinds)


def rows_of(connection: Connection, asked: BoundQuery) -> Sequence[Any]:
    return connection.exec_driver_sql(asked.text, asked.values).all()


def nodes(plan: dict) -> Iterator[dict]:
    yield plan
    for inner in plan.get("Plans", ()):
        yield from nodes(inner)


def plan_of(connection: Connection, asked: BoundQuery) -> list[dict]:
    rows_of(connection, plan_cache.AFRESH())
    [[plan]] = rows_of(connection, BoundQuery(f"EXPLAIN (FORMAT JSON) {asked.text}", asked.values))
    plan = json.loads(plan) if isinstance(plan, str) else plan
    return list(nodes(plan[0]["Plan"]))


def assert_by_index(connection: Connection, asked: BoundQuery) -> None:
    plan = plan_of(connection, asked)
    scanned = [node["Relation Name"] for node in plan if node["Node Type"] == "Seq Scan"]
    assert not LARGE & set(scanned), plan
    assert any("Index" in node["Node Type"] for node in plan)


def page(asked: Search, sort: Sort, after: Place | None = None) -> BoundQuery:
    statement = Query.of(search.page(asked.shape, sort, most=25, is_behind=after is not None))
    return statement(**asked.values, **search.place(after))


@pytest.mark.parametrize("shape", SHAPES)
def test_a_page_is_found_by_index(large_shop, shape):
    filters, sort = SHAPES[shape]
    asked = search_for(large_shop, filters)
    assert_by_index(large_shop, page(asked, sort))
    rows = rows_of(large_shop, page(asked, sort))
    if len(rows) == 25:
        after = page(asked, sort, (rows[-1].key, rows[-1].product_id))
        assert_by_index(large_shop, after)
        assert not {row.product_id for row in rows} & {row.product_id for row in rows_of(large_shop, after)}


@pytest.mark.parametrize("shape", SHAPES)
def test_the_counts_come_from_an_index(large_shop, shape):
    filters, _ = SHAPES[shape]
    asked = search_for(large_shop, filters)
    if not facets.are_kept(asked.shape):
        assert_by_index(large_shop, facets.counted(asked))
    assert_by_index(large_shop, facets.extremes(asked))


@pytest.mark.parametrize("filters", [Filters(), RARE])
def test_the_counts_of_what_neither_a_name_nor_a_price_narrows_are_kept(large_shop, filters):
    read = {node.get("Relation Name") for node in plan_of(large_shop, facets.counted(search_for(large_shop, filters)))}
    assert read == {None, "shelf", "shelf_count"}


@pytest.mark.parametrize("shape", SHAPES)
def test_the_products_of_a_page_are_read_by_index(large_shop, shape):
    filters, sort = SHAPES[shape]
    asked = search_for(large_shop, filters)
    shown = writing.page(asked.shape, sort, most=25, is_behind=False)
    assert_by_index(large_shop, shown(**asked.values, today=today(now())))


@pytest.mark.parametrize("sort", Sort)
def test_a_sorted_list_reads_no_more_than_its_page(large_shop, sort):
    """The order comes out of the index: nothing is sorted."""
    plan = [node["Node Type"] for node in plan_of(large_shop, page(Search(Filters(), {}), sort))]
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
