"""Metadata of pages for search engines and link previews (schema.org, Open Graph)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

SHOP = "Swarna"
MAX_DESCRIPTION = 155
"""The length up to which search engines show a description, in characters."""

JsonLd = dict[str, Any]
"""An object of schema.org as JSON-LD."""


@dataclass(frozen=True)
class Head:
    """The head of one page; ``url`` and ``image`` are absolute.

    ``preload`` is the image to preload, at ``sizes``. ``properties`` are further Open Graph properties.
    """

    title: str
    description: str = ""
    url: str = ""
    kind: str = "website"
    image: str = ""
    image_alt: str = ""
    is_hidden: bool = False
    properties: Mapping[str, str] = field(default_factory=dict)
    json_ld: Sequence[JsonLd] = ()
    preload: Mapping[str, Any] | None = None
    sizes: str = ""


def with_shop_name(title: str) -> str:
    return f"{title} | {SHOP}"


def shorten(text: str) -> str:
    """Return a text in one line, cut after a word if it is too long for a description."""
    text = " ".join(text.split())
    if len(text) <= MAX_DESCRIPTION:
        return text
    return text[: MAX_DESCRIPTION - 1].rsplit(" ", 1)[0].rstrip(",;:. ") + "…"


def _json_ld(kind: str, **properties: Any) -> JsonLd:
    return {"@context": "https://schema.org", "@type": kind, **properties}


def breadcrumb_ld(base: str, trail: Sequence[tuple[str, str]]) -> JsonLd:
    """Describe the breadcrumbs of a page.

    :param trail: names and paths, starting with the home page.
    """
    items = [
        {"@type": "ListItem", "position": position, "name": name, "item": f"{base}{path}"}
        for position, (name, path) in enumerate(trail, start=1)
    ]
    return _json_ld("BreadcrumbList", itemListElement=items)


def item_list_ld(base: str, products: Sequence[Mapping[str, Any]]) -> JsonLd:
    """Describe a list of products, in its order."""
    items = [
        {"@type": "ListItem", "position": position, "name": product["name"], "url": f"{base}/{product['id']}"}
        for position, product in enumerate(products, start=1)
    ]
    return _json_ld("ItemList", numberOfItems=len(items), itemListElement=items)


def organization_ld(base: str) -> list[JsonLd]:
    """Describe the shop and its site search."""
    search = {
        "@type": "SearchAction",
        "target": {"@type": "EntryPoint", "urlTemplate": f"{base}/products?search={{search_term_string}}"},
        "query-input": "required name=search_term_string",
    }
    logo = f"{base}/favicon.svg"
    return [
        _json_ld("Organization", name=SHOP, url=f"{base}/", logo=logo),
        _json_ld("WebSite", name=SHOP, url=f"{base}/", inLanguage="en-IN", potentialAction=search),
    ]


def product_ld(base: str, product: Mapping[str, Any], *, in_stock: bool) -> JsonLd:
    """Describe a product with its offer, and with its rating if it has reviews."""
    url = f"{base}/{product['id']}"
    offer = {
        "@type": "Offer",
        "url": url,
        "priceCurrency": "INR",
        "price": product["ornamentPrice"],
        "availability": f"https://schema.org/{'InStock' if in_stock else 'OutOfStock'}",
        "itemCondition": "https://schema.org/NewCondition",
        "seller": {"@type": "Organization", "name": SHOP},
    }
    described = _json_ld(
        "Product",
        name=product["name"],
        description=product["description"],
        sku=product["code"],
        category=product["categoryName"],
        brand={"@type": "Brand", "name": SHOP},
        material=f"{product['purity']} gold",
        weight={"@type": "QuantitativeValue", "value": product["weight"], "unitCode": "GRM"},
        url=url,
        image=[f"{base}{image['imageUrl']}" for image in product["images"]],
        offers=offer,
    )
    if product["reviewCount"]:
        described["aggregateRating"] = {
            "@type": "AggregateRating",
            "ratingValue": product["rating"],
            "reviewCount": product["reviewCount"],
            "bestRating": 5,
            "worstRating": 1,
        }
    return described
