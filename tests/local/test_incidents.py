"""The Operations page when a part of a real shop fails: one sentence, which disappears on recovery."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx2
import psycopg
import pytest
import redis

from tests.support.images import jpeg
from tests.support.running_shop import ShopStack

SAYS_SO_WITHIN = 30.0
CODE_WITHIN = 60.0  # the mail server starts meanwhile
ANSWERS_WITHIN = 10.0
MESSAGE = {"name": "Ravi", "email": "ravi@mail.example", "phone": "", "company": "", "message": "Hello"}


@pytest.fixture(scope="module")
def shop(demo_shop) -> ShopStack:
    """Wait until the shared shop has sent the mails of earlier tests. A status mail is delayed by 22 s."""
    waiting = "SELECT count(*) FROM delivery WHERE queue = 'mail' AND done_at IS NULL AND dead_at IS NULL"
    deadline = time.monotonic() + 60
    with psycopg.connect(demo_shop.database_url.replace("+psycopg", ""), autocommit=True) as connection:
        while connection.execute(waiting).fetchone() != (0,):
            assert time.monotonic() < deadline, "mails of earlier tests are still waiting"
            time.sleep(0.2)
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


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("mail", "The mail worker has been gone for "),
        ("fanout", "The fanout worker has been gone for "),
        ("relay", "The relay has been gone for "),
    ],
)
def test_a_process_that_hangs_is_missed(shop, headline, name, words):
    headline("Everything runs.")
    pid = shop.pid(name)
    os.kill(pid, signal.SIGSTOP)
    try:
        assert headline(words) < SAYS_SO_WITHIN
    finally:
        os.kill(pid, signal.SIGCONT)
    headline("Everything runs.")


def test_a_worker_that_was_stopped_in_good_order_is_missed_at_once(shop, headline):
    headline("Everything runs.")
    shop.halt("images")
    assert headline("The images worker has been gone for ") < SAYS_SO_WITHIN
    shop.resume("images")
    headline("Everything runs.")


def test_a_mail_server_that_is_away_is_told_as_such(shop, admin, headline):
    headline("Everything runs.")
    kept = len(list(shop.mail_dir.glob("*.eml")))
    shop.halt("mailbox")
    assert admin.post("/order/?flag=sendMailForUser", json=MESSAGE).status_code == 200
    assert headline("The mail server takes no mails. They are tried again by themselves: 1 waiting.") < SAYS_SO_WITHIN
    shop.resume("mailbox")
    headline("Everything runs.")
    assert len(list(shop.mail_dir.glob("*.eml"))) == kept + 1


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


def test_a_mail_server_that_hangs_holds_up_mails_and_nothing_else(shop, admin, headline):
    headline("Everything runs.")
    kept = len(list(shop.mail_dir.glob("*.eml")))
    shop.kill("mailbox", signal.SIGSTOP)
    try:
        assert admin.post("/order/?flag=sendMailForUser", json=MESSAGE).status_code == 200
        headline("The mail server takes no mails.")
        assert admin.get("/order/?flag=allOrders&limit=1").elapsed.total_seconds() < ANSWERS_WITHIN
    finally:
        shop.kill("mailbox", signal.SIGCONT)
    headline("Everything runs.")
    assert len(list(shop.mail_dir.glob("*.eml"))) > kept


def test_a_paused_queue_waits_over_restarts_of_relay_worker_and_redis(shop, admin, headline):
    headline("Everything runs.")
    kept = len(list(shop.mail_dir.glob("*.eml")))
    headers = {"X-XSRF-TOKEN": admin.cookies["XSRF-TOKEN"]}
    waiting = "SELECT queue, count(*) FROM delivery WHERE done_at IS NULL AND dead_at IS NULL GROUP BY queue"
    assert admin.post("/operations/queue/?flag=pause", json={"queue": "mail"}, headers=headers).status_code == 200
    try:
        with psycopg.connect(shop.database_url.replace("+psycopg", ""), autocommit=True) as connection:
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
    with psycopg.connect(shop.database_url.replace("+psycopg", ""), autocommit=True) as connection:
        last = "FROM delivery WHERE consumer = 'mail_contact' ORDER BY id DESC LIMIT 3"
        _until(lambda: all(done for (done,) in connection.execute(f"SELECT done_at IS NOT NULL {last}")))
        leases = connection.execute(f"SELECT lease {last}").fetchall()
    assert leases == [(1,)] * 3, "mails waited for the end of their lease"
    assert len(list(shop.mail_dir.glob("*.eml"))) >= kept + 3
    assert says_of_waiting() == 2
    headline("Everything runs.")


def test_pictures_that_cannot_be_stored_are_refused_and_nothing_else(shop, admin, headline):
    headline("Everything runs.")
    originals = Path(shop.environment["SHOP_MEDIA_DIR"]) / "originals"
    aside = originals.rename(originals.with_name("aside")) if originals.exists() else None
    originals.touch()
    try:
        assert _upload(admin).json()["message"].startswith("The shop cannot reach its pictures just now.")
        sentence = "The storage of pictures is away. New pictures are refused or wait; all else goes on."
        assert headline(sentence) < SAYS_SO_WITHIN
        assert admin.get("/order/?flag=allOrders&limit=1").status_code == 200
    finally:
        originals.unlink()
        if aside:
            aside.rename(originals)
    assert _upload(admin).status_code == 200
    headline("Everything runs.")


def test_redis_that_is_away_is_told_as_such(shop, headline):
    headline("Everything runs.")
    shop.halt("redis")
    assert headline("Redis is away.") < SAYS_SO_WITHIN
    shop.resume("redis")
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


def _upload(admin: httpx2.Client) -> httpx2.Response:
    product_id = admin.get("/product/?limit=1").json()["data"][0]["id"]
    return admin.post(
        "/productimage/",
        data={"productId": product_id, "type": "gallery"},
        files={"imageUrl": ("photo.jpg", jpeg(), "image/jpeg")},
        headers={"X-XSRF-TOKEN": admin.cookies["XSRF-TOKEN"]},
    )


def _set_read_only(shop: ShopStack, value: str) -> None:
    with psycopg.connect(shop.database_url.replace("+psycopg", ""), autocommit=True) as connection:
        connection.execute("SET default_transaction_read_only = off")
        connection.execute(f"ALTER SYSTEM SET default_transaction_read_only = {value}")
        connection.execute("SELECT pg_reload_conf()")
