"""The shipping mail has the tax invoice attached, even if other parts of the shop are unavailable."""

import datetime as dt

import pytest
from sqlalchemy import select, text

from shop.clock import now
from shop.events import deliveries
from shop.invoices import files
from shop.invoices.model import Invoice
from shop.notifications.model import MailChoice, Subject
from shop.orders.model import Status
from shop.orders.status_rules import UNDO_TIME
from shop.pan import encryption
from shop.pan.model import OrderPan
from shop.settings import settings
from tests.support import factories
from tests.support.environment import shop_environment
from tests.support.invoices import CHENNAI, text_of
from tests.workers.test_mails import change
from tests.workers.test_order_mails import pass_time

LATER = UNDO_TIME + dt.timedelta(seconds=1)


@pytest.fixture(autouse=True)
def tax_payer(mailbox, tmp_path):
    """Add a GST number and an empty storage to the settings of the mailbox."""
    known = settings()
    with shop_environment(
        SHOP_DATABASE_URL=known.database_url,
        SHOP_REDIS_URL=known.redis_url,
        SHOP_SMTP_URL=known.smtp_url,
        SHOP_SECRET_KEY="t" * 40,
        SHOP_GSTIN="33AAACS4207Q1Z9",
        SHOP_LEGAL_NAME="Swarna Jewels",
        SHOP_LEGAL_ADDRESS="1 Lane",
        SHOP_MEDIA_DIR=str(tmp_path),
    ):
        yield


@pytest.fixture
def place(session, shopper):
    """Return a function that places an order of this number of rings for Chennai, dated yesterday."""

    def make(lines: int = 2):
        products = [factories.stock_product(session, name=f"Ring {number}") for number in range(lines)]
        made = factories.order(session, shopper, products, at=now() - dt.timedelta(days=1), address=CHENNAI)
        session.commit()
        return made

    return make


def parts(mail) -> list[str]:
    return [mail.get_body((kind,)).get_content() for kind in ("plain", "html")]


def attached(mail) -> list[tuple[str, bytes]]:
    return [(part.get_filename(), part.get_content()) for part in mail.iter_attachments()]


@pytest.fixture
def shipped(session, place):
    """Place an order whose first line was shipped so long ago that this cannot be undone."""
    order = place()
    change(session, order, Status.SHIPPED, at=now() - LATER)
    return order


def test_the_mail_waits_for_the_invoice_and_carries_it(session, shipped, mailbox, deliver_all):
    deliver_all("mail_status")
    assert mailbox.mails == []
    deliver_all("issue_invoice")
    deliver_all("mail_status")
    [mail] = mailbox.mails
    invoice = session.scalars(select(Invoice)).one()
    [(name, content)] = attached(mail)
    assert name == f"{invoice.number.replace('/', '-')}.pdf"
    assert invoice.number in text_of(content)
    for part in parts(mail):
        assert f"Your tax invoice {invoice.number} is attached." in part
    deliver_all("make_invoice_pdf")
    assert files.read(invoice.number) == content


def test_a_mail_carries_no_pan(session, place, mailbox, deliver_all):
    order = place()
    session.add(OrderPan(order_id=order.id, encrypted=encryption.encrypt("ABCDE1234F", order.id), given_at=now()))
    change(session, order, Status.SHIPPED, at=now() - LATER)
    deliver_all("issue_invoice")
    deliver_all("mail_status")
    [(_, content)] = attached(mailbox.mails[0])
    assert "Buyer's PAN: given, and kept by the seller" in text_of(content)
    assert "ABCDE" not in text_of(content)


def test_a_mail_that_is_tried_again_carries_the_same_bytes(engine, shipped, mailbox, deliver_all):
    deliver_all("issue_invoice")
    mailbox.refusal = "451 Try again later"
    deliver_all("mail_status")
    assert mailbox.mails == []
    mailbox.refusal = None
    deliver_all("mail_status")
    [mail] = mailbox.mails
    with engine.begin() as connection:  # as if the worker died after the mail server accepted the mail
        connection.execute(text("UPDATE delivery SET done_at = NULL WHERE consumer = 'mail_status'"))
        connection.execute(text("DELETE FROM order_mail"))
    deliver_all("mail_status")
    _, again = mailbox.mails
    assert attached(again) == attached(mail) != []
    assert again["Message-ID"] == mail["Message-ID"]


def test_a_storage_that_is_away_holds_up_no_mail(shipped, mailbox, deliver_all, tmp_path):
    (tmp_path / "documents").write_text("a file where the folder should be")
    deliver_all("issue_invoice")
    deliver_all("mail_status")
    [mail] = mailbox.mails
    assert len(attached(mail)) == 1


def test_an_invoice_that_is_never_issued_holds_up_a_mail_for_five_minutes(session, shipped, mailbox, deliver_all):
    deliver_all("mail_status")
    pass_time(session, 200)
    deliver_all("mail_status")
    assert mailbox.mails == []
    pass_time(session, 120)
    deliver_all("mail_status")
    [mail] = mailbox.mails
    assert attached(mail) == []
    assert "attached" not in parts(mail)[0]


def test_other_news_carries_no_invoice(session, shipped, mailbox, deliver_all):
    deliver_all("issue_invoice")
    deliver_all("mail_status")
    pass_time(session, 60)
    change(session, shipped, Status.DELIVERED, at=now() - LATER)
    deliver_all("mail_status")
    _, mail = mailbox.mails
    assert "is delivered" in mail["Subject"]
    assert attached(mail) == []


@pytest.fixture
def no_status_mails(session, shopper) -> None:
    """Switch off the shopper's mails about orders. An invoice is sent all the same."""
    session.add(MailChoice(customer_id=shopper.id, subject=Subject.ORDERS.value, is_wanted=False))
    session.commit()


@pytest.mark.usefixtures("no_status_mails")
def test_the_mail_of_an_item_that_is_delivered_at_once_carries_the_invoice(session, place, mailbox, deliver_all):
    change(session, place(), Status.DELIVERED, at=now() - LATER)
    deliver_all("mail_status")
    assert mailbox.mails == []
    deliver_all("issue_invoice")
    deliver_all("mail_status")
    [mail] = mailbox.mails
    assert "is delivered" in mail["Subject"]
    assert len(attached(mail)) == 1


@pytest.mark.usefixtures("no_status_mails")
@pytest.mark.parametrize("seconds", [LATER.total_seconds() + 5, LATER.total_seconds() + 100])
def test_an_item_that_is_delivered_before_its_shipping_mail_was_sent_gets_its_invoice(
    session, place, mailbox, deliver_all, seconds
):
    order = place()
    change(session, order, Status.SHIPPED, at=now() - dt.timedelta(seconds=seconds))
    change(session, order, Status.DELIVERED, at=now() - LATER)
    deliver_all("issue_invoice")
    deliver_all("mail_status")
    [mail] = mailbox.mails
    assert "is delivered" in mail["Subject"]
    assert len(attached(mail)) == 1


@pytest.mark.usefixtures("no_status_mails")
@pytest.mark.parametrize("line", [0, 1])
def test_an_item_whose_shipping_mail_was_not_wanted_gets_its_invoice_when_it_is_delivered(
    session, place, mailbox, deliver_all, line
):
    order = place()
    for shipped_line in (0, 1):
        change(session, order, Status.SHIPPED, at=now() - LATER, line=shipped_line)
    deliver_all("mail_status")
    pass_time(session, 320)
    deliver_all("mail_status")
    pass_time(session, 100)
    change(session, order, Status.DELIVERED, at=now() - LATER, line=line)
    deliver_all("issue_invoice")
    deliver_all("mail_status")
    [mail] = mailbox.mails
    assert "is delivered" in mail["Subject"]
    assert len(attached(mail)) == 1


def test_an_item_whose_shipping_mail_was_discarded_gets_its_invoice_when_it_is_delivered(
    engine, session, shipped, mailbox, deliver_all
):
    deliver_all("issue_invoice")
    with engine.begin() as connection:
        dead = text("UPDATE delivery SET dead_at = now() WHERE consumer = 'mail_status' RETURNING id")
        assert deliveries.discard(connection, connection.scalars(dead).all())
    pass_time(session, 100)
    change(session, shipped, Status.DELIVERED, at=now() - LATER)
    deliver_all("mail_status")
    [mail] = mailbox.mails
    assert "is delivered" in mail["Subject"]
    assert len(attached(mail)) == 1


@pytest.mark.usefixtures("no_status_mails")
def test_a_digest_carries_the_invoices_of_what_was_delivered_at_once(session, place, mailbox, deliver_all):
    for _ in range(11):
        change(session, place(lines=1), Status.DELIVERED, at=now() - LATER)
    deliver_all("issue_invoice")
    deliver_all("mail_status")
    pass_time(session, 400)
    deliver_all("mail_status")
    assert [len(attached(mail)) for mail in mailbox.mails] == [1] * 9 + [2]


def test_a_digest_carries_the_invoices_of_what_was_shipped(session, place, mailbox, deliver_all):
    for _ in range(11):
        change(session, place(lines=1), Status.SHIPPED, at=now() - LATER)
    deliver_all("issue_invoice")
    deliver_all("mail_status")
    assert [len(attached(mail)) for mail in mailbox.mails] == [1] * 9
    pass_time(session, 400)
    deliver_all("mail_status")
    digest = mailbox.mails[-1]
    assert digest["Subject"] == "News of your orders at Swarna: 2 orders"
    assert len(attached(digest)) == 2
    assert "Your tax invoices SW/" in parts(digest)[0]
