import http.client
import re
import signal
import time
import urllib.request
from contextlib import suppress

import psycopg
import pytest

from shop.text.urls import driver_url
from tests.support.running_shop import ShopStack


def test_the_whole_shop_survives_the_death_and_the_absence_of_its_processes(shop_stack):
    with shop_stack(own_postgres=True) as shop:
        for name in shop.names:
            shop.kill(name, signal.SIGKILL)
        _wait_until_healthy(shop.url)

        workers = {"fanout", "mail", "images", "webhooks"}
        assert set(shop.names) == {"postgres", "redis", "mailbox", "web", "relay", *workers}

        shop.halt("web")
        assert not _answers(shop.url)

        shop.resume("web")
        _wait_until_healthy(shop.url)


def test_each_new_database_is_migrated_and_empty(new_database, database_url):
    first, second = new_database(), new_database()

    assert len({first, second, database_url}) == 3
    with psycopg.connect(driver_url(first)) as connection:
        assert connection.execute("SELECT count(*) FROM alembic_version").fetchone() == (1,)
        assert connection.execute("SELECT count(*) FROM domain_event").fetchone() == (0,)


def test_a_database_of_a_later_version_is_refused_in_one_sentence(new_database, tmp_path):
    later = new_database()
    with psycopg.connect(driver_url(later)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = 'later'")

    with pytest.raises(RuntimeError, match=r"does not fit this version of the shop \(Can't locate .*'later'\): run"):
        ShopStack(tmp_path, database_url=later).start()


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("postgresql://u:hidden-word@127.0.0.1:9/d", "PostgreSQL did not serve the migrations: connection failed: .*$"),
        (
            "postgresql://u:p@hidden:word@127.0.0.1:9/d",
            "SHOP_DATABASE_URL: it must be postgresql://user:password@host:",
        ),
    ],
)
def test_a_database_that_does_not_answer_is_told_in_one_sentence_without_its_password(tmp_path, url, sentence):
    with pytest.raises(RuntimeError) as refused:
        ShopStack(tmp_path, database_url=url).start()

    said = str(refused.value)
    assert re.search(rf"(?m)^the shop did not start: The database could not be migrated: {sentence}", said)
    assert "hidden" not in said


def test_the_demo_payment_provider_is_at_the_port_that_the_data_folder_keeps(tmp_path):
    shop = ShopStack(tmp_path, database_url="postgresql://u@127.0.0.1:9/d", with_demo=True)
    with pytest.raises(RuntimeError, match="did not serve the migrations"):
        shop.start()

    port = (tmp_path / "payment-provider-port").read_text()
    assert shop.environment["SHOP_RAZORPAY_URL"] == f"http://127.0.0.1:{port}"


def _answers(url: str) -> bool:
    with suppress(OSError, http.client.HTTPException), urllib.request.urlopen(f"{url}/api/health", timeout=9) as answer:
        return answer.status == 200
    return False


def _wait_until_healthy(url: str, limit: float = 120) -> None:
    deadline = time.monotonic() + limit
    time.sleep(0.3)
    while not _answers(url):
        assert time.monotonic() < deadline, "the shop did not come back"
        time.sleep(0.1)
