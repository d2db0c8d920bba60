"""Workers connect to the broker, and fetch tasks from it in the right order."""

import os
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import redis

from shop.events.leasing import Lease
from workers.app import app
from workers.publisher import BULK, URGENT, Task, publish

CONNECT = "from workers.app import app; app.connection_for_read().default_channel.client.ping()"


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


@pytest.mark.parametrize("is_trusted", [False, True])
def test_the_password_of_a_broker_with_tls_is_sent_only_to_a_server_with_a_trusted_certificate(certificate, is_trusted):
    options = f"?ssl_ca_certs={certificate[0]}" if is_trusted else ""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*certificate)
    with socket.create_server(("127.0.0.1", 0)) as server, connecting_to(server, options):
        accepted, _ = server.accept()
        with accepted:
            accepted.settimeout(10)
            assert accepted.recv(1, socket.MSG_PEEK) == b"\x16", "a record of TLS begins with 22, its handshake"
            if is_trusted:
                with context.wrap_socket(accepted, server_side=True) as decrypted:
                    assert b"of-the-broker" in decrypted.recv(1024)
            else:
                with pytest.raises(ssl.SSLError), context.wrap_socket(accepted, server_side=True) as decrypted:
                    decrypted.recv(1024)  # the alert of TLS 1.3 comes after the handshake


@contextmanager
def connecting_to(server: socket.socket, options: str) -> Iterator[None]:
    """Start a process that connects to the broker at this address, and end it afterwards."""
    server.settimeout(30)
    given = {
        "SHOP_DATABASE_URL": "postgresql://nowhere/none",
        "SHOP_SECRET_KEY": "t" * 40,
        "SHOP_REDIS_URL": f"rediss://:of-the-broker@127.0.0.1:{server.getsockname()[1]}/0{options}",
    }
    process = subprocess.Popen([sys.executable, "-c", CONNECT], env=os.environ | given, stderr=subprocess.DEVNULL)
    try:
        yield
    finally:
        process.kill()
        process.wait()
