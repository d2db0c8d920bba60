"""Mail the order desk a list of stuck orders."""

from sqlalchemy.orm import Session

from shop.clock import now
from shop.events.deliveries import ClaimedEvent
from shop.settings import settings
from shop.staff.model import Admin
from shop.stuck.reports import StuckPart, count_orders, read_report
from shop.stuck.rules import StuckRule
from shop.stuck.settings import stuck_settings
from workers.mail import rendering, smtp
from workers.reactions.each_event import for_each_event

_TITLES = {
    StuckRule.ORDERED: "Ordered and not packed",
    StuckRule.CLAIMED: "Payment claimed and not checked",
    StuckRule.PACKED: "Packed and not shipped",
    StuckRule.RETURN: "Return requested and not answered",
    StuckRule.REFUND: "Money to pay back",
}


@for_each_event
def mail_stuck(session: Session, event: ClaimedEvent) -> None:
    """Mail one recipient what is stuck now, unless nothing is, or the recipient was disabled meanwhile."""
    recipient = _recipient(session, event.data["adminId"])
    at = now()
    parts = read_report(session, stuck_settings(), at) if recipient else []
    if recipient and parts:
        count = count_orders(session, stuck_settings(), at)
        smtp.send(rendering.render(_email(parts, count, *recipient), delivery_id=event.delivery_id))


def _recipient(session: Session, admin_id: int | None) -> tuple[str, str] | None:
    """Return the name and address of a recipient. Without an id, return the address of the setting."""
    if admin_id is None:
        address = stuck_settings().stuck_mail_to
        return ("", address) if address else None
    admin = session.get(Admin, admin_id)
    return (admin.name, admin.email) if admin and admin.disabled_at is None else None


def _email(parts: list[StuckPart], count: int, name: str, address: str) -> rendering.Email:
    board = f"{settings().public_url.rstrip('/')}/admin/order-management"
    content = {
        "parts": [
            {
                "title": _TITLES[part.rule],
                "limit": f"over {part.hours:g} h" if part.hours else "",
                "count": part.count,
                "orders": part.orders,
                "page": f"{board}?stuck={part.rule.value}",
            }
            for part in parts
        ],
        "board": board,
    }
    subject = f"{count} {'order is' if count == 1 else 'orders are'} stuck"
    return rendering.Email("stuck", subject, name, address, content)
