"""Builds the head and the slots of each kind of page."""

import datetime as dt
import json
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from api.pages import mail_links, metadata, partials
from api.pages.list_query import PAGE_SIZE, ListQuery
from api.pages.metadata import Head
from api.pages.page_data import PageData, Shopper, in_size
from api.pages.web_build import PageMatch, PageRoute, WebBuild
from shop.text.formatting import day, grouped, indian_rupees, weight_in_grams

MAX_LINKS = 8
"""The number of categories in the header and the footer."""
EAGER_IMAGES = 3
"""The number of a list's images that are not loaded lazily; the storefront has the same."""
RELATED_PRODUCTS = 4


@dataclass
class PageContent:
    """A page before it is rendered: its template, its head and the markup for the template's slots."""

    template: str
    head: Head
    slots: dict[str, str] = field(default_factory=dict)
    status: int = 200


async def build_page(
    build: WebBuild, data: PageData, match: PageMatch | None, shopper: Shopper | None = None
) -> PageContent:
    """Return the content of a page; without a match, that of the page for unknown addresses.

    :param shopper: the shopper for whom it is built, if it shows personal data.
    """
    await data.load_common()
    page = await _builder_of(match.route)(build, data, match) if match else _not_found()
    if match and shopper:
        page.slots |= await _own_slots(build, data, match.route, shopper)
    page.slots |= _common_slots(build, data)
    page.slots["chat"] = partials.chat_attributes(data.contact, page.head)
    page.slots["details"] = partials.contact_details(data.contact)
    if data.is_unavailable and page.status == 200 and page.template in _BUILDERS:
        page.status = 503
    return page


def preloaded_state(data: PageData) -> str:
    """Return the script element with the responses for the first render, which the client reads as data."""
    if data.last_event_id is None:
        return ""
    answers = ",".join(
        f'{{"endpoint":{json.dumps(response.endpoint)}'
        + (f',"arg":{json.dumps(response.arg)}' if response.arg is not None else "")
        + f',"body":{response.text}}}'
        for response in data.preloaded
    )
    state = partials.escape_script_json(f'{{"after":{data.last_event_id},"answers":[{answers}]}}')
    return f'<script type="application/json" id="preloaded-state">{state}</script>'


def _common_slots(build: WebBuild, data: PageData) -> dict[str, str]:
    slots = {
        "links": build.partials.render_each("link", data.categories[:MAX_LINKS]),
        "menu": build.partials.render_each("menu_item", data.categories),
    }
    if days := data.contact.return_days:
        slots["guarantee"] = f"{days}-day money-back guarantee"
        slots["returnDays"] = f"{days} {'day' if days == 1 else 'days'}"
    else:
        slots["promiseState"] = "hidden"
    if not data.rates:
        slots["rateState"] = "hidden"
    for rate in data.rates[:1]:
        slots["rate22"] = indian_rupees(rate["r22kRate"])
        slots["rate24"] = indian_rupees(rate["r24kRate"])
        slots["rateDay"] = day(dt.date.fromisoformat(rate["date"]))
    return slots


async def _own_slots(build: WebBuild, data: PageData, route: PageRoute, shopper: Shopper) -> dict[str, str]:
    """Preload the personal data of the page, and return the slots with it. The first address is preselected.

    With an empty cart there is nothing to deliver, so no address is shown.
    """
    responses = await data.load_own(route.own, shopper)
    has_cart = "getCart" in responses and bool(responses["getCart"].body)
    addresses = responses["getAddresses"].data if has_cart and "getAddresses" in responses else None
    cards = [build.partials.render("address", address, not index) for index, address in enumerate(addresses or ())]
    return {"addresses": "".join(cards)}


async def _home(build: WebBuild, data: PageData, match: PageMatch) -> PageContent:
    responses = [await data.top_products(arg) for arg in match.route.top_products]
    best = responses[0].body if responses and responses[0].status == 200 else {"data": [], "facets": None}
    json_ld = [*metadata.organization_ld(data.base), metadata.item_list_ld(data.base, best["data"])]
    head = _head(data, match.route, json_ld=json_ld, **_shared_picture(data, best["data"]))
    cards = build.partials.render_each("card", best["data"], build.sizes["card"], "late", "h3")
    tiles = _category_tiles(build, data, best["facets"], build.sizes["arch"])
    return PageContent("home", head, {"cards": cards, "arches": tiles})


async def _categories(build: WebBuild, data: PageData, match: PageMatch) -> PageContent:
    route = match.route
    responses = [await data.top_products(arg) for arg in route.top_products]
    facets = responses[0].body["facets"] if responses and responses[0].status == 200 else None
    trail = metadata.breadcrumb_ld(data.base, [("Home", "/"), (route.title, route.path)])
    tiles = _category_tiles(build, data, facets, build.sizes["category"])
    return PageContent("categories", _head(data, route, json_ld=[trail]), {"arches": tiles})


def _category_tiles(build: WebBuild, data: PageData, facets: Mapping[str, Any] | None, sizes: str) -> str:
    counts = {row["id"]: row["count"] for row in facets["category"]} if facets else None
    tiles = []
    for category in data.categories:
        pieces = None if counts is None else counts.get(category["id"], 0)
        tiles.append(build.partials.render("category_tile", category, pieces, sizes))
    return "".join(tiles)


async def _list(build: WebBuild, data: PageData, match: PageMatch) -> PageContent:
    list_query = ListQuery(match.route, match.query)
    response = await data.product_list(list_query.api_query, PAGE_SIZE)
    body = response.body if response.status == 200 else {"data": [], "total": None, "searchedFor": None}
    products, total = body["data"], body["total"]
    title, path, description = _list_title(data, match.route, list_query)
    trail = [("Home", "/"), (title, path)]
    first = next((product["images"][0] for product in products[:1] if product["images"]), None)
    head = Head(
        title=metadata.with_shop_name(title),
        description=description,
        url=f"{data.base}{path}",
        is_hidden=bool(list_query.search) or total == 0,
        json_ld=[metadata.breadcrumb_ld(data.base, trail), metadata.item_list_ld(data.base, products)],
        preload=first if first and first["renditions"] else None,
        sizes=build.sizes["card"],
        **_shared_picture(data, products),
    )
    cards = [
        build.partials.render("card", product, build.sizes["card"], _loading_of(index), "h2")
        for index, product in enumerate(products)
    ]
    count = "" if total is None else f"{grouped(total)} {'piece' if total == 1 else 'pieces'}"
    if body["searchedFor"]:
        count += f" for “{partials.escape_text(body['searchedFor'])}”, which is the nearest that we have"
    slots = {"title": partials.escape_text(title), "count": count or "&nbsp;", "cards": "".join(cards)}
    # The storefront shows that the category is not in the shop.
    is_missing = total == 0 and not data.is_unavailable and _has_unknown_category(data, list_query)
    return PageContent("list", head, slots, status=404 if is_missing else 200)


def _shared_picture(data: PageData, products: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the picture with which a list is shared: that of its first product with one."""
    pictured = next((product for product in products if product["images"]), None)
    if pictured is None:
        return {}
    return {"image": f"{data.base}{pictured['images'][0]['imageUrl']}", "image_alt": pictured["name"]}


def _has_unknown_category(data: PageData, list_query: ListQuery) -> bool:
    return not {category["id"] for category in data.categories}.issuperset(list_query.category_ids)


def _loading_of(index: int) -> str:
    return "first" if index == 0 else "early" if index < EAGER_IMAGES else "late"


def _list_title(data: PageData, route: PageRoute, list_query: ListQuery) -> tuple[str, str, str]:
    """Return a list's title, canonical path and description."""
    if list_query.search:
        return f"Results for “{list_query.search}”", route.path, route.description
    for category in data.categories:
        if category["id"] == list_query.category_id:
            name = category["name"]
            description = route.category_description.replace("{name}", name)
            return name, f"{route.path}?categoryId={category['id']}", description
    return route.title, route.path, route.description


async def _product(build: WebBuild, data: PageData, match: PageMatch) -> PageContent:
    path = f"/{match.product_id}"
    response = await data.product(match.product_id or 0)
    product = response.data
    if product is None:
        is_missing = response.status < 500
        return _not_found() if is_missing else PageContent("product", Head(title=metadata.SHOP, is_hidden=True))
    await _load_related(data, product)
    # A preview is of the link that is shared. The canonical URL, which the structured data describe, is without a size.
    linked, product = in_size(product, match.size), in_size(product)
    image = product["images"][0] if product["images"] else None
    category = (product["categoryName"], f"/products?categoryId={product['categoryId']}")
    trail = metadata.breadcrumb_ld(data.base, [("Home", "/"), category, (product["name"], path)])
    head = Head(
        title=metadata.with_shop_name(product["name"]),
        description=metadata.shorten(f"{_price_of_the_day(linked)} {product['description']}"),
        url=f"{data.base}{path}",
        kind="product",
        image=f"{data.base}{image['imageUrl']}" if image else "",
        image_alt=product["name"] if image else "",
        properties={
            "product:price:amount": str(linked["ornamentPrice"]),
            "product:price:currency": "INR",
            "product:availability": "in stock" if partials.is_in_stock(linked) else "out of stock",
        },
        json_ld=[metadata.product_ld(data.base, product, in_stock=partials.is_in_stock(product)), trail],
        preload=image if image and image["renditions"] else None,
        sizes=build.sizes["stage"],
    )
    slots = {
        "name": partials.escape_text(product["name"]),
        "category": partials.escape_text(product["categoryName"]),
        "categoryId": str(product["categoryId"]),
        "thumbs": build.partials.render_each("thumbnail", product["images"]) if len(product["images"]) > 1 else "",
        "picture": build.partials.render("picture", image, product["name"], build.sizes["stage"], "first"),
        "summary": build.partials.render("summary", linked),
    }
    return PageContent("product", head, slots)


def _price_of_the_day(product: Mapping[str, Any]) -> str:
    """Return the beginning of a product's description with its price, for previews of shared links."""
    price = indian_rupees(product["ornamentPrice"])
    return f"{price} at today's gold rate, {product['purity']} gold, {weight_in_grams(product['weight'])}."


async def _load_related(data: PageData, product: Mapping[str, Any]) -> None:
    """Preload the related products with the same requests as the storefront."""
    related = await data.top_products(
        {"categoryId": product["categoryId"], "sort": "bestSelling", "limit": RELATED_PRODUCTS + 1}
    )
    if related.status == 200 and len(related.data) <= RELATED_PRODUCTS:
        await data.top_products(
            {"productType": product["productType"], "sort": "bestSelling", "limit": 2 * RELATED_PRODUCTS + 1}
        )


async def _static(_build: WebBuild, data: PageData, match: PageMatch) -> PageContent:
    route = match.route
    trail = metadata.breadcrumb_ld(data.base, [("Home", "/"), (route.title, route.path)])
    slots = {"title": partials.escape_text(route.title)}
    return PageContent(route.template, _head(data, route, json_ld=[trail]), slots)


async def _policy(_build: WebBuild, data: PageData, match: PageMatch) -> PageContent:
    route = match.route
    response = await data.policy(route.path.removeprefix("/"))
    trail = metadata.breadcrumb_ld(data.base, [("Home", "/"), (route.title, route.path)])
    slots = {"title": partials.escape_text(route.title), "text": response.data["html"] if response.data else ""}
    return PageContent("policy", _head(data, route, json_ld=[trail]), slots)


async def _track(_build: WebBuild, data: PageData, match: PageMatch) -> PageContent:
    response = await data.tracked_order(match.token)
    if response.status in {404, 422}:
        return _not_found()
    head = replace(_head(data, match.route), url="")
    return PageContent("track", head, {"title": partials.escape_text(match.route.title)})


async def _mail_link(build: WebBuild, data: PageData, match: PageMatch) -> PageContent:
    route = match.route
    head = replace(_head(data, route), title=metadata.with_shop_name(mail_links.title(route, match.query)))
    return PageContent(route.template, head, mail_links.slots(build, route, match.query))


def _head(data: PageData, route: PageRoute, **more: Any) -> Head:
    return Head(
        title=metadata.with_shop_name(route.title),
        description=route.description,
        url=f"{data.base}{route.path}",
        is_hidden=route.is_private,
        **more,
    )


def _not_found() -> PageContent:
    head = Head(title=metadata.with_shop_name("This page is not in the shop"), is_hidden=True)
    return PageContent("not-found", head, status=404)


_Builder = Callable[[WebBuild, PageData, PageMatch], Awaitable[PageContent]]
_BUILDERS: dict[str, _Builder] = {
    "home": _home,
    "categories": _categories,
    "list": _list,
    "product": _product,
    "policy": _policy,
    "track": _track,
}
"""The pages that show data. They are unavailable without it."""


def _builder_of(route: PageRoute) -> _Builder:
    return _mail_link if route.states else _BUILDERS.get(route.template, _static)
