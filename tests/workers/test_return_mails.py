"""The mails to a shopper about a return: one for each decision of the shop."""

import html
from decimal import Decimal

import pytest
from sqlalchemy import text

from shop.clock import now
from shop.events import outbox
from shop.payments import rules
from shop.payments.model import Payment
from shop.payments.rules import Cause, Who
from shop.returns.events import ReturnChanged
from shop.returns.model import Return
from tests.support import factories
from tests.workers.test_mails import preview

SHOWN = {"orderId": 1041, "productName": "Peacock Ring", "quantity": 1, "amount": 64076, "answer": "It was worn."}


@pytest.mark.parametrize(
    ("status", "words"),
    [
        ("approved", "goes back to you"),
        ("declined", "Why: It was worn."),
        ("received", "came back to us"),
        ("refunded", "we have sent your money back"),
    ],
)
def test_each_decision_is_mailed_once(session, deliver_all, mailbox, status, words):
    record(session, status)
    deliver_all("mail_return")
    deliver_all("mail_return")
    [mail] = mailbox.mails
    assert mail["To"].addresses[0].addr_spec == "asha@mail.example"
    for kind in ("plain", "html"):
        assert words in mail.get_body((kind,)).get_content()


@pytest.mark.parametrize("status", ["approved", "declined", "received", "refunded"])
def test_only_an_approval_leads_to_where_the_piece_is_sent(session, deliver_all, mailbox, status):
    record(session, status)
    deliver_all("mail_return")
    [mail] = mailbox.mails
    for kind in ("plain", "html"):
        content = mail.get_body((kind,)).get_content()
        assert ("Where to send it" in content) == (status == "approved")
        assert ("/returns" in content) == (status == "approved")


@pytest.mark.parametrize(("present", "mails"), [("approved", 1), ("withdrawn", 0), ("received", 0)])
def test_an_approval_is_mailed_only_while_the_return_is_approved(session, deliver_all, mailbox, present, mails):
    shopper = factories.register_shopper(session, "Ben")
    order = factories.order(session, shopper, [factories.stock_product(session)], at=now())
    session.flush()
    texts = {"reason": "size", "note": "", "answer": "", "status": present}
    of_item = {"order_item_id": order.items[0].id, "customer_id": shopper.id, "quantity": 1}
    session.add(Return(**of_item, **texts, id=9, version=2, requested_at=now()))
    record(session, "approved")
    deliver_all("mail_return")
    assert len(mailbox.mails) == mails


@pytest.mark.parametrize("status", ["approved", "declined", "received", "refunded"])
def test_the_size_is_named(session, deliver_all, mailbox, status):
    record(session, status, size="12")
    deliver_all("mail_return")
    [mail] = mailbox.mails
    assert mail["Subject"].endswith(": Peacock Ring, size 12")
    for kind in ("plain", "html"):
        assert "of order 1041" in mail.get_body((kind,)).get_content()
        assert "Peacock Ring, size 12" in mail.get_body((kind,)).get_content()


def test_the_amount_that_went_back_is_told(session, deliver_all, mailbox):
    record(session, "refunded", refunded=60000)
    deliver_all("mail_return")
    [mail] = mailbox.mails
    for kind in ("plain", "html"):
        content = mail.get_body((kind,)).get_content()
        assert "we have sent ₹60,000.00 back to you for Peacock Ring" in content
        assert "64,076" not in content


@pytest.mark.parametrize(
    ("method", "reference", "words"),
    [
        ("bank", "TRF513292420", " by bank transfer. Banks may take"),
        ("upi", "TRF <77>", " by UPI. Banks may take"),
        ("cod", None, ". Banks may take"),
    ],
)
def test_way_and_reference_of_a_transfer_by_hand_are_told(
    session, deliver_all, mailbox, make_move, method, reference, words
):
    factories.set_gold_rate(session)
    shopper = factories.register_shopper(session, "Meera Joshi", "meera@mail.example")
    placed = factories.upi_order(session, shopper, [factories.stock_product(session)], status="paid")
    session.get_one(Payment, placed.id).method = method
    session.commit()
    for return_id, amount, given in ((8, 400, "OTHER"), (9, 500, reference)):
        fields = {"amount": Decimal(amount), "reason": "Back", "reference": given, "who": Who("Karthik", 1)}
        make_move(placed.id, rules.refund, cause=Cause(return_id=return_id), **fields)
    record(session, "refunded", refunded=500, orderId=placed.id)
    deliver_all("mail_return")
    [mail] = mailbox.mails
    assert preview(mail) == f"₹500.00 for order {placed.id}{words.partition('.')[0]}."
    for kind in ("plain", "html"):
        content = " ".join(html.unescape(mail.get_body((kind,)).get_content()).split())
        assert f"we have sent ₹500.00 back to you for Peacock Ring of order {placed.id}{words}" in content
        assert "OTHER" not in content
        assert ("If you ask your bank" in content) is (reference is not None)
        if reference:
            assert f"account. If you ask your bank, name the transfer {reference}." in content


@pytest.mark.parametrize(
    ("method", "paid", "refunded", "pending", "words"),
    [
        ("upi", 900, 900, 0, "All that you paid was sent back to you before."),
        ("online", 900, 900, 0, "All that you paid was sent back to you before."),
        ("online", 900, 900, 900, "All that you paid is on its way back to you."),
        ("online", 900, 900, 500, "All that you paid goes back to you."),
        ("upi", 900, 500, 0, "What you paid for it was sent back to you before."),
        ("upi", 0, 0, 0, "Nothing was paid, so nothing goes back to you."),
    ],
)
def test_a_return_whose_money_had_gone_back_before_is_told_to_be_closed(
    session, deliver_all, mailbox, method, paid, refunded, pending, words
):
    factories.set_gold_rate(session)
    shopper = factories.register_shopper(session, "Meera Joshi", "meera@mail.example")
    placed = factories.order(session, shopper, [factories.stock_product(session)])
    session.execute(
        text("UPDATE payment SET method = :method, paid = :paid, refunded = :refunded, refund_pending = :pending"),
        {"method": method, "paid": paid, "refunded": refunded, "pending": pending},
    )
    record(session, "refunded", refunded=None, orderId=placed.id)
    deliver_all("mail_return")
    [mail] = mailbox.mails
    assert mail["Subject"] == "Your return is closed: Peacock Ring"
    for kind in ("plain", "html"):
        content = mail.get_body((kind,)).get_content()
        assert f"your return of Peacock Ring of order {placed.id} is closed." in content
        assert words in content
        assert "we have sent" not in content


@pytest.mark.parametrize(
    ("status", "paid", "refunded", "words"),
    [
        ("approved", 0, 0, "checked it, what you paid for it goes back to you."),
        ("approved", 64076, 0, "checked it, ₹64,076.00 goes back to you."),
        ("approved", 64076, 64076, "with the bill. All that you paid was sent back to you before."),
        ("received", 0, 0, "came back to us. What you paid for it goes back to you next."),
        ("received", 64076, 64000, "came back to us. ₹76.00 goes back to you next."),
        ("received", 64076, 64076, "came back to us. All that you paid was sent back to you before."),
    ],
)
def test_an_amount_is_promised_while_it_is_with_the_shop(session, deliver_all, mailbox, status, paid, refunded, words):
    factories.set_gold_rate(session)
    shopper = factories.register_shopper(session, "Meera Joshi", "meera@mail.example")
    placed = factories.order(session, shopper, [factories.stock_product(session)])
    session.execute(text("UPDATE payment SET paid = :paid, refunded = :refunded"), {"paid": paid, "refunded": refunded})
    record(session, status, orderId=placed.id)
    deliver_all("mail_return")
    [mail] = mailbox.mails
    for kind in ("plain", "html"):
        assert words in " ".join(mail.get_body((kind,)).get_content().split())
    assert f"{words.rpartition('. ')[2]}\r\n\r\n" in mail.get_body(("plain",)).get_content()


def test_what_the_provider_sends_back_is_mailed_when_it_has_taken_it(session, deliver_all, mailbox):
    factories.set_gold_rate(session)
    shopper = factories.register_shopper(session, "Meera Joshi", "meera@mail.example")
    placed = factories.order(session, shopper, [factories.stock_product(session)])
    session.execute(text("UPDATE payment SET method = 'online'"))
    record(session, "refunded", orderId=placed.id)
    deliver_all("mail_return")
    assert mailbox.mails == []


@pytest.mark.parametrize("status", ["requested", "withdrawn"])
def test_what_the_shopper_does_is_not_mailed(session, deliver_all, mailbox, status):
    record(session, status)
    deliver_all("mail_return")
    assert mailbox.mails == []


def record(session, status: str, **fields: object) -> None:
    shopper = factories.register_shopper(session, "Asha Verma", "asha@mail.example")
    session.flush()
    data = SHOWN | {"id": 9, "customerId": shopper.id, "status": status} | fields
    event = ReturnChanged(return_id=9, customer_id=shopper.id, for_shopper=data, for_staff=data)
    outbox.record_sync(session, event, at=now())
    session.commit()
