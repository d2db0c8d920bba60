"""Sending mails with TLS and a login, to real servers with a self-signed certificate."""

import gc
import socket
import ssl
import threading
import time
import warnings
from collections.abc import Iterator
from dataclasses import replace
from email.headerregistry import Address
from urllib.parse import quote

import aiosmtplib
import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword
from celery.exceptions import SoftTimeLimitExceeded
from sqlalchemy import text

from local.ports import free_port
from shop.events import retries
from tests.support.environment import shop_environment
from tests.workers.conftest import Mailbox, mail_environment
from tests.workers.test_people_mails import ask_for_code, write_to_shop
from tests.workers.test_server_recovery import MINUTE, due, until
from workers import server_recovery
from workers.mail import rendering, smtp
from workers.queues import QUEUES, Queue
from workers.time_limit import time_limit

pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")

USER, PASSWORD = "shop@mail.example", "p@ss:w/rd %1"
WELCOME = rendering.Email("welcome", "Welcome", "Asha", "asha@mail.example", {"confirm": None, "by_staff": False})


@pytest.fixture(autouse=True)
def collect_sockets() -> Iterator[None]:
    """Collect the socket of a failed STARTTLS or login, which aiosmtplib does not close itself."""
    yield
    gc.collect()


def check(server, session, envelope, mechanism, data) -> AuthResult:
    right = isinstance(data, LoginPassword) and (data.login, data.password) == (USER.encode(), PASSWORD.encode())
    return AuthResult(success=right, handled=False)


class StartTls(Controller):
    """A server that accepts mail only after STARTTLS and a login."""

    def factory(self) -> SMTP:
        return SMTP(
            self.handler,
            hostname="localhost",
            tls_context=self.context,
            require_starttls=True,
            authenticator=check,
            auth_required=True,
        )


class Relay(Controller):
    """A server of one's own network, which accepts mail after STARTTLS without a login."""

    def factory(self) -> SMTP:
        return SMTP(self.handler, hostname="localhost", tls_context=self.context, require_starttls=True)


class Tls(Controller):
    """A server that uses TLS from the first byte."""

    def factory(self) -> SMTP:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "Requiring AUTH while not requiring TLS")
            return SMTP(
                self.handler, hostname="localhost", authenticator=check, auth_required=True, auth_require_tls=False
            )


@pytest.fixture
def context(certificate) -> ssl.SSLContext:
    """Return the TLS of a server whose certificate nobody trusts."""
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    made.load_cert_chain(*certificate)
    return made


@pytest.fixture
def relay(context, shop_settings) -> Iterator[tuple[str, Mailbox]]:
    """Return the host and port of a server without logins, and the mails that it accepted."""
    mailbox, port = Mailbox(), free_port()
    server = Relay(mailbox, hostname="127.0.0.1", port=port, ready_timeout=60)
    server.context = context
    server.start()
    yield f"127.0.0.1:{port}", mailbox
    server.stop()


@pytest.fixture(params=["smtp+starttls", "smtps", "smtp"])
def secured(request, context, shop_settings) -> Iterator[tuple[str, Mailbox]]:
    """Return a server's address and the mails that it accepted."""
    mailbox = Mailbox()
    port = free_port()
    if request.param == "smtps":
        server: Controller = Tls(mailbox, hostname="127.0.0.1", port=port, ssl_context=context, ready_timeout=60)
    else:
        server = StartTls(mailbox, hostname="127.0.0.1", port=port, ready_timeout=60)
        server.context = context
    server.start()
    yield f"{request.param}://{{}}127.0.0.1:{port}", mailbox
    server.stop()


class Logins:
    """What a server does with logins: it counts them, and refuses them until it has the right password."""

    def __init__(self) -> None:
        self.count = 0
        self.has_right_password = False
        self.hangs_up = False

    def check(self, server, session, envelope, mechanism, data) -> AuthResult:
        self.count += 1
        if self.hangs_up:
            server.transport.close()
        return AuthResult(success=self.has_right_password, handled=False)


class LoginServer(Controller):
    """A server that accepts mail only after a login."""

    def __init__(self, mailbox: Mailbox, logins: Logins) -> None:
        super().__init__(mailbox, hostname="127.0.0.1", port=free_port(), ready_timeout=60)
        self.logins = logins

    def factory(self) -> SMTP:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "Requiring AUTH while not requiring TLS")
            return SMTP(
                self.handler,
                hostname="localhost",
                authenticator=self.logins.check,
                auth_required=True,
                auth_require_tls=False,
                auth_exclude_mechanism=["LOGIN"],
            )


@pytest.fixture
def logins(mailbox, shop_settings) -> Iterator[Logins]:
    """Return the logins at a server that has no right password yet. Its mails are in ``mailbox``."""
    for thread in threading.enumerate():
        if thread.name == "recovery":  # from an earlier test; it ends because a server responds
            thread.join(60)
    logins = Logins()
    server = LoginServer(mailbox, logins)
    server.start()
    with mail_environment(shop_settings, f"smtp://{login()}127.0.0.1:{server.port}"):
        yield logins
    server.stop()


def send_to(url: str) -> None:
    with shop_environment(
        SHOP_DATABASE_URL="postgresql://h/d", SHOP_SECRET_KEY="t" * 40, SHOP_PUBLIC_URL="https://s.e", SHOP_SMTP_URL=url
    ):
        smtp.send(rendering.render(WELCOME, delivery_id=7))


def login(user: str = USER, password: str = PASSWORD) -> str:
    return f"{quote(user, safe='')}:{quote(password, safe='')}@"


def test_a_mail_goes_over_tls_with_a_login(secured, certificate, monkeypatch):
    url, mailbox = secured
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate[0]))
    send_to(url.format(login()))
    assert [mail["To"] for mail in mailbox.mails] == ["Asha <asha@mail.example>"]


def test_a_wrong_login_is_reported_without_the_password(secured, certificate, monkeypatch):
    url, mailbox = secured
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate[0]))
    with pytest.raises(aiosmtplib.SMTPConnectError, match="535") as refusal:
        send_to(url.format(login(password="wrong-password")))
    assert "wrong-password" not in str(refusal.value)
    assert not smtp.is_permanent(refusal.value)
    assert mailbox.mails == []


def test_a_server_whose_certificate_is_not_trusted_gets_neither_login_nor_mail(secured):
    url, mailbox = secured
    with pytest.raises(aiosmtplib.SMTPConnectError, match=r"(?i)certificate"):
        send_to(url.format(login()))
    assert mailbox.mails == []


def test_a_server_without_logins_gets_mails_encrypted_whatever_its_certificate(relay):
    host, mailbox = relay
    send_to(f"smtp://{host}")
    assert [mail["To"] for mail in mailbox.mails] == ["Asha <asha@mail.example>"]


def test_a_server_without_logins_gets_no_mail_without_a_trusted_certificate_where_it_is_required(relay):
    host, mailbox = relay
    with pytest.raises(aiosmtplib.SMTPConnectError, match=r"(?i)certificate"):
        send_to(f"smtp+starttls://{host}")
    assert mailbox.mails == []


def test_a_server_without_starttls_gets_no_mail_where_it_is_required(smtp_server):
    mailbox, url = smtp_server
    with pytest.raises(aiosmtplib.SMTPConnectError):
        send_to(url.replace("smtp://", "smtp+starttls://"))
    assert mailbox.mails == []


def test_a_server_without_logins_gets_no_mail_where_the_shop_has_one(smtp_server):
    mailbox, url = smtp_server
    with pytest.raises(aiosmtplib.SMTPConnectError):
        send_to(url.replace("smtp://", f"smtp://{login()}"))
    assert mailbox.mails == []


@pytest.mark.parametrize("kind", ["mail", "code"])
def test_mails_wait_while_the_server_refuses_the_shop_as_sender(session, shopper, mailbox, deliver_all, kind):
    if kind == "code":
        ask_for_code(session, shopper.email, shopper.id)
    else:
        write_to_shop(session)
    mailbox.sender_refusal = "550 5.7.1 Sender refused"
    assert [deliver_all() for _ in range(retries.MAX_ATTEMPTS + 1)] == [0] * (retries.MAX_ATTEMPTS + 1)
    assert session.execute(text("SELECT attempts, dead_at FROM delivery")).one() == (retries.MAX_ATTEMPTS - 2, None)
    mailbox.sender_refusal = None
    assert deliver_all() == 1
    assert len(mailbox.mails) == 1


def test_a_mail_that_is_too_large_for_the_server_is_the_mails_own_fault(mailbox):
    mailbox.sender_refusal = "552 Message size exceeds fixed maximum message size"
    with pytest.raises(aiosmtplib.SMTPDataError) as refusal:
        smtp.send(rendering.render(WELCOME, delivery_id=7))
    assert smtp.is_permanent(refusal.value)


@pytest.mark.parametrize(
    ("header", "value"),
    [
        ("X-Note", "=?utf-8?q?A=0AX-Inj:1=0AY:?="),
        ("X-Note", "=?utf-8?q?A=0D=0A=0D=0AHello?="),
        ("X-Note", "=?utf-8?q?A=0D?="),
        ("Reply-To", "=?utf-8?q?v=40evil.example=2Cw?= <w@x.example>"),
        ("Reply-To", Address("Ravi", "=?utf-8?q?v=40evil.example=2Cw?=", "x.example")),
    ],
)
def test_a_mail_whose_headers_would_arrive_otherwise_is_not_sent(mailbox, header, value):
    message = rendering.render(WELCOME, delivery_id=7)
    del message[header]
    message[header] = value
    with pytest.raises(smtp.HeadersChanged, match="not sent"):
        smtp.send(message)
    assert mailbox.mails == []


def test_a_file_name_adds_no_header(mailbox):
    invoice = rendering.Attachment("=?utf-8?q?A=0AX-Inj:1=0AY:?=.pdf", b"%PDF")
    smtp.send(rendering.render(replace(WELCOME, attachments=[invoice]), delivery_id=7))
    [attachment] = mailbox.mails[0].iter_attachments()
    assert set(attachment.keys()) == {
        *("Content-Type", "Content-Transfer-Encoding", "Content-Disposition", "MIME-Version")
    }


def send() -> None:
    smtp.send(rendering.render(WELCOME, delivery_id=7))


@pytest.mark.parametrize("hangs_up", [False, True], ids=["says no", "hangs up"])
def test_a_login_that_was_refused_is_tried_once_a_minute(logins, mailbox, monkeypatch, hangs_up):
    logins.hangs_up = hangs_up
    refusals = []
    for _ in range(4):
        with pytest.raises(aiosmtplib.SMTPConnectError) as refusal:
            send()
        refusals.append(str(refusal.value))
    assert logins.count == 1
    assert len(set(refusals)) == 1
    assert ("535" in refusals[0]) != hangs_up
    logins.has_right_password, logins.hangs_up = True, False
    with pytest.raises(aiosmtplib.SMTPConnectError):
        send()
    monkeypatch.setattr(smtp, "LOGIN_CHECK_SECONDS", 0.0)
    send()
    monkeypatch.undo()
    send()
    assert (logins.count, len(mailbox.mails)) == (3, 2)


def test_mails_that_wait_for_the_login_try_it_once_a_minute_together(
    session, shopper, engine, mailbox, logins, deliver_all, monkeypatch
):
    monkeypatch.setattr(server_recovery, "CHECK_SECONDS", 0.05)
    for _ in range(3):
        write_to_shop(session)
    ask_for_code(session, shopper.email, shopper.id)
    assert [deliver_all() for _ in range(3)] == [0, 0, 0]
    session.execute(text(MINUTE))
    session.commit()
    threading.Event().wait(1)
    assert (logins.count, due(engine)) == (1, 0)
    logins.has_right_password = True
    monkeypatch.setattr(smtp, "LOGIN_CHECK_SECONDS", 0.0)  # a minute has passed
    until(lambda: due(engine) == 4)
    assert deliver_all() == 4
    assert len(mailbox.mails) == 4


class HangingServer:
    """A server that answers each command after ``pause`` seconds, and from the line ``hangs_at`` on not at all."""

    def __init__(self, hangs_at: bytes, pause: float) -> None:
        self._hangs_at = hangs_at
        self._pause = pause
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        self.heard: list[bytes] = []
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        connection, _ = self._listening.accept()
        is_data = False
        with connection, connection.makefile("rwb", 0) as stream:
            stream.write(b"220 Here\r\n")
            for line in stream:
                command = line.strip()
                if is_data and command != b".":
                    continue
                self.heard.append(command)
                if self._hangs_at in self.heard:
                    continue
                time.sleep(self._pause)
                is_data = command == b"DATA"
                stream.write(b"354 Go on\r\n" if is_data else b"250 OK\r\n")

    def close(self) -> None:
        self._listening.close()


@pytest.fixture
def hanging(request, shop_settings) -> Iterator[HangingServer]:
    server = HangingServer(*request.param)
    with mail_environment(shop_settings, f"smtp://127.0.0.1:{server.port}"):
        yield server
    server.close()


def test_a_mail_gives_up_before_its_soft_limit():
    assert smtp.ANSWER_SECONDS < smtp.SEND_TIMEOUT_SECONDS
    assert QUEUES["mail"].soft_limit > smtp.SEND_TIMEOUT_SECONDS + smtp.QUIT_SECONDS


@pytest.mark.parametrize("hanging", [(b".", 0)], indirect=True)
def test_the_soft_limit_interrupts_a_mail_whose_server_hangs_after_the_data(hanging):
    began = time.monotonic()
    with pytest.raises(SoftTimeLimitExceeded), time_limit(Queue(lease=60.0, soft_limit=1, hard_limit=60)):
        send()
    assert time.monotonic() - began < 4


@pytest.mark.parametrize("hanging", [(b".", 0), (b"never", 1.5)], indirect=True, ids=["silent", "slow"])
def test_connecting_and_sending_together_have_one_time_out(hanging, monkeypatch):
    monkeypatch.setattr(smtp, "SEND_TIMEOUT_SECONDS", 4)
    began = time.monotonic()
    with pytest.raises(aiosmtplib.SMTPReadTimeoutError, match="did not answer in time") as late:
        send()
    assert time.monotonic() - began < 15
    assert not smtp.is_permanent(late.value)


@pytest.mark.parametrize("hanging", [(b"QUIT", 0)], indirect=True)
def test_a_server_that_does_not_answer_the_farewell_has_the_mail(hanging, monkeypatch):
    monkeypatch.setattr(smtp, "QUIT_SECONDS", 0.2)
    began = time.monotonic()
    send()
    assert time.monotonic() - began < 4
    assert hanging.heard[-1] == b"QUIT"
