"""The files that the web build writes for the server: templates, macros, the table of pages and the image sizes."""

import base64
import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from api.pages.partials import Partials
from api.pages.security_headers import content_security_policy

_SLOT = re.compile(r"\{\{(\w+)\}\}")
_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
_ID = re.compile(r"0*([1-9][0-9]{0,8})")
_ADMIN = "admin"
_TRACK = "track"


class NotBuilt(Exception):
    """There is no web build to serve."""


@dataclass(frozen=True)
class Template:
    """A page with slots, and the content security policy that allows its own style element."""

    parts: list[str]
    policy: str

    @classmethod
    def parse(cls, text: str) -> "Template":
        """Split a template at its slots, which are written ``{{name}}``."""
        style = _STYLE.search(text)
        digest = hashlib.sha256(style[1].encode()).digest() if style else b""
        style_hash = f"sha256-{base64.b64encode(digest).decode()}" if style else ""
        return cls(_SLOT.split(text), content_security_policy(style_hash))

    def fill(self, slots: Mapping[str, str]) -> str:
        """Insert markup into the slots. A slot without markup stays empty."""
        return "".join(slots.get(part, "") if index % 2 else part for index, part in enumerate(self.parts))


@dataclass(frozen=True)
class PageRoute:
    """A page of the table. ``path`` is its canonical path, with ``{id}`` for an id.

    ``top_products`` are the arguments of the product lists that it shows. ``own`` are the endpoints of the personal
    data that it shows. ``category_description`` is the description of a list with one category.
    """

    path: str
    template: str
    title: str
    description: str = ""
    category_description: str = ""
    product_type: str | None = None
    is_private: bool = False
    top_products: tuple[dict[str, Any], ...] = ()
    own: tuple[str, ...] = ()
    states: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


_PRODUCT = PageRoute("/{id}", "product", "")


@dataclass(frozen=True)
class PageMatch:
    """The route of a request with what the page depends on.

    ``query`` is the canonical part of the query. ``size`` is the size in a link to the product; empty without one.
    """

    route: PageRoute
    product_id: int | None = None
    token: str = ""
    query: str = ""
    size: str = ""


@dataclass(frozen=True)
class WebBuild:
    """The files of a build: templates by name, routes by path, images' ``sizes`` by place, the admin's paths."""

    templates: Mapping[str, Template]
    partials: Partials
    routes: Mapping[str, PageRoute]
    sizes: Mapping[str, str]
    admin: Mapping[str, str]
    built_at: float

    @classmethod
    def read(cls, folder: Path) -> "WebBuild":
        """Read the folder ``pages`` of a build.

        :raises NotBuilt: if it is missing or incomplete.
        """
        try:
            table = json.loads((folder / "pages.json").read_text())
            sizes = json.loads((folder / "sizes.json").read_text())
            templates = {file.stem: Template.parse(file.read_text()) for file in folder.glob("*.html")}
            partials = Partials((folder / "partials.jinja").read_text())
            admin = {_pattern(path): path for path in json.loads((folder / "admin.json").read_text())}
            return cls(templates, partials, _routes(table), sizes, admin, _built_at(folder))
        except (OSError, ValueError) as error:
            raise NotBuilt(str(folder)) from error

    def is_current(self, folder: Path) -> bool:
        """Whether the folder still has this build and no newer one."""
        try:
            return self.built_at == _built_at(folder)
        except OSError:
            return True

    def canonical(self, path: str) -> str | None:
        """Return the canonical spelling of a page's path, or None if there is no such page.

        It has the case of the table, no slash at its end, and ids without leading zeros.
        """
        if "{" in path:
            return None  # only the paths of the table have parameters such as {id}
        segments = [segment for segment in path.split("/") if segment]
        if is_admin_path(path):
            return self._canonical_admin(segments[1:])
        if _is_tracking(segments):
            return f"/{_TRACK}/{segments[1]}"
        ids = [_ID.fullmatch(segment) for segment in segments]
        found = [id_[1] if id_ else segment.lower() for id_, segment in zip(ids, segments, strict=True)]
        pattern = ["{id}" if id_ else segment.lower() for id_, segment in zip(ids, segments, strict=True)]
        is_known = pattern == ["{id}"] or "/" + "/".join(pattern) in self.routes
        return "/" + "/".join(found) if is_known else None

    def _canonical_admin(self, segments: Sequence[str]) -> str | None:
        """Return the canonical spelling of a path below ``/admin`` from its segments.

        The path of an order's page includes the order's number.
        """
        ids = [_ID.fullmatch(segment) for segment in segments]
        below = "/".join("{id}" if id_ else segment.lower() for id_, segment in zip(ids, segments, strict=True))
        known = self.admin.get(below, "" if not below else None)
        if known is None:
            return None
        found = [id_[1] if id_ else name for id_, name in zip(ids, known.split("/"), strict=True)] if known else []
        return "/".join(["", _ADMIN, *found])

    def match(self, path: str) -> PageMatch:
        """Return the match of a canonical path. Its product may not exist."""
        segments = path.split("/")[1:]
        if len(segments) == 1 and _ID.fullmatch(segments[0]):
            return PageMatch(_PRODUCT, product_id=int(segments[0]))
        if _is_tracking(segments):
            return PageMatch(self.routes[f"/{_TRACK}/{{token}}"], token=segments[1])
        pattern = ["{id}" if _ID.fullmatch(segment) else segment for segment in segments]
        return PageMatch(self.routes["/" + "/".join(pattern)])


def _is_tracking(segments: Sequence[str]) -> bool:
    """Whether a path is that of a tracking link, whose token keeps its case."""
    return len(segments) == 2 and segments[0].lower() == _TRACK


def is_admin_path(path: str) -> bool:
    """Whether a path is the admin's or below it."""
    return path.strip("/").partition("/")[0].lower() == _ADMIN


def _built_at(folder: Path) -> float:
    return (folder / "pages.json").stat().st_mtime


def _routes(table: dict[str, dict[str, Any]]) -> dict[str, PageRoute]:
    return {path: _route(table[path].get("same", path), table) for path in table}


def _route(path: str, table: dict[str, dict[str, Any]]) -> PageRoute:
    entry = table[path]
    return PageRoute(
        path=path,
        template=entry["template"],
        title=entry["title"],
        description=entry.get("description", ""),
        category_description=entry.get("ofCategory", ""),
        product_type=entry.get("productType"),
        is_private=entry.get("private", False),
        top_products=tuple(entry.get("topProducts", ())),
        own=tuple(entry.get("own", ())),
        states=entry.get("states", {}),
    )


def _pattern(path: str) -> str:
    """Return the path of an admin page in lower case, with ``{id}`` for each parameter such as ``:orderId``."""
    return "/".join("{id}" if segment.startswith(":") else segment.lower() for segment in path.split("/"))
