"""The chat button and the shop's pages elsewhere, as ``web/src/shared/chat.ts`` writes them."""

from urllib.parse import quote

from markupsafe import escape

from api.contact.schemas import ContactOut
from api.pages.head import SHOP, Head


def attributes(contact: ContactOut, head: Head) -> str:
    """Return the attributes of the chat button: the messenger, or the contact page of a shop without a number."""
    message = quote(f"Hello Swarna, I need help with {_subject(head)}.", safe="!'()*")
    if contact.chat_number:
        address = f"https://wa.me/{contact.chat_number}?text={message}"
        label = 'target="_blank" rel="noreferrer" aria-label="Chat with us, in a new window"'
    else:
        address, label = f"/contact-us?message={message}", 'aria-label="Chat with us, by the contact form"'
    return f'href="{escape(address)}" {label}'


def social(contact: ContactOut) -> str:
    """Return the shop's pages elsewhere; nothing where none are set."""
    links = "".join(
        f'<a href="{escape(link.url)}" target="_blank" rel="noreferrer">{escape(link.name)}</a>'
        for link in contact.social_links
    )
    return f'<dt>See it worn</dt><dd class="social">{links}</dd>' if links else ""


def _subject(head: Head) -> str:
    name = head.title.removesuffix(f" | {SHOP}")
    address = f" ({head.url})" if head.url and "{" not in head.url else ""
    return f"“{name}”{address}" if head.kind == "product" else f"the page “{name}”{address}"
