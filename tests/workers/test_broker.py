"""What a worker asks of the broker beside the messages themselves."""

import pytest
import redis

from workers.app import app
from workers.handover import connect


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
