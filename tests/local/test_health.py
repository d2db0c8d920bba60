"""The messages of `GET /api/health` when a part of a real shop fails."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx2
import psycopg
import pytest

from tests.support.running_shop import ShopStack
from tests.support.suspended_processes import backends, stopped_backends

TOLD_WITHIN = GONE_WITHIN = 30.0
STARTS_WITHIN = 60.0  # as a whole shop, whose start also waits for the imports of its processes
ANSWERS_WITHIN = 4.0
MESSAGE = {"name": "Ravi", "email": "ravi@mail.example", "phone": "", "company": "", "message": "Hello"}
NUMBERS = "SELECT last_value FROM pg_sequences WHERE sequencename = ANY(%s) ORDER BY sequencename"
REFUSED_MAIL = "queue = 'mail' AND attempts > 0 AND leased_at IS NULL AND done_at IS NULL AND dead_at IS NULL"
OF_ORDERS = ["shop_order_id_seq", "order_item_id_seq", "status_change_id_seq"]


class Health:
    """Polls the health call as anyone may, and records the messages."""

    def __init__(self, client: httpx2.Client) -> None:
        self._client = client
        self.status = 0
        self.body: dict = {}

    @property
    def data(self) -> dict:
        return self.body["data"]

    def ask(self) -> None:
        answer = self._client.get("/api/health")
        self.status, self.body = answer.status_code, answer.json()

    def until(self, condition: Callable[[], bool], *, within: float, pause: float = 0.1) -> None:
        deadline = time.monotonic() + within
        while True:
            self.ask()
            if condition():
                return
            assert time.monotonic() < deadline, f"it says: {self.status} {self.body}"
            time.sleep(pause)

    def tells(self, words: str) -> None:
        self.until(lambda: any(trouble.startswith(words) for trouble in self.data["troubles"]), within=TOLD_WITHIN)

    def is_well(self, *, within: float = GONE_WITHIN) -> None:
        self.until(lambda: self.data["status"] == "ready", within=within)


@pytest.fixture(scope="module")
def shop(demo_shop) -> ShopStack:
    return demo_shop


@pytest.fixture
def health(shop) -> Iterator[Health]:
    with httpx2.Client(base_url=shop.url, timeout=ANSWERS_WITHIN) as client:
        asking = Health(client)
        asking.is_well(within=STARTS_WITHIN)
        yield asking


@pytest.fixture(scope="module")
def owner(shop) -> Iterator[psycopg.Connection]:
    """Connect as the owner of the tables, to simulate an operator's mistakes."""
    dsn = shop.environment["SHOP_OWNER_DATABASE_URL"].replace("+psycopg", "")
    with psycopg.connect(dsn, autocommit=True) as connection:
        yield connection


@contextmanager
def stopped(owner: psycopg.Connection, name: str, most: int) -> Iterator[int]:
    """Stop this number of backends with connections of this name. Yield how many were stopped."""
    pids = backends(owner, name)[:most]
    with stopped_backends(pids):
        yield len(pids)


def test_two_stopped_backends_are_told_though_nobody_asks_them_anything(shop, health, owner):
    with httpx2.Client(base_url=shop.url, timeout=30) as visitor:
        visitor.get("/api/category/")
    with stopped(owner, "swarna api pool", 2) as count:
        assert count
        health.tells("A connection to PostgreSQL does not answer.")
    health.is_well()


def test_a_database_that_does_not_answer_at_all_is_told(health, owner):
    with stopped(owner, "swarna api%", 100):
        health.tells("A connection to PostgreSQL does not answer.")
    health.is_well()


def test_a_relay_whose_backends_are_stopped_is_told_by_what_does_not_move(health, owner):
    with ExitStack() as stops:

        def is_told() -> bool:
            stops.enter_context(stopped(owner, "swarna relay", 100))  # a relay that connects again gets no further
            return not health.data["checks"]["work"]

        health.until(is_told, within=TOLD_WITHIN, pause=0.01)
    health.is_well(within=2 * GONE_WITHIN)


def test_an_order_that_fails_for_good_is_told_and_the_shop_does_not_sell(health, owner):
    owner.execute("ALTER TABLE order_item RENAME COLUMN making_charge TO charge")
    try:
        health.tells("An order cannot be placed just now.")
        assert health.status == 503
        assert health.data["checks"]["order"] is False
    finally:
        owner.execute("ALTER TABLE order_item RENAME COLUMN charge TO making_charge")
    health.is_well()


def test_a_column_whose_type_changed_heals_by_itself(health, owner):
    owner.execute("ALTER TABLE order_item ALTER COLUMN product_name TYPE varchar(500)")
    owner.execute("ALTER TABLE order_item ALTER COLUMN product_name TYPE text")
    health.is_well()


@pytest.mark.parametrize("sequence", OF_ORDERS)
def test_numbers_that_are_used_up_are_told(health, owner, sequence):
    [(before, most)] = owner.execute(
        "SELECT last_value, max_value FROM pg_sequences WHERE sequencename = %s", [sequence]
    ).fetchall()
    owner.execute("SELECT setval(%s, %s)", [sequence, most])
    try:
        health.tells(f"Numbers run out: {sequence.removesuffix('_id_seq')}.id is used up.")
        assert health.status == 503
    finally:
        owner.execute("SELECT setval(%s, %s)", [sequence, before])
    health.is_well()


def test_numbers_that_run_out_soon_are_told_while_the_shop_sells(health, owner):
    [(most,)] = owner.execute("SELECT max_value FROM pg_sequences WHERE sequencename = 'review_id_seq'").fetchall()
    owner.execute("SELECT setval('review_id_seq', %s)", [most // 100 * 95])
    health.tells("Numbers run out: review.id is used to 95 %.")
    assert health.status == 200
    owner.execute("SELECT setval('review_id_seq', 1000)")
    health.is_well()


def test_work_that_nobody_serves_is_told_and_stops_nothing(health, owner):
    owner.execute("""
        WITH event AS (
            INSERT INTO domain_event (type, aggregate, reach, data, occurred_at)
            SELECT 'left.over', 'left:over', 'nobody', '{}', now() FROM generate_series(1, 601) RETURNING id
        ) INSERT INTO delivery (event_id, consumer, queue, due_at) SELECT id, 'push', 'sms', now() FROM event
    """)
    health.tells("601 deliveries wait that no worker of this version can carry out.")
    assert (health.status, health.data["status"]) == (200, "degraded")
    assert health.data["checks"] == {"order": True, "read": True, "work": True}
    owner.execute("UPDATE delivery SET dead_at = now(), done_at = now() WHERE queue = 'sms'")
    health.is_well()


def test_redis_that_is_away_is_told(shop, health):
    shop.halt("redis")
    health.tells("Redis is away.")
    shop.resume("redis")
    health.is_well(within=STARTS_WITHIN)


def test_redis_that_hangs_is_told(shop, health):
    shop.kill("redis", signal.SIGSTOP)
    try:
        health.tells("Redis is away.")
    finally:
        shop.kill("redis", signal.SIGCONT)
    health.is_well()


@pytest.mark.parametrize(
    ("name", "missing"),
    [("mail", ["mail"]), ("fanout", ["fanout"]), ("images", ["images", "imports", "push"]), ("relay", ["relay"])],
)
def test_a_process_that_is_stopped_is_told(shop, health, name, missing):
    pid = shop.pid(name)
    os.kill(pid, signal.SIGSTOP)
    try:
        health.tells(f"The {name} {'' if name == 'relay' else 'worker '}has been gone for ")
        assert (health.status, health.data["missing"]) == (503, missing)
    finally:
        os.kill(pid, signal.SIGCONT)
    health.is_well()


def test_a_relay_that_is_dead_is_told(shop, health):
    shop.halt("relay")
    health.tells("The relay has been gone for ")
    shop.resume("relay")
    health.is_well(within=STARTS_WITHIN)


def test_a_mail_that_is_refused_is_told_and_goes_soon_after_the_server_is_back(shop, health, owner):
    back_off = f"UPDATE delivery SET due_at = now() + interval '10 minutes' WHERE {REFUSED_MAIL}"
    kept = len(list(shop.mail_dir.glob("*.eml")))
    shop.halt("mailbox")
    with httpx2.Client(base_url=f"{shop.url}/api", timeout=30) as client:
        assert client.post("/order/?flag=sendMailForUser", json=MESSAGE).status_code == 200
    health.tells("The mail server takes no mails.")
    assert health.status == 200
    health.until(lambda: owner.execute(back_off).rowcount == 1, within=TOLD_WITHIN)
    shop.resume("mailbox")
    health.is_well(within=STARTS_WITHIN)
    assert len(list(shop.mail_dir.glob("*.eml"))) == kept + 1


def test_a_folder_of_pictures_that_takes_none_is_told_before_anybody_uploads(shop, health):
    originals = Path(shop.environment["SHOP_MEDIA_DIR"]) / "originals"
    aside = originals.rename(originals.with_name("aside")) if originals.exists() else None
    originals.touch()
    try:
        health.tells("The storage of pictures is away.")
        assert (health.status, health.data["status"]) == (200, "degraded")
    finally:
        originals.unlink()
        if aside:
            aside.rename(originals)
    health.is_well()


def test_the_dry_run_of_an_order_uses_no_number_stores_nothing_and_notifies_nobody(health, owner):
    def kept() -> list:
        tables = ("shop_order", "order_item", "status_change", "idempotency_key", "cart_item", "throttle")
        return [owner.execute(f"SELECT count(*) FROM {table}").fetchall() for table in tables]

    before = owner.execute(NUMBERS, [OF_ORDERS]).fetchall(), kept()
    tried = "SELECT n_tup_ins FROM pg_stat_user_tables WHERE relname = 'shop_order'"
    [(inserted,)] = owner.execute(tried).fetchall()
    deadline = time.monotonic() + 60
    while owner.execute(tried).fetchall() == [(inserted,)]:
        assert time.monotonic() < deadline, "no order is tried"
        time.sleep(0.2)
    assert (owner.execute(NUMBERS, [OF_ORDERS]).fetchall(), kept()) == before
    assert owner.execute("SELECT count(*) FROM domain_event WHERE type = 'order.placed'").fetchall() == [(0,)]


def test_a_visitor_is_told_nothing_of_the_machines(shop, health):
    health.ask()
    assert set(health.data) == {"status", "missing", "parts", "checks", "troubles"}
    pids = [str(shop.pid(name)) for name in shop.names]
    said = str(health.body)
    assert not [pid for pid in pids if len(pid) > 2 and pid in said]
    assert os.uname().nodename not in said


def test_to_ask_often_costs_the_database_nothing(health, owner):
    def scans() -> int:
        [(count,)] = owner.execute(
            "SELECT seq_scan FROM pg_stat_user_tables WHERE relname = 'process'"  # each measurement reads this table
        ).fetchall()
        return int(count)

    first = scans()
    for _ in range(300):
        health.ask()
    time.sleep(1.5)  # backends report their statistics within this time
    assert scans() - first < 100, "each request reads"
