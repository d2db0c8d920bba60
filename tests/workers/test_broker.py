"""What a worker asks of the broker beside the messages themselves."""

import gc
import json
import os
import signal
import weakref

import pytest
import redis
from kombu.asynchronous import Hub

from shop.events.deliveries import Lease
from workers.app import app
from workers.handover import FIRST, LATER, Task, connect, send


@pytest.fixture
def client(redis_server, shop_settings):
    client = redis.Redis.from_url(shop_settings.redis_url)
    client.flushall()
    yield client
    client.flushall()
    client.close()


@pytest.mark.parametrize(("name", "trips"), [("fanout", 0), ("mail", 1)])
def test_a_message_is_acknowledged_only_where_its_queue_asks_for_it(client, name, trips):
    received = []
    producer = connect()
    with producer.connection as sending, app.connection_for_read() as connection:
        app.send_task("swarna.deliver", queue=name, producer=producer, ignore_result=True)
        queue = app.amqp.queues[name]
        with connection.Consumer(queue, callbacks=[lambda _body, message: received.append(message)], accept=["json"]):
            connection.drain_events(timeout=5)
        client.config_resetstat()
        (message,) = received
        message.ack()
        assert message.acknowledged
        assert sending.connected
    asked = client.info("commandstats")
    assert asked.get("cmdstat_zrem", {"calls": 0})["calls"] == trips
    assert client.hlen("unacked") == 0


def test_a_worker_goes_on_after_a_broker_that_hung_when_it_acknowledged(client, redis_server):
    received = []
    producer = connect()
    with producer.connection, app.connection_for_read() as connection:
        for number in (1, 2):
            send(producer, Task("mail_code", "mail", FIRST, [Lease(number, 1, "mail_code", "mail")]))
        queue = app.amqp.queues["mail"]
        with connection.Consumer(queue, on_message=received.append) as consumer:
            consumer.qos(prefetch_count=1)
            connection.drain_events(timeout=5)
            os.kill(redis_server.pid, signal.SIGSTOP)
            try:
                with pytest.raises(redis.TimeoutError):
                    received[0].ack()
            finally:
                os.kill(redis_server.pid, signal.SIGCONT)
            connection.drain_events(timeout=5)
    assert [message.decode()[1]["leases"] for message in received] == [[[1, 1]], [[2, 1]]]


def test_a_task_is_written_as_celery_writes_it(client):
    producer = connect()
    task = Task("push", "fanout", FIRST, [Lease(7, 1, "push", "fanout")])
    with producer.connection:
        send(producer, task)
        app.send_task(
            "swarna.deliver",
            kwargs={"consumer": "push", "leases": [(7, 1)]},
            queue="fanout",
            priority=FIRST,
            expires=10.0,
            soft_time_limit=3,
            time_limit=5,
            producer=producer,
            ignore_result=True,
            argsrepr="",
            kwargsrepr="",
        )
    written, celerys = (json.loads(client.rpop("fanout")) for _ in range(2))
    for message in (written, celerys):
        for name in ("id", "root_id", "expires"):
            assert message["headers"].pop(name)
        message["properties"] = {name: message["properties"][name] for name in ("priority", "delivery_info")}
    assert written == celerys


def test_a_worker_fetches_first_what_is_sent_later_but_comes_alone(client):
    producer = connect()
    for number, priority in ((1, LATER), (2, LATER), (3, FIRST)):
        send(producer, Task("make_renditions", "images", priority, [Lease(number, 1, "make_renditions", "images")]))
    fetched = []
    with producer.connection, app.connection_for_read() as connection:
        queue = app.amqp.queues["images"]
        with connection.Consumer(queue, on_message=lambda message: fetched.append(message.decode()), no_ack=True):
            while len(fetched) < 3:
                connection.drain_events(timeout=5)
    assert [task["leases"] for _args, task, _embed in fetched] == [[[3, 1]], [[1, 1]], [[2, 1]]]


def test_a_connection_that_ends_leaves_nothing_in_the_workers_loop(client):
    hub = Hub()
    ended = []
    for _ in range(3):
        connection = app.connection_for_read()
        connection.connect()
        connection.register_with_event_loop(hub)
        assert len(hub.on_tick) == 1
        ended.append(weakref.ref(connection.transport))
        connection.close()
    del connection
    hub.timer.clear()
    hub.close()
    gc.collect()
    assert hub.on_tick == set()
    assert [transport() for transport in ended] == [None] * 3
