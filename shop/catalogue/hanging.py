"""One more picture for a product, in two short trips: look whether the product is there; then hang it and tell of it.

The product's row is locked by a statement of its own, so that the next one sees what every other upload has left: how
many pictures there are, and which place is behind them.
"""

from typing import Any

from sqlalchemy import BigInteger, Sequence, and_, bindparam, func, insert, select

from shop.catalogue.events import CatalogueChanged, ProductImageUploaded
from shop.catalogue.model import Product, ProductImage
from shop.clock import now
from shop.errors import Invalid
from shop.events import outbox
from shop.events.event import Event
from shop.trips import Asked, Statement

MOST_OF_ONE = 50

_GIVEN = ("id", "product_id", "type", "image_url", "original", "status")

_product = select(Product.id).where(Product.id == bindparam("product_id", type_=BigInteger))
_LOOK = Statement.of(_product.with_only_columns(Sequence("product_image_id_seq").next_value().label("image_id")))
_LOCK = Statement.of(_product.with_for_update())

_behind = (
    select(
        *(bindparam(name, type_=ProductImage.__table__.c[name].type) for name in _GIVEN),
        func.coalesce(func.max(ProductImage.position) + 1, 0),
    )
    .where(ProductImage.product_id == bindparam("product_id"))
    .having(and_(func.count() < MOST_OF_ONE, _product.exists()))
)
_HANG = Statement.of(
    insert(ProductImage).from_select([*_GIVEN, "position"], _behind).returning(*ProductImage.__table__.c)
)
_hung = select(ProductImage.id).where(ProductImage.id == bindparam("hung_id", type_=BigInteger)).cte("hung")
_TELL = Statement.of(outbox.recording(only_with=_hung))


def no_room() -> Invalid:
    """Return the refusal of more pictures than a product may have."""
    message = f"A product has {MOST_OF_ONE} pictures at most."
    return Invalid(message, fields={"imageUrl": message})


def said_of(image: ProductImage, action: str, *, uploaded: bool) -> list[Event]:
    """Return what happened to a picture; ``uploaded`` where its renditions are still to be made."""
    changed = CatalogueChanged(
        entity="product_image", id=image.id, action=action, details={"productId": image.product_id}
    )
    return [changed, ProductImageUploaded(image_id=image.id)] if uploaded else [changed]


def look(product_id: int) -> Asked:
    """Ask for a row with the ``image_id`` of a picture to come; there is none where there is no such product."""
    return _LOOK(product_id=product_id)


def hang(image: ProductImage) -> list[Asked]:
    """Lock its product, add a picture behind the others, and record that.

    The first statement gives a row unless the product is gone; the second one the picture as it hangs, or none where
    there is no room.
    """
    at = now()
    given: dict[str, Any] = {name: getattr(image, name) for name in _GIVEN}
    tell = (
        _TELL(hung_id=image.id, **outbox.values(event, at=at)) for event in said_of(image, "created", uploaded=True)
    )
    return [_LOCK(product_id=image.product_id), _HANG(**given), *tell]
