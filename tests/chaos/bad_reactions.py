"""The shop's relay and workers with additional, failing reactions. `poison` runs them instead of the normal ones.

    python -m tests.chaos.bad_reactions            a relay
    python -m tests.chaos.bad_reactions fanout     a worker

The reaction to an event of type `poison.raise` raises. It is subscribed in a queue whose worker runs without children
and in one whose worker has children. `poison.hang` and `poison.kill` do the same.
"""

import os
import signal
import sys
import time
from collections.abc import Callable, Sequence

from sqlalchemy import Connection

from shop.events.deliveries import ClaimedEvent
from shop.events.leasing import Subscription
from workers import __main__ as worker
from workers import queues, relay, subscriptions

QUEUES = ("fanout", "mail")
_REMEDY = "SELECT FROM contact_message WHERE name = 'antidote'"


def _raise() -> None:
    raise ValueError("poison")


def _hang() -> None:
    time.sleep(3600)


def _kill() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


POISONS: dict[str, Callable[[], None]] = {"raise": _raise, "hang": _hang, "kill": _kill}


def _bad(harm: Callable[[], None]) -> subscriptions.Effect:
    """Return a reaction that fails until a row in the database says that the cause is fixed."""

    def effect(connection: Connection, _events: Sequence[ClaimedEvent]) -> None:
        if not connection.exec_driver_sql(_REMEDY).all():
            harm()

    return effect


for _name, _harm in POISONS.items():
    for _queue in QUEUES:
        _consumer = f"{_name}_{_queue}"
        subscriptions.CONSUMERS[_consumer] = subscriptions.Consumer(_queue, _bad(_harm))
        subscriptions.SUBSCRIPTIONS.append(
            Subscription(f"poison.{_name}.{_queue}", _consumer, queue=_queue, lease=queues.LEASES[_queue])
        )

if __name__ == "__main__":
    sys.exit(worker.main() if sys.argv[1:] else relay.main())
