"""Sending mails with TLS and a login, to real servers with a self-signed certificate."""

import gc
import ssl
import threading
import warnings
from collections.abc import Iterator
from urllib.parse import quote

import aiosmtplib
import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword
from sqlalchemy import text

from local.ports import free_port
from shop.events import retries
from tests.support.environment import shop_environment
from tests.workers.conftest import Mailbox, mail_environment
from tests.workers.test_people_mails import ask_for_code, write_to_shop
from tests.workers.test_recovery import MINUTE, due, until
from workers import mailer, recovery

pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")

USER, PASSWORD = "shop@mail.example", "p@ss:w/rd %1"
WELCOME = mailer.Email("welcome", "Welcome", "Asha", "asha@mail.example", {"confirm": None})


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


class Tls(Controller):
    """A server that uses TLS from the first byte."""

    def factory(self) -> SMTP:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "Requiring AUTH while not requiring TLS")
            return SMTP(
                self.handler, hostname="localhost", authenticator=check, auth_required=True, auth_require_tls=False
            )


@pytest.fixture(params=["smtp+starttls", "smtps", "smtp"])
def secured(request, certificate, shop_settings) -> Iterator[tuple[str, Mailbox]]:
    """Return a server's address and the mails that it accepted."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*certificate)
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
        if thread.name == "recovery":  # of an earlier test; it would log in, too, and ends now that a server responds
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
        mailer.send(mailer.render(WELCOME, delivery_id=7))


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
    assert not mailer.is_permanent(refusal.value)
    assert mailbox.mails == []


def test_a_server_whose_certificate_is_not_trusted_gets_neither_login_nor_mail(secured):
    url, mailbox = secured
    with pytest.raises(aiosmtplib.SMTPConnectError, match=r"(?i)certificate"):
        send_to(url.format(login()))
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
        mailer.send(mailer.render(WELCOME, delivery_id=7))
    assert mailer.is_permanent(refusal.value)


def send() -> None:
    mailer.send(mailer.render(WELCOME, delivery_id=7))


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
    monkeypatch.setattr(mailer, "LOGIN_CHECK_SECONDS", 0.0)
    send()
    monkeypatch.undo()
    send()
    assert (logins.count, len(mailbox.mails)) == (3, 2)


def test_mails_that_wait_for_the_login_try_it_once_a_minute_together(
    session, shopper, engine, mailbox, logins, deliver_all, monkeypatch
):
    monkeypatch.setattr(recovery, "CHECK_SECONDS", 0.05)
    for _ in range(3):
        write_to_shop(session)
    ask_for_code(session, shopper.email, shopper.id)
    assert [deliver_all() for _ in range(3)] == [0, 0, 0]
    session.execute(text(MINUTE))
    session.commit()
    threading.Event().wait(1)
    assert (logins.count, due(engine)) == (1, 0)
    logins.has_right_password = True
    monkeypatch.setattr(mailer, "LOGIN_CHECK_SECONDS", 0.0)  # a minute has passed
    until(lambda: due(engine) == 4)
    assert deliver_all() == 4
    assert len(mailbox.mails) == 4
