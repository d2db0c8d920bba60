"""Which tasks workers fetch from the broker, and in which order."""

import pytest
import redis

from shop.events.leasing import Lease
from workers.app import app
from workers.publisher import BULK, URGENT, Task, publish


@pytest.fixture
def client(redis_server, shop_settings):
    client = redis.Redis.from_url(shop_settings.redis_url)
    client.flushall()
    yield client
    client.flushall()
    client.close()


def test_a_worker_fetches_an_urgent_task_before_the_bulk_that_was_published_earlier(client):
    with app.producer_pool.acquire(block=True) as producer:
        for number, priority in ((1, BULK), (2, BULK), (3, URGENT)):
            publish(producer, Task("make_renditions", "images", priority, [Lease(number, 1, "make_renditions", "")]))
    fetched = []
    with app.connection_for_read() as connection:
        queue = app.amqp.queues["images"]
        with connection.Consumer(queue, on_message=lambda message: fetched.append(message.decode()), no_ack=True):
            while len(fetched) < 3:
                connection.drain_events(timeout=5)
    assert [task["leases"] for _args, task, _embed in fetched] == [[[3, 1]], [[1, 1]], [[2, 1]]]
