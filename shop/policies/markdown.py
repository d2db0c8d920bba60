"""Renders the Markdown of policy pages.

Values of the shop's settings are inserted, so that texts match the settings.
"""

import re

from markdown_it import MarkdownIt

from shop.errors import Invalid
from shop.payments import methods
from shop.payments.model import Method
from shop.settings import Settings
from shop.text.formatting import indian_rupees

_VALUE = re.compile(r"\{(\w+)\}")
_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")


def values(config: Settings) -> dict[str, str]:
    """Return the values that a text may insert by a name in braces, such as ``{returnDays}``."""
    return {
        "returnDays": f"{config.return_days}",
        "returnPeriod": _count(config.return_days, "day"),
        "cancelTerms": _cancel_terms(config),
        "resizeTerms": _resize_terms(config),
        "paymentTerms": _payment_terms(config),
        "paymentHours": f"{config.payment_hours:g}",
        "reminderHours": f"{config.payment_reminder_hours:g}",
        "payOnDeliveryLimit": indian_rupees(config.cod_limit),
        "email": config.contact_email,
        "grievanceOfficer": config.grievance_officer or "the head of our customer care",
    }


def _count(number: float, one: str) -> str:
    return f"{number:g} {one if number == 1 else f'{one}s'}"


def _cancel_terms(config: Settings) -> str:
    days = config.return_days
    or_return = f", and return it within {_count(days, 'day')} of its delivery" if days else ""
    return f"You can cancel a piece until it is packed{or_return}: see [Returns and refunds](/returns)."


def _resize_terms(config: Settings) -> str:
    days = config.return_days
    return f"A piece of another size can be returned within {_count(days, 'day')}." if days else ""


def _payment_terms(config: Settings) -> str:
    """Return the sentences on the payment methods that the shop offers."""
    offered = methods.offered(config)
    if offered == [Method.COD]:
        return "Orders are paid on delivery."
    sentences = []
    if len(offered) > 1:
        sentences.append("You can choose among the ways that checkout offers.")
    if Method.COD in offered:
        sentences.append(f"Orders of up to {indian_rupees(config.cod_limit)} can be paid on delivery.")
    names = {Method.UPI: "UPI", Method.BANK: "bank transfer"}
    if transfers := " or ".join(name for method, name in names.items() if method in offered):
        sentences.append(
            f"An order that is to be paid by {transfers} is cancelled if no payment has arrived"
            f" {_count(config.payment_hours, 'hour')} later{_reminder_terms(config)}."
        )
    return " ".join(sentences) or "Orders are paid online."


def _reminder_terms(config: Settings) -> str:
    """Return the words on the reminder, which is not sent once the order is cancelled."""
    if config.payment_reminder_hours >= config.payment_hours:
        return ""
    return f"; we remind you after {_count(config.payment_reminder_hours, 'hour')}"


def render(text: str, config: Settings) -> str:
    """Return the HTML of a text. HTML in the text is shown as it is written, and pictures are left out.

    :raises Invalid: if the text names an unknown value.
    """
    known = values(config)
    for name in _VALUE.findall(text):
        if name not in known:
            choices = ", ".join(f"{{{each}}}" for each in known)
            message = f"There is no value {{{name}}}. Choose from {choices}."
            raise Invalid(message, fields={"text": message})
    return str(_MARKDOWN.render(_VALUE.sub(lambda found: known[found[1]], text)))
