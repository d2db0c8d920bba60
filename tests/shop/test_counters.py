"""The counts that triggers maintain equal the number of rows, also with concurrent writers."""

import random
import threading

import pytest
from sqlalchemy import Connection, Engine, create_engine, func, select, text
from sqlalchemy.orm import Session

from shop.catalogue.price_listing import FACET_GROUP_COUNTS, PRICE_BANDS, Listing
from shop.clock import now
from shop.db import counters
from shop.orders.model import OrderItem
from shop.orders.statistics import STATUS_AMOUNTS, STATUS_COUNTS
from shop.rates import repricing
from tests.support import factories
from tests.support.migrations import alembic
from workers.relay_threads.scheduler import Scheduler

STATUSES = ("ordered", "packed", "shipped", "delivered")

SHELVED = select(
    Listing.facet_group_id, *(func.count().filter(Listing.price_band == band) for band in range(len(PRICE_BANDS) + 1))
).group_by(Listing.facet_group_id)
LINES = select(OrderItem.status, func.count()).group_by(OrderItem.status)
AMOUNTS = select(OrderItem.status, func.sum(OrderItem.total_amount)).group_by(OrderItem.status)


def stored(connection: Connection, table) -> list[tuple]:
    numbers = sum(column.name.startswith("number") for column in table.c)
    return sorted(tuple(row) for row in connection.execute(counters.totals(table)) if any(row[-numbers:]))


def counted(connection: Connection, query) -> list[tuple]:
    return sorted(tuple(row) for row in connection.execute(query))


def assert_exact(engine: Engine) -> None:
    with engine.connect() as connection:
        assert stored(connection, FACET_GROUP_COUNTS) == counted(connection, SHELVED)
        assert stored(connection, STATUS_COUNTS) == counted(connection, LINES)
        assert stored(connection, STATUS_AMOUNTS) == counted(connection, AMOUNTS)


@pytest.fixture
def shop(real_commits) -> Engine:
    """Add six products and four orders of three lines."""
    with Session(real_commits) as session, session.begin():
        factories.set_gold_rate(session)
        products = [factories.stock_product(session, weight=weight) for weight in (1, 2, 8, 10, 30, 60)]
        shopper = factories.register_shopper(session)
        for _ in range(4):
            factories.order(session, shopper, products[:3])
    return real_commits


CHANGES = (
    "UPDATE order_item SET status = '{status}' WHERE id % 3 = {number}",
    "UPDATE order_item SET version = version + 1",
    "UPDATE order_item SET total_amount = total_amount + {number} WHERE line = 1 + {number}",
    "DELETE FROM status_change; DELETE FROM order_item WHERE id = (SELECT max(id) FROM order_item)",
    "UPDATE product SET weight = 1 + {number} * 15 WHERE id % 3 = {number}",
    "UPDATE product SET status = 'in active' WHERE id % 5 = {number}",
    "UPDATE product SET status = 'active', stock_availability = 'no', rating = {number} + 1",
    "UPDATE product SET purity = '24k', category_id = (SELECT min(id) FROM category) WHERE id % 3 = {number}",
    "UPDATE listing SET sold = sold + 1",
)


def test_whatever_is_written_is_counted(shop):
    chance = random.Random(7)
    for number in range(40):
        with shop.begin() as connection:
            change = chance.choice(CHANGES).format(status=chance.choice(STATUSES), number=chance.randrange(3))
            connection.execute(text(change))
            if number % 7 == 0:
                connection.execute(counters.compact(FACET_GROUP_COUNTS))
                connection.execute(counters.compact(STATUS_AMOUNTS))
        assert_exact(shop)


def test_a_repricing_is_counted(shop):
    with Session(shop) as session, session.begin():
        session.execute(text("UPDATE gold_rate SET r22k = 20000"))
        repricing.apply_current_rate(session, day=session.scalar(text("SELECT date FROM gold_rate")))
    assert_exact(shop)


def test_a_change_that_is_rolled_back_is_not_counted(shop):
    with shop.connect() as connection:
        before = stored(connection, STATUS_COUNTS)
        connection.execute(text("UPDATE order_item SET status = 'delivered'"))
        assert stored(connection, STATUS_COUNTS) == [("delivered", 12)]
        connection.rollback()
        assert stored(connection, STATUS_COUNTS) == before == [("ordered", 12)]


def test_writers_do_not_wait_for_each_other(shop):
    with shop.connect() as one, shop.connect() as other:
        for connection in (one, other):
            connection.execute(text("SET LOCAL lock_timeout = '500ms'"))
        first, second = one.execute(text("SELECT id FROM order_item ORDER BY id LIMIT 2")).scalars()
        change = text("UPDATE order_item SET status = 'packed' WHERE id = :id")
        one.execute(change, {"id": first})
        other.execute(change, {"id": second})
        other.execute(counters.compact(STATUS_COUNTS))
        other.commit()
        one.commit()
    assert_exact(shop)


def test_compacting_leaves_one_row_of_each_kind_and_none_for_zero(shop):
    with shop.begin() as connection:
        connection.execute(text("UPDATE order_item SET status = 'packed'"))
        connection.execute(text("UPDATE order_item SET status = 'shipped' WHERE line = 1"))
    Scheduler(shop).compact_counters(now())
    with shop.connect() as connection:
        rows = connection.execute(select(STATUS_COUNTS).order_by("status")).all()
        shelves = connection.execute(select(FACET_GROUP_COUNTS.c.shelf_id)).scalars().all()
    assert len(shelves) == len(set(shelves))
    assert [tuple(row) for row in rows] == [("packed", 8), ("shipped", 4)]
    assert_exact(shop)


def test_the_scheduler_compacts_only_now_and_then(shop):
    scheduler = Scheduler(shop)
    scheduler.work()
    with shop.begin() as connection:
        connection.execute(text("UPDATE order_item SET status = 'packed'"))
    scheduler.work()
    with shop.connect() as connection:
        assert connection.scalar(select(func.count()).select_from(STATUS_COUNTS)) > 2


def test_concurrent_writes_and_compactions_stay_exact(shop):
    """Six threads write and compact at the same time."""

    def work(seed: int) -> None:
        chance = random.Random(seed)
        for _ in range(60):
            with shop.begin() as connection:
                if chance.random() < 0.4:
                    connection.execute(counters.compact(STATUS_COUNTS))
                    connection.execute(counters.compact(STATUS_AMOUNTS))
                else:
                    # Rows are locked in the order of ids, as two threads could deadlock otherwise.
                    change = text("""
                        WITH held AS (SELECT id FROM order_item WHERE line = :line ORDER BY id FOR UPDATE)
                        UPDATE order_item SET status = :status FROM held WHERE order_item.id = held.id
                    """)
                    connection.execute(change, {"status": chance.choice(STATUSES), "line": seed % 3 + 1})

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert_exact(shop)


def test_rows_from_before_the_counts_are_counted(new_database):
    url = new_database()
    engine = create_engine(url)
    with Session(engine) as session, session.begin():
        factories.set_gold_rate(session)
        ring = factories.stock_product(session)
        factories.order(session, factories.register_shopper(session), [ring, ring])
    for words in (("downgrade", "20261122_category_renditions"), ("upgrade", "head")):
        alembic(url, *words)
    assert_exact(engine)
    with engine.connect() as connection:
        assert stored(connection, STATUS_COUNTS) == [("ordered", 2)]
    alembic(url, "downgrade", "20261130_finished_import_rows")
    alembic(url, "upgrade", "head")
    assert_exact(engine)
    engine.dispose()
