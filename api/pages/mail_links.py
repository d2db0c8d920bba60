"""The pages that links in mails open: their text, and a form whose button runs the action, also without scripts.

Mail scanners open links, so opening a link changes nothing.
"""

import re
from collections.abc import Mapping
from urllib.parse import parse_qs, urlencode

from api.pages import partials
from api.pages.web_build import PageRoute, WebBuild

_TOKEN = re.compile(r"[A-Za-z0-9._-]{1,200}")


def parameters(route: PageRoute, query: str) -> str:
    """Return the canonical query of the page."""
    state, token = _parse(route, query)
    given = {"state": state, "token": token if "action" in route.states[state] else ""}
    return urlencode({name: value for name, value in given.items() if value})


def title(route: PageRoute, query: str) -> str:
    """Return the page's title."""
    return route.states[_parse(route, query)[0]]["title"]


def slots(build: WebBuild, route: PageRoute, query: str) -> dict[str, str]:
    """Return the page's title, text and form. An invalid link shows the page without a form."""
    state, token = _parse(route, query)
    shown = route.states[state]
    form = build.partials.render("mail_link_form", _action(shown, token), shown["button"]) if "action" in shown else ""
    return {"title": partials.escape_text(shown["title"]), "text": partials.escape_text(shown["text"]), "form": form}


def _action(shown: Mapping[str, str], token: str) -> str:
    """Return the URL to which the form is sent."""
    action = shown["action"]
    return f"{action}{'&' if '?' in action else '?'}{urlencode({'token': token})}"


def _parse(route: PageRoute, query: str) -> tuple[str, str]:
    """Return the state and the token of a link; empty if they are invalid."""
    given = parse_qs(query, errors="replace")
    state, token = given.get("state", [""])[0], given.get("token", [""])[0]
    shown = route.states.get(state)
    if shown is None or ("action" in shown and not _TOKEN.fullmatch(token)):
        return "", ""
    return state, token
