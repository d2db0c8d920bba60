"""Markup made of data: the head of a page and the parts that the build could not draw. All of it is escaped."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from api.pages.head import Head
from shop.words import indian_rupees, weight_in_grams

_IN_SCRIPTS = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"})


def script(thing: Any) -> Markup:
    """Write JSON for a script element, which nothing inside can end."""
    return safe_in_script(json.dumps(thing, ensure_ascii=False, separators=(",", ":")))


def safe_in_script(text: str) -> Markup:
    """Return JSON that is written already so that nothing in it can end the script element around it."""
    return Markup(text.translate(_IN_SCRIPTS))  # noqa: S704 - that is what the translation is for


def is_in_stock(product: Mapping[str, Any]) -> bool:
    """Whether a product can be ordered."""
    return (product["stockAvailability"], product["status"]) == ("yes", "active")


def _srcset(image: Mapping[str, Any], form: str) -> str:
    return ", ".join(f"{rendition[form]} {rendition['width']}w" for rendition in image["renditions"])


_environment = Environment(
    loader=PackageLoader("api.pages"), autoescape=True, undefined=StrictUndefined, trim_blocks=False
)
_environment.filters |= {
    "rupees": indian_rupees,
    "grams": weight_in_grams,
    "srcset": _srcset,
    "script": script,
    "is_in_stock": is_in_stock,
}
_head = _environment.get_template("head.html")
_pieces = _environment.get_template("pieces.html").module


def head(of: Head) -> str:
    """Write what goes into the head of a page."""
    return _head.render(head=of)


def each(name: str, things: Iterable[Any], *others: Any) -> str:
    """Write the piece of this name for each of the things."""
    return "".join(piece(name, thing, *others) for thing in things)


def piece(name: str, *values: Any) -> str:
    """Write the piece of this name."""
    return str(getattr(_pieces, name)(*values))


def text(words: str) -> str:
    """Write words as words."""
    return str(escape(words))
