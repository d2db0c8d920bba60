"""The Operations page when a part of a real shop fails: one sentence, which disappears on recovery."""

import signal
import time
from collections.abc import Callable, Iterator

import httpx2
import psycopg
import pytest
import redis

from shop.text.urls import driver_url
from tests.local.test_health import until_mails_are_sent
from tests.support.running_shop import ShopStack

SAYS_SO_WITHIN = 30.0
CODE_WITHIN = 60.0  # the mail server starts meanwhile
MESSAGE = {"name": "Ravi", "email": "ravi@mail.example", "phone": "", "company": "", "message": "Hello"}


@pytest.fixture(scope="module")
def shop(demo_shop) -> ShopStack:
    with psycopg.connect(driver_url(demo_shop.database_url), autocommit=True) as connection:
        until_mails_are_sent(connection)
    return demo_shop


@pytest.fixture(scope="module")
def admin(shop) -> Iterator[httpx2.Client]:
    with httpx2.Client(base_url=f"{shop.url}/api", timeout=30) as client:
        client.post("/admin/login/", json={"email": "admin@swarna.example", "password": "Swarna@2026"})
        yield client


@pytest.fixture
def headline(admin) -> Callable[..., float]:
    """Wait until the page's first line begins with a text. Return the seconds that this took."""

    def wait(words: str, *, limit: float = 120) -> float:
        began = time.monotonic()
        said = ""
        while not said.startswith(words):
            assert time.monotonic() - began < limit, f"it says: {said}"
            time.sleep(0.2)
            said = admin.get("/operations/").json()["data"]["headline"]
        return time.monotonic() - began

    return wait


def test_a_mail_that_was_given_up_is_told_until_it_is_tried_again(shop, admin, headline):
    headline("Everything runs.")
    shop.halt("mailbox")
    assert admin.post("/order/?flag=sendMailForUser", json=MESSAGE).status_code == 200
    headline("The mail server takes no mails.")
    shop.exhaust("mail")
    assert headline("1 delivery was given up.") < SAYS_SO_WITHIN
    shop.resume("mailbox")
    [letter] = admin.get("/operations/dead/").json()["data"]
    headers = {"X-XSRF-TOKEN": admin.cookies["XSRF-TOKEN"]}
    retried = admin.post("/operations/dead/?flag=retry", json={"ids": [letter["id"]]}, headers=headers)
    assert retried.status_code == 200, retried.text
    headline("Everything runs.")


def test_a_code_waits_for_a_mail_server_that_is_away_and_comes_soon_after_it(shop, admin, headline):
    headline("Everything runs.")
    kept = len(list(shop.mail_dir.glob("*.eml")))
    shop.halt("mailbox")
    asked = admin.post("/customer/resetPassword/?flag=generate", json={"email": "asha@swarna.example"})
    assert asked.status_code == 200, asked.text
    headline("The mail server takes no mails. They are tried again by themselves: 1 waiting.")
    time.sleep(3)
    shop.resume("mailbox")
    assert headline("Everything runs.") < CODE_WITHIN
    assert len(list(shop.mail_dir.glob("*.eml"))) == kept + 1


def test_a_paused_queue_waits_over_restarts_of_relay_worker_and_redis(shop, admin, headline):
    headline("Everything runs.")
    kept = len(list(shop.mail_dir.glob("*.eml")))
    headers = {"X-XSRF-TOKEN": admin.cookies["XSRF-TOKEN"]}
    waiting = "SELECT queue, count(*) FROM delivery WHERE done_at IS NULL AND dead_at IS NULL GROUP BY queue"
    assert admin.post("/operations/queue/?flag=pause", json={"queue": "mail"}, headers=headers).status_code == 200
    try:
        with psycopg.connect(driver_url(shop.database_url), autocommit=True) as connection:
            for name in ("relay", "mail", "redis"):
                assert admin.post("/order/?flag=sendMailForUser", json=MESSAGE).status_code == 200
                before = shop.pid(name)
                shop.kill(name)
                _until(lambda name=name, before=before: shop.pid(name) not in {None, before})
            note = {"orderId": 2, "text": "Her parcel goes out today."}
            assert admin.post("/order/notes/", json=note, headers=headers).status_code == 200
            _until(lambda: dict(connection.execute(waiting).fetchall()) == {"mail": 3})
            headline("Karthik Rao paused the queue mail. Mails wait, nothing is lost: 3 waiting.")
            assert len(list(shop.mail_dir.glob("*.eml"))) == kept
    finally:
        assert admin.post("/operations/queue/?flag=resume", json={"queue": "mail"}, headers=headers).status_code == 200
    headline("Everything runs.")
    _until(lambda: len(list(shop.mail_dir.glob("*.eml"))) == kept + 3)


def test_what_a_worker_was_handed_waits_there_for_a_database_that_is_away(shop, admin, headline):
    headline("Everything runs.")
    kept, told = len(list(shop.mail_dir.glob("*.eml"))), shop.log.stat().st_size

    def says_of_waiting() -> int:
        said = [line for line in shop.log.read_text()[told:].splitlines() if line.startswith("mail ")]
        assert not any("Traceback" in line for line in said)
        return sum("work waits for the database" in line for line in said)

    shop.kill("mail", signal.SIGSTOP)
    for _ in range(3):
        assert admin.post("/order/?flag=sendMailForUser", json=MESSAGE).status_code == 200
    with redis.Redis.from_url(shop.redis_url) as broker:
        _until(lambda: broker.llen("mail") >= 2)  # the first one may have been fetched by the worker
    shop.halt("postgres")
    shop.kill("mail", signal.SIGCONT)
    _until(lambda: says_of_waiting() == 1)
    shop.resume("postgres")
    _until(lambda: says_of_waiting() == 2)  # one line for the outage, one for the recovery
    with psycopg.connect(driver_url(shop.database_url), autocommit=True) as connection:
        last = "FROM delivery WHERE consumer = 'mail_contact' ORDER BY id DESC LIMIT 3"
        _until(lambda: all(done for (done,) in connection.execute(f"SELECT done_at IS NOT NULL {last}")))
        leases = connection.execute(f"SELECT lease {last}").fetchall()
    assert leases == [(1,)] * 3, "mails waited for the end of their lease"
    assert len(list(shop.mail_dir.glob("*.eml"))) >= kept + 3
    assert says_of_waiting() == 2
    headline("Everything runs.")


def test_a_database_that_takes_no_changes_is_one_thing_and_can_still_be_looked_at(shop, admin, headline):
    headline("Everything runs.")
    try:
        _set_read_only(shop, "on")
        assert headline("PostgreSQL takes no changes.") < SAYS_SO_WITHIN
        [finding] = admin.get("/operations/").json()["data"]["findings"]
        assert finding["level"] == "bad"
        assert admin.get("/order/?flag=allOrders&limit=1").status_code == 200
    finally:
        _set_read_only(shop, "off")
    headline("Everything runs.")


def _until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 100
    while not condition():
        assert time.monotonic() < deadline, "it did not come about"
        time.sleep(0.1)


def _set_read_only(shop: ShopStack, value: str) -> None:
    with psycopg.connect(driver_url(shop.database_url), autocommit=True) as connection:
        connection.execute("SET default_transaction_read_only = off")
        connection.execute(f"ALTER SYSTEM SET default_transaction_read_only = {value}")
        connection.execute("SELECT pg_reload_conf()")
