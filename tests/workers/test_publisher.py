"""Deliveries are published to Celery while Redis is available, and after an outage of Redis."""

import base64
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import redis
from sqlalchemy import text

from shop.events import deliveries, leasing
from shop.events.leasing import Lease
from tests.support import factories
from tests.workers.conftest import PUSH
from workers.publisher import BULK, MARKER_KEY, URGENT, Publisher, publish, tasks_of
from workers.queues import QUEUES
from workers.relay import BATCH, Relay
from workers.subscriptions import CONSUMERS, PAGES, REACTIONS, lease_seconds


def leases_of(count: int, consumer: str = "push", queue: str = "fanout") -> list[Lease]:
    return [Lease(number, 1, consumer, queue) for number in range(1, count + 1)]


def until(condition, limit: float = 60.0):
    """Wait until a condition holds that another thread or process fulfils."""
    deadline = time.monotonic() + limit
    pause = threading.Event()
    while not (found := condition()):
        assert time.monotonic() < deadline, "it did not come about"
        pause.wait(0.02)
    return found


@pytest.fixture
def queues(redis_server, shop_settings):
    """Return a function that reads and empties the queues, as a worker does."""
    client = redis.Redis.from_url(shop_settings.redis_url)

    def take(name: str) -> list[dict]:
        tasks = []
        while message := client.rpop(name):
            tasks.append(json.loads(message))
        return tasks

    client.flushall()
    client.set(MARKER_KEY, 1)
    yield take
    client.flushall()
    client.close()


@pytest.fixture
def publisher(engine):
    thread = Publisher(engine)
    thread.start()
    yield thread
    thread.stop()
    thread.join(timeout=60)
    assert not thread.is_alive()


@pytest.fixture
def outage(redis_server):
    """Stop Redis until the end of the block."""

    class Outage:
        def __enter__(self):
            redis_server.stop()

        def __exit__(self, *_):
            redis_server.start()

    return Outage()


@pytest.fixture
def sequenced(session, engine):
    def make(count: int) -> list[Lease]:
        for number in range(count):
            factories.record(session, number=number)
        session.commit()
        with engine.begin() as connection:
            return leasing.sequence_and_lease(connection, PUSH).leases

    return make


@pytest.mark.parametrize(("count", "sizes"), [(0, []), (1, [1]), (100, [100]), (101, [100, 1]), (250, [100, 100, 50])])
def test_fan_out_goes_in_batches_of_a_hundred(count, sizes):
    assert [len(task.leases) for task in tasks_of(leases_of(count))] == sizes


def test_a_mail_and_a_picture_are_tasks_of_their_own_but_what_often_comes_to_nothing_shares_one():
    leases = leases_of(2, "mail_code", "mail") + leases_of(2, "make_renditions", "images") + leases_of(2)
    leases += leases_of(30, "mail_status", "mail")
    tasks = [(task.consumer, task.queue, len(task.leases)) for task in tasks_of(leases)]
    assert tasks == [
        *[("mail_code", "mail", 1)] * 2,
        *[("make_renditions", "images", 1)] * 2,
        ("push", "fanout", 2),
        ("mail_status", "mail", 25),
        ("mail_status", "mail", 5),
    ]


def test_what_was_tried_before_is_a_task_of_its_own():
    leases = [Lease(number, 2, "push", "fanout", attempts=number % 2) for number in range(6)]
    assert [[lease.delivery_id for lease in task.leases] for task in tasks_of(leases)] == [[0, 2, 4], [1], [3], [5]]


def test_endpoints_of_webhooks_share_a_task_of_up_to_a_hundred():
    leases = [Lease(number, 1, f"webhook:{number % 10}", "webhooks") for number in range(1, 121)]
    tasks = list(tasks_of(leases))
    assert [(task.queue, len(task.leases)) for task in tasks] == [("webhooks", 100), ("webhooks", 20)]
    assert [lease for task in tasks for lease in task.leases] == leases


def test_what_goes_to_pages_passes_all_that_waits_and_keeps_its_order(engine, queues):
    publisher = Publisher(engine)
    publisher.put(leases_of(250, "queue_web_push"))
    publisher.put(leases_of(200))
    publisher.put(leases_of(1))
    publisher.start()
    tasks = []
    until(lambda: tasks.extend(queues("fanout")) or len(tasks) == 6)
    publisher.stop()
    publisher.join(timeout=60)
    sent = [json.loads(base64.b64decode(task["body"]))[1] for task in tasks]
    assert [task["consumer"] for task in sent] == ["push"] * 3 + ["queue_web_push"] * 3
    assert [task["leases"][0][0] for task in sent[:3]] == [1, 101, 1]


def test_a_batch_keeps_the_order_of_the_stream():
    tasks = list(tasks_of(leases_of(250)))
    assert [lease.delivery_id for task in tasks for lease in task.leases] == list(range(1, 251))


@pytest.mark.parametrize(
    ("consumer", "queue", "most"),
    [("make_renditions", "images", 5), ("mail_order_confirmation", "mail", 5), ("mail_status", "mail", 125)],
)
def test_many_tasks_of_one_reaction_get_the_lower_priority(consumer, queue, most):
    assert {task.priority for task in tasks_of(leases_of(most, consumer, queue))} == {URGENT}
    assert {task.priority for task in tasks_of(leases_of(most + 1, consumer, queue))} == {BULK}


def test_what_goes_to_pages_keeps_its_order_however_much_it_is():
    assert {task.priority for task in tasks_of(leases_of(BATCH))} == {URGENT}


def test_every_reaction_has_a_consumer_with_a_queue():
    assert {name for names in REACTIONS.values() for name in names} <= set(CONSUMERS)
    assert {each.queue for each in CONSUMERS.values()} | {"webhooks"} == set(QUEUES)  # its consumers are endpoints


def test_what_no_page_waits_for_is_not_in_the_queue_of_open_pages():
    """Reactions that only queue others take no time. Others may wait for a lock."""
    beside = {name for name, each in CONSUMERS.items() if each.queue == "fanout"} - {PAGES}
    assert {name.split("_")[0] for name in beside} == {"queue"}


@pytest.mark.parametrize("queue", QUEUES.values(), ids=list(QUEUES))
def test_a_task_ends_before_its_lease(queue):
    assert queue.soft_limit < queue.hard_limit < queue.lease


def test_a_task_carries_ids_only_and_its_limits(publisher, sequenced, queues):
    leases = sequenced(2)
    publisher.put(leases)
    [task] = until(lambda: queues("fanout"))
    _args, kwargs, _ = json.loads(base64.b64decode(task["body"]))
    assert kwargs == {"consumer": "push", "leases": [[lease.delivery_id, 1] for lease in leases]}
    headers = task["headers"]
    assert (headers["task"], headers["timelimit"]) == ("swarna.deliver", [5, 3])
    assert headers["expires"]
    assert headers["ignore_result"] is True


def test_while_the_broker_is_away_leases_go_back_and_are_sent_after_its_return(
    publisher, sequenced, queues, outage, engine
):
    with outage:
        leases = sequenced(3)
        publisher.put(leases)
        until(lambda: publisher.broker_is_away)
        publisher.put(sequenced(1))
        with engine.connect() as connection:
            soon = "due_at < clock_timestamp() + interval '2 s' AND attempts = 0"
            given_back = text(f"SELECT count(*) FROM delivery WHERE {soon}")
            until(lambda: connection.execute(given_back).scalar_one() == 4)
    until(lambda: not publisher.broker_is_away)
    with engine.begin() as connection:
        connection.execute(text("UPDATE delivery SET due_at = now()"))
        again = leasing.lease_due(connection, lease_seconds())
    assert {lease.number for lease in again} == {2}
    publisher.put(again)
    assert len(until(lambda: queues("fanout"))) == 1


def test_what_is_being_sent_to_pages_when_the_broker_ends_goes_back(
    sequenced, queues, redis_server, engine, monkeypatch
):
    def publish_in_vain(*arguments):
        redis_server.stop()
        publish(*arguments)

    monkeypatch.setattr("workers.publisher.publish", publish_in_vain)
    publisher = Publisher(engine)
    publisher.put(sequenced(3))
    with engine.begin() as connection:
        connection.execute(text("UPDATE delivery SET due_at = now() + interval '1 hour'"))
    publisher.start()
    try:
        until(lambda: publisher.broker_is_away)
        with engine.connect() as connection:
            given_back = text("SELECT count(*) FROM delivery WHERE due_at < clock_timestamp() + interval '2 s'")
            until(lambda: connection.execute(given_back).scalar_one() == 3, limit=20)
    finally:
        redis_server.start()
        publisher.stop()
        publisher.join(timeout=60)


def test_what_the_broker_lost_is_due_at_once_but_not_what_a_worker_began(
    publisher, sequenced, queues, engine, redis_server
):
    begun, *lost = sequenced(3)
    publisher.put([begun, *lost])
    until(lambda: queues("fanout"))
    with engine.begin() as connection:
        deliveries.claim(connection, [begun])
    with redis.Redis.from_url(redis_server.url) as client:
        client.flushall()
    with engine.connect() as connection:
        due = text("SELECT id FROM delivery WHERE due_at <= clock_timestamp() ORDER BY id")
        assert until(lambda: connection.execute(due).scalars().all()) == [lease.delivery_id for lease in lost]


@contextmanager
def relay() -> Iterator[None]:
    """Run a relay. At the end wait until its threads have ended, because they write too."""
    before = threading.enumerate()
    made = Relay()
    threading.Thread(target=made.run).start()
    try:
        yield
    finally:
        made.stop()
        for thread in set(threading.enumerate()) - set(before):
            thread.join(timeout=60)
        made._engine.dispose()
    assert not set(threading.enumerate()) - set(before)


def test_a_relay_hands_over_what_is_recorded_and_what_is_due_again(session, queues, engine, shop_settings):
    _record_probe_in_future(session)
    with relay():
        factories.record(session, number=1)
        session.commit()
        reactions = len(REACTIONS["catalogue.changed"])
        tasks = []
        until(lambda: tasks.extend(queues("fanout")) or len(tasks) == reactions)
        with engine.begin() as connection:
            connection.execute(text("UPDATE delivery SET due_at = now()"))
        until(lambda: tasks.extend(queues("fanout")) or len(tasks) == 2 * reactions)
        assert session.scalars(text("SELECT lease FROM delivery")).all() == [2] * reactions
        assert "relay" in until(lambda: session.scalar(text("SELECT kinds FROM process")))
    session.rollback()
    assert session.scalar(text("SELECT ended_at IS NOT NULL FROM process"))


def test_positions_are_given_while_the_broker_is_away(session, queues, outage):
    with relay():
        with outage:
            for number in range(5):
                factories.record(session, number=number)
                session.commit()
            waiting = text("SELECT count(*) FROM domain_event WHERE position IS NULL")
            until(lambda: session.scalar(waiting) == 0)
        assert until(lambda: queues("fanout"))


def _record_probe_in_future(session) -> None:
    """Record an event probe an hour from now, so that none is due during the test."""
    insert = "INSERT INTO domain_event (type, aggregate, reach, data, occurred_at, recorded_at, position)"
    values = "'canary.sung', 'canary', 'nobody', '{}', now(), now() + interval '1 hour', 1000000"
    session.execute(text(f"{insert} VALUES ({values})"))
    session.commit()
