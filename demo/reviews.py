"""Reviews by the demo shoppers, from a seeded generator."""

import datetime as dt
import random
from decimal import Decimal

from shop.catalogue.model import Product
from shop.customers.model import Customer
from shop.orders.model import Order, OrderItem, Status
from shop.reviews.model import HelpfulMark, Review, ReviewPhoto

SAID = {
    5: (
        ("Worth every rupee", "The finish is even better than in the pictures. It came well packed and a day early."),
        (
            "My mother's favourite now",
            "Bought for her birthday. She has not taken it off since, and I cannot blame her.",
        ),
        ("Beautiful work", "Clean edges, no rough spot anywhere, and the weight on the invoice was right."),
        ("", "Lovely. I was asked about it three times on the first evening."),
        ("Light and strong", "I wear it every day. It sits well and has kept its shine."),
        ("Exactly as shown", "Colour, size and weight are what the page says. I checked it at my jeweller's."),
        ("A gift that landed", "My wife opened it on our anniversary and went quiet for a whole minute."),
        ("Fair and clear", "I could follow the price line by line, and the bill had the same lines."),
        ("", "The hallmark is easy to find and the screw holds well. Nothing to complain about."),
        ("Bought a second one", "The first was for me, the second for my sister, who kept borrowing mine."),
        ("Quick and careful", "Ordered on a Tuesday, worn at a wedding on Saturday. The box was sealed."),
        ("Old style, new comfort", "It looks like my grandmother's, and it does not pull or scratch as hers did."),
        ("", "My daughter chose it herself and wears it to every family lunch."),
        ("Polish that lasts", "Four weeks of daily wear, and it looks as it did when I unpacked it."),
        ("Good advice too", "I asked about the length before I ordered, and the answer was honest and quick."),
        ("For the festival", "It went with three different sarees, and each time it was the first thing seen."),
        ("", "Solid, not hollow. You feel the weight as soon as you take it out of the box."),
        ("Neat fastening", "It closes with one hand and does not open by itself. I had given up hoping for that."),
        ("Better than the mall", "I compared it with two shops near me. The making charge was lower here."),
        ("Warm colour", "A deep yellow, not the pale one that is sold as 22 carat elsewhere."),
        ("", "Small, fine and well made. Just what I wanted for the office."),
        ("The family agrees", "Three generations looked at it and nobody found a fault, which is rare with us."),
        ("Photographs well", "It caught the light in every picture of the evening."),
        ("Safe delivery", "The courier asked for my name and a code. I like that with gold."),
        ("", "It was resized in my mind ten times before I ordered. The size table was right."),
        ("Would order again", "No surprise in the price and none in the parcel."),
    ),
    4: (
        ("Very happy", "Looks rich and feels solid. One star less because the box was plain for a gift."),
        ("Good for daily wear", "A little smaller than I had imagined, so do check the size. The work is fine."),
        ("", "Good quality for the price. The making charge is fair and all of it is shown."),
        ("Nearly perfect", "The stones are well set. I would have liked the chain two centimetres longer."),
        ("Came a day late", "Worth the wait, and I was told of the delay before I could ask."),
        ("", "Pretty and light. It needs a soft cloth now and then to keep its shine."),
        ("Elegant", "Finer than it looks on the screen. Better with a plain dress than with a heavy one."),
        ("Good, with a small note", "The clasp was stiff in the first week. It is fine now."),
    ),
    3: (
        ("Nice, with a but", "The design is lovely, the clasp needed a small adjustment at my jeweller's."),
        ("", "Pretty, though the colour is a shade darker than on my screen."),
        ("All right", "Good gold. I had hoped for a bolder pattern from the pictures."),
        ("", "It is well made, but heavier on the ear than I can wear for a whole day."),
    ),
    2: (
        ("Too delicate for me", "Good gold, but I am afraid to bend it. Better for special days than for every day."),
        ("Not my size", "I ordered in a hurry and it is too tight. The piece itself is fine."),
    ),
}
STARS = random.Random(7).choices(list(SAID), weights=[11, 6, 2, 1], k=200)


def draw(asha: Customer, orders: list[Order], products: list[Product], *, at: dt.datetime) -> list[Review]:
    """Return reviews of most delivered products, and update the products' ratings.

    Asha has written one review; her other delivered products can still be reviewed.
    """
    drawn = random.Random(5)
    stars = iter(STARS)
    # Each text is used once.
    unsaid = {rating: drawn.sample(said, k=len(said)) for rating, said in SAID.items()}
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
        rating = next(rating for rating in stars if unsaid[rating])
        reviews.append(_review(drawn, item, customer_id, rating, unsaid[rating].pop(), at))
    for product in products:
        _rate(product, [review.rating for review in reviews if review.product_id == product.id])
    return sorted(reviews, key=lambda review: review.created_at)


def mark(reviews: list[Review], readers: list[Customer]) -> list[HelpfulMark]:
    """Return helpful marks by some readers, and set the counts of the reviews. The reviews must have ids."""
    drawn = random.Random(11)
    marks = []
    for review in reviews:
        others = [reader for reader in readers if reader.id != review.customer_id]
        helped = drawn.sample(others, k=drawn.choice((0, 0, 0, 1, 1, 2, 3, 5)))
        review.helpful = len(helped)
        marks += [HelpfulMark(review_id=review.id, customer_id=reader.id) for reader in helped]
    return marks


def show(reviews: list[Review], products: list[Product], originals: dict[str, str]) -> list[ReviewPhoto]:
    """Return photos of worn pieces, each for a good review. ``originals`` are their keys, by product code."""
    codes = {product.id: product.code for product in products}
    photos: dict[str, ReviewPhoto] = {}
    for review in reviews:
        code = codes[review.product_id]
        if review.rating >= 4 and code in originals and code not in photos:
            photos[code] = ReviewPhoto(review_id=review.id, position=0, original=originals[code])
    return list(photos.values())


def _review(
    drawn: random.Random, item: OrderItem, customer_id: int, rating: int, said: tuple[str, str], at: dt.datetime
) -> Review:
    assert item.delivered_at is not None  # noqa: S101 - the caller passes delivered lines
    title, words = said
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
