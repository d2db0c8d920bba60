"""Webhooks reach only allowed addresses: none of 60 forbidden addresses is called."""

import asyncio
import socket
import ssl
import threading

import pytest
from aiohttp import web

from shop.clock import now
from shop.integrations import signing
from shop.integrations.results import Message
from shop.settings import Settings
from tests.support import factories
from tests.support.webhook_receiver import Receiver
from tests.workers.conftest import deliver  # noqa: F401 - imported first, as it sets up the settings
from workers.webhooks.client import EndpointClient

WRITTEN = [
    "http://127.0.0.1:{port}/",
    "http://localhost:{port}/",
    "http://example.com/",
    "ftp://127.0.0.1:{port}/",
    "file:///etc/passwd",
    "gopher://127.0.0.1:{port}/_x",
    "data:text/plain,x",
    "//127.0.0.1:{port}/",
    "https:127.0.0.1:{port}",
    "127.0.0.1:{port}",
    "https://127.0.0.1:{port}/",
    "https://localhost:{port}/",
    "https://localhost.:{port}/",
    "https://LOCALHOST:{port}/",
    "https://127.0.0.2:{port}/",
    "https://127.255.255.254:{port}/",
    "https://0.0.0.0:{port}/",
    "https://127.1:{port}/",
    "https://127.0.1:{port}/",
    "https://2130706433:{port}/",
    "https://0x7f000001:{port}/",
    "https://0x7f.0.0.1:{port}/",
    "https://0177.0.0.1:{port}/",
    "https://017700000001:{port}/",
    "https://127.0.0.1.:{port}/",
    "https://0:{port}/",
    "https://[::1]:{port}/",
    "https://[::]:{port}/",
    "https://[::ffff:127.0.0.1]:{port}/",
    "https://[::ffff:7f00:1]:{port}/",
    "https://[::127.0.0.1]:{port}/",
    "https://[64:ff9b::7f00:1]:{port}/",
    "https://[2002:7f00:1::]:{port}/",
    "https://[fe80::1%25lo]:{port}/",
    "https://[fe80::1]:{port}/",
    "https://[fc00::1]:{port}/",
    "https://[fd00:ec2::254]/",
    "https://[ff02::1]:{port}/",
    "https://[fec0::1]/",
    "https://[2001:db8::1]/",
    "https://[0:0:0:0:0:ffff:7f00:0001]:{port}/",
    "https://169.254.169.254/latest/meta-data/",
    "https://100.100.100.200/",
    "https://10.0.0.1/",
    "https://10.255.255.255/",
    "https://172.16.0.1/",
    "https://172.31.255.255/",
    "https://192.168.0.1/",
    "https://192.0.0.192/",
    "https://100.64.0.1/",
    "https://198.18.0.1/",
    "https://224.0.0.1/",
    "https://240.0.0.1/",
    "https://255.255.255.255/",
    "https://user:secret@127.0.0.1:{port}/",
    "https://example.com@127.0.0.1:{port}/",
    "https://127.0.0.1:{port}@example.com/",
    "https://example.com:22/",
    "https://example.com:25/",
    "https://example.com:6379/",
    "https://example.com:5432/",
    "https://example.com:0/",
    "https://example.com:99999/",
    "https://example.com:443:80/",
    "https://[::1/",
    "https:///hook",
    "https://ex%61mple.com/",
    "https://127.0.0.1%00.example.com/",
    "https://example.com\\@127.0.0.1:{port}/",
    "https://①②⑦.⓪.⓪.①:{port}/",
    "https://-.example/",
    "https://a..b/",
    "https://example.com/#x",
]
BOUND = {
    "rebinds.example": [["93.184.215.14"], ["127.0.0.1"]],
    "mixed.example": [["93.184.215.14", "127.0.0.1"]],
    "inside.example": [["10.1.2.3"]],
    "metadata.google.internal": [["169.254.169.254"]],
    "mapped.example": [["::ffff:127.0.0.1"]],
    "scoped.example": [["fe80::1%eth0"]],
    "nothing.example": [[]],
}
"""Names, with the addresses that they resolve to, one lookup after the other."""


def production(**more: str) -> Settings:
    required = {"database_url": "postgresql://x/x", "secret_key": "t" * 40, "environment": "production"}
    return Settings(_env_file=None, **required | {"public_url": "https://shop.example"} | more)


def message(url: str) -> Message:
    secret = signing.encrypt(factories.WEBHOOK_SECRET)
    return Message(1, 1, 1, now(), 7, '{"id":7}', 1, url, secret, None)


async def send(url: str, settings: Settings):
    client = EndpointClient(settings)
    try:
        return await client.send(message(url))
    finally:
        await client.close()


@pytest.fixture
def receiver():
    with Receiver(factories.WEBHOOK_SECRET) as made:
        yield made


@pytest.fixture
def connections(monkeypatch) -> list[str]:
    """Record all addresses to which a socket connects."""
    made: list[str] = []

    def note(address) -> None:
        made.append(address[0] if isinstance(address, tuple) else str(address))

    for name in ("connect", "connect_ex"):
        own = getattr(socket.socket, name)
        monkeypatch.setattr(socket.socket, name, lambda self, address, own=own: (note(address), own(self, address))[1])
    loop_connect = asyncio.selector_events.BaseSelectorEventLoop.sock_connect
    monkeypatch.setattr(
        asyncio.selector_events.BaseSelectorEventLoop,
        "sock_connect",
        lambda self, sock, address: (note(address), loop_connect(self, sock, address))[1],
    )
    return made


async def test_none_of_60_hostile_addresses_is_reached(receiver, connections, subtests):
    assert len(WRITTEN) + len(BOUND) >= 60
    settings = production()
    for written in WRITTEN:
        with subtests.test(written):
            outcome = await send(written.format(port=receiver.port), settings)
            assert outcome.error is not None
            assert outcome.status is None
    assert receiver.requests == 0
    assert connections == [], connections


async def test_a_name_is_checked_at_each_call_and_the_connection_goes_to_what_was_checked(
    receiver, connections, monkeypatch, subtests
):
    lookups = {name: iter(found) for name, found in BOUND.items()}

    def resolve(host, port, *_, **__):
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in next(lookups[host])]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    monkeypatch.setattr("workers.webhooks.client.RESOLVED_SECONDS", 0.0)
    settings = production()
    for name, found in BOUND.items():
        with subtests.test(name):
            url, client = f"https://{name}:{receiver.port}/", EndpointClient(settings)
            monkeypatch.setattr("shop.integrations.rules.CALL_SECONDS", 0.5)
            outcomes = [await client.send(message(url)) for _ in found]
            await client.close()
            assert all(outcome.error and outcome.status is None for outcome in outcomes)
    assert receiver.requests == 0
    assert set(connections) <= {"93.184.215.14"}


async def test_a_host_whose_name_server_is_silent_delays_no_other_endpoint(receiver, monkeypatch):
    own, ended = socket.getaddrinfo, threading.Event()

    def resolve(host, *arguments, **options):
        if host == "silent.example":
            ended.wait(30)
            raise socket.gaierror
        return own(host, *arguments, **options)

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    monkeypatch.setattr("shop.integrations.rules.CALL_SECONDS", 0.8)
    local = production(environment="local", public_url="http://127.0.0.1:8000")
    silent = EndpointClient(local)
    calls = [asyncio.create_task(silent.send(message("https://silent.example/"))) for _ in range(60)]
    await asyncio.sleep(0.1)
    monkeypatch.setattr("shop.integrations.rules.CALL_SECONDS", 20)
    outcome = await send(receiver.url(), local)
    assert (outcome.status, outcome.error) == (204, None)
    assert all(each.is_late for each in await asyncio.gather(*calls))
    ended.set()
    await silent.close()


async def test_a_setting_names_networks_that_may_be_called(receiver):
    allowed = production(webhook_allowed="127.0.0.0/8")
    assert (await send(f"https://127.0.0.1:{receiver.port}/", allowed)).error.startswith("ConnectError")  # no TLS there
    assert receiver.requests == 0
    local = production(environment="local", public_url="http://127.0.0.1:8000")
    outcome = await send(receiver.url(), local)
    assert (outcome.status, outcome.error) == (204, None)
    assert receiver.unverified == 0


async def test_redirects_are_not_followed(receiver):
    receiver.answers["/hook"] = lambda _: web.Response(status=302, headers={"Location": receiver.url("/inside")})
    local = production(environment="local", public_url="http://127.0.0.1:8000")
    outcome = await send(receiver.url(), local)
    assert outcome.status == 302
    assert "redirects are not followed" in outcome.error
    assert [each.path for each in receiver.received] == ["/hook"]


async def test_another_3xx_is_told_as_its_status(receiver):
    receiver.answers["/hook"] = lambda _: web.Response(status=304)
    local = production(environment="local", public_url="http://127.0.0.1:8000")
    outcome = await send(receiver.url(), local)
    assert (outcome.status, outcome.error) == (304, "Answered 304")


async def test_an_answer_is_read_up_to_64_kb_and_kept_up_to_2_kb(receiver):
    receiver.answers["/hook"] = lambda _: web.Response(body=b"x" * 5_000_000)
    local = production(environment="local", public_url="http://127.0.0.1:8000")
    outcome = await send(receiver.url(), local)
    assert (outcome.status, len(outcome.answer)) == (200, 2048)


async def test_a_call_ends_after_its_time_whatever_trickles(receiver, monkeypatch):
    async def slow(_):
        await asyncio.sleep(5)
        return web.Response()

    receiver.answers["/hook"] = slow
    monkeypatch.setattr("shop.integrations.rules.CALL_SECONDS", 0.3)
    local = production(environment="local", public_url="http://127.0.0.1:8000")
    outcome = await send(receiver.url(), local)
    assert outcome.error.startswith("No answer within")


@pytest.mark.parametrize(
    "value", ["\u00b2", "Mon, 01 Jan 99999999999999999999 00:00:00 GMT", "Mon, 01 Jan 2024 00:00:00 +9999999999999999"]
)
async def test_an_answer_counts_whatever_its_retry_after_says(receiver, value):
    receiver.answers["/hook"] = lambda _: web.Response(headers={"Retry-After": value})
    local = production(environment="local", public_url="http://127.0.0.1:8000")
    outcome = await send(receiver.url(), local)
    assert (outcome.status, outcome.error, outcome.retry_after) == (200, None, None)


def test_a_certificate_has_to_be_of_the_host():
    from workers.webhooks.client import _tls  # noqa: PLC0415 - imported after the settings are in place

    assert _tls().check_hostname
    assert _tls().verify_mode is ssl.CERT_REQUIRED


@pytest.mark.parametrize(
    ("value", "seconds"),
    [("120", 120.0), ("9" * 20, 1e20), ("", None), ("soon", None), ("-5", None), ("Wed, 21 Oct 2015 07:28:00 GMT", 0)],
)
def test_retry_after_is_read_as_seconds_or_a_date(value, seconds):
    from workers.webhooks.client import _retry_after  # noqa: PLC0415 - imported after the settings are in place

    assert _retry_after(value) == seconds
