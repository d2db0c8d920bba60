"""The templates of mails: each has both parts, and its links lead to pages of the shop."""

import json
import re
from pathlib import Path

import pytest

from workers.mail.rendering import TEMPLATES

_ROOT = Path(__file__).resolve().parents[2]
_WEB = _ROOT / "web" / "src"
_SOURCES = [*TEMPLATES.iterdir(), *(_ROOT / "workers").rglob("*.py")]
_SHOP_URL = re.compile(r"\{\{ shop_url \}\}|\{settings\(\)\.public_url\.rstrip\('/'\)\}")
_PLACEHOLDER, _LINK = re.compile(r"\{+[^{}]*\}+"), re.compile(r"@shop/([a-z][\w/*-]*)")
_PREVIEW = re.compile(r"\{% block preview %\}(.*)\{% endblock %\}")
_EXTENDS, _INCLUDE = re.compile(r'\{% extends "([\w.]+)" %\}'), re.compile(r'\{% include "([\w.]+)" %\}')


def pages() -> set[str]:
    """Return the paths of all pages, with * in the place of each parameter."""
    storefront = json.loads((_WEB / "shared/head/pages.json").read_text())
    table, routes = (_WEB / f"app/admin/{name}" for name in ("pageComponents.ts", "AdminRoutes.tsx"))
    portal = re.findall(r'"(/admin/[\w/:-]+)": ', table.read_text())
    others = re.findall(r'path="([\w/:-]+)"', routes.read_text())
    paths = {*storefront, *portal, *(path if path.startswith("/") else f"/admin/{path}" for path in others)}
    return {re.sub(r":\w+|\{\w+\}", "*", path).removeprefix("/") for path in paths}


def links() -> list[tuple[str, str]]:
    """Return each link to a page of the shop with the file that has it."""
    texts = {path.name: _SHOP_URL.sub("@shop", path.read_text()) for path in _SOURCES if path.is_file()}
    return sorted({(name, link) for name, text in texts.items() for link in _LINK.findall(_PLACEHOLDER.sub("*", text))})


@pytest.mark.parametrize(("file", "link"), links())
def test_each_link_leads_to_a_page(file: str, link: str):
    assert link in pages(), f"{file} links to /{link}, which no route of the web has"


@pytest.mark.parametrize(
    "page", sorted(path.name for path in TEMPLATES.glob("*.html") if _EXTENDS.search(path.read_text()))
)
def test_the_preview_in_an_inbox_says_more_than_the_subject(page: str):
    [preview] = _PREVIEW.findall((TEMPLATES / page).read_text())
    assert preview.strip()
    assert "subject" not in preview


def test_each_mail_has_a_page_and_a_text():
    templates = {path.name: path.read_text() for path in TEMPLATES.iterdir()}
    included = {name for text in templates.values() for kind in (_EXTENDS, _INCLUDE) for name in kind.findall(text)}
    mails = templates.keys() - included
    assert {name.removesuffix(".html") for name in mails if name.endswith(".html")} == {
        name.removesuffix(".txt") for name in mails if name.endswith(".txt")
    }
