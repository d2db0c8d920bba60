"""The newsletter's page: what it says and the form whose button acts, by the link that led there."""

import re
from urllib.parse import parse_qs, urlencode

from api.pages import pieces
from api.pages.build import Address

_TOKEN = re.compile(r"[A-Za-z0-9._-]{1,200}")
_ACTING = frozenset({"confirm", "unsubscribe"})


def parameters(query: str) -> str:
    """Return what the page depends on, in one spelling."""
    state, token = _link(query)
    given = {"state": state, "token": token if state in _ACTING else ""}
    return urlencode({name: value for name, value in given.items() if value})


def title(address: Address, query: str) -> str:
    """Return the page's title."""
    return address.states[_link(query)[0]]["title"]


def slots(address: Address, query: str) -> dict[str, str]:
    """Return the page's title, text and form; without a good link it only tells of the newsletter."""
    state, token = _link(query)
    said = address.states[state]
    form = pieces.piece("newsletter_form", state, token, said["button"]) if state in _ACTING else ""
    return {"title": pieces.text(said["title"]), "text": pieces.text(said["text"]), "form": form}


def _link(query: str) -> tuple[str, str]:
    given = parse_qs(query, errors="replace")
    state, token = given.get("state", [""])[0], given.get("token", [""])[0]
    if state in _ACTING and not _TOKEN.fullmatch(token):
        return "", ""
    return (state, token) if state in _STATES else ("", "")


_STATES = _ACTING | {"confirmed", "unsubscribed", "expired"}
