"""Mails, sent to a real SMTP server."""

import datetime as dt
import html
import re
from dataclasses import fields
from decimal import Decimal
from email import policy
from email.headerregistry import Address
from email.utils import parsedate_to_datetime

import pytest
from sqlalchemy import text

from local.ports import free_port
from shop.clock import now
from shop.customers.events import CustomerRegistered, EmailConfirmationRequested
from shop.events import leasing, outbox, retries
from shop.orders.events import OrderPlaced
from shop.orders.model import Status, StatusChange
from shop.orders.status_rules import Line, Step, cancel, change_status, undo
from shop.security import signed_links
from shop.settings import settings
from tests.support import factories
from tests.workers.conftest import SUBSCRIPTIONS, deliver, lease_seconds
from workers.mail import rendering, smtp
from workers.reactions.mails.order_mails import STATUS_MAIL_DELAY, is_worth_mailing

HOSTILE = [
    "Asha\nBcc: thief@evil.example",
    "Asha\r\n\r\nGive me gold",
    'Asha "The Ring" Verma',
    "Asha <thief@evil.example>",
    "Asha, Ben",
    "आशा वर्मा 💍",
    "é" * 200,
    "<script>alert(1)</script>",
    "{{ 7919 * 7907 }}{% include '/etc/passwd' %}",
    "=?utf-8?q?Bcc=3A_thief=40evil.example?=",
    "a\u2028b\u202ec",
    "%(name)s %s",
    "thief@evil.example, " + "Asha Verma " * 10,
    "Asha " * 20 + "<thief@evil.example>, Verma",
    "Asha" * 25 + ",  <thief@evil.example>, é",
    '"; <thief@evil.example> é ' * 10,
    "=?l1?b?CgpodHRwOi8veHkuY29t?=",
    "=?utf-8?q?A=0AX-Inj:1=0AY:?=",
    "Ring =?utf-8?q?x=0D=0AX-Inj=3A_1?=",
    "==??utf-8?q?x=0D=0AX-Inj=3A_1?==",
    "=?=?utf-8?q?x=0D=0AX-Inj=3A_1?=?=",
    "=\x01?utf-8?q?x=0D=0AX-Inj=3A_1?\x01=",
]


@pytest.fixture
def order(session, shopper):
    """Place an order of a ring for the shopper."""

    def place(**fields):
        product = factories.stock_product(session, name=fields.pop("product_name", "Lotus Ring"))
        made = factories.order(session, shopper, [product], at=now() - dt.timedelta(days=1), **fields)
        session.commit()
        return made

    return place


def confirm(session, order) -> None:
    event = OrderPlaced(order_id=order.id, customer_id=order.customer_id, order={"id": order.id})
    outbox.record_sync(session, event, at=now())
    session.commit()


def change(session, order, status: Status, *, at: dt.datetime, line: int = 0) -> None:
    item = order.items[line]
    moved = Line(*(getattr(item, field.name, None) or getattr(order, field.name, None) for field in fields(Line)))
    write(session, item, change_status([moved], item.id, status, changed_by="Karthik", at=at, seen_version=None), at=at)


def cancel_line(session, order, *, reason: str, at: dt.datetime) -> None:
    item = order.items[0]
    line = Line(*(getattr(item, field.name, None) or getattr(order, field.name, None) for field in fields(Line)))
    [event] = cancel([line], None, is_staff=True, reason=reason, changed_by="Karthik", at=at)
    write(session, item, event, at=at)


def undo_status(session, order, *, at: dt.datetime) -> None:
    item = order.items[0]
    session.refresh(item, ["history"])
    line = Line(*(getattr(item, field.name, None) or getattr(order, field.name, None) for field in fields(Line)))
    steps = [Step(step.version, step.to_status, step.at, step.undoes) for step in item.history]
    write(session, item, undo([line], item.id, steps, changed_by="Karthik", at=at, seen_version=item.version), at=at)


def write(session, item, event, *, at: dt.datetime) -> None:
    for name in ("status", "version", "changed_by", *(status.stamp for status in Status)):
        setattr(item, name, getattr(event, name))
    step = StatusChange(
        order_item_id=event.item_id,
        version=event.version,
        from_status=event.previous,
        to_status=event.status,
        at=at,
        undoes=event.undoes,
        reason=event.reason,
    )
    session.add(step)
    outbox.record_sync(session, event, at=at)
    session.commit()


def parts(mail) -> tuple[str, str]:
    plain, page = mail.iter_parts()
    assert (plain.get_content_type(), page.get_content_type()) == ("text/plain", "text/html")
    return plain.get_content(), page.get_content()


def preview(mail) -> str:
    """Return the text that inboxes show beside the subject."""
    page = mail.get_body(("html",)).get_content()
    [words] = re.findall(r'<div class="preview"[^>]*>(.*?)</div>', page, re.DOTALL)
    return html.unescape(words)


def step(seconds: float, status: str, version: int) -> StatusChange:
    at = dt.datetime(2026, 11, 20, tzinfo=dt.UTC) + dt.timedelta(seconds=seconds)
    return StatusChange(version=version, to_status=status, at=at)


@pytest.mark.parametrize(
    ("steps", "news"),
    [
        ([(0, "ordered")], False),
        ([(0, "ordered"), (100, "packed")], True),
        ([(0, "ordered"), (5, "packed")], True),
        ([(0, "ordered"), (100, "packed"), (110, "ordered")], False),
        ([(0, "ordered"), (100, "packed"), (200, "ordered")], True),
        ([(0, "ordered"), (100, "packed"), (121.9, "shipped"), (125, "packed")], True),
        ([(0, "ordered"), (100, "packed"), (122, "shipped"), (125, "packed")], False),
        ([(0, "ordered"), (100, "packed"), (200, "packed")], False),
    ],
)
def test_a_status_is_worth_mailing_unless_the_customer_knows_it(steps, news):
    history = [step(seconds, status, version) for version, (seconds, status) in enumerate(steps, start=1)]
    assert is_worth_mailing(history) is news


def test_a_mail_to_an_address_that_no_header_can_have_is_neither_sent_nor_recorded(session, mailbox, deliver_all):
    shopper = factories.register_shopper(session, "Asha", "a=?b@mail.example")
    outbox.record_sync(session, CustomerRegistered(customer_id=shopper.id), at=now())
    session.commit()
    assert deliver_all() == 1
    assert mailbox.mails == []
    assert session.scalar(text("SELECT count(*) FROM sent_mail")) == 0


def test_answers_reach_a_contact_address_in_other_letters(monkeypatch):
    config = settings().model_copy(update={"mail_contact": "Swarna <care@bücher.example>"})
    monkeypatch.setattr(rendering, "settings", lambda: config)
    welcome = rendering.Email("welcome", "Welcome", "Asha", "asha@mail.example", {"confirm": None, "by_staff": False})
    mail = rendering.render(welcome, delivery_id=7)
    assert b"Reply-To: Swarna <care@xn--bcher-kva.example>" in mail.as_bytes()


def test_the_welcome_is_mailed_after_a_sign_up(session, shopper, mailbox, deliver_all):
    outbox.record_sync(session, CustomerRegistered(customer_id=shopper.id), at=now())
    session.commit()
    assert deliver_all() == 1
    [mail] = mailbox.mails
    delivery_id = session.scalar(text("SELECT id FROM delivery"))
    assert mail["From"] == "Swarna <orders@swarna.example>"
    assert mail["To"].addresses == (Address("Asha Verma", "asha", "mail.example"),)
    assert mail["Reply-To"] == "care@swarna.example"
    assert mail["Subject"] == "Welcome to Swarna"
    assert mail["Message-ID"] == f"<delivery-{delivery_id}@shop.example>"
    assert mail["Auto-Submitted"] == "auto-generated"
    assert abs(parsedate_to_datetime(mail["Date"]) - now()) < dt.timedelta(minutes=1)
    assert mail["Bcc"] is None
    plain, page = parts(mail)
    assert "Asha Verma" in plain
    assert "https://shop.example/products" in plain
    [token] = re.findall(r"https://shop.example/confirm-email\?token=(\S+)", plain)
    assert shopper.email_confirmed_by(signed_links.read(token, at=now())) == "asha@mail.example"
    assert f'href="https://shop.example/confirm-email?token={token}"' in page
    assert "Asha Verma" in page
    assert 'href="https://shop.example' in page
    assert "<script" not in page
    assert mailbox.recipients == [["asha@mail.example"]]


@pytest.mark.parametrize(("by_staff", "words"), [(False, "did not sign up"), (True, "did not ask for it")])
def test_the_welcome_leads_to_where_an_account_is_closed(session, shopper, mailbox, deliver_all, by_staff, words):
    outbox.record_sync(session, CustomerRegistered(customer_id=shopper.id, by_staff=by_staff), at=now())
    session.commit()
    deliver_all()
    for part in parts(mailbox.mails[0]):
        assert f"If you {words}, please" in " ".join(part.split())
        assert "https://shop.example/contact-us" in part


def test_the_welcome_to_a_confirmed_address_has_no_link(session, shopper, mailbox, deliver_all):
    shopper.email_confirmed_at = now()
    outbox.record_sync(session, CustomerRegistered(customer_id=shopper.id), at=now())
    session.commit()
    deliver_all()
    assert "confirm-email" not in mailbox.mails[0].as_string()


@pytest.mark.parametrize(
    ("kept", "recipient", "words"),
    [
        ({"pending_email": "new@mail.example"}, "new@mail.example", "takes the place of the old one"),
        ({"pending_email": None}, "asha@mail.example", "has an account with us"),
        ({"pending_email": None, "email_confirmed_at": dt.datetime(2026, 1, 1, tzinfo=dt.UTC)}, None, ""),
    ],
)
def test_the_link_is_mailed_to_the_address_to_confirm(session, shopper, mailbox, deliver_all, kept, recipient, words):
    for name, value in kept.items():
        setattr(shopper, name, value)
    outbox.record_sync(session, EmailConfirmationRequested(customer_id=shopper.id), at=now())
    session.commit()
    assert deliver_all() == 1
    assert mailbox.recipients == ([[recipient]] if recipient else [])
    for mail in mailbox.mails:
        plain, page = parts(mail)
        [token] = re.findall(r"confirm-email\?token=(\S+)", plain)
        assert shopper.email_confirmed_by(signed_links.read(token, at=now())) == recipient
        assert words in " ".join(plain.split())
        assert token in page


def test_the_confirmation_has_the_price_break_up(session, order, mailbox, deliver_all):
    placed = order()
    confirm(session, placed)
    assert deliver_all("mail_order_confirmation") == 1
    [mail] = mailbox.mails
    assert mail["Subject"] == f"Your order {placed.id} at Swarna"
    for part in parts(mail):
        for words in ("Lotus Ring", "₹91,500.00", "₹90,000.00", "₹1,000.00", "₹500.00", "10.00 gm"):
            assert words in part


@pytest.mark.parametrize(
    ("method", "words", "way"),
    [
        ("cod", "when it is delivered", "when it is delivered"),
        ("upi", "By UPI, to swarna@testbank;", "by UPI"),
        ("bank", "By bank transfer, to Swarna, account 123456789012, IFSC TEST0123456;", "by bank transfer"),
        ("online", "Online, by card", "online"),
    ],
)
def test_the_confirmation_tells_how_to_pay(session, order, mailbox, deliver_all, monkeypatch, method, words, way):
    for name, value in (
        ("upi_id", "swarna@testbank"),
        ("bank_account", "123456789012"),
        ("bank_ifsc", "TEST0123456"),
    ):
        monkeypatch.setattr(settings(), name, value)
    placed = order()
    session.flush()
    session.execute(text("UPDATE payment SET method = :method"), {"method": method})
    session.commit()
    confirm(session, placed)
    assert deliver_all("mail_order_confirmation") == 1
    for part in parts(mailbox.mails[0]):
        assert words in " ".join(part.split())
        assert ("begin to pack" in " ".join(part.split())) == (method == "cod")
        assert (f"/my-orders/{placed.id}/pay" in part) == (method != "cod")
    assert preview(mailbox.mails[0]) == f"Order total ₹91,500.00, to be paid {way}."


@pytest.mark.parametrize("method", ["upi", "bank"])
def test_a_method_that_is_not_offered_any_more_names_no_account(
    session, order, mailbox, deliver_all, monkeypatch, method
):
    for name in ("upi_id", "bank_account", "bank_ifsc"):
        monkeypatch.setattr(settings(), name, "")
    placed = order()
    session.flush()
    session.execute(text("UPDATE payment SET method = :method"), {"method": method})
    session.commit()
    confirm(session, placed)
    assert deliver_all("mail_order_confirmation") == 1
    for part in parts(mailbox.mails[0]):
        assert "Please pay" in part
        assert f"/my-orders/{placed.id}/pay" in part
        for words in ("By UPI", "By bank transfer", "Online, by card"):
            assert words not in " ".join(part.split())


def test_the_confirmation_names_the_stones(session, order, mailbox, deliver_all):
    placed = order()
    placed.items[0].stones = [{"kind": "Ruby & Co", "count": 2, "carats": 0.125, "charge": 1200.5}]
    placed.items[0].stone_charge = Decimal("1200.5")
    session.commit()
    confirm(session, placed)
    assert deliver_all("mail_order_confirmation") == 1
    plain, page = parts(mailbox.mails[0])
    assert "Stones, Ruby & Co \N{MULTIPLICATION SIGN} 2, 0.125 ct: ₹1,200.50" in plain
    assert "Stones, Ruby &amp; Co \N{MULTIPLICATION SIGN} 2, 0.125 ct" in page


def test_a_mail_sent_again_has_the_same_message_id(session, shopper, mailbox, deliver_all):
    outbox.record_sync(session, CustomerRegistered(customer_id=shopper.id), at=now())
    session.commit()
    deliver_all()
    session.execute(text("UPDATE delivery SET done_at = NULL, attempts = 0"))
    session.commit()
    deliver_all()
    first, again = mailbox.mails
    assert first["Message-ID"] == again["Message-ID"]


@pytest.mark.parametrize("refusal", ["451 Come back later", "550 No such person"])
def test_a_refused_mail_is_retried(session, shopper, mailbox, deliver_all, refusal):
    outbox.record_sync(session, CustomerRegistered(customer_id=shopper.id), at=now())
    session.commit()
    mailbox.refusal = refusal
    assert deliver_all() == 0
    attempts, done_at, error = session.execute(text("SELECT attempts, done_at, last_error FROM delivery")).one()
    assert (attempts, done_at) == (1, None)
    assert refusal[4:] in error
    mailbox.refusal = None
    assert deliver_all() == 1
    assert len(mailbox.mails) == 1


QUOTA = "454 Throttling failure: Daily message quota exceeded"
GREYLISTED = "450 4.2.0 Greylisted, please come back later"
SENDER_UNKNOWN = "450 4.1.8 Sender address rejected: Domain not found"


@pytest.mark.parametrize(
    ("where", "refusal"), [("refusal", QUOTA), ("recipient_refusal", GREYLISTED), ("recipient_refusal", SENDER_UNKNOWN)]
)
def test_a_mail_that_is_refused_temporarily_waits_for_days(session, shopper, mailbox, deliver_all, where, refusal):
    outbox.record_sync(session, CustomerRegistered(customer_id=shopper.id), at=now())
    session.commit()
    setattr(mailbox, where, refusal)
    for _ in range(retries.MAX_ATTEMPTS + 4):
        assert deliver_all() == 0
    assert session.execute(text("SELECT attempts, dead_at FROM delivery")).one() == (retries.MAX_ATTEMPTS - 2, None)
    setattr(mailbox, where, None)
    assert deliver_all() == 1
    assert len(mailbox.mails) == 1


@pytest.mark.parametrize(
    ("refusal", "days"),
    [
        ("550 No such person", 0),
        ("450 4.1.2 Domain not found", 0),
        ("452 4.2.2 Mailbox full", 0),
        (QUOTA, 3),
    ],
)
def test_a_mail_that_stays_refused_is_dead(session, shopper, mailbox, deliver_all, refusal, days):
    outbox.record_sync(session, CustomerRegistered(customer_id=shopper.id), at=now())
    session.execute(text("UPDATE domain_event SET recorded_at = recorded_at - make_interval(days => :n)"), {"n": days})
    session.commit()
    mailbox.refusal = refusal
    for _ in range(retries.MAX_ATTEMPTS):
        assert deliver_all() == 0
    assert session.scalar(text("SELECT dead_at IS NOT NULL FROM delivery"))


def test_an_unreachable_mail_server_is_retried_without_a_limit(session, shopper, mailbox, deliver_all, monkeypatch):
    outbox.record_sync(session, CustomerRegistered(customer_id=shopper.id), at=now())
    session.commit()
    with monkeypatch.context() as away:
        nobody = settings().model_copy(update={"smtp_url": f"smtp://127.0.0.1:{free_port()}"})
        away.setattr(smtp, "settings", lambda: nobody)
        for _ in range(10):
            assert deliver_all() == 0
    assert deliver_all() == 1
    assert len(mailbox.mails) == 1


def test_no_mail_goes_to_a_deleted_customer(session, mailbox, deliver_all):
    outbox.record_sync(session, CustomerRegistered(customer_id=10**9), at=now())
    session.commit()
    assert deliver_all() == 1
    assert mailbox.mails == []


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_reaches_no_other_header(session, shopper, order, mailbox, deliver_all, name):
    shopper.name = name
    session.merge(shopper)
    session.commit()
    placed = order(name=name, product_name=name)
    outbox.record_sync(session, CustomerRegistered(customer_id=shopper.id), at=now())
    confirm(session, placed)
    change(session, placed, Status.PACKED, at=now())
    assert deliver_all("mail_welcome") + deliver_all("mail_order_confirmation") + deliver_all("mail_status") == 3
    assert mailbox.recipients == [["asha@mail.example"]] * 3
    for mail in mailbox.mails:
        assert set(mail.keys()) - {"List-Unsubscribe", "List-Unsubscribe-Post"} == {
            *("From", "To", "Reply-To", "Subject", "Date", "Message-ID", "Auto-Submitted"),
            *("MIME-Version", "Content-Type"),
        }
        assert "evil" not in mail.get("List-Unsubscribe", "")
        [to] = mail["To"].addresses
        assert to.addr_spec == "asha@mail.example"
        assert mail.get_all("Reply-To") == ["care@swarna.example"]
        _, page = parts(mail)
        assert "<script" not in page
        assert str(7919 * 7907) not in page


@pytest.mark.parametrize(
    "subject",
    [
        "Order 91695: हार पेंडेंट पायल नथ, size 12 is shipped",
        "Lakshmi Ring Necklace Ruby Set Bangle Lakshmi Set Necklace \N{EN DASH} is back in stock",
        f"Order 91695: {'हार पेंडेंट पायल नथ, ' * 12}size 12 is shipped",
        f"{'Lotus Ring with rubies, emeralds and pearls ' * 6}is back in stock",
        "Lotus Ring is back in stock",
    ],
)
def test_a_subject_arrives_as_it_was_written(mailbox, subject):
    mail = rendering.Email("welcome", subject, "Asha", "asha@mail.example", {"confirm": None, "by_staff": False})
    smtp.send(rendering.render(mail, delivery_id=7))
    received = mailbox.mails[-1]
    assert received["Subject"] == subject
    written = received.as_bytes(policy=policy.SMTP.clone(refold_source="none")).partition(b"\r\n\r\n")[0]
    assert all(len(line) <= 78 for line in written.split(b"\r\n") if not line.startswith(b"List-Unsubscribe"))


@pytest.mark.parametrize(
    ("email", "recipient"),
    [
        ("äsha@mail.example", "äsha@mail.example"),
        ("asha@bücher.example", "asha@xn--bcher-kva.example"),
        ("asha@straße.example", "asha@xn--strae-oqa.example"),
        ("asha@i❤.example", "asha@xn--i-7iq.example"),
        ("o'brien+ring@mail.example", "o'brien+ring@mail.example"),
        ("a..b@c.example", "a..b@c.example"),
    ],
)
def test_a_mail_goes_to_an_unusual_address(session, shopper, order, mailbox, deliver_all, email, recipient):
    shopper.email = email
    confirm(session, order())
    assert deliver_all("mail_order_confirmation") == 1, session.scalar(text("SELECT last_error FROM delivery"))
    assert mailbox.recipients == [[recipient]]


def test_mails_about_an_order_go_to_its_customers_own_address(session, order, mailbox, deliver_all):
    placed = order(name="You have won", email="stranger@mail.example")
    confirm(session, placed)
    change(session, placed, Status.SHIPPED, at=now() - STATUS_MAIL_DELAY)
    assert deliver_all("mail_order_confirmation") + deliver_all("mail_status") == 2
    assert mailbox.recipients == [["asha@mail.example"]] * 2
    for mail in mailbox.mails:
        assert "You have won" not in mail.as_string()


def test_a_lasting_status_is_mailed(session, order, mailbox, deliver_all):
    placed = order()
    change(session, placed, Status.SHIPPED, at=now() - STATUS_MAIL_DELAY)
    assert deliver_all("mail_status") == 1
    [mail] = mailbox.mails
    assert mail["Subject"] == f"Order {placed.id}: Lotus Ring is shipped"
    for part in parts(mail):
        assert "shipped" in part
        assert "/my-orders" in part


def test_a_cancellation_is_mailed_with_its_reason_unless_it_is_undone(session, order, mailbox, deliver_all):
    placed = order()
    cancel_line(session, placed, reason="The piece is <damaged>", at=now() - STATUS_MAIL_DELAY)
    assert deliver_all("mail_status") == 1
    [mail] = mailbox.mails
    assert mail["Subject"] == f"Order {placed.id}: Lotus Ring is cancelled"
    plain, page = parts(mail)
    assert "Reason: The piece is <damaged>" in plain
    assert "Reason: The piece is &lt;damaged&gt;" in page
    undone = order()
    cancel_line(session, undone, reason="A slip", at=now() - dt.timedelta(seconds=5))
    undo_status(session, undone, at=now())
    deliver_all("mail_status")
    assert mailbox.mails == [mail]


@pytest.mark.parametrize(
    ("status", "sentence"),
    [
        ("due", "It will not be sent. Nothing has to be paid for it."),
        ("claimed", "We are looking for your transfer; what you paid for it will be refunded."),
        ("paid", "It will not be sent. What you paid for it will be refunded."),
    ],
)
def test_a_cancellation_says_what_happens_with_the_money(session, shopper, mailbox, deliver_all, status, sentence):
    placed = factories.upi_order(session, shopper, [factories.stock_product(session)], status=status)
    session.commit()
    cancel_line(session, placed, reason="I found another piece", at=now() - STATUS_MAIL_DELAY)
    assert deliver_all("mail_status") == 1
    for part in parts(mailbox.mails[0]):
        assert sentence in " ".join(part.split())


def test_a_status_that_changes_again_within_20_s_is_not_mailed(session, order, mailbox, deliver_all):
    placed, at = order(), now()
    change(session, placed, Status.DELIVERED, at=at - dt.timedelta(seconds=19))
    change(session, placed, Status.PACKED, at=at)
    assert deliver_all("mail_status") == 2
    assert [mail["Subject"] for mail in mailbox.mails] == [f"Order {placed.id}: Lotus Ring is packed"]


def test_neither_a_change_that_is_undone_in_time_nor_its_undo_is_mailed(session, order, mailbox, deliver_all):
    placed, at = order(), now()
    change(session, placed, Status.DELIVERED, at=at - dt.timedelta(seconds=19))
    undo_status(session, placed, at=at)
    assert deliver_all("mail_status") == 2
    assert mailbox.mails == []


def test_a_status_restored_by_an_undo_is_mailed_where_it_was_not_yet(session, order, mailbox, deliver_all):
    placed, at = order(), now()
    change(session, placed, Status.PACKED, at=at - dt.timedelta(seconds=20))
    change(session, placed, Status.SHIPPED, at=at - dt.timedelta(seconds=10))
    undo_status(session, placed, at=at)
    assert deliver_all("mail_status") == 3
    assert [mail["Subject"] for mail in mailbox.mails] == [f"Order {placed.id}: Lotus Ring is packed"]


def test_a_late_undo_of_a_mailed_status_is_mailed(session, order, mailbox, deliver_all):
    placed, at = order(), now()
    change(session, placed, Status.DELIVERED, at=at - dt.timedelta(hours=1))
    assert deliver_all("mail_status") == 1
    undo_status(session, placed, at=at)
    assert deliver_all("mail_status") == 1
    assert [mail["Subject"].rpartition(" ")[2] for mail in mailbox.mails] == ["delivered", "ordered"]


def test_superseded_statuses_are_skipped_in_one_statement(session, order, mailbox, engine):
    placed, at = order(), now() - dt.timedelta(minutes=9)
    for minute, status in enumerate([Status.PACKED, Status.SHIPPED, Status.PACKED, Status.SHIPPED]):
        change(session, placed, status, at=at + dt.timedelta(minutes=minute))
    with engine.begin() as connection:
        leasing.sequence_and_lease(connection, SUBSCRIPTIONS)
        connection.execute(text("UPDATE delivery SET due_at = now()"))
        leases = leasing.lease_due(connection, lease_seconds())
    leases = [(lease.delivery_id, lease.number) for lease in leases if lease.consumer == "mail_status"]
    for _ in range(2):  # a message may be delivered twice
        deliver.deliver(consumer="mail_status", leases=leases)
    deliver.engine().dispose()
    assert [mail["Subject"].endswith("is shipped") for mail in mailbox.mails] == [True]
    with engine.connect() as connection:
        attempts = connection.scalars(
            text("SELECT attempts FROM delivery WHERE queue = 'mail' AND done_at IS NOT NULL")
        )
        assert sorted(attempts) == [0, 0, 0, 1]


def test_a_corrected_status_is_not_mailed(session, order, mailbox, deliver_all):
    placed, at = order(), now()
    change(session, placed, Status.DELIVERED, at=at - dt.timedelta(seconds=5))
    change(session, placed, Status.ORDERED, at=at)
    assert deliver_all("mail_status") == 2
    assert mailbox.mails == []


def test_two_lasting_statuses_are_both_mailed_unless_late(session, order, mailbox, deliver_all):
    placed, at = order(), now()
    change(session, placed, Status.PACKED, at=at - dt.timedelta(seconds=60))
    assert deliver_all("mail_status") == 1
    change(session, placed, Status.SHIPPED, at=at - dt.timedelta(seconds=30))
    assert deliver_all("mail_status") == 1
    assert [mail["Subject"].rpartition(" ")[2] for mail in mailbox.mails] == ["packed", "shipped"]
