"""The newsletter page: its text and the form of a link in a mail."""

import re
from urllib.parse import parse_qs, urlencode

from api.pages import partials
from api.pages.web_build import PageRoute, WebBuild

_TOKEN = re.compile(r"[A-Za-z0-9._-]{1,200}")
_WITH_FORM = frozenset({"confirm", "unsubscribe"})
_STATES = _WITH_FORM | {"confirmed", "unsubscribed", "expired"}


def parameters(query: str) -> str:
    """Return the canonical query of the page."""
    state, token = _parse(query)
    given = {"state": state, "token": token if state in _WITH_FORM else ""}
    return urlencode({name: value for name, value in given.items() if value})


def title(route: PageRoute, query: str) -> str:
    """Return the page's title."""
    return route.states[_parse(query)[0]]["title"]


def slots(build: WebBuild, route: PageRoute, query: str) -> dict[str, str]:
    """Return the page's title, text and form. An invalid link shows the page without a form."""
    state, token = _parse(query)
    shown = route.states[state]
    form = build.partials.render("newsletter_form", state, token, shown["button"]) if state in _WITH_FORM else ""
    return {"title": partials.escape_text(shown["title"]), "text": partials.escape_text(shown["text"]), "form": form}


def _parse(query: str) -> tuple[str, str]:
    """Return the state and the token of a link; empty if they are invalid."""
    given = parse_qs(query, errors="replace")
    state, token = given.get("state", [""])[0], given.get("token", [""])[0]
    if state in _WITH_FORM and not _TOKEN.fullmatch(token):
        return "", ""
    return (state, token) if state in _STATES else ("", "")
