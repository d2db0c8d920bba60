"""Every delivery is claimed first. Then the consumer's effect and the state `done` are one transaction."""

import json

import pytest
import redis
from celery.exceptions import WorkerLostError
from celery.signals import worker_shutting_down
from sqlalchemy import create_engine, text
from sqlalchemy.exc import OperationalError
from structlog.testing import capture_logs

from local.ports import free_port
from shop.events import deliveries, leasing
from shop.events.wire_format import CHANNEL, event_from_json
from tests.support import factories
from tests.workers.conftest import PUSH, deliver, lease_seconds, process
from workers.subscriptions import Consumer

REACTION = "push"


@pytest.fixture
def leases(session, engine):
    for number in range(3):
        factories.record(session, number=number, customer_id=None)
    session.commit()
    with engine.begin() as connection:
        return leasing.sequence_and_lease(connection, PUSH).leases


@pytest.fixture
def effect(monkeypatch):
    """Return a function that installs another function as the consumer."""

    def put(function, queue: str = "fanout") -> None:
        monkeypatch.setitem(deliver.CONSUMERS, REACTION, Consumer(queue, function))

    return put


@pytest.fixture
def state(engine):
    def read() -> list[tuple]:
        columns = "attempts, done_at IS NOT NULL, dead_at IS NOT NULL, last_error"
        with engine.connect() as connection:
            return [tuple(row) for row in connection.execute(text(f"SELECT {columns} FROM delivery ORDER BY id"))]

    return read


def note(connection, events) -> None:
    """Write a row for each event."""
    for event in events:
        connection.execute(
            text("INSERT INTO process (name, kinds) VALUES (:name, '{}')"), {"name": f"event {event.position}"}
        )


@pytest.fixture
def notes(engine):
    def read() -> int:
        with engine.connect() as connection:
            return connection.execute(text("SELECT count(*) FROM process")).scalar_one()

    return read


def test_the_effect_and_done_are_one_transaction(engine, leases, effect, state, notes):
    effect(note)
    assert deliver.work(engine, REACTION, leases) == 3
    assert state() == [(1, True, False, None)] * 3
    assert notes() == 3


def test_an_effect_that_raises_leaves_nothing_and_keeps_the_error(engine, leases, effect, state, notes):
    def fail(connection, events):
        note(connection, events)
        raise ValueError("no paper")

    effect(fail)
    assert deliver.work(engine, REACTION, leases) == 0
    assert state() == [(1, False, False, "ValueError: no paper")] * 3
    assert notes() == 0


def test_it_succeeds_on_the_next_lease(engine, leases, effect, state, notes):
    def fail(connection, events):
        raise ValueError("no paper")

    effect(fail)
    deliver.work(engine, REACTION, leases)
    effect(note)
    with engine.begin() as connection:
        connection.execute(text("UPDATE delivery SET due_at = now()"))
        again = leasing.lease_due(connection, lease_seconds())
    assert deliver.work(engine, REACTION, again) == 3
    assert state() == [(2, True, False, None)] * 3
    assert notes() == 3


def test_a_task_that_comes_twice_takes_effect_once(engine, leases, effect, notes):
    effect(note)
    assert [deliver.work(engine, REACTION, leases) for _ in range(2)] == [3, 0]
    assert notes() == 3


def test_a_worker_that_dies_amid_its_effect_has_used_an_attempt(engine, leases, effect, state, notes):
    class Killed(BaseException):
        pass

    def die(connection, events):
        note(connection, events)
        raise Killed

    effect(die)
    with pytest.raises(Killed):
        deliver.work(engine, REACTION, leases)
    assert state() == [(1, False, False, None)] * 3
    assert notes() == 0


def test_an_effect_that_breaks_its_transaction_is_a_failure_like_any_other(engine, leases, effect, state):
    effect(lambda connection, _events: connection.execute(text("SELECT 1 / 0")))
    assert deliver.work(engine, REACTION, leases) == 0
    assert all("division by zero" in error for *_, error in state())


def test_while_the_database_is_away_no_delivery_has_failed(leases, effect):
    effect(note)
    nowhere = create_engine(f"postgresql+psycopg://shop@127.0.0.1:{free_port()}/shop")
    with capture_logs() as logged, pytest.raises(OperationalError):
        deliver.work(nowhere, REACTION, leases)
    assert logged == []


def test_unknown_leases_are_ignored(engine, leases, effect, notes):
    effect(note)
    nobodys = [leasing.Lease(10**9, 1, REACTION, "fanout"), leasing.Lease(leases[0].delivery_id, 7, REACTION, "")]
    assert deliver.work(engine, REACTION, nobodys) == 0
    assert notes() == 0


def test_push_publishes_in_the_order_of_the_stream(engine, leases, shop_settings):
    with redis.Redis.from_url(shop_settings.redis_url) as client, client.pubsub() as subscription:
        subscription.subscribe(CHANNEL)
        assert subscription.get_message(timeout=5)["type"] == "subscribe"
        assert deliver.work(engine, REACTION, leases[::-1]) == 3
        published = subscription.get_message(timeout=5)
    entries = [event_from_json(fields) for fields in json.loads(published["data"])]
    assert [entry.position for entry in entries] == [1, 2, 3]
    assert [entry.data["number"] for entry in entries] == [0, 1, 2]


def test_the_task_takes_what_the_relay_sends(engine, leases, effect, notes):
    effect(note)
    pairs = json.loads(json.dumps([(lease.delivery_id, lease.number) for lease in leases]))
    deliver.deliver(consumer=REACTION, leases=pairs, another="field of a later release")
    assert notes() == 3
    deliver.engine().dispose()


def test_a_worker_that_is_to_end_leaves_to_others_what_it_has_not_begun(engine, session, effect, state):
    for _ in range(3):
        factories.record(session, customer_id=None)
    session.commit()
    mails = leasing.Subscription("catalogue.changed", REACTION, queue="mail", lease=60.0)
    with engine.begin() as connection:
        leases = leasing.sequence_and_lease(connection, [mails]).leases

    def be_told(_connection, _events) -> None:
        worker_shutting_down.send(sender="worker", sig="SIGTERM", how="Warm", exitcode=0)

    effect(be_told, queue="mail")
    try:
        deliver.deliver(consumer=REACTION, leases=[(lease.delivery_id, lease.number) for lease in leases])
    finally:
        process.is_stopping.clear()
    deliver.engine().dispose()
    assert state() == [(1, True, False, None), *[(0, False, False, None)] * 2]
    with engine.begin() as connection:
        assert len(leasing.lease_due(connection, lease_seconds())) == 2


def test_what_a_killed_child_had_is_due_again_soon(leases, effect, state, engine):
    held = [(lease.delivery_id, lease.number) for lease in leases]
    with engine.begin() as connection:
        deliveries.claim(connection, leases[:2])
        deliveries.finish(connection, [leases[1].delivery_id])
    asked = {"consumer": REACTION, "leases": held}
    deliver.on_child_lost(exception=WorkerLostError("killed"), kwargs=asked)
    [_, done, _] = rows = state()
    assert done == (1, True, False, None)
    assert [row[2:] for row in rows if row != done] == [(False, deliveries.CHILD_LOST)] * 2
    with engine.begin() as connection:
        connection.execute(text("UPDATE delivery SET due_at = due_at - interval '2 seconds'"))
        assert len(leasing.lease_due(connection, lease_seconds())) == 2


def test_what_fails_otherwise_is_left_to_whoever_worked_on_it(leases, state):
    asked = {"consumer": REACTION, "leases": [(lease.delivery_id, lease.number) for lease in leases]}
    deliver.on_child_lost(exception=ValueError("no"), kwargs=asked)
    assert [row[3] for row in state()] == [None] * 3
