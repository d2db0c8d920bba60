"""A relay of the previous version: it publishes deliveries for a reaction that today's workers do not have.

python -m tests.chaos.previous_relay mail_farewell        started by `unserved` instead of a relay
"""

import sys
from collections.abc import Sequence

from sqlalchemy import Connection

from shop.events.deliveries import ClaimedEvent
from workers import relay, subscriptions


def _farewell(_connection: Connection, _events: Sequence[ClaimedEvent]) -> None:
    """Never called: no worker of this version has the reaction."""


if __name__ == "__main__":
    subscriptions.CONSUMERS[sys.argv[1]] = subscriptions.Consumer("mail", _farewell)
    relay.main()
