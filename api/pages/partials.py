"""Markup that depends on data. All values are escaped.

The web build renders the macros of cards and images with the components of the storefront (``partials.jinja``). The
macros of ``templates/partials.html`` render parts that the client renders differently.
"""

import json
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any
from urllib.parse import quote

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup, escape

from api.contact.schemas import ContactOut
from api.pages.metadata import SHOP, Head
from shop.text.formatting import grouped, indian_rupees, weight_in_grams

_ESCAPED_IN_SCRIPTS = str.maketrans(
    {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}
)


def to_script_json(value: Any) -> Markup:
    """Return a value as JSON for a script element."""
    return escape_script_json(json.dumps(value, ensure_ascii=False, separators=(",", ":")))


def escape_script_json(text: str) -> Markup:
    """Escape JSON so that nothing in it can end the script element."""
    return Markup(text.translate(_ESCAPED_IN_SCRIPTS))  # noqa: S704 - the translation escapes it


def is_in_stock(product: Mapping[str, Any]) -> bool:
    """Whether a product can be ordered."""
    return (product["stockAvailability"], product["status"]) == ("yes", "active")


def _srcset(image: Mapping[str, Any], format_: str) -> str:
    return ", ".join(f"{rendition[format_]} {rendition['width']}w" for rendition in image["renditions"])


_environment = Environment(
    loader=PackageLoader("api.pages"), autoescape=True, undefined=StrictUndefined, trim_blocks=False
)
_environment.filters |= {
    "rupees": indian_rupees,
    "grams": weight_in_grams,
    "grouped": grouped,
    "srcset": _srcset,
    "script_json": to_script_json,
    "is_in_stock": is_in_stock,
}
_head = _environment.get_template("head.html")
_own_macros = PackageLoader("api.pages").get_source(_environment, "partials.html")[0]


@lru_cache(maxsize=2)
def _compile(macros: str) -> Template:
    """Compile macros once for all applications of the process, because it takes 17 ms."""
    return _environment.from_string(macros)


class Partials:
    """The macros of the web build and of the server, by name."""

    def __init__(self, build_macros: str) -> None:
        self._module = _compile(f"{build_macros}\n{_own_macros}").module

    def render(self, name: str, *values: Any) -> str:
        """Render a macro."""
        return str(getattr(self._module, name)(*values))

    def render_each(self, name: str, rows: Iterable[Any], *values: Any) -> str:
        """Render a macro for each row."""
        return "".join(self.render(name, row, *values) for row in rows)


def render_head(head: Head) -> str:
    """Render the elements of a page's head."""
    return _head.render(head=head)


def escape_text(text: str) -> str:
    return str(escape(text))


def chat_attributes(contact: ContactOut, head: Head) -> str:
    """Return the attributes of the chat link: to WhatsApp, or to the contact page if the shop has no number.

    ``web/src/shared/chat.ts`` writes the same, but for the pages of an order: there it names the order.
    """
    message = quote(f"Hello Swarna, I need help with {_chat_subject(head)}.", safe="!'()*")
    if contact.chat_number:
        url = f"https://wa.me/{contact.chat_number}?text={message}"
        label = 'target="_blank" rel="noreferrer" aria-label="Chat with us, in a new window"'
    else:
        url, label = f"/contact-us?message={message}", 'aria-label="Chat with us, by the contact form"'
    return f'href="{escape(url)}" {label}'


def _chat_subject(head: Head) -> str:
    name = head.title.removesuffix(f" | {SHOP}")
    url = f" ({head.url})" if head.url and "{" not in head.url else ""
    return f"“{name}”{url}" if head.kind == "product" else f"the page “{name}”{url}"


def contact_details(contact: ContactOut) -> str:
    """Return the contact details that are settings of the shop. ``ContactPage.tsx`` renders the same."""
    email = escape(contact.email)
    details = f'<dt>Email</dt><dd><a href="mailto:{email}">{email}</a></dd>'
    if contact.address:
        lines = "".join(f"<div>{escape(line)}</div>" for line in contact.address)
        details += f"<dt>Address</dt><dd>{lines}</dd>"
    details += f"<dt>Hours</dt><dd>{escape(contact.hours)}</dd>"
    if contact.phone:
        details += (
            f'<dt>Phone</dt><dd><a href="tel:{escape("".join(contact.phone.split()))}">{escape(contact.phone)}</a></dd>'
        )
    if contact.grievance_officer:
        details += f"<dt>Grievance officer</dt><dd>{escape(contact.grievance_officer)}</dd>"
    if contact.legal_name:
        details += f"<dt>Business</dt><dd>{escape(contact.legal_name)}</dd>"
    if contact.gstin:
        details += f'<dt>GSTIN</dt><dd class="num">{escape(contact.gstin)}</dd>'
    links = "".join(
        f'<a href="{escape(link.url)}" target="_blank" rel="noreferrer">{escape(link.name)}</a>'
        for link in contact.social_links
    )
    return details + (f'<dt>See it worn</dt><dd class="social">{links}</dd>' if links else "")
