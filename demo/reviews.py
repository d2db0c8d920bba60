"""What the demo shoppers say of what they were delivered, drawn from a seeded generator."""

import datetime as dt
import random
from decimal import Decimal

from shop.catalogue.model import Product
from shop.customers.model import Customer
from shop.orders.model import Order, OrderItem, Status
from shop.reviews.model import Review

SAID = {
    5: (
        ("Worth every rupee", "The finish is even better than in the pictures. It came well packed and a day early."),
        (
            "My mother's favourite now",
            "Bought for her birthday. She has not taken it off since, and I cannot blame her.",
        ),
        (
            "Beautiful work",
            "Clean edges, no rough spot anywhere, and the weight on the invoice was right to the milligram.",
        ),
        ("", "Lovely. I was asked about it three times on the first evening."),
        ("Light and strong", "I wear it every day. It sits well and has kept its shine."),
    ),
    4: (
        ("Very happy", "Looks rich and feels solid. One star less because the box was plain for a gift."),
        ("Good for daily wear", "A little smaller than I had imagined, so do check the size. The work is fine."),
        ("", "Good quality for the price. The making charge is fair and all of it is shown."),
    ),
    3: (
        ("Nice, with a but", "The design is lovely, the clasp needed a small adjustment at my jeweller's."),
        ("", "Pretty, though the colour is a shade darker than on my screen."),
    ),
    2: (("Too delicate for me", "Good gold, but I am afraid to bend it. Better for special days than for every day."),),
}
STARS = random.Random(7).choices(list(SAID), weights=[11, 6, 2, 1], k=200)


def draw(asha: Customer, orders: list[Order], products: list[Product], *, at: dt.datetime) -> list[Review]:
    """Return reviews of most of what was delivered, and let the products' ratings follow.

    Asha has written one; what else she was delivered waits for hers.
    """
    drawn = random.Random(5)
    stars = iter(STARS)
    delivered = {
        (order.customer.id, item.product_id): item
        for order in orders
        for item in order.items
        if item.status == Status.DELIVERED.value
    }
    reviews: list[Review] = []
    for (customer_id, _), item in delivered.items():
        is_hers = customer_id == asha.id
        if any(review.customer_id == asha.id for review in reviews) if is_hers else drawn.random() < 0.3:
            continue
        reviews.append(_review(drawn, item, customer_id, next(stars), at))
    for product in products:
        _rate(product, [review.rating for review in reviews if review.product_id == product.id])
    return sorted(reviews, key=lambda review: review.created_at)


def _review(drawn: random.Random, item: OrderItem, customer_id: int, rating: int, at: dt.datetime) -> Review:
    assert item.delivered_at is not None  # noqa: S101 - only what was delivered comes here
    title, words = drawn.choice(SAID[rating])
    written = item.delivered_at + dt.timedelta(hours=drawn.uniform(3, 60))
    return Review(
        product_id=item.product_id,
        customer_id=customer_id,
        rating=rating,
        title=title,
        text=words,
        created_at=min(written, at),
    )


def _rate(product: Product, ratings: list[int]) -> None:
    if ratings:
        product.rating = (Decimal(sum(ratings)) / len(ratings)).quantize(Decimal("0.01"))
        product.review_count = len(ratings)
