"""Compare the corrected transport with kombu's own. An upgrade of kombu fails here, so that it is reviewed."""

import gc
import os
import signal
import tomllib
import warnings
import weakref
from importlib.metadata import version
from pathlib import Path

import pytest
import redis
from kombu import Connection
from kombu.asynchronous import Hub

from shop.events.leasing import Lease
from workers import kombu_fix
from workers.app import app
from workers.publisher import URGENT, Task, publish

CORRECTED, KOMBUS = "workers.kombu_fix:Transport", "redis"
TRANSPORTS = pytest.mark.parametrize("transport", [CORRECTED, KOMBUS])


@pytest.fixture
def client(redis_server, shop_settings):
    client = redis.Redis.from_url(shop_settings.redis_url)
    client.flushall()
    yield client
    client.flushall()
    client.close()


def connect(transport: str) -> Connection:
    return app.connection_for_read(transport=transport)


def publish_to(queue: str, *numbers: int) -> None:
    with app.producer_pool.acquire(block=True) as producer:
        for number in numbers:
            publish(producer, Task("mail_code", queue, URGENT, [Lease(number, 1, "mail_code", queue)]))


def received_by(connection: Connection, queue: str, received: list, **options):
    return connection.Consumer(app.amqp.queues[queue], on_message=received.append, **options)


def test_the_pinned_and_the_installed_kombu_are_the_one_that_it_was_written_for():
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())["project"]
    assert f"kombu=={kombu_fix.WRITTEN_FOR}" in project["dependencies"]
    assert version("kombu") == kombu_fix.WRITTEN_FOR
    assert app.conf.broker_transport == CORRECTED


def test_any_other_version_gets_kombus_own_transport(monkeypatch):
    assert kombu_fix.transport() == CORRECTED
    monkeypatch.setattr(kombu_fix, "version", lambda _name: "5.7.1")
    assert kombu_fix.transport() == KOMBUS


@TRANSPORTS
def test_a_message_is_published_and_fetched(client, transport):
    received = []
    publish_to("mail", 1)
    with connect(transport) as connection, received_by(connection, "mail", received):
        connection.drain_events(timeout=5)
        received[0].ack()
    assert [message.decode()[1]["leases"] for message in received] == [[[1, 1]]]
    assert client.hlen("unacked") == 0


@pytest.mark.parametrize(
    ("transport", "queue", "requests"), [(CORRECTED, "fanout", 0), (CORRECTED, "mail", 1), (KOMBUS, "fanout", 1)]
)
def test_only_kombu_acknowledges_what_is_consumed_without_acknowledgement(client, transport, queue, requests):
    received = []
    publish_to(queue, 1)
    with connect(transport) as connection, received_by(connection, queue, received):
        connection.drain_events(timeout=5)
        client.config_resetstat()
        received[0].ack()
    assert received[0].acknowledged
    assert client.info("commandstats").get("cmdstat_zrem", {"calls": 0})["calls"] == requests
    assert client.hlen("unacked") == 0


@TRANSPORTS
def test_only_kombu_stops_fetching_after_an_acknowledgement_that_redis_did_not_answer(client, redis_server, transport):
    received = []
    publish_to("mail", 1, 2)
    with connect(transport) as connection, received_by(connection, "mail", received) as consumer:
        consumer.qos(prefetch_count=1)
        connection.drain_events(timeout=5)
        os.kill(redis_server.pid, signal.SIGSTOP)
        try:
            with pytest.raises(redis.TimeoutError):
                received[0].ack()
        finally:
            os.kill(redis_server.pid, signal.SIGCONT)
        if transport == KOMBUS:
            with pytest.raises(TimeoutError):
                connection.drain_events(timeout=2)
        else:
            connection.drain_events(timeout=5)
    assert len(received) == (1 if transport == KOMBUS else 2)


@TRANSPORTS
def test_only_kombu_leaves_closed_connections_in_the_event_loop(client, transport):
    with warnings.catch_warnings(action="ignore", category=ResourceWarning):
        gc.collect()  # removes the garbage of earlier tests
    hub = Hub()
    closed = []
    for _ in range(3):
        connection = connect(transport)
        connection.connect()
        connection.register_with_event_loop(hub)
        received_by(connection, "mail", []).consume()
        closed.append(weakref.ref(connection.transport))
        connection.close()
    del connection
    hub.timer.clear()
    gc.collect()
    left = 3 if transport == KOMBUS else 0
    assert len(hub.on_tick) == left
    assert len([transport() for transport in closed if transport()]) == left
    hub.close()
