"""The table of all reactions to events. A new reaction is a line here and a function in ``workers/reactions``."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import Connection

from shop.events.deliveries import ClaimedEvent
from shop.events.leasing import Subscription
from shop.integrations import model as integrations
from shop.invoices.issuing import MAY_REQUIRE_DOCUMENT
from shop.notifications.queries import HAS_DEVICE
from shop.orders import status_rules
from workers.queues import LEASES, QUEUES
from workers.reactions import catalogue, images, invoices, pages, payments, personal_data, product_imports, rates, stock
from workers.reactions.mails import (
    account_mails,
    contact_mails,
    newsletter_mails,
    order_mails,
    payment_mails,
    price_mails,
    return_mails,
    security_mails,
    shipment_mails,
    stock_mails,
    stuck_mails,
    webhook_mails,
)
from workers.reactions.web_push import order_news, push_news

Effect = Callable[[Connection, Sequence[ClaimedEvent]], None]
"""Runs a reaction for events in stream order. It raises if it failed, and may run twice."""
Superseded = Callable[[Connection, Sequence[int]], set[int]]
"""Finds the deliveries, among those with these ids, that later events have made unnecessary."""


@dataclass(frozen=True)
class Consumer:
    """A reaction: its queue, and the function that runs it.

    ``delay`` is the time before the first lease, for changes that an admin can still undo and for reactions
    that no page waits for. ``longest_pause`` is the maximum between two attempts in seconds, for mails that soon become
    useless; a setting has the default. ``superseded`` is for a reaction that later events often make unnecessary.
    ``per_task`` is the maximum number of deliveries in a task, for a reaction that often takes less time than the task
    itself; its queue has the default.

    ``may_lack_customer`` is for mails to shoppers whose event may lack a customer: a reader of the newsletter needs no
    account, and earlier versions recorded some without. Their errors are stored without addresses, because the deletion
    of an account does not find them.
    """

    queue: str
    effect: Effect
    delay: timedelta = timedelta()
    longest_pause: float = math.inf
    superseded: Superseded | None = None
    per_task: int | None = None
    may_lack_customer: bool = False


MANY_PER_TASK = 25

PAGES = "push"
"""The reaction that sends an event to open pages. Web Push, which shows news on devices, is another one."""

CONSUMERS: dict[str, Consumer] = {
    PAGES: Consumer("fanout", pages.publish),
    "count_sales": Consumer("imports", catalogue.count_sales, per_task=MANY_PER_TASK),
    "tidy_listing": Consumer("imports", rates.vacuum_listing),
    "mail_welcome": Consumer("mail", account_mails.mail_welcome),
    "mail_email_confirmation": Consumer("mail", account_mails.mail_email_confirmation),
    "mail_code": Consumer(
        "mail", account_mails.mail_code, longest_pause=account_mails.MAX_RETRY_PAUSE, may_lack_customer=True
    ),
    "mail_new_device": Consumer("mail", security_mails.mail_new_device),
    "mail_email_replaced": Consumer("mail", security_mails.mail_email_replaced),
    "mail_password_changed": Consumer("mail", security_mails.mail_password_changed),
    "mail_staff_password_changed": Consumer("mail", security_mails.mail_staff_password_changed),
    "mail_invitation": Consumer("mail", account_mails.mail_invitation),
    "mail_contact": Consumer("mail", contact_mails.mail_message),
    "mail_webhook_off": Consumer("mail", webhook_mails.queue_owner_mails),
    "mail_webhook_owner": Consumer("mail", webhook_mails.mail_owner),
    "mail_newsletter": Consumer("mail", newsletter_mails.mail_confirmation, may_lack_customer=True),
    "mail_order_confirmation": Consumer("mail", order_mails.mail_confirmation),
    "mail_status": Consumer(
        "mail",
        order_mails.mail_status,
        delay=order_mails.STATUS_MAIL_DELAY,
        superseded=order_mails.superseded,
        per_task=MANY_PER_TASK,
    ),
    "mail_shipment": Consumer("mail", shipment_mails.mail_shipment, delay=shipment_mails.DELAY),
    "mail_payment_received": Consumer("mail", payment_mails.mail_received),
    "mail_payment_rejected": Consumer("mail", payment_mails.mail_rejected),
    "mail_payment_reminder": Consumer("mail", payment_mails.mail_reminder, may_lack_customer=True),
    "mail_payment_surplus": Consumer("mail", payment_mails.mail_surplus, may_lack_customer=True),
    "mail_refund_by_hand": Consumer("mail", payment_mails.mail_refund_by_hand),
    "mail_refund_sent": Consumer("mail", payment_mails.mail_refund_sent, may_lack_customer=True),
    "send_refund": Consumer("imports", payments.send_refund, delay=status_rules.MONEY_DELAY),
    "close_links": Consumer("imports", payments.close_links),
    "mail_return": Consumer("mail", return_mails.mail_return),
    "mail_stuck": Consumer("mail", stuck_mails.mail_stuck),
    "issue_invoice": Consumer("imports", invoices.issue, delay=status_rules.UNDO_TIME),
    "make_invoice_pdf": Consumer("images", invoices.make_pdf),
    "queue_web_push": Consumer("fanout", order_news.queue_web_push, delay=order_news.QUEUE_DELAY),
    "web_push": Consumer("push", order_news.send),
    "queue_push_news": Consumer("fanout", push_news.queue_push_news),
    "push_news": Consumer("push", push_news.send),
    "mail_price_news": Consumer("mail", price_mails.mail_price_news),
    "queue_stock_mails": Consumer("fanout", stock.queue_stock_mails),
    "mail_back_in_stock": Consumer("mail", stock_mails.mail_back_in_stock, may_lack_customer=True),
    "make_renditions": Consumer("images", images.make_renditions),
    "make_review_photo": Consumer("images", images.make_review_photo),
    "delete_photo_files": Consumer("images", images.delete_photo_files),
    "make_category_picture": Consumer("images", images.make_category_picture),
    "make_data_export": Consumer("imports", personal_data.make_export),
    "mail_data_export": Consumer("mail", account_mails.mail_export),
    "remove_data_export": Consumer("imports", personal_data.remove_export),
    "erase_account": Consumer("imports", personal_data.erase_account),
    "import_products": Consumer("imports", product_imports.import_products),
}

REACTIONS: dict[str, tuple[str, ...]] = {
    "order.placed": (PAGES, "count_sales", "mail_order_confirmation"),
    "push.due": ("web_push",),
    "push.news_due": ("push_news",),
    "wishlist.price_news_due": ("mail_price_news", "queue_push_news"),
    "order.status_changed": (PAGES, "queue_web_push", "mail_status", "issue_invoice"),
    "order.changed": (PAGES,),
    "order.deleted": (PAGES,),
    "order.huids_changed": (PAGES,),
    "order.shipment_changed": (PAGES, "queue_web_push", "mail_shipment"),
    "order.tracking_changed": (PAGES,),
    "desk.assigned": (PAGES,),
    "desk.note_added": (PAGES,),
    "desk.assignees_changed": (PAGES,),
    "desk.views_changed": (PAGES,),
    "policy.changed": (PAGES,),
    "return.changed": (PAGES, "mail_return", "issue_invoice"),
    "desk.stuck_report_due": ("mail_stuck",),
    "invoice.issued": (PAGES, "make_invoice_pdf"),
    "invoice.pdf_requested": ("make_invoice_pdf",),
    "payment.changed": (
        PAGES,
        "queue_push_news",
        "mail_payment_received",
        "mail_payment_rejected",
        "mail_refund_by_hand",
    ),
    "payment.refund_requested": ("send_refund", "mail_payment_surplus"),
    "payment.refund_sent": ("mail_refund_sent",),
    "payment.links_obsolete": ("close_links",),
    "payment.reminder_due": ("mail_payment_reminder", "queue_push_news"),
    "gold_rate.changed": (PAGES, "tidy_listing"),
    "review.changed": (PAGES,),
    "review_photo.uploaded": ("make_review_photo",),
    "review_photo.deleted": ("delete_photo_files",),
    "catalogue.changed": (PAGES, "queue_stock_mails"),
    "stock.changed": (PAGES,),
    "stock.request_due": ("mail_back_in_stock", "queue_push_news"),
    "product_image.uploaded": (PAGES, "make_renditions"),
    "category_image.uploaded": (PAGES, "make_category_picture"),
    "product_import.started": (PAGES, "import_products"),
    "product_import.advanced": (PAGES, "import_products"),
    "product_import.finished": (PAGES,),
    "product_image.ready": (PAGES,),
    "product_image.failed": (PAGES,),
    "customer.registered": ("mail_welcome",),
    "customer.email_confirmed": (PAGES, "queue_stock_mails"),
    "customer.email_confirmation_requested": ("mail_email_confirmation",),
    "customer.email_replaced": ("mail_email_replaced",),
    "customer.otp_requested": ("mail_code",),
    "customer.password_changed": ("mail_password_changed",),
    "customer.deleted": (PAGES, "erase_account"),
    "customer.erased": (PAGES,),
    "data_export.requested": (PAGES, "make_data_export"),
    "data_export.ready": (PAGES, "mail_data_export"),
    "data_export.ended": ("remove_data_export",),
    "contact.message_received": ("mail_contact",),
    "newsletter.subscribed": ("mail_newsletter",),
    "api_key.changed": (PAGES,),
    "staff.invited": (PAGES, "mail_invitation"),
    "staff.changed": (PAGES,),
    "staff.password_changed": ("mail_staff_password_changed",),
    "webhook.changed": (PAGES,),
    "webhook.switched_off": (PAGES, "mail_webhook_off"),
    "webhook.owner_mail_due": ("mail_webhook_owner",),
    "session.new_device": ("mail_new_device",),
    "canary.sung": (PAGES,),
}
"""Frequent events are pushed even if they reach no page. A position that is not pushed would be a gap in the stream,
and each realtime process reads the log at a gap."""


def max_per_task(consumer: str) -> int:
    """Return the maximum number of deliveries of a reaction in one task."""
    known = CONSUMERS.get(consumer)
    return (known and known.per_task) or QUEUES[queue_of(consumer)].batch


def queue_of(consumer: str) -> str:
    """Return the queue of a consumer."""
    return integrations.QUEUE if integrations.is_endpoint(consumer) else CONSUMERS[consumer].queue


def is_known(consumer: str) -> bool:
    """Return whether this version knows a consumer: a reaction of the table, or a webhook endpoint."""
    return consumer in CONSUMERS or integrations.is_endpoint(consumer)


CONDITIONS = {
    ("payment.changed", "mail_payment_received"): payments.IS_PAYMENT,
    ("payment.changed", "queue_push_news"): f"({payments.IS_PAYMENT} OR {payments.IS_REJECTION})",
    ("payment.changed", "mail_payment_rejected"): payments.IS_REJECTION,
    ("payment.changed", "mail_refund_by_hand"): payments.IS_REFUND_BY_HAND,
    ("payment.refund_requested", "mail_payment_surplus"): payments.IS_SURPLUS,
    ("order.status_changed", "issue_invoice"): MAY_REQUIRE_DOCUMENT,
    ("order.status_changed", "queue_web_push"): HAS_DEVICE,
    ("order.shipment_changed", "queue_web_push"): HAS_DEVICE,
}
"""Conditions in SQL on an event, by its type and the reaction, for reactions that need few of its events."""


def lease_seconds() -> dict[tuple[str, str], float]:
    """Return the seconds of a lease for each pair of queue and consumer that is leased.

    A delivery may be in the queue of an earlier version, so all pairs are listed.
    """
    return {(name, consumer): LEASES[of.queue] for name in QUEUES for consumer, of in CONSUMERS.items()}


SUBSCRIPTIONS = [
    Subscription(
        type_,
        consumer,
        queue=CONSUMERS[consumer].queue,
        lease=LEASES[CONSUMERS[consumer].queue],
        delay=CONSUMERS[consumer].delay.total_seconds(),
        condition=CONDITIONS.get((type_, consumer)),
    )
    for type_, consumers in REACTIONS.items()
    for consumer in consumers
]
