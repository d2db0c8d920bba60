"""Fixtures for the workers on real PostgreSQL, Redis and SMTP. Tests call the tasks as functions."""

import datetime as dt
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from email import message_from_bytes, policy
from email.message import EmailMessage
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from sqlalchemy import Engine, text
from sqlalchemy.orm import Session

from local.ports import free_port
from shop.clock import now
from shop.db.query import send
from shop.events import leasing
from shop.payments import writes
from shop.payments.rules import Move
from shop.payments.state import PaymentState
from shop.settings import Settings
from tests.support import factories
from tests.support.environment import shop_environment

# The Celery application reads its settings when it is imported.
with shop_environment(SHOP_DATABASE_URL="postgresql://nowhere/none", SHOP_SECRET_KEY="t" * 40):
    import workers.app
    from workers import deliver, process
    from workers.reactions import pages
    from workers.subscriptions import SUBSCRIPTIONS, lease_seconds


PUSH = [subscription for subscription in SUBSCRIPTIONS if subscription.consumer == "push"]
"""The deliveries of every pushed event."""


@pytest.fixture(autouse=True)
def clean(real_commits) -> None:
    """Empty the database after each test, as every test in this folder commits."""


@pytest.fixture(scope="session", autouse=True)
def broker(shop_settings: Settings) -> Iterator[None]:
    """Connect Celery and the push to the Redis of the tests."""
    workers.app.app.conf.broker_url = shop_settings.redis_url
    process.engine.cache_clear()
    pages._client.cache_clear()
    yield
    pages._client().close()
    pages._client.cache_clear()


@pytest.fixture(scope="module")
def certificate(tmp_path_factory) -> tuple[Path, Path]:
    """Return a self-signed certificate for 127.0.0.1 and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "server.example")])
    today = dt.datetime.now(dt.UTC)
    signed = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(today - dt.timedelta(days=1))
        .not_valid_after(today + dt.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    folder = tmp_path_factory.mktemp("certificate")
    (folder / "cert.pem").write_bytes(signed.public_bytes(serialization.Encoding.PEM))
    (folder / "key.pem").write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    return folder / "cert.pem", folder / "key.pem"


@pytest.fixture
def session(engine: Engine) -> Iterator[Session]:
    with Session(engine, expire_on_commit=False) as made:
        yield made


@pytest.fixture
def make_move(engine: Engine) -> Callable[..., PaymentState]:
    """Return a function that makes a move of an order's payment, as the API does."""

    def run(order_id: int, rule: Callable[..., Move], **fields: Any) -> PaymentState:
        with engine.begin() as connection:
            *_, [row] = send(connection, *writes.load_locked(order_id))
            step = rule(writes.state_of(row), at=now(), **fields)
            send(connection, *writes.move(step))
        return step.after

    return run


@pytest.fixture
def deliver_all(engine: Engine) -> Callable[..., int]:
    """Return a function that sequences events, makes deliveries due, processes them, and returns their number."""

    def run(consumer: str | None = None) -> int:
        with engine.begin() as connection:
            leasing.sequence_and_lease(connection, SUBSCRIPTIONS)
            connection.execute(text("UPDATE delivery SET due_at = now() WHERE done_at IS NULL AND dead_at IS NULL"))
            leases = leasing.lease_due(connection, lease_seconds())
        wanted = [lease for lease in leases if consumer in {None, lease.consumer}]
        return sum(deliver.work(engine, lease.consumer, [lease]) for lease in wanted)

    return run


@pytest.fixture
def deliver_due(engine: Engine) -> Callable[[], int]:
    """Return a function that leases and processes due deliveries, as relay and workers do, and returns their number."""

    def run() -> int:
        with engine.begin() as connection:
            leasing.sequence_and_lease(connection, SUBSCRIPTIONS)
            due = "queue = 'mail' AND done_at IS NULL AND dead_at IS NULL AND (lease > 0 AND leased_at IS NOT NULL"
            due += " OR due_at <= now())"
            rows = connection.execute(
                text(
                    "UPDATE delivery SET lease = lease + 1, leased_at = now(), taken_at = NULL, due_at = now() + '60 s'"
                    f" WHERE {due} RETURNING id, lease, consumer, queue"
                )
            ).all()
        leases = [leasing.Lease(*row) for row in sorted(rows)]
        return sum(deliver.work(engine, lease.consumer, [lease]) for lease in leases)

    return run


class Mailbox:
    """The mails that the SMTP server accepted; it responds with `refusal` while that is set.

    It responds to a sender with `sender_refusal`, and to a recipient with `recipient_refusal`, while that is set. Mails
    to `refused_address` are refused while that is set.
    """

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.recipients: list[list[str]] = []
        self.refusal: str | None = None
        self.refused_address: str | None = None
        self.sender_refusal: str | None = None
        self.recipient_refusal: str | None = None

    async def handle_MAIL(self, server, session, envelope, address, options) -> str:  # noqa: N802 - aiosmtpd's name
        if self.sender_refusal:
            return self.sender_refusal
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return "250 OK"

    async def handle_RCPT(self, server, session, envelope, address, options) -> str:  # noqa: N802 - aiosmtpd's name
        if self.recipient_refusal:
            return self.recipient_refusal
        envelope.rcpt_tos.append(address)
        envelope.rcpt_options.extend(options)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope) -> str:  # noqa: N802 - aiosmtpd's name
        if self.refusal:
            return self.refusal
        if self.refused_address in envelope.rcpt_tos:
            return "451 Come back later"
        content = envelope.content if isinstance(envelope.content, bytes) else envelope.content.encode()
        self.mails.append(message_from_bytes(content, policy=policy.default))
        self.recipients.append(envelope.rcpt_tos)
        return "250 Kept"


class _Server(Controller):
    def factory(self) -> SMTP:
        return SMTP(self.handler, enable_SMTPUTF8=True, hostname="localhost")


@pytest.fixture(scope="session")
def smtp_server(tmp_path_factory) -> Iterator[tuple[Mailbox, str]]:
    mailbox = Mailbox()
    server = _Server(mailbox, hostname="127.0.0.1", port=free_port(), ready_timeout=60)
    server.start()
    yield mailbox, f"smtp://127.0.0.1:{server.port}"
    server.stop()


def mail_environment(shop_settings: Settings, smtp_url: str) -> AbstractContextManager[Settings]:
    """Return the environment of a worker that sends its mails to this server."""
    return shop_environment(
        SHOP_DATABASE_URL=shop_settings.database_url,
        SHOP_REDIS_URL=shop_settings.redis_url,
        SHOP_SECRET_KEY="t" * 40,
        SHOP_PUBLIC_URL="https://shop.example",
        SHOP_ENVIRONMENT="production",
        SHOP_SMTP_URL=smtp_url,
    )


@pytest.fixture
def mailbox(smtp_server: tuple[Mailbox, str], shop_settings: Settings) -> Iterator[Mailbox]:
    """Return the mailbox, emptied for this test."""
    mailbox, url = smtp_server
    with mail_environment(shop_settings, url):
        yield mailbox
    mailbox.mails.clear()
    mailbox.recipients.clear()
    mailbox.refusal = mailbox.refused_address = mailbox.sender_refusal = mailbox.recipient_refusal = None


@pytest.fixture
def shopper(session: Session):
    made = factories.register_shopper(session, "Asha Verma", "asha@mail.example")
    session.commit()
    return made
