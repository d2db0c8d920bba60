"""Mails about returns."""

from decimal import Decimal

from sqlalchemy import select
from sqlalchemy.orm import Session

from shop.catalogue.sizes import title_of
from shop.clock import now
from shop.customers.model import Customer
from shop.events.deliveries import ClaimedEvent
from shop.orders import queries
from shop.orders.model import Buyer
from shop.payments.model import EntryKind, Method, Payment, PaymentEntry
from shop.returns.model import Return, ReturnStatus
from workers.mail import rendering, sent_mails
from workers.mail.order_links import links_of, page_of
from workers.reactions.each_event import for_each_event

SUBJECTS = {
    ReturnStatus.APPROVED: "Your return is approved",
    ReturnStatus.DECLINED: "Your return could not be accepted",
    ReturnStatus.RECEIVED: "We have received your return",
    ReturnStatus.REFUNDED: "We have sent your money back",
}
"""The statuses that are mailed. The shopper's own actions are confirmed on the page instead."""
_CLOSED = "Your return is closed"


@for_each_event
def mail_return(session: Session, event: ClaimedEvent) -> None:
    """Tell the shopper what the shop decided about a return, one mail for each status.

    A refund through the provider has its own mail, once the provider has accepted it. The mail about a return that is
    closed without a refund, because its money was refunded before or nothing was paid, only reports the closing.
    """
    heading = SUBJECTS.get(event.data["status"])
    customer = session.get(Customer, event.data["customerId"])
    if heading is None or customer is None:
        return
    found = session.get(Return, event.data["id"])
    if event.data["status"] == ReturnStatus.APPROVED and found is not None and found.status != ReturnStatus.APPROVED:
        return  # the mail is late, and the shop expects no parcel any more
    order = queries.find(session, event.data["orderId"]) if customer.is_deleted else None
    buyer: Customer | Buyer = order.buyer if order else customer
    links = links_of(session, order, at=now()) if order else {"order_url": page_of(event.data["orderId"])}
    payment = session.get(Payment, event.data["orderId"])
    is_online = payment is not None and payment.method == Method.ONLINE
    is_refunded = event.data["status"] == ReturnStatus.REFUNDED
    is_closed = is_refunded and event.data.get("refunded", "unknown") is None
    if is_refunded and is_online and not is_closed:
        return
    is_paid = payment is not None and payment.paid > 0
    left = payment.paid - payment.refunded if payment else Decimal(0)
    heading = _CLOSED if is_closed else heading
    title = title_of(event.data["productName"], event.data.get("size"))  # older events have none
    content = {
        "wanted": event.data,
        "title": title,
        "refunded": event.data.get("refunded"),  # here too
        "refund": _refund(session, event) if is_refunded else None,
        "is_closed": is_closed,
        "progress": _progress(payment),
        "heading": heading,
        "is_paid": is_paid,
        "is_all_refunded": is_paid and not left,
        "amount": min(Decimal(str(event.data["amount"])), left),
        **links,
    }
    mail = rendering.Email("return_changed", f"{heading}: {title}", buyer.name, buyer.email, content)
    about = f"return R-{event.data['id']}, order {event.data['orderId']}"
    sent_mails.send(session.connection(), event, mail, customer_id=event.data["customerId"], about=about)


def _refund(session: Session, event: ClaimedEvent) -> PaymentEntry | None:
    """Return the ledger entry of the money that was sent back for a return. An older return may have none."""
    of_return = (PaymentEntry.order_id == event.data["orderId"], PaymentEntry.return_id == event.data["id"])
    entries = select(PaymentEntry).where(*of_return, PaymentEntry.kind == EntryKind.REFUND)
    return session.scalars(entries.order_by(PaymentEntry.version.desc()).limit(1)).first()


def _progress(payment: Payment | None) -> str:
    """Return the mail's words on money that was refunded before. If only a part was sent, it is unknown which."""
    if payment is None or not payment.refund_pending:
        return "was sent back to you before"
    is_all_pending = payment.refund_pending >= payment.refunded + payment.surplus
    return "is on its way back to you" if is_all_pending else "goes back to you"
