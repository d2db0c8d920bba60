"""The types of events that other systems may receive, each with its description."""

import inspect
from collections.abc import Iterator

import shop.catalogue.events
import shop.customers.events
import shop.huids.events
import shop.invoices.events
import shop.orders.events
import shop.payments.events
import shop.personal_data.events
import shop.policies.events
import shop.product_imports.events
import shop.rates.events
import shop.returns.events
import shop.reviews.events
import shop.shipping.events
import shop.stock.events
import shop.tracking.events  # noqa: F401 - each module defines event classes
from shop.events.event import Event
from shop.events.model import Audience
from shop.integrations.public_log import INTERNAL


def public_types() -> dict[str, str]:
    """Return the first paragraph of the description of each public type of event, sorted by name.

    If several classes have the same type, the one that was defined first describes it.
    """
    found: dict[str, str] = {}
    for event in _events():
        if event.audience is not Audience.NOBODY:
            found.setdefault(event.type, _sentence(event))
    return {type_: found[type_] for type_ in sorted(found) if type_.partition(".")[0] not in INTERNAL}


def _events(base: type[Event] = Event) -> Iterator[type[Event]]:
    for event in base.__subclasses__():
        if "type" in vars(event):
            yield event
        yield from _events(event)


def _sentence(event: type[Event]) -> str:
    return (inspect.getdoc(event) or "").partition("\n\n")[0].replace("\n", " ")
