"""The mail that reminds of a payment."""

import pytest

from shop.payments.model import Payment
from tests.support import factories


@pytest.mark.parametrize(("method", "is_transfer"), [("upi", True), ("bank", True), ("online", False)])
def test_only_who_pays_by_a_transfer_is_told_to_name_it(session, shopper, mailbox, deliver_all, method, is_transfer):
    placed = factories.upi_order(session, shopper, [factories.stock_product(session)], status="due")
    session.get_one(Payment, placed.id).method = method
    factories.record(session, type="payment.reminder_due", fields={"orderId": placed.id})
    session.commit()
    deliver_all("mail_payment_reminder")
    [mail] = mailbox.mails
    assert mail["Subject"] == f"Your payment for order {placed.id}"
    for kind in ("plain", "html"):
        text = " ".join(mail.get_body((kind,)).get_content().split())
        assert "is kept for you until" in text
        assert (f"Please write SW{placed.id} into the transfer" in text) is is_transfer
        assert ("Tell us the UTR" in text) is is_transfer
