"""Deliveries that no worker can handle fail, and do not delay other deliveries."""

import threading

import pytest
import redis
from sqlalchemy import text

from shop.events import deliveries, leasing, unserved
from shop.events.leasing import Lease
from shop.events.retries import MAX_ATTEMPTS
from tests.support import factories
from tests.workers.conftest import PUSH, SUBSCRIPTIONS, deliver, lease_seconds
from workers import publisher
from workers.publisher import Publisher, tasks_of
from workers.queues import QUEUES
from workers.subscriptions import CONSUMERS, REACTIONS

UNKNOWN = [("push", "sms"), ("mail_gone", "mail"), ("gone", "sms")]
_ADD = text("""
    WITH event AS (
        INSERT INTO domain_event (type, aggregate, reach, data, occurred_at, position)
        SELECT 'left.over', 'left:over', 'nobody', '{}', now(), -number
        FROM generate_series(CAST(:first AS bigint), :last) AS number
        RETURNING id
    ) INSERT INTO delivery (event_id, consumer, queue, due_at)
    SELECT id, :consumer, :queue, now() - interval '1 hour' FROM event
""")

_DELIVERY_AHEAD = text("""
    INSERT INTO delivery (event_id, consumer, queue, due_at) SELECT min(id), 'push', 'x', now() FROM domain_event
""")


@pytest.fixture
def add(engine):
    """Return a function that adds deliveries which have been due for an hour."""
    places = iter(range(1, 10**9, 10**6))

    def make(consumer: str, queue: str, count: int = 1) -> None:
        first = next(places)
        about = {"consumer": consumer, "queue": queue, "first": first, "last": first + count - 1}
        with engine.begin() as connection:
            connection.execute(_ADD, about)

    return make


@pytest.fixture
def fail_due(engine):
    """Return a function that makes deliveries due and lets the relay fail the unserved ones."""

    def run(times: int = 1) -> int:
        failed = 0
        for _ in range(times):
            with engine.begin() as connection:
                connection.execute(text("UPDATE delivery SET due_at = now() WHERE dead_at IS NULL"))
                failed = unserved.fail_due(connection, queues=QUEUES, consumers=CONSUMERS, longest_pause=600)
        return failed

    return run


@pytest.fixture
def rows(engine):
    def read() -> list:
        with engine.connect() as connection:
            return list(connection.execute(text("SELECT * FROM delivery ORDER BY id")))

    return read


@pytest.mark.parametrize(("consumer", "queue"), UNKNOWN)
def test_what_nobody_knows_is_dead_after_its_attempts_with_the_reason_and_can_be_replayed(
    add, fail_due, rows, engine, consumer, queue
):
    add(consumer, queue)
    assert fail_due(MAX_ATTEMPTS - 1) == 1
    [waiting] = rows()
    assert (waiting.attempts, waiting.dead_at) == (MAX_ATTEMPTS - 1, None)
    fail_due()
    [dead] = rows()
    reason = "knows the reaction mail_gone." if queue == "mail" else "serves the queue sms."
    assert (dead.attempts, dead.last_error) == (MAX_ATTEMPTS, f"No worker of this version {reason}")
    assert dead.dead_at is not None
    assert fail_due() == 0
    with engine.begin() as connection:
        assert deliveries.replay(connection, [dead.id]) == [dead.id]
        assert [lease.delivery_id for lease in leasing.lease_due(connection, {(queue, consumer): 9.0})] == [dead.id]


def test_its_pauses_grow(add, rows, engine):
    add("gone", "mail")
    pauses = []
    for _ in range(4):
        with engine.begin() as connection:
            connection.execute(text("UPDATE delivery SET due_at = now()"))
            unserved.fail_due(connection, queues=QUEUES, consumers=CONSUMERS, longest_pause=3)
            pauses.append(connection.scalar(text("SELECT extract(epoch FROM due_at - now())::float FROM delivery")))
    for pause, middle in zip(pauses, (1, 2, 3, 3), strict=True):
        assert middle * 0.75 <= pause <= middle * 1.25


def test_what_is_known_is_left_alone(add, rows, fail_due):
    for name, consumer in CONSUMERS.items():
        add(name, consumer.queue)
    assert fail_due() == 0
    assert {row.attempts for row in rows()} == {0}


def test_a_delivery_in_its_consumers_former_queue_goes_to_the_one_of_today(add, engine):
    add("push", "mail")
    with engine.begin() as connection:
        leases = leasing.lease_due(connection, lease_seconds())
    assert [(task.queue, task.consumer) for task in tasks_of(leases)] == [("fanout", "push")]


@pytest.mark.parametrize(("consumer", "queue"), [("gone", "sms"), ("gone", "mail"), ("mail_status", "mail")])
def test_many_of_one_take_nobody_elses_place(add, engine, session, consumer, queue):
    add(consumer, queue, 1200)
    add("push", "fanout")
    with engine.begin() as connection:
        leases = leasing.lease_due(connection, lease_seconds(), batch=500)
    assert ("fanout", "push") in {(lease.queue, lease.consumer) for lease in leases}
    assert len(leases) == (501 if consumer == "mail_status" else 1)


def test_a_worker_that_is_handed_what_it_does_not_know_counts_an_attempt(add, rows, engine):
    add("gone", "mail")
    with engine.begin() as connection:
        leases = leasing.lease_due(connection, {("mail", "gone"): 60.0})  # as a relay of the previous version does
    deliver.deliver(consumer="gone", leases=[(lease.delivery_id, lease.number) for lease in leases])
    [row] = rows()
    assert (row.attempts, row.last_error) == (1, "No worker of this version knows the reaction gone.")
    deliver.deliver(consumer="gone", leases=[(lease.delivery_id, lease.number) for lease in leases])
    assert rows()[0].attempts == 1, "a message that came twice"


def test_a_publishing_does_not_end_because_of_a_row(add, rows, engine):
    add("gone", "mail")
    [row] = rows()
    publishing = Publisher(engine)
    publishing.start()
    try:
        publishing.put([Lease(row.id, row.lease, "gone", "mail"), Lease(2**62, 1, "push", "no such queue")])
        _until(lambda: rows()[0].attempts == 1)
        assert publishing.is_alive()
    finally:
        publishing.stop()
        publishing.join(timeout=60)


def test_events_that_nobody_reacts_to_hold_up_no_others(engine, session):
    with engine.begin() as connection:
        many = "INSERT INTO domain_event (type, aggregate, reach, data, occurred_at)"
        connection.execute(
            text(f"{many} SELECT 'unheard.of', 'x', 'nobody', '{{}}', now() FROM generate_series(1, 60)")
        )
    factories.record(session)
    session.commit()
    with engine.begin() as connection:
        assert leasing.sequence_and_lease(connection, SUBSCRIPTIONS, batch=50) == (50, [])
        events, leases = leasing.sequence_and_lease(connection, SUBSCRIPTIONS, batch=50)
    assert (events, len(leases)) == (11, len(REACTIONS["catalogue.changed"]))


def test_an_event_whose_delivery_is_there_already_holds_up_no_others(engine, session):
    factories.record(session)
    factories.record(session)
    session.execute(_DELIVERY_AHEAD)
    session.commit()
    with engine.begin() as connection:
        assert len(leasing.sequence_and_lease(connection, PUSH).leases) == 1


def test_a_delivery_that_failed_before_gets_its_own_task():
    leases = [Lease(number, 2, "push", "fanout", attempts=number % 2) for number in range(1, 11)]
    assert sorted(len(task.leases) for task in tasks_of(leases)) == [1, 1, 1, 1, 1, 5]


def test_one_bad_event_of_a_batch_takes_no_other_with_it(engine, session, rows):
    """A time that Python cannot represent fails when the rows are read, before any reaction begins."""
    for number in range(3):
        factories.record(session, number=number)
    session.execute(
        text("UPDATE domain_event SET occurred_at = 'infinity' WHERE id = (SELECT min(id) FROM domain_event)")
    )
    session.commit()
    with engine.begin() as connection:
        leases = leasing.sequence_and_lease(connection, PUSH).leases
    deliver.work(engine, "push", leases)
    for _ in range(MAX_ATTEMPTS):
        with engine.begin() as connection:
            connection.execute(text("UPDATE delivery SET due_at = now() WHERE done_at IS NULL AND dead_at IS NULL"))
            again = leasing.lease_due(connection, lease_seconds())
        for task in tasks_of(again):
            deliver.work(engine, "push", task.leases)
    bad, *good = rows()
    assert bad.dead_at is not None
    assert "DataError" in bad.last_error
    assert all(row.done_at is not None for row in good)


def test_a_queue_that_nobody_empties_is_not_filled_for_ever(add, engine, monkeypatch, shop_settings):
    monkeypatch.setattr(publisher, "MAX_MESSAGES", 5)
    monkeypatch.setattr(publisher, "CHECK_SECONDS", 0.05)
    add("make_renditions", "images", 40)
    client = redis.Redis.from_url(shop_settings.redis_url)
    client.flushall()
    publishing = Publisher(engine)
    publishing.start()
    try:
        for _ in range(5):
            with engine.begin() as connection:
                connection.execute(text("UPDATE delivery SET due_at = now()"))
                publishing.put(leasing.lease_due(connection, lease_seconds(), batch=8))
            threading.Event().wait(0.2)
        _until(lambda: publishing.full_queues == {"images"})
        assert client.llen("images") + client.llen("images\x06\x169") <= 16
        client.flushall()
        _until(lambda: not publishing.full_queues)
    finally:
        publishing.stop()
        publishing.join(timeout=60)
        client.flushall()
        client.close()


def _until(condition) -> None:
    for _ in range(600):
        if condition():
            return
        threading.Event().wait(0.05)
    raise AssertionError("it did not come about")
