"""The query of a product list's URL, parsed as the storefront does (``productList/listFilters.ts`` in ``web/``)."""

import re
from collections.abc import Sequence
from urllib.parse import parse_qs, urlencode

from api.pages.web_build import PageRoute
from shop.catalogue.limits import MAX_STONE_KIND_LENGTH
from shop.catalogue.pricing import STONE_SEPARATORS
from shop.text.allowed_characters import UNFIT_FOR_A_LINE

PAGE_SIZE = 12
"""The number of products that the storefront requests at a time."""

FILTERS = {
    "categoryId": re.compile(r"[1-9][0-9]{0,8}"),
    "productType": re.compile("general|wedding|men|kids"),
    "purity": re.compile("22k|24k"),
    "stock": re.compile("yes|no"),
    "minRating": re.compile("[1-5]"),
    "minPrice": re.compile(r"[0-9]{1,10}(\.[0-9]{1,2})?"),
    "maxPrice": re.compile(r"[0-9]{1,10}(\.[0-9]{1,2})?"),
    "minWeight": re.compile(r"[0-9]{1,6}(\.[0-9]{1,3})?"),
    "maxWeight": re.compile(r"[0-9]{1,6}(\.[0-9]{1,3})?"),
    "size": re.compile(r"[0-9]{1,2}|2\.[0-9]{1,2}|[0-9]{1,2} in"),
    "stone": re.compile(rf"(?! )[^{STONE_SEPARATORS}{UNFIT_FOR_A_LINE}]{{1,{MAX_STONE_KIND_LENGTH}}}"),
}
"""The filters in the order of the storefront, each with its valid values."""
_SORTS = {"bestSelling", "newest", "rating", "priceAsc", "priceDesc"}


class ListQuery:
    """Filters, search and sort order of a product list. Invalid values are ignored."""

    def __init__(self, route: PageRoute, query: str) -> None:
        self._params = parse_qs(query, errors="replace")
        self._route = route

    @property
    def search(self) -> str:
        return self._params.get("search", [""])[0].strip()

    @property
    def category_id(self) -> int | None:
        """The category, if the list of all products is filtered by exactly one."""
        ids = self.category_ids
        return ids[0] if len(ids) == 1 and self._route.product_type is None else None

    @property
    def category_ids(self) -> list[int]:
        """The categories by which the list is filtered."""
        return [int(value) for value in self._valid("categoryId")]

    @property
    def api_query(self) -> str:
        """The query that the storefront sends to the API. Its cache uses it as the key of the response."""
        pairs = [("search", self.search)] if self.search else []
        for name in FILTERS:
            fixed = self._route.product_type if name == "productType" else None
            pairs += [(name, value) for value in ([fixed] if fixed else self._values(name))]
        sort = self._params.get("sort", [""])[0]
        default = "bestMatch" if self.search else "bestSelling"
        pairs.append(("sort", sort if sort in _SORTS else default))
        return urlencode(pairs, safe="*").replace("~", "%7E")

    @property
    def parameters(self) -> str:
        """The canonical query of the page; empty for the list without filters."""
        query = self.api_query
        return "" if query == ListQuery(self._route, "").api_query else query

    def _values(self, name: str) -> Sequence[str]:
        """Return the values of a filter. The ends of a price range are sorted."""
        low, high = ([*self._valid(end), ""][0] for end in ("minPrice", "maxPrice"))
        if name in {"minPrice", "maxPrice"} and low and high:
            ends = sorted((low, high), key=float)
            return [ends[0] if name == "minPrice" else ends[1]]
        return self._valid(name)

    def _valid(self, name: str) -> Sequence[str]:
        """Return the valid values of a filter without repetitions, in the order of the URL."""
        given = dict.fromkeys(self._params.get(name, ()))
        return [value for value in given if FILTERS[name].fullmatch(value)]
