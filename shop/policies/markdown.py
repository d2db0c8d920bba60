"""Renders the Markdown of policy pages.

Values of the shop's settings are inserted, so that texts match the settings.
"""

import re
from email.utils import parseaddr

from markdown_it import MarkdownIt

from shop.errors import Invalid
from shop.settings import Settings
from shop.text.formatting import indian_rupees

_VALUE = re.compile(r"\{(\w+)\}")
_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")


def values(config: Settings) -> dict[str, str]:
    """Return the values that a text may insert by a name in braces, such as ``{returnDays}``."""
    return {
        "returnDays": f"{config.return_days}",
        "paymentHours": f"{config.payment_hours:g}",
        "reminderHours": f"{config.payment_reminder_hours:g}",
        "payOnDeliveryLimit": indian_rupees(config.cod_limit),
        "email": parseaddr(config.mail_contact)[1],
        "grievanceOfficer": config.grievance_officer or "the head of our customer care",
    }


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
