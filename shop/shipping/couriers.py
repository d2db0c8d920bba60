"""Couriers and the addresses of their tracking pages."""

import re
from dataclasses import dataclass
from urllib.parse import quote

DEFAULT_COURIERS = (
    "Blue Dart=https://www.bluedart.com/trackdartresultthirdparty?trackFor=0&trackNo={number};"
    "Delhivery=https://www.delhivery.com/track-v2/package/{number};"
    "DTDC=https://www.dtdc.in/tracking.asp?strCnno={number};"
    "Sequel Logistics=https://www.sequel247.com/track/{number};"
    "Speed Post"
)
"""The couriers of a shop without the setting."""
NUMBER = "{number}"
_TEMPLATE = re.compile(r"https://[A-Za-z0-9.-]+(:[0-9]+)?/[^\s\"<>]*")


@dataclass(frozen=True)
class Courier:
    """A courier. ``template`` is the address of its tracking page with ``{number}``; None if it has none."""

    name: str
    template: str | None

    def link(self, number: str) -> str | None:
        """Return the address of the courier's page of a parcel."""
        return self.template.replace(NUMBER, quote(number, safe="")) if self.template else None


def read_couriers(text: str) -> list[Courier]:
    """Parse the couriers of the setting: ``Blue Dart=https://…{number};Speed Post``.

    :raises ValueError: with a sentence, if the text has another form.
    """
    couriers = [_read_courier(part.strip()) for part in text.split(";") if part.strip()]
    names = [courier.name for courier in couriers]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice:
        raise ValueError(f"{twice} is there twice")
    return couriers


def _read_courier(part: str) -> Courier:
    name, _, template = (each.strip() for each in part.partition("="))
    if not 0 < len(name) <= 60:
        raise ValueError(f"a courier needs a name of at most 60 characters: {part}")
    if template and not (_TEMPLATE.fullmatch(template) and NUMBER in template):
        raise ValueError(f"the address of {name} must start with https:// and contain {NUMBER}")
    return Courier(name, template or None)
