"""Webhooks reach a real receiver in order. They are retried, dead after the last attempt, paused and replayed."""

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from aiohttp import web
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession
from standardwebhooks import Webhook

from api.webhooks import service
from api.webhooks.schemas import EndpointEditIn
from local.ports import free_port
from shop.audit.context import Actor, set_actor
from shop.clock import now
from shop.db.engine import make_async_engine
from shop.errors import Conflict
from shop.events import leasing
from shop.events.model import Audience
from shop.integrations import fan_out, results, signing
from shop.integrations.model import WebhookEndpoint
from shop.integrations.queries import DELIVERIES, MISSED
from shop.integrations.rules import MAX_CALLS
from shop.operations import queries
from tests.support import factories
from tests.support.webhook_receiver import Receiver
from tests.workers.conftest import PUSH, deliver, process
from workers.publisher import Publisher
from workers.webhooks.dispatcher import CALLS_WHILE_CROWDED, Dispatcher
from workers.webhooks.sender import Sender

WITHIN_SECONDS = 20.0


@pytest.fixture
def receiver():
    with Receiver(factories.WEBHOOK_SECRET) as made:
        yield made


@pytest.fixture
def endpoint(session, receiver):
    made = factories.add_webhook(session, receiver.url())
    session.commit()
    return made


@pytest.fixture
def sender(engine, shop_settings):
    made = Sender(engine, shop_settings, process.count_webhooks)
    yield made
    made.close()


@pytest.fixture
def record(session, engine):
    """Return a function that records an event for each given order id, and sequences the events."""

    def write(*orders: int, type_: str = "order.changed", audience: Audience = Audience.ADMINS) -> None:
        for number, order in enumerate(orders):
            factories.record(session, type=type_, aggregate=f"order:{order}", number=number, audience=audience)
        session.commit()
        with engine.begin() as connection:
            leasing.sequence_and_lease(connection, PUSH)

    return write


@pytest.fixture
def step(engine, sender):
    """Return a function that fans out, leases and sends due deliveries, waits, and returns their number."""

    def take() -> int:
        with engine.begin() as connection:
            fan_out.fan_out(connection)
            leases = list(fan_out.lease_due(connection))
        sender.take(leases)
        until = time.monotonic() + WITHIN_SECONDS
        time.sleep(0.02)
        while sender.is_busy:
            assert time.monotonic() < until
            time.sleep(0.01)
        return len(leases)

    return take


@pytest.fixture
def call(shop_settings):
    """Return a function that calls a function of the API's service, and commits."""

    def commit(function, *arguments) -> None:
        async def within_session() -> None:
            engine = make_async_engine(shop_settings, "tests")
            try:
                async with AsyncSession(engine) as database, database.begin():
                    await database.run_sync(set_actor, Actor("Karthik Rao"))
                    await function(database, *arguments)
            finally:
                await engine.dispose()

        asyncio.run(within_session())

    return commit


def run(step) -> None:
    """Repeat the step until no delivery is due."""
    while step():
        pass


def execute(engine, statement: str, **values) -> list:
    with engine.begin() as connection:
        result = connection.execute(text(statement), values)
        return result.all() if result.returns_rows else []


BLOCKED = "SELECT FROM pg_locks WHERE NOT granted AND :mine = ANY(pg_blocking_pids(pid))"
DUE = "UPDATE delivery SET due_at = now() WHERE queue = 'webhooks' AND done_at IS NULL AND due_at < '9000-01-01'"


async def test_an_event_is_posted_signed_with_both_secrets(engine, session, endpoint, receiver, record, step):
    new = signing.make_secret()
    endpoint.old_secret, endpoint.old_secret_until = endpoint.secret, now() + timedelta(hours=1)
    endpoint.secret = signing.encrypt(new)
    record(12)
    run(step)
    (one,) = receiver.received
    assert receiver.unverified == 0  # the receiver has the old secret
    assert Webhook(new).verify(_raw(engine, one.body["position"]), one.headers)
    assert one.message_id == f"msg_{one.body['position']}"
    assert one.body["type"] == "order.changed"
    assert one.body["data"] == {"number": 0}
    assert execute(engine, "SELECT done_at IS NOT NULL, attempts FROM delivery WHERE queue = 'webhooks'") == [(True, 1)]


def _raw(engine, position: int) -> str:
    from shop.integrations.public_log import BODY  # noqa: PLC0415 - only this function uses it

    ((body,),) = execute(engine, f"SELECT {BODY} FROM domain_event AS event WHERE position = :p", p=position)
    return body


def test_of_one_order_each_event_waits_for_the_one_before_it(endpoint, receiver, record, step, engine):
    failures = iter([500])
    receiver.answers["/hook"] = lambda one: web.Response(
        status=next(failures, 200) if one.body["data"]["number"] == 0 else 200
    )
    record(1, 1, 2, 1)
    step()
    first = [(one.body["data"]["number"], one.path) for one in receiver.received]
    assert sorted(number for number, _ in first) == [0, 2]  # the first event of each order
    step()
    assert len(receiver.received) == 2  # the first event of order 1 failed, so later ones wait
    execute(engine, DUE)
    run(step)
    accepted = {}
    for one in receiver.received:
        accepted.setdefault(one.body["position"], one.body["data"]["number"])
    of_first_order = [number for number in accepted.values() if number != 2]
    assert of_first_order == [0, 1, 3]


def test_a_return_waits_for_the_earlier_events_of_its_order(endpoint, receiver, session, engine, step, call):
    since = now()
    failures = iter([503])
    receiver.answers["/hook"] = lambda one: web.Response(
        status=next(failures, 200) if one.body["type"] == "payment.changed" else 200
    )
    for type_, aggregate, order in (
        ("payment.changed", "order:1056", 1056),
        ("return.changed", "return:9", 1056),
        ("return.changed", "return:10", 1057),
    ):
        factories.record(session, type=type_, aggregate=aggregate, fields={"orderId": order})
    session.commit()
    with engine.begin() as connection:
        leasing.sequence_and_lease(connection, PUSH)
    assert (step(), step()) == (2, 0)  # the return of order 1056 waits for the payment, which failed
    execute(engine, DUE)
    run(step)
    assert [(one.body["type"], one.body["data"]["orderId"]) for one in receiver.received[-2:]] == [
        ("payment.changed", 1056),
        ("return.changed", 1056),
    ]
    labels = execute(engine, DELIVERIES["all"].text, endpoint_id=endpoint.id, before=100, limit=10)
    assert [row.aggregate for row in labels] == ["return:10", "return:9", "order:1056"]
    # A delivery of an earlier version is kept in the sequence of its return.
    execute(engine, "UPDATE webhook_delivery SET aggregate = 'return:9' WHERE position = 2")
    receiver.received.clear()
    call(service.replay, endpoint.id, since)
    assert (step(), step(), step()) == (2, 1, 0)
    assert receiver.received[-1].body["position"] == 2


def test_dead_ones_of_one_order_are_retried_one_after_the_other(endpoint, receiver, record, step, engine, call):
    receiver.answers["/hook"] = lambda _: web.Response(status=500)
    record(1, 1, 2, 1, 1)
    step()
    execute(engine, DUE)
    for _ in range(2):  # the first of each order is dead, then the second of order 1
        execute(
            engine,
            "UPDATE webhook_delivery SET begun_at = now() - interval '3 days' FROM delivery"
            " WHERE delivery_id = delivery.id AND due_at <= now()",
        )
        step()
    step()  # the third of order 1 waits for a retry
    assert execute(engine, "SELECT count(dead_at), count(last_error) FROM delivery WHERE queue = 'webhooks'") == [
        (3, 4)
    ]
    receiver.received.clear()
    call(service.retry, endpoint.id, None)
    receiver.answers.clear()
    assert step() == 2
    assert sorted(one.body["data"]["number"] for one in receiver.received) == [0, 2]
    run(step)
    assert [number for one in receiver.received if (number := one.body["data"]["number"]) != 2] == [0, 1, 3, 4]


def test_what_is_being_sent_is_not_sent_a_second_time_by_a_retry(endpoint, receiver, record, step, engine, call):
    receiver.answers["/hook"] = lambda _: web.Response(status=500)
    record(1)
    step()
    ((failed,),) = execute(engine, "SELECT id FROM delivery WHERE queue = 'webhooks'")
    execute(engine, DUE)
    with engine.begin() as connection:
        results.claim(connection, fan_out.lease_due(connection), at=now())
    with pytest.raises(Conflict, match="are being sent now"):
        call(service.retry, endpoint.id, [failed])
    assert step() == 0
    execute(engine, DUE)  # the lease has ended: its worker was killed
    call(service.retry, endpoint.id, [failed])
    assert step() == 1


def test_a_replay_keeps_the_order_also_of_what_waits_for_a_retry(endpoint, receiver, record, step, engine, call):
    since = now()
    record(1, 1, 2)
    run(step)
    receiver.answers["/hook"] = lambda _: web.Response(status=500)
    record(1, 2)
    step()
    receiver.received.clear()
    call(service.replay, endpoint.id, since)
    execute(engine, DUE)  # the pauses before the retries end
    step()
    assert sorted(one.body["data"]["number"] for one in receiver.received) == [0, 2]
    receiver.answers.clear()
    execute(engine, DUE)
    run(step)
    accepted = [one.body["position"] for one in receiver.received[2:]]
    first = min(accepted)
    assert [position - first for position in accepted if position - first in {0, 1, 3}] == [0, 1, 3]  # order 1
    assert [position - first for position in accepted if position - first in {2, 4}] == [2, 4]


def test_a_replay_has_all_events_since_its_time_also_one_sequenced_before_an_older_one(
    endpoint, receiver, record, step, engine, call
):
    record(1, 2, 3, 4)
    run(step)
    at = now() - timedelta(minutes=5)
    for number, minutes in ((0, 3), (1, -2), (2, 2), (3, -1)):  # 2 was in a long transaction: it occurred before 1
        execute(
            engine,
            f"UPDATE domain_event SET occurred_at = '{at}'::timestamptz - interval '{minutes} minutes'"
            f" WHERE (data ->> 'number')::int = {number}",
        )
    receiver.received.clear()
    call(service.replay, endpoint.id, at)
    run(step)
    assert sorted(one.body["data"]["number"] for one in receiver.received) == [1, 2, 3]
    receiver.received.clear()
    call(service.replay, endpoint.id, at + timedelta(minutes=3))  # nothing has occurred since
    run(step)
    assert receiver.received == []


def test_types_and_audience_are_kept(session, endpoint, receiver, record, step):
    endpoint.types = ["order.placed"]
    session.commit()
    record(1, type_="order.placed")
    record(1, type_="order.changed")
    record(1, type_="order.placed", audience=Audience.NOBODY)
    record(1, type_="api_key.changed")
    run(step)
    assert [one.body["type"] for one in receiver.received] == ["order.placed"]


def test_a_failure_is_tried_again_with_the_same_id_and_dead_after_three_days(endpoint, receiver, record, step, engine):
    receiver.answers["/hook"] = lambda _: web.Response(status=503, text="full", headers={"Retry-After": "120"})
    record(1, 1)
    step()
    ((wait, attempts),) = execute(
        engine,
        "SELECT extract(epoch FROM due_at - now()), attempts FROM delivery WHERE last_error = 'Answered 503'",
    )
    assert 110 < wait <= 120
    assert attempts == 1
    execute(engine, DUE)
    step()
    assert len({one.message_id for one in receiver.received}) == 1
    execute(engine, "UPDATE webhook_delivery SET begun_at = now() - interval '3 days'")
    execute(engine, DUE)
    step()
    dead = execute(engine, "SELECT dead_at IS NOT NULL, attempts FROM delivery WHERE queue = 'webhooks' ORDER BY id")
    assert dead[0] == (True, 3)
    receiver.answers.clear()
    run(step)  # a dead delivery blocks no other
    assert receiver.received[-1].body["data"]["number"] == 1


def test_an_endpoint_that_is_gone_is_switched_off_at_once(session, endpoint, receiver, record, step, engine):
    receiver.answers["/hook"] = lambda _: web.Response(status=410)
    record(1)
    run(step)
    session.refresh(endpoint)
    assert (endpoint.is_on, endpoint.off_reason) == (False, "It answered 410 Gone")
    assert execute(engine, "SELECT count(*) FROM domain_event WHERE type = 'webhook.switched_off'") == [(1,)]


def test_a_day_of_failures_switches_an_endpoint_off_and_owners_are_mailed(
    session, endpoint, receiver, record, step, engine, deliver_all, mailbox
):
    factories.hire_admin(session, "Karthik Rao", "karthik@shop.example")
    session.commit()
    receiver.answers["/hook"] = lambda _: web.Response(status=500)
    record(1)
    step()
    session.refresh(endpoint)
    assert endpoint.is_on
    assert endpoint.failing_since is not None
    execute(engine, "UPDATE webhook_endpoint SET failing_since = now() - interval '25 hours'")
    execute(engine, DUE)
    step()
    session.refresh(endpoint)
    assert (endpoint.is_on, endpoint.off_reason) == (False, "24 h of failures")
    deliver_all("mail_webhook_off")
    deliver_all("mail_webhook_owner")
    (mail,) = mailbox.mails
    assert "ERP" in mail.get_body(("plain",)).get_content()
    record(2)
    assert step() == 0  # the endpoint is disabled, so the event waits


def test_what_an_endpoint_missed_while_it_was_off_waits_for_it(session, endpoint, receiver, record, step):
    endpoint.is_on = False
    session.commit()
    record(1, 2)
    assert step() == 0
    endpoint.is_on = True
    session.commit()
    run(step)
    assert len(receiver.received) == 2


def test_what_waits_for_an_endpoint_has_three_days_again_when_it_is_switched_on(
    endpoint, receiver, record, step, engine, call
):
    receiver.answers["/hook"] = lambda _: web.Response(status=503)
    record(1, 2)
    step()
    execute(engine, "UPDATE webhook_delivery SET begun_at = now() - interval '4 days'")
    execute(
        engine,
        "UPDATE delivery SET attempts = 9, due_at = now() + CASE WHEN id % 2 = 0 THEN '1 h' ELSE '-1 h' END::interval",
    )
    call(service.edit, endpoint.id, EndpointEditIn(is_on=False), {})
    call(service.edit, endpoint.id, EndpointEditIn(is_on=True), {})
    assert step() == 2
    state = "SELECT dead_at IS NULL, attempts, due_at < now() + interval '1 min' FROM delivery WHERE queue = 'webhooks'"
    assert execute(engine, state) == [(True, 1, True)] * 2


def test_a_replay_sends_what_was_sent_with_the_same_ids(session, endpoint, receiver, record, step):
    record(1, 2)
    run(step)
    session.refresh(endpoint)
    session.get_one(WebhookEndpoint, endpoint.id).position = endpoint.position - 2
    session.commit()
    run(step)
    ids = [one.message_id for one in receiver.received]
    assert len(ids) == 4
    assert set(ids[:2]) == set(ids[2:])


def test_one_dead_endpoint_delays_no_other(session, endpoint, receiver, record, step, engine):
    factories.add_webhook(session, f"http://127.0.0.1:{free_port()}/hook", name="Dead")
    session.commit()
    record(*range(20))
    step()
    assert len(receiver.received) == 20
    failed = "SELECT count(*) FROM delivery WHERE queue = 'webhooks' AND last_error LIKE 'ConnectError%'"
    assert execute(engine, failed) == [(20,)]


def test_nothing_is_leased_beyond_what_may_be_in_flight(endpoint, record, engine):
    record(*range(9))
    with engine.begin() as connection:
        fan_out.fan_out(connection)
        assert len(fan_out.lease_due(connection, most_in_flight=4)) == 4
        assert len(fan_out.lease_due(connection, most_in_flight=4)) == 0


def test_two_relays_together_lease_no_more_than_may_be_in_flight(endpoint, record, engine):
    record(*range(9))
    with engine.begin() as connection:
        fan_out.fan_out(connection)

    def lease() -> int:
        with engine.begin() as connection:
            return len(fan_out.lease_due(connection, most_in_flight=4))

    with ThreadPoolExecutor() as other_relay:
        with engine.begin() as connection:
            assert len(fan_out.lease_due(connection, most_in_flight=4)) == 4
            leased = other_relay.submit(lease)
            mine = connection.scalar(text("SELECT pg_backend_pid()"))
            until = time.monotonic() + WITHIN_SECONDS
            while not leased.done() and not execute(engine, BLOCKED, mine=mine):
                assert time.monotonic() < until
                time.sleep(0.01)
        assert leased.result() == 0


def test_an_endpoint_is_brought_forward_only_while_it_can_be_sent_more(endpoint, receiver, record, step, engine):
    record(*range(130))
    given = "SELECT count(*) FROM delivery WHERE queue = 'webhooks'"
    for _ in range(2):
        with engine.begin() as connection:
            fan_out.fan_out(connection)
        assert execute(engine, given) == [(MAX_CALLS,)]
    [waiting] = [row for row in execute(engine, queries.WAITING.text) if row.waiting == 130 - MAX_CALLS]
    assert (waiting.queue, waiting.consumer) == ("webhooks", f"webhook:{endpoint.id}")
    assert 0 < waiting.oldest < WITHIN_SECONDS
    assert execute(engine, MISSED.text) == [(endpoint.id, 130 - MAX_CALLS, False)]
    run(step)
    assert sorted(one.body["data"]["number"] for one in receiver.received) == list(range(130))
    assert execute(engine, given) == [(130,)]


def test_the_health_report_counts_few_of_the_events_for_an_endpoint_that_is_behind(endpoint, record, engine):
    for _ in range(3):
        record(*range(400))
    [waiting] = [row for row in execute(engine, queries.WAITING.text) if row.queue == "webhooks"]
    assert (waiting.consumer, waiting.waiting) == (f"webhook:{endpoint.id}", 1000)
    assert execute(engine, MISSED.text) == [(endpoint.id, 1200, False)]


def test_while_the_relay_is_crowded_an_endpoint_gets_few_calls(endpoint, record, engine):
    record(*range(30))
    dispatcher = Dispatcher(engine, Publisher(engine))
    dispatcher.note_relay_work(60.0)
    dispatcher.start()
    by_step = "SELECT count(*) FROM delivery WHERE queue = 'webhooks' AND lease > 0 GROUP BY due_at ORDER BY due_at"
    until = time.monotonic() + WITHIN_SECONDS
    while len(leased := [row[0] for row in execute(engine, by_step)]) < 2:
        assert time.monotonic() < until
        time.sleep(0.05)
    dispatcher.stop()
    dispatcher.join()
    assert leased == [CALLS_WHILE_CROWDED, int(endpoint.call_limit) - CALLS_WHILE_CROWDED]


def test_what_fails_does_not_hold_up_other_orders(endpoint, receiver, record, step, engine):
    receiver.answers["/hook"] = lambda _: web.Response(status=500)
    record(*range(40))
    run(step)
    receiver.answers.clear()
    receiver.received.clear()
    execute(engine, DUE)
    record(*range(40, 45))
    with engine.begin() as connection:
        fan_out.fan_out(connection)
    fresh = "SELECT count(*) FROM delivery WHERE queue = 'webhooks' AND attempts = 0"
    assert execute(engine, fresh) == [(5,)]


def test_few_deliveries_of_many_events_are_found_in_one_step(session, receiver, record, step):
    factories.add_webhook(session, receiver.url(), types=["stock.changed"])
    session.commit()
    record(*range(150))
    record(1, type_="stock.changed")
    assert step() == 1


def test_a_result_under_an_old_lease_is_ignored(endpoint, receiver, record, engine, sender, step):
    record(1)
    with engine.begin() as connection:
        fan_out.fan_out(connection)
        old = list(fan_out.lease_due(connection))
    execute(engine, "UPDATE delivery SET due_at = now() WHERE queue = 'webhooks'")
    run(step)
    sender.take(old)
    assert len(receiver.received) == 1


def test_a_delivery_of_an_endpoint_is_a_task_like_any_other(monkeypatch, endpoint, receiver, record, engine, sender):
    monkeypatch.setattr(deliver, "sender", lambda *_: sender)
    record(1)
    with engine.begin() as connection:
        fan_out.fan_out(connection)
        (lease,) = fan_out.lease_due(connection)
    deliver.deliver(consumer=lease.consumer, leases=[(lease.delivery_id, lease.number)])
    until = time.monotonic() + WITHIN_SECONDS
    while not receiver.received:
        assert time.monotonic() < until
        time.sleep(0.01)
    sender.finish()


def test_an_endpoint_that_answers_late_gets_fewer_calls_at_once_until_it_answers_again(
    engine, endpoint, receiver, record, step, monkeypatch
):
    limit = "SELECT call_limit FROM webhook_endpoint"
    is_slow = False

    async def answer(_) -> web.Response:
        if is_slow:
            await asyncio.sleep(1)
        return web.Response()

    receiver.answers["/hook"] = answer
    record(10)
    step()  # the client of the endpoint keeps the time limit of its first call
    [(first,)] = execute(engine, limit)
    monkeypatch.setattr("shop.integrations.rules.CALL_SECONDS", 0.2)
    is_slow = True
    record(*range(1, 5))
    step()
    [(after,)] = execute(engine, limit)
    assert after == first / 2  # several failures in flight at once halve the limit only once
    monkeypatch.setattr("shop.integrations.rules.CALL_SECONDS", 10)
    is_slow = False
    execute(engine, DUE)
    run(step)
    assert execute(engine, limit)[0][0] > after
    execute(engine, "UPDATE webhook_endpoint SET call_limit = 1.5")
    record(*range(11, 15))
    assert step() == 1
