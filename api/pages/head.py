"""What a page tells search engines and whoever shows a preview of a link to it (schema.org, Open Graph)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

SHOP = "Swarna"
LONGEST = 155
"""How much of a description a search engine shows."""

Thing = dict[str, Any]


@dataclass(frozen=True)
class Head:
    """What stands in the head of one page; ``url`` and ``image`` are whole addresses.

    ``picture`` is the image that is to be fetched first, at ``sizes``; ``things`` are schema.org's.
    """

    title: str
    description: str = ""
    url: str = ""
    kind: str = "website"
    image: str = ""
    image_says: str = ""
    is_hidden: bool = False
    more: Mapping[str, str] = field(default_factory=dict)
    things: Sequence[Thing] = ()
    picture: Mapping[str, Any] | None = None
    sizes: str = ""


def titled(title: str) -> str:
    return f"{title} | {SHOP}"


def shortened(text: str) -> str:
    """Return a text in one line, cut behind a word where it is long."""
    text = " ".join(text.split())
    if len(text) <= LONGEST:
        return text
    return text[: LONGEST - 1].rsplit(" ", 1)[0].rstrip(",;:. ") + "…"


def thing(kind: str, **properties: Any) -> Thing:
    """Return a thing of schema.org."""
    return {"@context": "https://schema.org", "@type": kind, **properties}


def breadcrumbs(base: str, trail: Sequence[tuple[str, str]]) -> Thing:
    """Return the way to a page.

    :param trail: names and paths, from the home page on.
    """
    items = [
        {"@type": "ListItem", "position": place, "name": name, "item": f"{base}{path}"}
        for place, (name, path) in enumerate(trail, start=1)
    ]
    return thing("BreadcrumbList", itemListElement=items)


def item_list(base: str, products: Sequence[Mapping[str, Any]]) -> Thing:
    """Return a list of products, in its order."""
    items = [
        {"@type": "ListItem", "position": place, "name": product["name"], "url": f"{base}/{product['id']}"}
        for place, product in enumerate(products, start=1)
    ]
    return thing("ItemList", numberOfItems=len(items), itemListElement=items)


def house(base: str) -> list[Thing]:
    """Return the shop itself, and how it is searched."""
    search = {
        "@type": "SearchAction",
        "target": {"@type": "EntryPoint", "urlTemplate": f"{base}/products?search={{search_term_string}}"},
        "query-input": "required name=search_term_string",
    }
    logo = f"{base}/favicon.svg"
    return [
        thing("Organization", name=SHOP, url=f"{base}/", logo=logo),
        thing("WebSite", name=SHOP, url=f"{base}/", inLanguage="en-IN", potentialAction=search),
    ]


def product_thing(base: str, product: Mapping[str, Any], *, in_stock: bool) -> Thing:
    """Return a product with its offer; with its rating where someone reviewed it."""
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
    described = thing(
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
