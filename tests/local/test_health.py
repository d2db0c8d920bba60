"""The messages of `GET /api/health` and of the Operations page when a part of a real shop fails.

Parts that do not affect each other fail at once, because each fault takes some seconds to be told and to be gone.
"""

import os
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack

import httpx2
import psycopg
import pytest

from shop.text.urls import driver_url
from tests.support.images import jpeg
from tests.support.running_shop import ShopStack
from tests.support.shop_faults import pictures_away, suspended, suspended_backends, unknown_work, used_up

TOLD_WITHIN = GONE_WITHIN = 30.0
STARTS_WITHIN = 60.0  # as a whole shop, whose start also waits for the imports of its processes
ANSWERS_WITHIN = 4.0
HANGING_MAIL_WITHIN = 60.0  # the worker waits for the mail server for many seconds
MESSAGE = {"name": "Ravi", "email": "ravi@mail.example", "phone": "", "company": "", "message": "Hello"}
NUMBERS = "SELECT last_value FROM pg_sequences WHERE sequencename = ANY(%s) ORDER BY sequencename"
REFUSED_MAIL = "queue = 'mail' AND attempts > 0 AND leased_at IS NULL AND done_at IS NULL AND dead_at IS NULL"
OF_ORDERS = ["shop_order_id_seq", "order_item_id_seq", "status_change_id_seq"]


def _begin(said: Sequence[str], sentences: Sequence[str]) -> bool:
    return all(any(each.startswith(words) for each in said) for words in sentences)


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

    def tells(self, *sentences: str, within: float = TOLD_WITHIN) -> None:
        """Wait until it tells all of these, each by its beginning."""
        self.until(lambda: _begin(self.data["troubles"], sentences), within=within)

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
def admin(shop) -> Iterator[httpx2.Client]:
    with httpx2.Client(base_url=f"{shop.url}/api", timeout=30) as client:
        client.post("/admin/login/", json={"email": "admin@swarna.example", "password": "Swarna@2026"})
        client.headers["X-XSRF-TOKEN"] = client.cookies["XSRF-TOKEN"]
        yield client


@pytest.fixture
def page_tells(admin) -> Callable[..., bool]:
    """Return whether the Operations page tells all of these sentences, each by its beginning."""

    def told(*sentences: str) -> bool:
        findings = admin.get("/operations/").json()["data"]["findings"]
        return _begin([finding["sentence"] for finding in findings], sentences)

    return told


@pytest.fixture(scope="module")
def owner(shop) -> Iterator[psycopg.Connection]:
    """Connect as the owner of the tables, to simulate an operator's mistakes."""
    dsn = driver_url(shop.environment["SHOP_OWNER_DATABASE_URL"])
    with psycopg.connect(dsn, autocommit=True) as connection:
        yield connection


def until_mails_are_sent(owner: psycopg.Connection) -> None:
    """Wait until the shared shop has sent the mails of earlier tests. A status mail is delayed by 22 s."""
    waiting = "SELECT count(*) FROM delivery WHERE queue = 'mail' AND done_at IS NULL AND dead_at IS NULL"
    deadline = time.monotonic() + 60
    while owner.execute(waiting).fetchone() != (0,):
        assert time.monotonic() < deadline, "mails of earlier tests are still waiting"
        time.sleep(0.2)


def upload(admin: httpx2.Client) -> httpx2.Response:
    product_id = admin.get("/product/?limit=1").json()["data"][0]["id"]
    return admin.post(
        "/productimage/",
        data={"productId": product_id, "type": "gallery"},
        files={"imageUrl": ("photo.jpg", jpeg(), "image/jpeg")},
    )


def test_two_stopped_backends_are_told_though_nobody_asks_them_anything(shop, health, owner):
    with httpx2.Client(base_url=shop.url, timeout=30) as visitor:
        visitor.get("/api/category/")
    with suspended_backends(owner, "swarna api pool", 2) as count:
        assert count
        health.tells("A connection to PostgreSQL does not answer.")
    health.is_well()


def test_a_database_that_does_not_answer_at_all_is_told(health, owner):
    with suspended_backends(owner, "swarna api%", 100):
        health.tells("A connection to PostgreSQL does not answer.")
    health.is_well()


def test_a_relay_whose_backends_are_stopped_is_told_by_what_does_not_move(health, owner):
    with ExitStack() as stops:

        def is_told() -> bool:
            # A relay that connects again gets no further.
            stops.enter_context(suspended_backends(owner, "swarna relay", 100))
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


def test_numbers_that_are_used_up_are_told(health, owner):
    names = sorted(sequence.removesuffix("_id_seq") for sequence in OF_ORDERS)
    with used_up(owner, OF_ORDERS):
        health.tells(f"Numbers run out: {', '.join(f'{name}.id is used up' for name in names)}.")
        assert (health.status, health.data["checks"]["order"]) == (503, False)
    health.is_well()


def test_what_stops_no_order_is_told_and_the_shop_sells(shop, health, page_tells, admin, owner):
    until_mails_are_sent(owner)
    kept = len(list(shop.mail_dir.glob("*.eml")))
    early = (
        "Numbers run out: review.id is used to 95 %.",
        "601 deliveries wait that no worker of this version can carry out.",
        "The storage of pictures is away. New pictures are refused or wait; all else goes on.",
    )
    with ExitStack() as faults:
        faults.enter_context(used_up(owner, ["review_id_seq"], percent=95))
        faults.enter_context(unknown_work(owner, 601))
        faults.enter_context(pictures_away(shop))
        faults.enter_context(suspended(shop, "mailbox"))
        health.tells(*early)  # before anybody uploads
        assert admin.post("/order/?flag=sendMailForUser", json=MESSAGE).status_code == 200
        assert upload(admin).json()["message"].startswith("The shop cannot reach its pictures just now.")
        late = (*early, "The mail server takes no mails.")
        health.tells(*late, within=HANGING_MAIL_WITHIN)
        assert page_tells(*late)
        assert admin.get("/order/?flag=allOrders&limit=1").elapsed.total_seconds() < ANSWERS_WITHIN
        assert (health.status, health.data["status"]) == (200, "degraded")
        assert health.data["checks"] == {"order": True, "read": True, "work": True}
    assert upload(admin).status_code == 200
    health.is_well(within=STARTS_WITHIN)
    assert len(list(shop.mail_dir.glob("*.eml"))) > kept


def test_redis_that_is_away_is_told(shop, health, page_tells):
    shop.halt("redis")
    health.tells("Redis is away.")
    assert page_tells("Redis is away.")
    shop.resume("redis")
    health.is_well(within=STARTS_WITHIN)


def test_redis_that_hangs_is_told(shop, health):
    shop.kill("redis", signal.SIGSTOP)
    try:
        health.tells("Redis is away.")
    finally:
        shop.kill("redis", signal.SIGCONT)
    health.is_well()


def test_processes_that_hang_are_told(shop, health, page_tells):
    told = (
        "The relay has been gone for ",
        *(f"The {name} worker has been gone for " for name in ("fanout", "mail", "images", "imports", "push")),
    )
    with suspended(shop, "relay", "fanout", "mail", "images"):  # the worker of pictures has two more queues
        health.tells(*told)
        missing = ["relay", "fanout", "mail", "images", "imports", "push"]
        assert (health.status, health.data["missing"]) == (503, missing)
        assert page_tells(*told)
    health.is_well()


def test_processes_that_were_stopped_in_good_order_are_told_at_once(shop, health, page_tells):
    told = ("The relay has been gone for ", "The images worker has been gone for ")
    shop.halt("relay")
    shop.halt("images")
    health.tells(*told)
    assert page_tells(*told)
    shop.resume("relay")
    shop.resume("images")
    health.is_well(within=STARTS_WITHIN)


def test_a_mail_that_is_refused_is_told_and_goes_soon_after_the_server_is_back(shop, health, page_tells, owner):
    until_mails_are_sent(owner)
    back_off = f"UPDATE delivery SET due_at = now() + interval '10 minutes' WHERE {REFUSED_MAIL}"
    told = "The mail server takes no mails. They are tried again by themselves: 1 waiting."
    kept = len(list(shop.mail_dir.glob("*.eml")))
    shop.halt("mailbox")
    with httpx2.Client(base_url=f"{shop.url}/api", timeout=30) as client:
        assert client.post("/order/?flag=sendMailForUser", json=MESSAGE).status_code == 200
    health.tells(told)
    assert health.status == 200
    assert page_tells(told)
    health.until(lambda: owner.execute(back_off).rowcount == 1, within=TOLD_WITHIN)
    shop.resume("mailbox")
    health.is_well(within=STARTS_WITHIN)
    assert len(list(shop.mail_dir.glob("*.eml"))) == kept + 1


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
