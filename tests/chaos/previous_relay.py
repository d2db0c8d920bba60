"""A relay of the version before: it hands over a reaction that the workers of today do not have any more.

python -m tests.chaos.previous_relay mail_farewell        run in the place of one of the relays by `unserved`
"""

import sys
from collections.abc import Sequence

from sqlalchemy import Connection

from shop.events.deliveries import ClaimedEvent
from workers import relay, subscriptions


def _farewell(_connection: Connection, _events: Sequence[ClaimedEvent]) -> None:
    """Stands in the table of reactions; no worker of this version gets here."""


if __name__ == "__main__":
    subscriptions.CONSUMERS[sys.argv[1]] = ("mail", _farewell)
    relay.main()
