"""What shoppers ask of the list of products, each shape once."""

from decimal import Decimal

from shop.catalogue.search import Filters, Sort

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
    "nothing": (Filters(search="zzz"), Sort.NEWEST),
    "category": (Filters(categories=frozenset({"w1", "w7"})), Sort.PRICE_UP),
    "type": (Filters(product_types=frozenset({"wedding"})), Sort.RATING),
    "price": (Filters(min_price=Decimal(100_000), max_price=Decimal(150_000)), Sort.NEWEST),
    "price from": (Filters(min_price=Decimal(400_000)), Sort.BEST_SELLING),
    "a narrow price": (Filters(min_price=Decimal(99_990), max_price=Decimal(100_010)), Sort.NEWEST),
    "purity and stock": (Filters(purities=frozenset({"24k"}), stock=frozenset({False})), Sort.PRICE_DOWN),
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
