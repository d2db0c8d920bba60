"""The Celery queues: their leases, their time limits, and when one is full."""

from dataclasses import dataclass

from shop.integrations import fan_out


@dataclass(frozen=True)
class Queue:
    """A Celery queue: seconds of a lease, time limits below it, and how many deliveries share one transaction.

    Workers of most queues run tasks in the process that receives the message (``solo``). That saves 2 ms of latency and
    reconnects at once after Redis hung; :mod:`workers.time_limit` limits the time. Images are processed in a child
    (``prefork``), whose memory is limited and which may die without its worker.

    A queue with ``no_ack`` is consumed without acknowledgement. If the processor is overloaded, pages and mails go
    first: images, documents and webhooks have a ``niceness``, as of nice(1).
    """

    lease: float
    soft_limit: int
    hard_limit: int
    batch: int = 1
    pool: str = "solo"
    niceness: int = 0
    no_ack: bool = False


QUEUES = {
    "fanout": Queue(lease=10.0, soft_limit=3, hard_limit=5, batch=100, no_ack=True),
    "mail": Queue(lease=60.0, soft_limit=25, hard_limit=30),
    "images": Queue(lease=90.0, soft_limit=45, hard_limit=60, pool="prefork", niceness=5),
    "imports": Queue(lease=20.0, soft_limit=10, hard_limit=15),
    "webhooks": Queue(lease=fan_out.LEASE_SECONDS, soft_limit=10, hard_limit=15, batch=100, niceness=10),
    "push": Queue(lease=35.0, soft_limit=20, hard_limit=25),
}

LEASES = {name: queue.lease for name, queue in QUEUES.items()}

MAX_MESSAGES = 1000
"""A queue with this many messages in the broker is full. Nothing is leased for it until workers have fetched some."""
