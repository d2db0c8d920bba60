"""Renders mails from templates.

Headers contain only fixed texts, and product names, names and addresses that :func:`address` and
:func:`_header_text` have cleaned. Other text that people typed is only in the body.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from email import policy
from email.header import Header
from email.headerregistry import Address, BaseHeader, HeaderRegistry, UniqueUnstructuredHeader
from email.message import EmailMessage
from email.utils import format_datetime, parseaddr
from functools import cache
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode, urlsplit

from shop.clock import INDIA, now
from shop.settings import settings
from shop.text.email_addresses import domain_in_ascii
from shop.text.formatting import indian_rupees, stones_in_words, weight_in_grams, when
from shop.text.links import without_links

if TYPE_CHECKING:
    import jinja2

TEMPLATES = Path(__file__).parents[1] / "templates"
MAX_QUOTED_LENGTH, MAX_NAME_LENGTH = 30, 60
"""Maximum characters of a quoted name and of any name. Python omits the quotes when it folds a longer one."""
_SPECIAL_CHARACTERS = re.compile(r"""[()<>\[\]:;@\\,."]""")
"""Characters with a special meaning in an address (RFC 5322, 3.2.3)."""
_ENCODED_WORD_ENDS = re.compile(r"=\?|\?=")
"""The ends of an encoded word (RFC 2047, 2). Python decodes it, even in quotes, and writes the line ends in it."""
_CONTROL_CHARACTERS = re.compile(r"[\x00-\x1f\x7f-\x9f]")
DEFAULT_NAME = "customer"
"""The name in a mail to a person whose name consists of links only."""


class LinkHeader(UniqueUnstructuredHeader, BaseHeader):  # type: ignore[misc]
    """A header with a link, on one line. Python encodes a folded link, which mail programs ignore (RFC 2369, 2)."""

    def fold(self, *, policy: policy.Policy) -> str:
        return f"{self.name}: {self}{policy.linesep}"


class SubjectHeader(UniqueUnstructuredHeader, BaseHeader):  # type: ignore[misc]
    """A subject that keeps its spaces. Python loses or doubles one where it folds between encoded words."""

    def fold(self, *, policy: policy.Policy) -> str:
        if self.isascii() and len(f"{self.name}: {self}") <= (policy.max_line_length or inf):
            return super().fold(policy=policy)
        encoded = Header(str(self), "utf-8", header_name=self.name).encode(linesep=policy.linesep)
        return f"{self.name}: {encoded}{policy.linesep}"


_HEADERS = HeaderRegistry()
_HEADERS.map_to_type("subject", SubjectHeader)
_HEADERS.map_to_type("list-unsubscribe", LinkHeader)
_POLICY = policy.default.clone(header_factory=_HEADERS)


@dataclass(frozen=True)
class Attachment:
    """A PDF attachment, with its file name."""

    name: str
    content: bytes


@dataclass(frozen=True)
class Email:
    """A mail to render. ``template`` is the name of the files ``<template>.html`` and ``<template>.txt``.

    Answers go to ``reply_to``, or to the shop's contact address.
    """

    template: str
    subject: str
    to_name: str
    to_email: str
    content: Mapping[str, Any]
    reply_to: Address | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    attachments: Sequence[Attachment] = ()


def unsubscribe_headers(path: str, **query: str) -> Mapping[str, str]:
    """Return the headers by which mail programs switch mails off at this address of the shop (RFC 8058)."""
    url = f"{settings().public_url.rstrip('/')}{path}?{urlencode(query)}"
    return {"List-Unsubscribe": f"<{url}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}


@cache
def _environment() -> "jinja2.Environment":
    import jinja2  # noqa: PLC0415 - saves 2 MB in processes that import this module and render no mails

    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        autoescape=jinja2.select_autoescape(("html",)),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "rupees": indian_rupees,
        "grams": weight_in_grams,
        "stones": stones_in_words,
        "when": when,
        "line": _single_line,
        "without_links": without_links,
    }
    return environment


def _single_line(text: str) -> str:
    """Join the lines of a typed text, so that no line looks like another field of the mail."""
    return " ".join(text.split())


def render(mail: Email, *, delivery_id: int, reported: Sequence[int] = ()) -> EmailMessage:
    """Return the message: HTML with inline styles, a plain-text part, and the attachments.

    The Message-ID contains the delivery's id, so a mail that is sent twice after a crash can be recognised.

    :param reported: the ids of the deliveries that the mail reports, if there are several.
    """
    shop_url = settings().public_url.rstrip("/")
    unsubscribe_url = mail.headers.get("List-Unsubscribe", "").strip("<>")
    own = {"shop_url": shop_url, "name": plain_name(mail.to_name), "subject": mail.subject}
    content = {"unsubscribe_url": unsubscribe_url, "has_account": True, **mail.content, **own}
    message = EmailMessage(_POLICY)
    message["From"] = settings().mail_from
    message["To"] = address(mail.to_name, mail.to_email)
    if mail.reply_to is None:
        message["Reply-To"] = address(*parseaddr(settings().mail_contact))  # mail_from may have no mailbox
    elif mail.reply_to.username:
        message["Reply-To"] = mail.reply_to
    message["Subject"] = _header_text(mail.subject)
    message["Date"] = format_datetime(now().astimezone(INDIA))
    message["Message-ID"] = f"<delivery-{delivery_id}@{urlsplit(shop_url).hostname}>"
    message["Auto-Submitted"] = "auto-generated"
    if len(reported) > 1:
        message["X-Swarna-Deliveries"] = ", ".join(str(number) for number in reported)
    for header, value in mail.headers.items():
        message[header] = value
    message.set_content(_environment().get_template(f"{mail.template}.txt").render(content))
    page = _environment().get_template(f"{mail.template}.html").render(content)
    import css_inline  # noqa: PLC0415 - as above

    message.add_alternative(css_inline.inline(page, keep_style_tags=True), subtype="html")
    for pdf in mail.attachments:
        message.add_attachment(pdf.content, maintype="application", subtype="pdf", filename=_header_text(pdf.name))
    return message


def plain_name(name: str) -> str:
    """Return a name for a mail: at most 60 characters, without links or addresses.

    Anyone can sign up with someone else's address. Their name must not carry a message to that person.
    """
    return without_links(name)[:MAX_NAME_LENGTH].rstrip() or (DEFAULT_NAME if name.strip() else "")


def address(name: str, email: str) -> Address:
    """Return an address for a header. The name cannot end the line or start another header.

    An address that begins an encoded word is left out. The shop accepted such ones once; Python would decode it.
    """
    user, _, domain = email.rpartition("@") if "=?" not in email else ("", "", "")
    plain = _header_text("".join(character for character in plain_name(name) if character.isprintable()))
    if len(plain) > MAX_QUOTED_LENGTH or not plain.isascii():
        plain = " ".join(_SPECIAL_CHARACTERS.sub(" ", plain)[:MAX_NAME_LENGTH].split())
    return Address(display_name=plain, username=user, domain=domain_in_ascii(domain) if user else "")


def _header_text(text: str) -> str:
    """Return a typed text for a header: one line, without control characters and without encoded words."""
    line = " ".join(text.split())
    return " ".join(_ENCODED_WORD_ENDS.sub(" ", _CONTROL_CHARACTERS.sub("", line)).split())
