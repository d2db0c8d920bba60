"""The table of all reactions to events. A new reaction is a line here and a function in ``workers/reactions``."""

from collections.abc import Callable, Sequence

from sqlalchemy import Connection

from shop.events.deliveries import ClaimedEvent
from shop.events.leasing import Subscription
from shop.integrations import model as integrations
from shop.invoices.issuing import MAY_REQUIRE_DOCUMENT
from shop.notifications.queries import HAS_DEVICE
from shop.orders import status_rules
from workers.queues import LEASES, QUEUES
from workers.reactions import (
    catalogue,
    contact,
    customers,
    images,
    invoices,
    newsletter,
    payments,
    product_imports,
    push,
    rates,
    returns,
    stock,
)
from workers.reactions.notifications import (
    order_mails,
    price_mails,
    push_news,
    security_mails,
    shipment_mails,
    stuck_mails,
    web_push,
)
from workers.webhooks import mails as webhook_mails

Effect = Callable[[Connection, Sequence[ClaimedEvent]], None]
"""Runs a reaction for events in stream order. It raises if it failed, and may run twice."""

PAGES = "push"
"""The reaction that sends an event to open pages."""

CONSUMERS: dict[str, tuple[str, Effect]] = {
    PAGES: ("fanout", push.publish),
    "count_sales": ("fanout", catalogue.count_sales),
    "tidy_listing": ("fanout", rates.vacuum_listing),
    "mail_welcome": ("mail", customers.mail_welcome),
    "mail_email_confirmation": ("mail", customers.mail_email_confirmation),
    "mail_code": ("mail", customers.mail_code),
    "mail_new_device": ("mail", security_mails.mail_new_device),
    "mail_email_replaced": ("mail", security_mails.mail_email_replaced),
    "mail_password_changed": ("mail", security_mails.mail_password_changed),
    "mail_staff_password_changed": ("mail", security_mails.mail_staff_password_changed),
    "mail_invitation": ("mail", customers.mail_invitation),
    "mail_contact": ("mail", contact.mail_message),
    "mail_webhook_off": ("mail", webhook_mails.queue_owner_mails),
    "mail_webhook_owner": ("mail", webhook_mails.mail_owner),
    "mail_newsletter": ("mail", newsletter.mail_confirmation),
    "mail_order_confirmation": ("mail", order_mails.mail_confirmation),
    "mail_status": ("mail", order_mails.mail_status),
    "mail_shipment": ("mail", shipment_mails.mail_shipment),
    "mail_payment_received": ("mail", payments.mail_received),
    "mail_payment_rejected": ("mail", payments.mail_rejected),
    "mail_payment_reminder": ("mail", payments.mail_reminder),
    "mail_payment_surplus": ("mail", payments.mail_surplus),
    "mail_refund_by_hand": ("mail", payments.mail_refund_by_hand),
    "mail_refund_sent": ("mail", payments.mail_refund_sent),
    "send_refund": ("imports", payments.send_refund),
    "close_links": ("imports", payments.close_links),
    "mail_return": ("mail", returns.mail_return),
    "mail_stuck": ("mail", stuck_mails.mail_stuck),
    "issue_invoice": ("imports", invoices.issue),
    "make_invoice_pdf": ("images", invoices.make_pdf),
    "queue_web_push": ("fanout", web_push.queue_web_push),
    "web_push": ("push", web_push.send),
    "queue_push_news": ("fanout", push_news.queue_push_news),
    "push_news": ("push", push_news.send),
    "mail_price_news": ("mail", price_mails.mail_price_news),
    "queue_stock_mails": ("fanout", stock.queue_stock_mails),
    "mail_back_in_stock": ("mail", stock.mail_back_in_stock),
    "make_renditions": ("images", images.make_renditions),
    "make_review_photo": ("images", images.make_review_photo),
    "delete_photo_files": ("images", images.delete_photo_files),
    "make_category_picture": ("images", images.make_category_picture),
    "make_data_export": ("imports", customers.make_export),
    "mail_data_export": ("mail", customers.mail_export),
    "remove_data_export": ("imports", customers.remove_export),
    "erase_account": ("imports", customers.erase_account),
    "import_products": ("imports", product_imports.import_products),
}

SUPERSEDED: dict[str, Callable[[Connection, Sequence[int]], set[int]]] = {"mail_status": order_mails.superseded}
"""Reactions that later events often make unnecessary, each with the function that finds the unnecessary deliveries."""

MAX_PER_TASK = 25
"""Maximum deliveries of a reaction of :data:`SUPERSEDED` in a task. Necessary ones are processed one by one."""

REACTIONS: dict[str, tuple[str, ...]] = {
    "order.placed": ("push", "count_sales", "mail_order_confirmation"),
    "push.due": ("web_push",),
    "push.news_due": ("push_news",),
    "wishlist.price_news_due": ("mail_price_news", "queue_push_news"),
    "order.status_changed": ("push", "queue_web_push", "mail_status", "issue_invoice"),
    "order.changed": ("push",),
    "order.deleted": ("push",),
    "order.huids_changed": ("push",),
    "order.shipment_changed": ("push", "queue_web_push", "mail_shipment"),
    "order.tracking_changed": ("push",),
    "desk.assigned": ("push",),
    "desk.note_added": ("push",),
    "desk.assignees_changed": ("push",),
    "desk.views_changed": ("push",),
    "policy.changed": ("push",),
    "return.changed": ("push", "mail_return", "issue_invoice"),
    "desk.stuck_report_due": ("mail_stuck",),
    "invoice.issued": ("push", "make_invoice_pdf"),
    "invoice.pdf_requested": ("make_invoice_pdf",),
    "payment.changed": (
        "push",
        "queue_push_news",
        "mail_payment_received",
        "mail_payment_rejected",
        "mail_refund_by_hand",
    ),
    "payment.refund_requested": ("send_refund", "mail_payment_surplus"),
    "payment.refund_sent": ("mail_refund_sent",),
    "payment.links_obsolete": ("close_links",),
    "payment.reminder_due": ("mail_payment_reminder", "queue_push_news"),
    "gold_rate.changed": ("push", "tidy_listing"),
    "review.changed": ("push",),
    "review_photo.uploaded": ("make_review_photo",),
    "review_photo.deleted": ("delete_photo_files",),
    "catalogue.changed": ("push", "queue_stock_mails"),
    "stock.changed": ("push",),
    "stock.request_due": ("mail_back_in_stock", "queue_push_news"),
    "product_image.uploaded": ("push", "make_renditions"),
    "category_image.uploaded": ("push", "make_category_picture"),
    "product_import.started": ("push", "import_products"),
    "product_import.advanced": ("push", "import_products"),
    "product_import.finished": ("push",),
    "product_image.ready": ("push",),
    "product_image.failed": ("push",),
    "customer.registered": ("mail_welcome",),
    "customer.email_confirmed": ("push", "queue_stock_mails"),
    "customer.email_confirmation_requested": ("mail_email_confirmation",),
    "customer.email_replaced": ("mail_email_replaced",),
    "customer.otp_requested": ("mail_code",),
    "customer.password_changed": ("mail_password_changed",),
    "customer.deleted": ("push", "erase_account"),
    "customer.erased": ("push",),
    "data_export.requested": ("push", "make_data_export"),
    "data_export.ready": ("push", "mail_data_export"),
    "data_export.ended": ("remove_data_export",),
    "contact.message_received": ("mail_contact",),
    "newsletter.subscribed": ("mail_newsletter",),
    "api_key.changed": ("push",),
    "staff.invited": ("push", "mail_invitation"),
    "staff.changed": ("push",),
    "staff.password_changed": ("mail_staff_password_changed",),
    "webhook.changed": ("push",),
    "webhook.switched_off": ("push", "mail_webhook_off"),
    "webhook.owner_mail_due": ("mail_webhook_owner",),
    "session.new_device": ("mail_new_device",),
    "canary.sung": ("push",),
}
"""Frequent events are pushed even if they reach no page. A position that is not pushed would be a gap in the stream,
and each realtime process reads the log at a gap."""


def max_per_task(consumer: str) -> int:
    """Return the maximum number of deliveries of a reaction in one task."""
    queue = queue_of(consumer)
    return MAX_PER_TASK if consumer in SUPERSEDED else QUEUES[queue].batch


def queue_of(consumer: str) -> str:
    """Return the queue of a consumer."""
    return integrations.QUEUE if integrations.is_endpoint(consumer) else CONSUMERS[consumer][0]


def is_known(consumer: str) -> bool:
    """Return whether this version knows a consumer: a reaction of the table, or a webhook endpoint."""
    return consumer in CONSUMERS or integrations.is_endpoint(consumer)


MAY_LACK_CUSTOMER = frozenset(
    (
        *("mail_newsletter", "mail_code", "mail_back_in_stock"),
        *("mail_payment_reminder", "mail_payment_surplus", "mail_refund_sent"),
    )
)
"""Mails to shoppers whose event may lack a customer. A reader of the newsletter needs no account, and earlier versions
recorded the others without. Their errors are stored without addresses, because the deletion of an account does not find
them."""

DELAYS = {
    "queue_web_push": web_push.QUEUE_DELAY.total_seconds(),
    "mail_status": order_mails.STATUS_MAIL_DELAY.total_seconds(),
    "mail_shipment": shipment_mails.DELAY.total_seconds(),
    "issue_invoice": status_rules.UNDO_TIME.total_seconds(),
    "send_refund": status_rules.MONEY_DELAY.total_seconds(),
}
"""Seconds before the first lease, for changes that an admin can still undo and for reactions that no page waits for."""

PAUSES = {"mail_code": customers.MAX_RETRY_PAUSE}
"""Maximum seconds between two attempts, for mails that soon become useless. A setting has the default."""

CONDITIONS = {
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
    return {(name, consumer): LEASES[queue] for name in QUEUES for consumer, (queue, _) in CONSUMERS.items()}


SUBSCRIPTIONS = [
    Subscription(
        type_,
        consumer,
        queue=CONSUMERS[consumer][0],
        lease=LEASES[CONSUMERS[consumer][0]],
        delay=DELAYS.get(consumer, 0.0),
        condition=CONDITIONS.get((type_, consumer)),
    )
    for type_, consumers in REACTIONS.items()
    for consumer in consumers
]
