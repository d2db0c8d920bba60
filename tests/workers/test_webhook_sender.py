"""The sender of webhooks stores a result of each call, and counts the stored results."""

import threading
import time
from collections import Counter

import pytest
from aiohttp import web
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from shop.events import leasing
from shop.events.model import Audience
from shop.integrations import fan_out, results, rules
from tests.support import factories
from tests.support.webhook_receiver import Receiver
from tests.workers.conftest import PUSH
from workers.webhooks import sender
from workers.webhooks.client import EndpointClient
from workers.webhooks.sender import Sender

WITHIN_SECONDS = 20.0


@pytest.fixture
def receiver():
    with Receiver(factories.WEBHOOK_SECRET) as made:
        yield made


@pytest.fixture
def counted() -> Counter[str]:
    """Hold the numbers of calls that were counted as done and as failed."""
    return Counter()


@pytest.fixture
def send(engine, session, receiver, shop_settings, counted):
    """Return a function that sends the deliveries that are due, waits, and returns their number."""
    factories.add_webhook(session, receiver.url())
    factories.record(session, type="order.changed", aggregate="order:1", number=0, audience=Audience.ADMINS)
    session.commit()
    with engine.begin() as connection:
        leasing.sequence_and_lease(connection, PUSH)
    made = Sender(engine, shop_settings, lambda done, failed, _: counted.update(done=done, failed=failed))

    def run() -> int:
        with engine.begin() as connection:
            fan_out.fan_out(connection)
            leases = list(fan_out.lease_due(connection))
        made.take(leases)
        until = time.monotonic() + WITHIN_SECONDS
        while made.is_busy:
            assert time.monotonic() < until
            time.sleep(0.01)
        return len(leases)

    yield run
    made.close()


def end_leases(engine) -> None:
    with engine.begin() as connection:
        connection.execute(text("UPDATE delivery SET due_at = now() WHERE queue = 'webhooks' AND done_at IS NULL"))


@pytest.fixture
def idle_soon(monkeypatch) -> None:
    monkeypatch.setattr(sender, "IDLE_SECONDS", 0.5)


def test_the_client_of_an_address_that_is_no_longer_called_is_closed(idle_soon, session, engine, receiver, send):
    def resolvers() -> list[str]:
        return [thread.name for thread in threading.enumerate() if thread.name.startswith("webhook-resolver")]

    for number in (1, 2):
        assert send() == 1
        assert len(resolvers()) == 1
        until = time.monotonic() + WITHIN_SECONDS
        while resolvers():
            assert time.monotonic() < until
            time.sleep(0.05)
        factories.record(session, type="order.changed", aggregate="order:1", number=number, audience=Audience.ADMINS)
        session.commit()
        with engine.begin() as connection:
            leasing.sequence_and_lease(connection, PUSH)
    assert len(receiver.received) == 2


def test_a_call_whose_result_was_not_stored_is_not_counted(engine, receiver, send, counted, monkeypatch):
    def refuse(*_, **__):
        raise OperationalError("", {}, ConnectionError("gone"))

    monkeypatch.setattr(sender, "STORE_TRIES", 2)
    monkeypatch.setattr(sender, "STORE_PAUSE_SECONDS", 0)
    with monkeypatch.context() as outage:
        outage.setattr(results, "store", refuse)
        assert send() == 1
    assert counted.total() == 0
    end_leases(engine)
    assert send() == 1
    assert len(receiver.received) == 2
    assert counted == {"done": 1, "failed": 0}


def test_a_result_under_an_ended_lease_is_not_counted(engine, receiver, send, counted):
    def end_lease(_):
        with engine.begin() as connection:
            connection.execute(text("UPDATE delivery SET lease = lease + 1 WHERE queue = 'webhooks'"))
        return web.Response()

    receiver.answers["/hook"] = end_lease
    assert send() == 1
    assert counted.total() == 0


@pytest.mark.parametrize(
    ("reason", "stored"),
    [("a strange header", "a strange header"), ("NUL \0, \ud800", "NUL \ufffd, ?"), ("x" * 999, "x" * 276)],
)
def test_a_call_that_fails_unexpectedly_is_a_failed_attempt(engine, send, counted, monkeypatch, reason, stored):
    async def fail(*_):
        raise RuntimeError(reason)

    monkeypatch.setattr(EndpointClient, "send", fail)
    assert send() == 1
    assert counted == {"done": 0, "failed": 1}
    with engine.begin() as connection:
        row = connection.execute(
            text("SELECT last_error, attempts, done_at, due_at > now() AS waits FROM delivery WHERE queue = 'webhooks'")
        ).one()
        assert connection.execute(text("SELECT jsonb_array_length(tries) FROM webhook_delivery")).scalar_one() == 1
    assert row.last_error == f"Not sent: RuntimeError: {stored}"
    assert (row.attempts, row.done_at, row.waits) == (1, None, True)


def test_a_worker_that_ends_waits_for_the_longest_call():
    assert sender.END_SECONDS > rules.CALL_SECONDS
