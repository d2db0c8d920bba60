"""The order desk gets a mail about stuck orders once a day, in the morning."""

import datetime as dt

import pytest
from sqlalchemy import func, select, update

from shop.clock import INDIA, now
from shop.orders.model import OrderItem
from shop.payments.model import Payment, PaymentStatus
from shop.returns.model import Return
from shop.staff.model import Admin
from shop.stuck import settings
from shop.stuck.model import StuckReport
from shop.stuck.reports import MAX_LISTED
from tests.support import factories
from tests.workers.test_mails import parts
from workers.relay_threads.scheduler import Scheduler

MORNING = dt.datetime(2026, 11, 25, 9, 0, tzinfo=INDIA)


@pytest.fixture
def desk(session):
    """Add an owner, a member of the order desk, a member of the catalogue team and a disabled member."""
    factories.hire_admin(session, email="owner@swarna.test", roles=["owner"])
    factories.hire_admin(session, email="desk@swarna.test", roles=["orders", "viewer"])
    factories.hire_admin(session, email="catalogue@swarna.test", roles=["catalogue"])
    gone = factories.hire_admin(session, email="gone@swarna.test", roles=["orders"])
    gone.disabled_at = now()
    session.commit()


@pytest.fixture
def late_order(session):
    """Place an order two days ago that is still not packed."""
    factories.set_gold_rate(session)
    shopper = factories.register_shopper(session, name="Asha Verma")
    order = factories.order(session, shopper, [factories.stock_product(session)])
    session.execute(update(OrderItem).values(ordered_at=now() - dt.timedelta(days=2)))
    session.commit()
    return order


def due(session):
    session.rollback()
    return [event for event in factories.events(session) if event["type"] == "desk.stuck_report_due"]


def test_the_report_is_queued_once_a_day_whoever_checks(real_commits, session, desk):
    one, other = Scheduler(real_commits), Scheduler(real_commits)
    for scheduler in (one, other):
        scheduler.report_stuck(MORNING - dt.timedelta(seconds=1))
    assert due(session) == []
    for scheduler in (one, other, one, Scheduler(real_commits)):
        scheduler.report_stuck(MORNING + dt.timedelta(minutes=5))
    assert len(due(session)) == 2
    assert session.scalar(select(func.count()).select_from(StuckReport)) == 1
    one.report_stuck(MORNING + dt.timedelta(days=1))
    assert len(due(session)) == 4


def test_the_desk_and_the_owner_read_what_is_stuck(real_commits, session, mailbox, deliver_all, desk, late_order):
    Scheduler(real_commits).report_stuck(MORNING)
    deliver_all("mail_stuck")
    deliver_all("mail_stuck")
    assert sorted(mail["To"].addresses[0].addr_spec for mail in mailbox.mails) == [
        "desk@swarna.test",
        "owner@swarna.test",
    ]
    for text in parts(mailbox.mails[0]):
        assert "1 order is stuck" in text
        assert "Ordered and not packed over 24 h: 1" in text
        assert "Asha Verma" in text
        assert "https://shop.example/admin/order-management?stuck=ordered" in text
    assert f"order {late_order.id}," in parts(mailbox.mails[0])[0]


def test_an_order_that_is_stuck_by_two_rules_is_one_order(
    real_commits, session, mailbox, deliver_all, desk, late_order
):
    claimed = {"status": PaymentStatus.CLAIMED, "claimed_at": now() - dt.timedelta(days=1)}
    session.execute(update(Payment).where(Payment.order_id == late_order.id).values(**claimed))
    session.commit()
    Scheduler(real_commits).report_stuck(MORNING)
    deliver_all("mail_stuck")
    mail = mailbox.mails[0]
    assert mail["Subject"] == "1 order is stuck"
    for text in parts(mail):
        assert "1 order is stuck" in text
        assert "Ordered and not packed over 24 h: 1" in text
        assert "Payment claimed and not checked over 4 h: 1" in text


@pytest.mark.parametrize(("refunded", "for_returns", "owed"), [(0, 0, 200), (150, 0, 50), (450, 450, 50)])
def test_the_amount_to_pay_back_is_what_is_owed(
    real_commits, session, mailbox, deliver_all, desk, late_order, refunded, for_returns, owed
):
    order = factories.order(session, late_order.customer, [factories.stock_product(session)] * 2, total_amount=500)
    paid = {"status": PaymentStatus.PART_REFUNDED if refunded else PaymentStatus.PAID, "paid": 500}
    refunds = {"refunded": refunded, "refunded_for_returns": for_returns}
    session.execute(update(Payment).where(Payment.order_id == order.id).values(**paid, **refunds))
    cancelled = {"status": "cancelled", "total_amount": 200, "cancelled_at": now() - dt.timedelta(hours=1)}
    session.execute(update(OrderItem).where(OrderItem.id == order.items[0].id).values(**cancelled))
    session.commit()
    Scheduler(real_commits).report_stuck(MORNING)
    deliver_all("mail_stuck")
    plain, html = parts(mailbox.mails[0])
    assert f"- order {order.id}, Asha Verma, ₹{owed}.00, since" in plain
    assert f"₹{owed}.00" in html
    assert "₹500.00" not in plain + html


@pytest.mark.parametrize(("other", "owed"), [("delivered", 100), ("cancelled", 300)])
def test_what_came_back_before_it_was_paid_is_to_be_paid_back(
    real_commits, session, mailbox, deliver_all, desk, late_order, other, owed
):
    order = factories.order(session, late_order.customer, [factories.stock_product(session)] * 2, total_amount=500)
    back, rest = order.items
    back.status, back.quantity, back.total_amount = "delivered", 3, 300
    rest.status, rest.total_amount, rest.cancelled_at = other, 200, now() - dt.timedelta(hours=1)
    wanted = {"order_item_id": back.id, "customer_id": order.customer_id, "quantity": 1, "requested_at": now()}
    written = {"reason": "It does not fit", "note": "", "answer": ""}
    session.add(Return(**wanted, **written, status="refunded", into_stock=None, version=4))
    paid = {"status": PaymentStatus.PAID, "paid": 500, "paid_at": now() - dt.timedelta(days=3)}
    session.execute(update(Payment).where(Payment.order_id == order.id).values(**paid))
    session.commit()
    Scheduler(real_commits).report_stuck(MORNING)
    deliver_all("mail_stuck")
    assert f"- order {order.id}, Asha Verma, ₹{owed}.00, since" in parts(mailbox.mails[0])[0]


def test_a_claim_that_is_not_checked_is_listed_with_the_claimed_amount(
    real_commits, session, mailbox, deliver_all, desk, late_order
):
    claimed = {"status": PaymentStatus.CLAIMED, "claimed_at": now() - dt.timedelta(days=1), "claim_amount": 1234}
    session.execute(update(Payment).where(Payment.order_id == late_order.id).values(**claimed))
    session.commit()
    Scheduler(real_commits).report_stuck(MORNING)
    deliver_all("mail_stuck")
    assert f"- order {late_order.id}, Asha Verma, ₹1,234.00, since" in parts(mailbox.mails[0])[0]


def test_a_list_that_is_not_whole_says_so(real_commits, session, mailbox, deliver_all, desk, late_order):
    ring = factories.stock_product(session)
    for day, more in enumerate((MAX_LISTED - 1, 1)):
        for _ in range(more):
            factories.order(session, late_order.customer, [ring], at=now() - dt.timedelta(days=2))
        session.commit()
        Scheduler(real_commits).report_stuck(MORNING + dt.timedelta(days=day))
        deliver_all("mail_stuck")
    whole, cut = (parts(mail) for mail in (mailbox.mails[0], mailbox.mails[-1]))
    assert not any("Show all" in part for part in whole)
    assert all(f"Show all {MAX_LISTED + 1} on the board" in part for part in cut)


def test_nothing_is_mailed_when_nothing_is_stuck(real_commits, session, mailbox, deliver_all, desk):
    Scheduler(real_commits).report_stuck(MORNING)
    assert deliver_all("mail_stuck") == 2
    assert mailbox.mails == []


def test_a_setting_names_the_recipient(real_commits, session, mailbox, deliver_all, desk, late_order, monkeypatch):
    monkeypatch.setenv("SHOP_STUCK_MAIL_TO", "floor@swarna.test")
    settings.stuck_settings.cache_clear()
    try:
        Scheduler(real_commits).report_stuck(MORNING)
        deliver_all("mail_stuck")
    finally:
        settings.stuck_settings.cache_clear()
    [mail] = mailbox.mails
    assert mail["To"].addresses[0].addr_spec == "floor@swarna.test"


def test_one_who_was_disabled_meanwhile_gets_no_mail(real_commits, session, mailbox, deliver_all, desk, late_order):
    Scheduler(real_commits).report_stuck(MORNING)
    session.execute(update(Admin).where(Admin.email == "desk@swarna.test").values(disabled_at=now()))
    session.commit()
    deliver_all("mail_stuck")
    assert [mail["To"].addresses[0].addr_spec for mail in mailbox.mails] == ["owner@swarna.test"]
