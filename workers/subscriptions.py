"""Every reaction to every event, in one table. A new reaction is a line here and a function beside its feature."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection

from shop.events.deliveries import HeldEvent, Subscription
from workers import catalogue, contact, customers, images, importing, newsletter, orders, push, rates

Effect = Callable[[Connection, Sequence[HeldEvent]], None]
"""Carries out a reaction for events in the stream's order; raises where it failed. It may run twice."""


@dataclass(frozen=True)
class Queue:
    """A Celery queue: ``lease`` seconds for one hand-over, limits below it, ``batch`` deliveries in one transaction."""

    lease: float
    soft_limit: int
    hard_limit: int
    batch: int = 1


QUEUES = {
    "fanout": Queue(lease=10.0, soft_limit=3, hard_limit=5, batch=100),
    "mail": Queue(lease=60.0, soft_limit=25, hard_limit=30),
    "images": Queue(lease=90.0, soft_limit=45, hard_limit=60),
    "imports": Queue(lease=20.0, soft_limit=10, hard_limit=15),
}

CONSUMERS: dict[str, tuple[str, Effect]] = {
    "push": ("fanout", push.publish),
    "count_sales": ("fanout", catalogue.count_sales),
    "tidy_listing": ("fanout", rates.tidy_listing),
    "mail_welcome": ("mail", customers.mail_welcome),
    "mail_email_confirmation": ("mail", customers.mail_email_confirmation),
    "mail_code": ("mail", customers.mail_code),
    "mail_contact": ("mail", contact.mail_message),
    "mail_newsletter": ("mail", newsletter.mail_confirmation),
    "mail_order_confirmation": ("mail", orders.mail_confirmation),
    "mail_status": ("mail", orders.mail_status),
    "make_renditions": ("images", images.make_renditions),
    "make_category_picture": ("images", images.make_category_picture),
    "import_products": ("imports", importing.import_products),
}

OVERTAKEN: dict[str, Callable[[Connection, Sequence[int]], set[int]]] = {"mail_status": orders.overtaken}
"""Reactions that often come to nothing until their turn, each with what tells of which deliveries that is so."""

MOST_TOGETHER = 25
"""Deliveries of such a reaction in one task: what is left of them is worked on one by one, within their lease."""

REACTIONS: dict[str, tuple[str, ...]] = {
    "order.placed": ("push", "count_sales", "mail_order_confirmation"),
    "order.status_changed": ("push", "mail_status"),
    "order.changed": ("push",),
    "gold_rate.changed": ("push", "tidy_listing"),
    "catalogue.changed": ("push",),
    "product_image.uploaded": ("push", "make_renditions"),
    "category_image.uploaded": ("push", "make_category_picture"),
    "product_import.started": ("push", "import_products"),
    "product_import.advanced": ("push", "import_products"),
    "product_import.finished": ("push",),
    "product_image.ready": ("push",),
    "product_image.failed": ("push",),
    "customer.registered": ("mail_welcome",),
    "customer.email_confirmation_requested": ("mail_email_confirmation",),
    "customer.otp_requested": ("mail_code",),
    "contact.message_received": ("mail_contact",),
    "newsletter.subscribed": ("mail_newsletter",),
    "canary.sung": ("push",),
}
"""What comes often is pushed also where it reaches nobody: a position that realtime processes are not told of is a gap
in the stream, for which each of them reads the log."""


def handed_over_together(consumer: str) -> int:
    """Return how many deliveries of a reaction go into one task."""
    queue, _ = CONSUMERS[consumer]
    return MOST_TOGETHER if consumer in OVERTAKEN else QUEUES[queue].batch


def own_queue(consumer: str) -> str:
    """Return the queue whose workers carry a reaction out."""
    return CONSUMERS[consumer][0]


DELAYS = {"mail_status": orders.SECOND_THOUGHTS.total_seconds()}
"""Seconds before the first hand-over, for what an admin may yet take back."""

PAUSES = {"mail_code": customers.LONGEST_PAUSE}
"""Seconds between two tries at most, for what is of use for a short while; the rest, as the settings say."""

LEASES = {name: queue.lease for name, queue in QUEUES.items()}


def shares() -> dict[tuple[str, str], float]:
    """Return the queues and consumers that are leased from, each with the seconds of a lease: the consumer's own.

    A delivery may stand in a queue that its consumer had in an earlier version.
    """
    return {(name, consumer): LEASES[queue] for name in QUEUES for consumer, (queue, _) in CONSUMERS.items()}


SUBSCRIPTIONS = [
    Subscription(
        type_,
        consumer,
        queue=CONSUMERS[consumer][0],
        lease=LEASES[CONSUMERS[consumer][0]],
        delay=DELAYS.get(consumer, 0.0),
    )
    for type_, consumers in REACTIONS.items()
    for consumer in consumers
]
