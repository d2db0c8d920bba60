"""The plans of all searches use indexes, in a shop with tens of thousands of products."""

import datetime as dt
import json
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

import pytest
from sqlalchemy import Connection, create_engine, text
from sqlalchemy.orm import Session

from api.catalogue import product_json
from api.orders import order_json
from shop.catalogue import admin_lists, facets, search
from shop.catalogue.admin_lists import AdminProductSort, ProductFilters, StockLevel
from shop.catalogue.search import CursorPosition, Filters, Search, Sort
from shop.catalogue.text_search import matching
from shop.catalogue.text_search.matching import SearchText
from shop.clock import now, today
from shop.db.pool import CUSTOM_PLANS
from shop.db.query import BoundQuery, Query
from shop.order_references.queries import named_by
from shop.orders import queries
from shop.orders.queries import OrderSort
from shop.packing import queries as packing_queries
from shop.payments.model import PaymentStatus
from shop.rates import repricing
from shop.stuck import queries as stuck_queries
from shop.stuck import reports
from shop.stuck.settings import stuck_settings
from tests.support import factories, large_catalogue, large_orders, search_queries
from tests.support.search_queries import RARE, SHAPES

LARGE = frozenset({"product", "product_image", "listing"})
LARGE_OF_ORDERS = frozenset({"customer", "order_item", "product", "product_name", "shop_order"})
LARGE_OF_REFERENCES = LARGE_OF_ORDERS | {"invoice", "payment_entry", "return_request"}
ORDER_SEARCHES = ("zubeida", "Moon 512", "w-512", "+91 9 0000 00512", "buyer.512@", "#512", "moon", "no such thing")

_RETURNS = text("""
    INSERT INTO return_request (order_item_id, customer_id, quantity, reason, note, status, answer, version,
        requested_at)
    SELECT order_item.id, customer_id, 1, '', '', 'requested', '', 1, now()
    FROM order_item JOIN shop_order ON shop_order.id = order_id WHERE line = 1 AND order_id % 2 = 0
""")


@pytest.fixture(scope="module")
def large_shop(new_database) -> Iterator[Connection]:
    """Create a separate database with 20,000 products, 5,000 customers and orders, and current statistics.

    More rows take longer and have the same plans.
    """
    engine = create_engine(new_database())
    with Session(engine) as session, session.begin():
        factories.set_gold_rate(session)
        large_catalogue.fill(session.connection(), count=20_000)
        large_orders.fill(
            session.connection(), first=factories.register_shopper(session).id, shoppers=5_000, count=5_000
        )
        session.execute(_RETURNS)
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        large_catalogue.settle(connection)
        connection.execute(text("VACUUM (ANALYZE) invoice, payment_entry, return_request"))
        connection.execute(text("VACUUM (ANALYZE) customer, shop_order, order_item, payment, product_name"))
    with engine.connect() as connection:
        yield connection
    engine.dispose()


def search_for(connection: Connection, filters: Filters) -> Search:
    return search_queries.search_for(partial(rows_of, connection), filters)


def rows_of(connection: Connection, asked: BoundQuery) -> Sequence[Any]:
    return connection.exec_driver_sql(asked.text, asked.values).all()


def nodes(plan: dict) -> Iterator[dict]:
    yield plan
    for inner in plan.get("Plans", ()):
        yield from nodes(inner)


def plan_of(connection: Connection, asked: BoundQuery) -> list[dict]:
    rows_of(connection, CUSTOM_PLANS())
    [[plan]] = rows_of(connection, BoundQuery(f"EXPLAIN (FORMAT JSON) {asked.text}", asked.values))
    plan = json.loads(plan) if isinstance(plan, str) else plan
    return list(nodes(plan[0]["Plan"]))


def assert_by_index(connection: Connection, asked: BoundQuery, *, large: frozenset[str] = LARGE) -> None:
    plan = plan_of(connection, asked)
    scanned = [node["Relation Name"] for node in plan if node["Node Type"] == "Seq Scan"]
    assert not large & set(scanned), plan
    assert any("Index" in node["Node Type"] for node in plan)


def page(asked: Search, sort: Sort, after: CursorPosition | None = None) -> BoundQuery:
    statement = Query.of(search.page(asked.shape, sort, limit=25, has_cursor=after is not None))
    return statement(**asked.values, **search.cursor_values(after))


@pytest.mark.parametrize("shape", SHAPES)
def test_a_page_is_found_by_index(large_shop, shape):
    filters, sort = SHAPES[shape]
    asked = search_for(large_shop, filters)
    assert_by_index(large_shop, page(asked, sort))
    rows = rows_of(large_shop, page(asked, sort))
    if len(rows) == 25:
        after = page(asked, sort, (rows[-1].sort_value, rows[-1].product_id))
        assert_by_index(large_shop, after)
        assert not {row.product_id for row in rows} & {row.product_id for row in rows_of(large_shop, after)}


@pytest.mark.parametrize("shape", SHAPES)
def test_the_counts_come_from_an_index(large_shop, shape):
    filters, _ = SHAPES[shape]
    asked = search_for(large_shop, filters)
    # The products of a weight, size or stone are found by an index, and joined with the short rows of the listing.
    large = LARGE - {"listing"} if asked.shape.details else LARGE
    if not facets.is_precomputed(asked.shape):
        assert_by_index(large_shop, facets.counts_query(asked), large=large)
    if price_range := facets.price_range_query(asked):
        assert_by_index(large_shop, price_range, large=large)
    # Without filters, the query may scan the table with the short rows of the listing.
    assert_by_index(large_shop, facets.details_query(asked), large=LARGE - {"listing"})


def test_the_counts_of_a_list_by_size_read_the_list_once(large_shop):
    filters, _ = SHAPES["size"]
    plan = plan_of(large_shop, facets.counts_query(search_for(large_shop, filters)))
    assert [node.get("Relation Name") for node in plan].count("listing") == 1


@pytest.mark.parametrize("filters", [Filters(), RARE])
def test_counts_without_search_and_price_read_precomputed_counts_only(large_shop, filters):
    read = {
        node.get("Relation Name") for node in plan_of(large_shop, facets.counts_query(search_for(large_shop, filters)))
    }
    assert read == {None, "shelf", "shelf_count"}


@pytest.mark.parametrize("shape", SHAPES)
def test_the_products_of_a_page_are_read_by_index(large_shop, shape):
    filters, sort = SHAPES[shape]
    asked = search_for(large_shop, filters)
    shown = product_json.page(asked.shape, sort, limit=25, has_cursor=False)
    assert_by_index(large_shop, shown(**asked.values, today=today(now())))


@pytest.mark.parametrize("sort", Sort)
def test_a_sorted_list_reads_no_more_than_its_page(large_shop, sort):
    """The index gives the order, so the plan has no sort."""
    plan = [node["Node Type"] for node in plan_of(large_shop, page(Search(Filters(), {}), sort))]
    assert plan in (["Limit", "Index Only Scan"], ["Limit", "Index Scan"])


def test_codes_are_found_by_index(large_shop):
    for asked in (
        matching.match_code(SearchText("w 4711")),
        Query.of(packing_queries.product_with_code("W 4711"))(),
    ):
        assert_by_index(large_shop, asked)
        assert rows_of(large_shop, asked)


def test_low_stock_is_found_by_index(large_shop):
    narrowed = ProductFilters(stock_level=StockLevel.LOW).apply(admin_lists.select_products())
    listed = admin_lists.sort_products(narrowed, AdminProductSort.STOCK_UP, factories.RATE).limit(8)
    sql = listed.compile(large_shop.engine, compile_kwargs={"literal_binds": True})
    plan = large_shop.execute(text(f"EXPLAIN {sql}")).scalars().all()
    assert "product_low_stock_idx" in str(plan)


def test_a_repricing_blocks_neither_readers_nor_orders(large_shop):
    """A repricing must not lock product rows, as orders lock them in share mode."""
    lowest = text("SELECT price FROM listing ORDER BY price LIMIT 1")
    large_shop.rollback()
    large_shop.execute(text("SET LOCAL lock_timeout = '100ms'"))
    before = large_shop.scalar(lowest)
    with Session(large_shop.engine) as session:
        session.execute(text("UPDATE gold_rate SET r22k = r22k + 100"))
        repriced = repricing.apply_current_rate(session, day=session.scalar(text("SELECT date FROM gold_rate")))
        assert repriced.products == large_shop.scalar(text("SELECT count(*) FROM listing"))
        assert large_shop.scalar(lowest) == before
        assert len(large_shop.execute(text("SELECT id FROM product WHERE id <= 10 FOR SHARE")).all()) == 10
        session.commit()
    assert large_shop.scalar(lowest) > before
    large_shop.rollback()


@pytest.mark.parametrize("search", ORDER_SEARCHES)
def test_orders_are_found_by_index(large_shop, search):
    asked = queries.Filters(search=search, is_rare=True)
    page = order_json.board(asked.shape, OrderSort.NEWEST, limit=50, has_cursor=False)
    # Many orders are looked up by their ids in the index or in the whole table, whichever is faster.
    large = LARGE_OF_ORDERS if search != "moon" else frozenset({"customer", "product", "product_name"})
    assert_by_index(large_shop, page(**asked.values, pan_above=None), large=large)
    assert_by_index(large_shop, order_json.counts(asked.shape)(**asked.values), large=large)


@pytest.mark.parametrize("search", [*ORDER_SEARCHES, "+91", "a", "9"])
def test_the_index_finds_the_same_orders_as_a_search_without_it(large_shop, search):
    def found(*, is_rare: bool) -> list[Any]:
        asked = queries.Filters(search=search, is_rare=is_rare)
        page = order_json.board(asked.shape, OrderSort.NEWEST, limit=50, has_cursor=False)
        counts = order_json.counts(asked.shape)(**asked.values)
        rows = rows_of(large_shop, page(**asked.values, pan_above=None))
        return [[row.id for row in rows], sorted(map(tuple, rows_of(large_shop, counts)))]

    assert found(is_rare=True) == found(is_rare=False)


REFERENCE_INDEXES = {
    "sw/26-27/{order:06}": "invoice_number_key",
    "f{huid:05x}": "order_item_huids_idx",
    "trk {order:09}": "order_item_tracking_number_idx",
    "utr{order:09}": "payment_entry_lower_reference_idx",
    "r-{returned}": "return_request_pkey",
}


@pytest.mark.parametrize("reference", REFERENCE_INDEXES)
def test_an_order_is_found_by_the_index_of_its_reference(large_shop, reference):
    [[order, returned]] = large_shop.execute(
        text(
            "SELECT order_id, return_request.id FROM return_request JOIN order_item ON order_item.id = order_item_id"
            " WHERE order_id % 20 = 4 LIMIT 1"
        )
    )
    written = reference.format(order=order, huid=2 * order + 1, returned=returned)
    named = named_by(written)
    asked = queries.Filters(search=written, is_rare=True, named=named.queries, named_values=named.values)
    page = order_json.board(asked.shape, OrderSort.NEWEST, limit=50, has_cursor=False)(**asked.values, pan_above=None)
    counts = order_json.counts(asked.shape)(**asked.values)
    assert [row.id for row in rows_of(large_shop, page)] == [order]
    for each in (page, counts):
        assert_by_index(large_shop, each, large=LARGE_OF_REFERENCES)
        used = {node["Index Name"] for node in plan_of(large_shop, each) if "Index Name" in node}
        assert REFERENCE_INDEXES[reference] in used


@pytest.mark.parametrize("sort", OrderSort)
def test_a_page_of_the_board_reads_no_more_than_its_orders(large_shop, sort):
    shape = queries.Filters().shape

    def orders_read(asked: BoundQuery) -> float:
        [[plan]] = rows_of(large_shop, BoundQuery(f"EXPLAIN (ANALYZE, FORMAT JSON) {asked.text}", asked.values))
        plan = json.loads(plan) if isinstance(plan, str) else plan
        of_orders = [node for node in nodes(plan[0]["Plan"]) if node.get("Relation Name") in ("shop_order", "customer")]
        return sum(node["Actual Rows"] * node["Actual Loops"] for node in of_orders)

    rows_of(large_shop, CUSTOM_PLANS())
    page = order_json.board(shape, sort, limit=50, has_cursor=False)
    assert orders_read(page(pan_above=None)) < 1000
    [middle] = large_shop.scalars(text("SELECT id FROM shop_order ORDER BY id LIMIT 1 OFFSET 2500"))
    [cursor] = rows_of(large_shop, order_json.cursor_of(sort, shape)(id=middle))
    page = order_json.board(shape, sort, limit=50, has_cursor=True)
    assert orders_read(page(pan_above=None, **queries.cursor_values(cursor))) < 1000


@pytest.mark.parametrize(
    ("filters", "read"),
    [
        (queries.Filters(payment=PaymentStatus.PAID), {"order_item", "payment"}),
        (queries.Filters(since=now() - dt.timedelta(days=900)), {"order_item", "shop_order"}),
    ],
)
@pytest.mark.parametrize("figures", [order_json.counts, order_json.amounts])
def test_counts_of_the_board_read_only_what_the_filter_needs(large_shop, figures, filters, read):
    plan = plan_of(large_shop, figures(filters.shape)(**filters.values))
    assert {node["Relation Name"] for node in plan if "Relation Name" in node} <= read


def test_orders_of_a_payment_status_are_found_by_index(large_shop):
    asked = queries.Filters(payment=PaymentStatus.PAID)
    large = frozenset({"order_item", "payment", "shop_order"})
    page = order_json.board(asked.shape, OrderSort.NEWEST, limit=50, has_cursor=False)
    assert_by_index(large_shop, page(**asked.values, pan_above=None), large=large)
    assert_by_index(large_shop, order_json.counts(asked.shape)(**asked.values), large=large)


def test_stuck_orders_are_found_by_index_among_paid_ones(large_shop):
    """Staff count them every minute, so the counts must not read all orders that were paid."""
    large_shop.execute(text("UPDATE payment SET status = 'paid', paid = 200000, paid_at = now() - interval '1 day'"))
    phoned = text("""
        INSERT INTO shop_order (customer_id, name, email, phone, total_quantity, total_amount, ordered_at)
        SELECT min(id), '', '', '', 1, 500, now() FROM customer RETURNING id
    """)
    paid = text(
        "UPDATE payment SET status = 'paid', paid = 700, paid_at = now() - interval '1 day' WHERE order_id = :id"
    )
    large_shop.execute(paid, {"id": large_shop.scalar(phoned)})
    large_shop.execute(text("ANALYZE payment, shop_order"))
    waiting = reports.parameters(stuck_settings(), now())
    counts = Query.of(stuck_queries.COUNTS)(**waiting)
    assert_by_index(large_shop, counts, large=frozenset({"order_item", "payment", "shop_order"}))
    assert {row.rule: row.orders for row in rows_of(large_shop, counts)}["refund"] == 1
    large_shop.rollback()


@pytest.mark.parametrize(("search", "is_frequent"), [("+91 9", True), ("bench", False), ("zubeida", False)])
def test_a_text_that_most_customers_have_is_frequent(large_shop, search, is_frequent):
    [found] = rows_of(large_shop, order_json.IS_FREQUENT(**queries.Filters(search=search).values))
    assert found.is_frequent is is_frequent
