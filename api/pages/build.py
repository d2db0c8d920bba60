"""What the web build leaves for the server: templates with slots, the table of addresses, the sizes of pictures."""

import base64
import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from api.pages.headers import content_policy

_SLOT = re.compile(r"\{\{(\w+)\}\}")
_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
_ID = re.compile(r"0*([1-9][0-9]{0,8})")
_ADMIN = "admin"


class NotBuilt(Exception):
    """There is no build to serve."""


@dataclass(frozen=True)
class Template:
    """A page with slots for what only the server knows, and the content policy that allows its own style."""

    parts: list[str]
    policy: str

    @classmethod
    def of(cls, text: str) -> "Template":
        style = _STYLE.search(text)
        digest = hashlib.sha256(style[1].encode()).digest() if style else b""
        allowed = f"sha256-{base64.b64encode(digest).decode()}" if style else ""
        return cls(_SLOT.split(text), content_policy(allowed))

    def fill(self, slots: Mapping[str, str]) -> str:
        """Put markup into the slots; those that nothing is given for stay empty."""
        return "".join(slots.get(part, "") if place % 2 else part for place, part in enumerate(self.parts))


@dataclass(frozen=True)
class Address:
    """What the table says of a page; ``path`` is the one address that it should be known by."""

    path: str
    template: str
    title: str
    description: str = ""
    of_category: str = ""
    product_type: str | None = None
    is_private: bool = False
    shelves: tuple[dict[str, Any], ...] = ()
    product_id: int | None = None
    states: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


@dataclass(frozen=True)
class Build:
    """The templates by name, the addresses by path, and the ``sizes`` of pictures by where they stand."""

    templates: Mapping[str, Template]
    addresses: Mapping[str, Address]
    sizes: Mapping[str, str]
    admin: Mapping[str, str]
    built_at: float

    @classmethod
    def read(cls, folder: Path) -> "Build":
        """Read the folder ``pages`` of a build.

        :raises NotBuilt: where there is none.
        """
        try:
            table = json.loads((folder / "pages.json").read_text())
            sizes = json.loads((folder / "sizes.json").read_text())
            templates = {file.stem: Template.of(file.read_text()) for file in folder.glob("*.html")}
            admin = {path.lower(): path for path in json.loads((folder / "admin.json").read_text())}
            return cls(templates, _addresses(table), sizes, admin, _built_at(folder))
        except (OSError, ValueError) as error:
            raise NotBuilt(str(folder)) from error

    def is_still(self, folder: Path) -> bool:
        """Whether nothing was built since it was read."""
        try:
            return self.built_at == _built_at(folder)
        except OSError:
            return True

    def canonical(self, path: str) -> str | None:
        """Return the spelling that a page's address should have, None where the shop has no such page.

        It is in the case in which it was written down, without a slash at its end, and its ids have no leading zeros.
        """
        segments = [segment for segment in path.split("/") if segment]
        if is_of_admin(path):
            below = "/".join(segments[1:])
            known = self.admin.get(below.lower(), "" if not below else None)
            return None if known is None else f"/{_ADMIN}/{known}".rstrip("/")
        ids = [_ID.fullmatch(segment) for segment in segments]
        found = [found[1] if found else segment.lower() for found, segment in zip(ids, segments, strict=True)]
        pattern = ["{id}" if found else segment.lower() for found, segment in zip(ids, segments, strict=True)]
        is_known = pattern == ["{id}"] or "/" + "/".join(pattern) in self.addresses
        return "/" + "/".join(found) if is_known else None

    def at(self, path: str) -> Address:
        """Return the page of a canonical address; a product's page may turn out to be missing."""
        if _ID.fullmatch(path[1:]):
            return Address(path, "product", "", product_id=int(path[1:]))
        segments = ("{id}" if _ID.fullmatch(segment) else segment for segment in path.split("/"))
        return self.addresses["/".join(segments)]


def is_of_admin(path: str) -> bool:
    """Whether an address is the portal's or below it."""
    return path.strip("/").partition("/")[0].lower() == _ADMIN


def _built_at(folder: Path) -> float:
    return (folder / "pages.json").stat().st_mtime


def _addresses(table: dict[str, dict[str, Any]]) -> dict[str, Address]:
    return {path: _address(table[path].get("same", path), table) for path in table}


def _address(path: str, table: dict[str, dict[str, Any]]) -> Address:
    entry = table[path]
    return Address(
        path,
        entry["template"],
        entry["title"],
        entry.get("description", ""),
        entry.get("ofCategory", ""),
        entry.get("productType"),
        entry.get("private", False),
        tuple(entry.get("shelves", ())),
        states=entry.get("states", {}),
    )
