"""What stands on each kind of page."""

import datetime as dt
import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from api.pages import chat, newsletter, pieces
from api.pages import head as heads
from api.pages.build import Address, Build
from api.pages.head import Head
from api.pages.lists import PAGE_LENGTH, Asked
from api.pages.shop import Shop
from shop.words import day, indian_rupees

LINKS = 5
"""How many categories the header and the footer name."""
EARLY = 3
"""How many pictures of a list do not wait until they are nearly in view; as the storefront does it."""
KIN = 4


@dataclass
class Document:
    """A page before it is written: its template, its head and the markup for its slots."""

    template: str
    head: Head
    slots: dict[str, str] = field(default_factory=dict)
    status: int = 200


async def compose(build: Build, shop: Shop, address: Address | None, query: str) -> Document:
    """Return the page of an address, or the one that says that there is none."""
    await shop.begin()
    document = await _kind_of(address)(build, shop, address, query) if address else _not_found()
    document.slots |= _frame(shop)
    document.slots["chat"] = chat.attributes(shop.contact, document.head)
    document.slots["social"] = chat.social(shop.contact)
    if shop.is_away and document.status == 200 and document.template in _KINDS:
        document.status = 503
    return document


def seeds(shop: Shop) -> str:
    """Return the script element with the answers for the first render; the client reads it as data."""
    answers = ",".join(
        f'{{"endpoint":{json.dumps(seed["endpoint"])}'
        + (f',"arg":{json.dumps(seed["arg"])}' if seed["arg"] is not None else "")
        + f',"body":{seed["text"]}}}'
        for seed in shop.seeds
    )
    if shop.after is None:
        return ""
    whole = pieces.safe_in_script(f'{{"after":{shop.after},"answers":[{answers}]}}')
    return f'<script type="application/json" id="seeds">{whole}</script>'


def _frame(shop: Shop) -> dict[str, str]:
    slots = {"links": pieces.each("link", shop.categories[:LINKS]), "menu": pieces.each("menu", shop.categories)}
    for rate in shop.rates[:1]:
        slots["rate22"] = indian_rupees(rate["r22kRate"])
        slots["rate24"] = indian_rupees(rate["r24kRate"])
        slots["rateDay"] = day(dt.date.fromisoformat(rate["date"]))
    return slots


async def _home(build: Build, shop: Shop, address: Address, _query: str) -> Document:
    shelves = [await shop.shelf(shelf) for shelf in address.shelves]
    best = shelves[0].body if shelves and shelves[0].status == 200 else {"data": [], "facets": None}
    things = [*heads.house(shop.base), heads.item_list(shop.base, best["data"])]
    first = best["data"][0]["images"][:1] if best["data"] else []
    image = f"{shop.base}{first[0]['imageUrl']}" if first else ""
    head = _head(shop, address, things=things, image=image, image_says=best["data"][0]["name"] if image else "")
    cards = pieces.each("card", best["data"], build.sizes["card"], "late", "h3")
    return Document("home", head, {"cards": cards, "arches": _arches(shop, best["facets"], build.sizes["arch"])})


async def _categories(build: Build, shop: Shop, address: Address, _query: str) -> Document:
    shelves = [await shop.shelf(shelf) for shelf in address.shelves]
    facets = shelves[0].body["facets"] if shelves and shelves[0].status == 200 else None
    trail = heads.breadcrumbs(shop.base, [("Home", "/"), (address.title, address.path)])
    arches = _arches(shop, facets, build.sizes["category"])
    return Document("categories", _head(shop, address, things=[trail]), {"arches": arches})


def _arches(shop: Shop, facets: Mapping[str, Any] | None, sizes: str) -> str:
    counts = {row["id"]: row["count"] for row in facets["category"]} if facets else None
    return "".join(
        pieces.piece("arch", category, None if counts is None else counts.get(category["id"], 0), sizes)
        for category in shop.categories
    )


async def _list(build: Build, shop: Shop, address: Address, query: str) -> Document:
    asked = Asked(address, query)
    answer = await shop.products(asked.api_query, PAGE_LENGTH)
    body = answer.body if answer.status == 200 else {"data": [], "total": None}
    products, total = body["data"], body["total"]
    title, path, description = _named(shop, address, asked)
    trail = [("Home", "/"), (title, path)]
    things = [heads.breadcrumbs(shop.base, trail), heads.item_list(shop.base, products)]
    first = next((product["images"][0] for product in products[:1] if product["images"]), None)
    head = Head(
        title=heads.titled(title),
        description=description,
        url=f"{shop.base}{path}",
        is_hidden=bool(asked.search) or total == 0,
        things=things,
        image=f"{shop.base}{first['imageUrl']}" if first else "",
        image_says=products[0]["name"] if first else "",
        picture=first if first and first["renditions"] else None,
        sizes=build.sizes["card"],
    )
    sizes = build.sizes["card"]
    cards = [pieces.piece("card", each, sizes, _load_of(place), "h2") for place, each in enumerate(products)]
    count = "" if total is None else f"{total} {'piece' if total == 1 else 'pieces'}"
    slots = {"title": pieces.text(title), "count": count or "&nbsp;", "cards": "".join(cards)}
    return Document("list", head, slots)


def _load_of(place: int) -> str:
    return "first" if place == 0 else "early" if place < EARLY else "late"


def _named(shop: Shop, address: Address, asked: Asked) -> tuple[str, str, str]:
    """Return a list's title, the path that it should be known by, and its description."""
    if asked.search:
        return f"Results for “{asked.search}”", address.path, address.description
    for category in shop.categories:
        if category["id"] == asked.category_id:
            name = category["name"]
            text = address.of_category.replace("{name}", name)
            return name, f"{address.path}?categoryId={category['id']}", text
    return address.title, address.path, address.description


async def _product(build: Build, shop: Shop, address: Address, _query: str) -> Document:
    answer = await shop.product(address.product_id or 0)
    product = answer.data
    if product is None:
        return _not_found() if answer.status < 500 else Document("product", Head(title=heads.SHOP, is_hidden=True))
    await _kin(shop, product)
    image = product["images"][0] if product["images"] else None
    in_stock = pieces.is_in_stock(product)
    category = (product["categoryName"], f"/products?categoryId={product['categoryId']}")
    trail = heads.breadcrumbs(shop.base, [("Home", "/"), category, (product["name"], address.path)])
    head = Head(
        title=heads.titled(product["name"]),
        description=heads.shortened(product["description"]),
        url=f"{shop.base}{address.path}",
        kind="product",
        image=f"{shop.base}{image['imageUrl']}" if image else "",
        image_says=product["name"] if image else "",
        more={
            "product:price:amount": str(product["ornamentPrice"]),
            "product:price:currency": "INR",
            "product:availability": "in stock" if in_stock else "out of stock",
        },
        things=[heads.product_thing(shop.base, product, in_stock=in_stock), trail],
        picture=image if image and image["renditions"] else None,
        sizes=build.sizes["stage"],
    )
    slots = {
        "name": pieces.text(product["name"]),
        "category": pieces.text(product["categoryName"]),
        "categoryId": str(product["categoryId"]),
        "thumbs": pieces.each("thumb", product["images"]) if len(product["images"]) > 1 else "",
        "picture": pieces.piece("picture", image, product["name"], build.sizes["stage"], "first"),
        "summary": pieces.piece("summary", product),
    }
    return Document("product", head, slots)


async def _kin(shop: Shop, product: Mapping[str, Any]) -> None:
    """Ask for what the product page shows beside its product, as the storefront does."""
    kin = await shop.shelf({"categoryId": product["categoryId"], "sort": "bestSelling", "limit": KIN + 1})
    if kin.status == 200 and len(kin.data) <= KIN:
        await shop.shelf({"productType": product["productType"], "sort": "bestSelling", "limit": 2 * KIN + 1})


async def _plain(_build: Build, shop: Shop, address: Address, _query: str) -> Document:
    trail = heads.breadcrumbs(shop.base, [("Home", "/"), (address.title, address.path)])
    return Document(address.template, _head(shop, address, things=[trail]), {"title": pieces.text(address.title)})


async def _newsletter(_build: Build, shop: Shop, address: Address, query: str) -> Document:
    slots = newsletter.slots(address, query)
    head = replace(_head(shop, address), title=heads.titled(newsletter.title(address, query)))
    return Document("newsletter", head, slots)


def _head(shop: Shop, address: Address, **more: Any) -> Head:
    return Head(
        title=heads.titled(address.title),
        description=address.description,
        url=f"{shop.base}{address.path}",
        is_hidden=address.is_private,
        **more,
    )


def _not_found() -> Document:
    head = Head(title=heads.titled("This page is not in the shop"), is_hidden=True)
    return Document("not-found", head, status=404)


_Kind = Callable[[Build, Shop, Address, str], Awaitable[Document]]
_KINDS: dict[str, _Kind] = {"home": _home, "categories": _categories, "list": _list, "product": _product}
"""Pages that show data, and are of no use without it."""


def _kind_of(address: Address) -> _Kind:
    return _newsletter if address.states else _KINDS.get(address.template, _plain)
