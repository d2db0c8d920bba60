"""The post office: writes a mail out of a template and hands it to the SMTP server.

From and To are fixed or come from a shopper's own record, the subject is ours; what people typed stands in the body.
"""

import asyncio
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from email import policy
from email.headerregistry import Address, BaseHeader, HeaderRegistry, UniqueUnstructuredHeader
from email.message import EmailMessage
from email.utils import format_datetime
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import aiosmtplib
import css_inline
import jinja2

from shop.clock import INDIA, now
from shop.settings import settings
from shop.words import indian_rupees, weight_in_grams, when

TEMPLATES = Path(__file__).parent / "templates"
SEND_SECONDS = 20
LONGEST_QUOTED, LONGEST_NAME = 30, 60
"""Characters of a name with marks in it, and of any: Python drops the quotes around what it breaks over lines."""
_FINAL = 500
_MARKS = re.compile(r"""[()<>\[\]:;@\\,."]|=\?|\?=""")
"""What has a meaning of its own in an address (RFC 5322, 3.2.3) or begins and ends an encoded word (RFC 2047, 2)."""
NO_NAME = "customer"
"""How a mail calls a person whose name is nothing but links."""
_LINK_SIGNS = ("@", "://", "www.", "mailto:", "tel:", "%40")
_DOTS = {ord("\u3002"): ".", ord("\uff0e"): ".", ord("\uff61"): ".", ord("\u2024"): ".", 0xAD: None, 0x200B: None}
_INITIALS = re.compile(r"\b([^\W\d_])\.(?=\w)")
_HOST = re.compile(r"[^\W_][\w-]+(\.[\w-]+)*\.[^\W\d_]{2,}|\d+\.\d+\.\d+\.\d+|\w[\w-]*(\.[\w-]+)+[/:?#]")
"""A host name such as ``evil.example``, an address of four numbers, or either with a path. Initials are neither."""
NOT_TAKEN = (aiosmtplib.SMTPException, OSError)
"""What :func:`send` raises where the server did not take a mail."""


class LinkHeader(UniqueUnstructuredHeader, BaseHeader):  # type: ignore[misc]
    """A link, in one line: breaking it Python encodes it, and mail programs know it no more (RFC 2369, 2)."""

    def fold(self, *, policy: policy.Policy) -> str:
        return f"{self.name}: {self}{policy.linesep}"


_HEADERS = HeaderRegistry()
_HEADERS.map_to_type("list-unsubscribe", LinkHeader)
_POLICY = policy.default.clone(header_factory=_HEADERS)


@dataclass(frozen=True)
class Letter:
    """A mail to be written: ``template`` names the pair ``<template>.html`` and ``<template>.txt``."""

    template: str
    subject: str
    to_name: str
    to_email: str
    content: Mapping[str, Any]
    reply_to: Address | None = None
    headers: Mapping[str, str] = field(default_factory=dict)


@cache
def _environment() -> jinja2.Environment:
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
        "when": when,
        "line": _line,
        "plain": plain_text,
    }
    return environment


def _line(text: str) -> str:
    """Return what was typed as one line, so that none of it reads as another field of the mail."""
    return " ".join(text.split())


def write(letter: Letter, *, delivery_id: int, told: Sequence[int] = ()) -> EmailMessage:
    """Return the mail, HTML with inline styles and a plain-text part.

    Its Message-ID is the delivery's, so that a mail which is sent twice after a crash is known as the same.

    :param told: the deliveries that it tells of, where they are several.
    """
    shop_url = settings().public_url.rstrip("/")
    content = {**letter.content, "shop_url": shop_url, "name": plain_name(letter.to_name), "subject": letter.subject}
    message = EmailMessage(_POLICY)
    message["From"] = settings().mail_from
    message["To"] = address(letter.to_name, letter.to_email)
    if letter.reply_to is not None:
        message["Reply-To"] = letter.reply_to
    message["Subject"] = " ".join(letter.subject.split())
    message["Date"] = format_datetime(now().astimezone(INDIA))
    message["Message-ID"] = f"<delivery-{delivery_id}@{urlsplit(shop_url).hostname}>"
    message["Auto-Submitted"] = "auto-generated"
    if len(told) > 1:
        message["X-Swarna-Deliveries"] = ", ".join(str(number) for number in told)
    for header, value in letter.headers.items():
        message[header] = value
    message.set_content(_environment().get_template(f"{letter.template}.txt").render(content))
    page = _environment().get_template(f"{letter.template}.html").render(content)
    message.add_alternative(css_inline.inline(page, keep_style_tags=True), subtype="html")
    return message


def plain_name(name: str) -> str:
    """Return a name as it stands in a mail: at most 60 characters, without a link or an address.

    Anyone may sign up with anybody's address and any name, and must not write to strangers by it.
    """
    return plain_text(name)[:LONGEST_NAME].rstrip() or (NO_NAME if name.strip() else "")


def plain_text(typed: str) -> str:
    """Return what a person typed without words that a mail program would make a link or an address of."""
    words = (_INITIALS.sub(r"\1. ", word) for word in typed.split())
    return " ".join(word for word in words if not _is_link(word))


def _is_link(word: str) -> bool:
    seen = unicodedata.normalize("NFKC", word).translate(_DOTS).casefold()
    return any(sign in seen for sign in _LINK_SIGNS) or bool(_HOST.search(seen))


def address(name: str, email: str) -> Address:
    """Return an address for a header: what a person typed as their name can end no line and begin no other header."""
    user, _, domain = email.rpartition("@")
    plain = "".join(character for character in plain_name(name) if character.isprintable())
    if len(plain) > LONGEST_QUOTED or not plain.isascii():
        plain = _MARKS.sub(" ", plain)[:LONGEST_NAME]
    return Address(display_name=" ".join(plain.split()), username=user, domain=_in_ascii(domain))


def _in_ascii(domain: str) -> str:
    if domain.isascii():
        return domain
    try:
        return domain.encode("idna").decode()
    except UnicodeError:
        return domain


def is_final(error: Exception) -> bool:
    """Tell whether the server said of a mail, with a status of 5xx, that it will not take it later either."""
    refusals = error.recipients if isinstance(error, aiosmtplib.SMTPRecipientsRefused) else [error]
    return all(isinstance(refusal, aiosmtplib.SMTPResponseException) and refusal.code >= _FINAL for refusal in refusals)


def send(message: EmailMessage) -> None:
    """Hand the mail to the SMTP server; with STARTTLS and a login where ``SHOP_SMTP_URL`` says so.

    :raises aiosmtplib.SMTPException, OSError: where the server did not take it.
    """
    server = urlsplit(settings().smtp_url)
    asyncio.run(
        aiosmtplib.send(
            message,
            hostname=server.hostname,
            port=server.port,
            username=unquote(server.username) if server.username else None,
            password=unquote(server.password) if server.password else None,
            use_tls=server.scheme == "smtps",
            start_tls=True if server.scheme == "smtp+starttls" else None,
            timeout=SEND_SECONDS,
        )
    )
