"""What a list's address asks for, read as the storefront reads it (``web/src/features/catalogue/listing.ts``)."""

import re
from collections.abc import Sequence
from urllib.parse import parse_qs, urlencode

from api.pages.build import Address

PAGE_LENGTH = 12
"""How many products the storefront asks for at a time."""

_ACCEPTED = {
    "categoryId": re.compile(r"[1-9][0-9]{0,8}"),
    "productType": re.compile("general|wedding|men|kids"),
    "purity": re.compile("22k|24k"),
    "stock": re.compile("yes|no"),
    "minRating": re.compile("[1-5]"),
    "minPrice": re.compile(r"[0-9]{1,10}(\.[0-9]{1,2})?"),
    "maxPrice": re.compile(r"[0-9]{1,10}(\.[0-9]{1,2})?"),
}
_SORTS = {"newest", "bestSelling", "rating", "priceAsc", "priceDesc"}


class Asked:
    """The filters, the search and the order that an address names; what it cannot name is passed over."""

    def __init__(self, address: Address, query: str) -> None:
        self._params = parse_qs(query, errors="replace")
        self._address = address

    @property
    def search(self) -> str:
        return self._params.get("search", [""])[0].strip()

    @property
    def category_id(self) -> int | None:
        """The one category that the list of all products is narrowed to."""
        chosen = self.chosen("categoryId")
        return int(chosen[0]) if len(chosen) == 1 and self._address.product_type is None else None

    def chosen(self, name: str) -> Sequence[str]:
        """Return the values of a filter, each once, in the order in which they are named."""
        given = dict.fromkeys(self._params.get(name, ()))
        return [value for value in given if _ACCEPTED[name].fullmatch(value)]

    @property
    def api_query(self) -> str:
        """The query that the storefront asks the API, which names the answer in its cache."""
        pairs = [("search", self.search)] if self.search else []
        for name in _ACCEPTED:
            fixed = self._address.product_type if name == "productType" else None
            pairs += [(name, value) for value in ([fixed] if fixed else self._values(name))]
        sort = self._params.get("sort", [""])[0]
        pairs.append(("sort", sort if sort in _SORTS else "newest"))
        return urlencode(pairs, safe="*").replace("~", "%7E")

    def _values(self, name: str) -> Sequence[str]:
        """Return the values of a filter; the ends of a price range that goes from high to low are turned round."""
        least, most = ([*self.chosen(end), ""][0] for end in ("minPrice", "maxPrice"))
        if name in {"minPrice", "maxPrice"} and least and most:
            ends = sorted((least, most), key=float)
            return [ends[0] if name == "minPrice" else ends[1]]
        return self.chosen(name)

    @property
    def parameters(self) -> str:
        """The query that this page is made for, in one spelling; empty for the plain list."""
        query = self.api_query
        return "" if query == Asked(self._address, "").api_query else query
