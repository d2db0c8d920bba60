"""When a server is available again, the deliveries that failed because of it become due at once."""

import threading
from types import SimpleNamespace

import aiosmtplib
import pytest
from sqlalchemy import text

from shop.events import deliveries, leasing
from shop.events.retries import Failure
from shop.operations import queries
from shop.operations.findings import findings
from shop.operations.health_report import HealthReport, ProcessStatus
from shop.operations.snapshot import _queue
from tests.workers.conftest import SUBSCRIPTIONS, deliver
from tests.workers.test_people_mails import ask_for_newsletter, write_to_shop
from workers import server_recovery
from workers.process import failure_of

MINUTE = "UPDATE delivery SET due_at = now() + interval '1 min'"
DUE = text("SELECT count(*) FROM delivery WHERE due_at <= clock_timestamp()")


@pytest.fixture
def failed(engine, session):
    """Return a function that adds a mail delivery which failed with this error and is due again in a minute."""

    def make(error: str, failure: Failure | None = None) -> None:
        session.execute(
            text(
                "INSERT INTO domain_event (type, aggregate, reach, data, occurred_at)"
                " VALUES ('contact.message_received', 'x', 'nobody', '{}', now())"
            )
        )
        session.commit()
        with engine.begin() as connection:
            leases = leasing.sequence_and_lease(connection, SUBSCRIPTIONS).leases
            deliveries.claim(connection, leases)
            deliveries.fail(connection, leases, error=error, longest_pause=600, failure=failure)
        with engine.begin() as connection:
            connection.execute(text(MINUTE))

    return make


@pytest.fixture
def run_new(engine):
    """Return a function that processes the mail deliveries of new events, and returns how many succeeded."""

    def run() -> int:
        with engine.begin() as connection:
            leases = leasing.sequence_and_lease(connection, SUBSCRIPTIONS).leases
        return sum(deliver.work(engine, lease.consumer, [lease]) for lease in leases if lease.queue == "mail")

    return run


def due(engine) -> int:
    with engine.connect() as connection:
        return connection.scalar(DUE)


def until(condition) -> None:
    for _ in range(600):
        if condition():
            return
        threading.Event().wait(0.05)
    raise AssertionError("it did not come about")


class Server:
    """A check that fails until the server is available."""

    def __init__(self) -> None:
        self.is_there = False
        self.asked = 0

    def check(self) -> None:
        self.asked += 1
        if not self.is_there:
            raise ConnectionRefusedError


def test_what_waited_is_due_when_the_server_is_back(failed, engine, monkeypatch):
    monkeypatch.setattr(server_recovery, "CHECK_SECONDS", 0.05)
    failed("SMTPConnectError: Error connecting", Failure.AWAY)
    server = Server()
    watch = server_recovery.Watch("mail", server.check)
    watch.begin(engine)
    watch.begin(engine)
    until(lambda: server.asked > 3)
    assert due(engine) == 0
    server.is_there = True
    until(lambda: due(engine) == 1)


def test_a_refusal_by_a_server_that_is_there_brings_nothing_forward(failed, engine):
    failed("SMTPDataError: (554, 'no')")
    server = Server()
    server.is_there = True
    watch = server_recovery.Watch("mail", server.check)
    watch.begin(engine)
    until(lambda: server.asked == 1 and not watch._thread.is_alive())
    assert due(engine) == 0


def test_what_failed_for_another_reason_keeps_its_pause(failed, engine):
    failed("KeyError: 'name'")
    failed("SMTPServerDisconnected: gone", Failure.INTERRUPTED)
    with engine.begin() as connection:
        assert leasing.retry_now(connection, "mail", [Failure.AWAY, Failure.DEFERRED]) == 0
        assert leasing.retry_now(connection, "images", [Failure.INTERRUPTED]) == 0
        assert leasing.retry_now(connection, "mail", [Failure.AWAY, Failure.INTERRUPTED]) == 1


def test_what_a_worker_is_at_is_not_brought_forward(failed, engine):
    failed("SMTPConnectError: x", Failure.AWAY)
    with engine.begin() as connection:
        connection.execute(text("UPDATE delivery SET due_at = now()"))
        leases = leasing.lease_due(connection, {("mail", "mail_contact"): 60.0})
        assert len(leases) == 1
        assert leasing.retry_now(connection, "mail", [Failure.AWAY]) == 0


def test_the_mail_server_is_asked_without_a_mail(mailbox):
    server_recovery._check_mail_server()
    assert mailbox.mails == []


def test_a_server_that_has_no_mailbox_for_the_shops_own_address_is_there(mailbox):
    mailbox.recipient_refusal = "550 5.1.1 User unknown"
    server_recovery._check_mail_server()


@pytest.mark.parametrize("refused", ["recipient_refusal", "sender_refusal"])
def test_a_server_that_accepts_no_mail_of_the_shop_is_away(mailbox, refused):
    setattr(mailbox, refused, "451 4.7.1 Come back later" if refused == "recipient_refusal" else "550 5.7.1 Who?")
    with pytest.raises(aiosmtplib.SMTPResponseException):
        server_recovery._check_mail_server()


@pytest.mark.parametrize(
    ("error", "pauses"),
    [
        (aiosmtplib.SMTPSenderRefused(550, "Who?", "shop@x"), [3, 6, 12, 24, 48, 60, 60]),
        (aiosmtplib.SMTPConnectError("refused"), [3] * 7),
    ],
)
def test_a_server_that_refuses_the_shop_is_asked_less_and_less_often(failed, engine, monkeypatch, error, pauses):
    failed("SMTPSenderRefused: (550", Failure.AWAY)
    answers: list[Exception | None] = [error] * len(pauses) + [None]
    waited = []

    def check() -> None:
        if (answer := answers.pop(0)) is not None:
            raise answer

    class Pause(threading.Event):
        def wait(self, timeout: float | None = None) -> bool:
            waited.append(timeout)
            return False

    watch = server_recovery.Watch("mail", check)
    monkeypatch.setattr(server_recovery, "threading", SimpleNamespace(Event=Pause))
    watch._watch(engine)
    assert waited == pauses
    assert due(engine) == 1


@pytest.fixture
def refused(failed, engine, monkeypatch):
    """Return a function that adds a mail which the server refused after its content; it is due again in a minute."""

    def make(number: int, code: int = 451) -> None:
        error = aiosmtplib.SMTPDataError(code, "not now")
        failed(f"SMTPDataError: {error}", failure_of(error))
        server_recovery.note_failure("mail", error, [number], engine)

    monkeypatch.setattr(server_recovery, "_WATCHES", {})
    monkeypatch.setattr(server_recovery, "refused_mails", server_recovery.RefusedMails())
    return make


def test_a_mail_that_is_accepted_after_several_refusals_makes_the_refused_due(refused, engine):
    for number in range(server_recovery.MIN_REFUSED):
        refused(number)
    assert due(engine) == 0
    server_recovery.refused_mails.note_accepted(engine)
    assert due(engine) == server_recovery.MIN_REFUSED


def test_a_delivery_that_mails_nothing_is_no_accepted_mail(session, engine, mailbox, run_new, refused):
    mailbox.refusal = "451 4.7.1 Daily quota exceeded"
    for _ in range(server_recovery.MIN_REFUSED):
        write_to_shop(session)
    assert run_new() == 0
    session.execute(text(MINUTE))
    session.commit()
    session.delete(ask_for_newsletter(session))
    session.commit()
    assert (run_new(), due(engine)) == (1, 0)
    mailbox.refusal = None
    write_to_shop(session)
    assert (run_new(), due(engine)) == (1, server_recovery.MIN_REFUSED)


@pytest.mark.parametrize(("numbers", "code"), [([1, 1, 1, 1], 451), ([1, 2], 451), ([1, 2, 3, 4], 554)])
def test_a_mail_that_is_refused_for_what_is_in_it_keeps_its_pause(refused, engine, numbers, code):
    for number in numbers:
        refused(number, code)
    server_recovery.refused_mails.note_accepted(engine)
    assert due(engine) == 0


def test_refusals_before_a_success_are_forgotten(refused, engine):
    for number in range(server_recovery.MIN_REFUSED - 1):
        refused(number)
    server_recovery.refused_mails.note_accepted(engine)
    refused(server_recovery.MIN_REFUSED)
    server_recovery.refused_mails.note_accepted(engine)
    assert due(engine) == 0


def test_a_temporary_refusal_begins_no_check_of_the_server(engine, monkeypatch):
    begun = []
    monkeypatch.setattr(server_recovery.Watch, "begin", lambda self, _: begun.append(self))
    server_recovery.note_failure("mail", aiosmtplib.SMTPDataError(454, "Daily message quota exceeded"), [1], engine)
    assert begun == []
    server_recovery.note_failure("mail", aiosmtplib.SMTPServerDisconnected("gone"), [1], engine)
    assert len(begun) == 1


@pytest.mark.parametrize(("refusals", "failing"), [(1, 0), (2, 0), (3, 3)])
def test_a_few_refused_mails_are_no_failure_of_the_queue(failed, session, refusals, failing):
    for _ in range(refusals):
        failed(
            "SMTPRecipientsRefused: [SMTPRecipientRefused(450, '4.2.0 Greylisted', 'asha@example.com')]",
            Failure.DEFERRED,
        )
    session.execute(text("UPDATE domain_event SET recorded_at = recorded_at - interval '10 minutes'"))
    [row] = session.execute(queries.WAITING)
    assert (row.waiting, row.failing) == (refusals, failing)
    assert (row.waits_for_server, row.oldest >= 600) == (failing > 0, failing > 0)


def test_the_failures_of_others_count_beside_a_refused_mail(failed, session):
    failed("SMTPDataError: (451, 'later')", Failure.DEFERRED)
    failed("SMTPServerDisconnected: gone", Failure.INTERRUPTED)
    [row] = session.execute(queries.WAITING)
    assert (row.waiting, row.failing, row.error) == (2, 1, "SMTPServerDisconnected: gone")


def test_mails_that_are_refused_again_keep_their_pause_for_ten_minutes(refused, engine, monkeypatch):
    for number in range(server_recovery.MIN_REFUSED):
        refused(number)
    server_recovery.refused_mails.note_accepted(engine)
    with engine.begin() as connection:
        connection.execute(text(MINUTE))
    for number in range(server_recovery.MIN_REFUSED):
        refused(number)
    server_recovery.refused_mails.note_accepted(engine)
    assert due(engine) == 0
    monkeypatch.setattr(server_recovery, "MIN_SECONDS_BETWEEN_RETRIES", 0.0)  # they have passed
    for number in range(server_recovery.MIN_REFUSED):
        refused(number)
    server_recovery.refused_mails.note_accepted(engine)
    assert due(engine) == 3 * server_recovery.MIN_REFUSED


@pytest.mark.parametrize(
    ("answers", "key"),
    [
        ({"recipient_refusal": "550 5.1.1 User unknown"}, "strained mail"),
        ({"refusal": "554 5.7.1 Rejected"}, "strained mail"),
        ({"recipient_refusal": "452 4.2.2 Mailbox full"}, None),
        ({"recipient_refusal": "451 4.7.1 Greylisted"}, None),
        ({"sender_refusal": "550 5.7.1 Who?"}, "mail server"),
    ],
)
def test_only_a_server_that_takes_no_mails_is_told_as_such(session, mailbox, deliver_all, monkeypatch, answers, key):
    monkeypatch.setattr(server_recovery, "_WATCHES", {})
    write_to_shop(session)
    vars(mailbox).update(answers)
    assert deliver_all() == 0
    [row] = session.execute(queries.WAITING)
    worker = ProcessStatus(name="mail", kinds=["mail"], silent=1, up=60)
    found = findings(HealthReport(processes=[worker], queues=[_queue("mail", [row], [])]))
    assert [finding.key for finding in found if not finding.key.startswith("gone ")] == ([key] if key else [])
