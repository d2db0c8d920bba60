"""One example of each kind of product list query that shoppers send."""

from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Any

from shop.catalogue import search
from shop.catalogue.search import CategoryRef, Filters, Search, Sort
from shop.catalogue.text_search import matching
from shop.catalogue.text_search.matching import SearchText, TextMatch, WordMatch
from shop.db.query import BoundQuery

RARE = Filters(categories=frozenset({"w3"}), product_types=frozenset({"kids"}), purities=frozenset({"24k"}))

SHAPES: dict[str, tuple[Filters, Sort]] = {
    "newest": (Filters(), Sort.NEWEST),
    "priceAsc": (Filters(), Sort.PRICE_UP),
    "priceDesc": (Filters(), Sort.PRICE_DOWN),
    "rating": (Filters(), Sort.RATING),
    "bestSelling": (Filters(), Sort.BEST_SELLING),
    "one letter": (Filters(search="r"), Sort.NEWEST),
    "one letter by price": (Filters(search="B"), Sort.PRICE_UP),
    "a word": (Filters(search="ruby"), Sort.NEWEST),
    "a beginning": (Filters(search="nala"), Sort.BEST_SELLING),
    "a category's name": (Filters(search="neck"), Sort.PRICE_DOWN),
    "a plural and a word": (Filters(search="necklaces ruby"), Sort.NEWEST),
    "two words by match": (Filters(search="ruby bala"), Sort.BEST_MATCH),
    "a type and a word by match": (Filters(search="kids lotus"), Sort.BEST_MATCH),
    "a purity and a word by match": (Filters(search="24 carat lotus"), Sort.BEST_MATCH),
    "a code": (Filters(search="w 4711"), Sort.BEST_MATCH),
    "nothing": (Filters(search="zzz"), Sort.NEWEST),
    "category": (Filters(categories=frozenset({"w1", "w7"})), Sort.PRICE_UP),
    "type": (Filters(product_types=frozenset({"wedding"})), Sort.RATING),
    "price": (Filters(min_price=Decimal(100_000), max_price=Decimal(150_000)), Sort.NEWEST),
    "price from": (Filters(min_price=Decimal(400_000)), Sort.BEST_SELLING),
    "a narrow price": (Filters(min_price=Decimal(99_990), max_price=Decimal(100_010)), Sort.NEWEST),
    "purity and stock": (Filters(purities=frozenset({"24k"}), stock=frozenset({False})), Sort.PRICE_DOWN),
    "weight": (Filters(min_weight=Decimal(8), max_weight=Decimal(10)), Sort.NEWEST),
    "weight from": (Filters(min_weight=Decimal(50)), Sort.PRICE_UP),
    "size": (Filters(sizes=frozenset({"12"})), Sort.NEWEST),
    "sizes by price": (Filters(sizes=frozenset({"8", "10"})), Sort.PRICE_UP),
    "stone": (Filters(stones=frozenset({"Ruby"})), Sort.BEST_SELLING),
    "a rare stone": (Filters(stones=frozenset({"Sapphire"})), Sort.NEWEST),
    "size, stone and category": (
        Filters(sizes=frozenset({"12"}), stones=frozenset({"Ruby"}), categories=frozenset({"w1"})),
        Sort.PRICE_DOWN,
    ),
    "stars": (Filters(min_stars=5), Sort.NEWEST),
    "rare": (RARE, Sort.NEWEST),
    "rare by price": (RARE, Sort.PRICE_UP),
    "all at once": (
        Filters(
            search="s",
            categories=frozenset({"w2", "w4"}),
            product_types=frozenset({"general"}),
            purities=frozenset({"22k"}),
            stock=frozenset({True}),
            min_stars=4,
            min_price=Decimal(50_000),
            max_price=Decimal(300_000),
        ),
        Sort.PRICE_UP,
    ),
}


def search_for(fetch: Callable[[BoundQuery], Sequence[Any]], filters: Filters) -> Search:
    """Build a search as the API does, without spelling correction. ``fetch`` returns the rows of a query."""
    categories = {row.id: CategoryRef(*row) for row in fetch(search.category_refs(filters))}
    return Search(filters, categories, _match(fetch, SearchText(filters.search)) if filters.search else None)


def _match(fetch: Callable[[BoundQuery], Sequence[Any]], text: SearchText) -> TextMatch:
    rows = fetch(matching.match_words(text.words)) if text.words else []
    code_ids = [row.id for row in fetch(matching.match_code(text))] if text.code else []
    return TextMatch(text, [WordMatch(word, *row[1:]) for word, row in zip(text.words, rows, strict=True)], code_ids)
