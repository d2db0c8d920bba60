"""What the web build leaves for the server: templates with slots, the table of addresses, the sizes of pictures."""

import base64
import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from api.pages.headers import content_policy

_SLOT = re.compile(r"\{\{(\w+)\}\}")
_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
_NUMBER = re.compile(r"(?<=/)[1-9][0-9]{0,8}(?=/)")
_PRODUCT_ID = re.compile(r"[1-9][0-9]{0,8}")


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


@dataclass(frozen=True)
class Build:
    """The templates by name, the addresses by path, and the ``sizes`` of pictures by where they stand."""

    templates: Mapping[str, Template]
    addresses: Mapping[str, Address]
    sizes: Mapping[str, str]
    admin: re.Pattern[str]
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
            admin = _any_of(json.loads((folder / "admin.json").read_text()))
            return cls(templates, _addresses(table), sizes, admin, _built_at(folder))
        except (OSError, ValueError) as error:
            raise NotBuilt(str(folder)) from error

    def is_still(self, folder: Path) -> bool:
        """Whether nothing was built since it was read."""
        try:
            return self.built_at == _built_at(folder)
        except OSError:
            return True

    def at(self, path: str) -> Address | None:
        """Return the page of an address, None where the shop has none; a product's page may turn out to be missing."""
        path = path.rstrip("/") or "/"
        if _PRODUCT_ID.fullmatch(path[1:]):
            return Address(path, "product", "", product_id=int(path[1:]))
        return self.addresses.get(path) or self.addresses.get(_NUMBER.sub("{id}", path))

    def is_of_admin(self, path: str) -> bool:
        """Whether the portal has a page there, below ``/admin``."""
        path = path.strip("/")
        return not path or self.admin.fullmatch(path) is not None


def _any_of(paths: list[str]) -> re.Pattern[str]:
    """Return what matches the router's paths, in which ``:name`` is any segment."""
    return re.compile("|".join(re.sub(r":\w+", "[^/]+", path) for path in paths))


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
    )
