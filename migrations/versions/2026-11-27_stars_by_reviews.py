"""List products without reviews as unrated: no filter by rating finds them, and they sort after rated ones.

Their own rating stays the default. The migration can be run again.
"""

from collections.abc import Sequence

from alembic import op

from migrations import functions

revision: str = "20261127_stars_by_reviews"
down_revision: str | None = "20261127_payment_times"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

# A repricing holds this lock exclusively. While it is held, no product is written.
LOCK = "SELECT pg_advisory_xact_lock(1349675363)"
GROUPS = """
    INSERT INTO shelf (category_id, product_type, purity, in_stock, stars)
    SELECT DISTINCT category_id, product_type, purity, in_stock, {stars}
    FROM shelf
    WHERE {current}
    ON CONFLICT DO NOTHING
"""
MOVE = """
    UPDATE listing SET shelf_id = target.id
    FROM product, shelf, shelf AS target
    WHERE product.id = listing.product_id
        AND product.review_count = 0
        AND shelf.id = listing.shelf_id
        AND {current}
        AND target.category_id = shelf.category_id
        AND target.product_type = shelf.product_type
        AND target.purity = shelf.purity
        AND target.in_stock = shelf.in_stock
        AND target.stars = {stars}
"""
SET_RATING = """
    UPDATE listing SET rating = {rating}
    FROM product
    WHERE product.id = listing.product_id AND product.review_count = 0 AND listing.rating <> {rating}
"""
DEFAULT_STARS = 4


def upgrade() -> None:
    # one transaction for each statement, so that no two tables are locked together
    with op.get_context().autocommit_block():
        functions.load("list_product", version=4)
    _list_unrated(stars=0, current="shelf.stars <> 0", rating="0")


def downgrade() -> None:
    with op.get_context().autocommit_block():
        functions.load("list_product", version=3)
    _list_unrated(stars=DEFAULT_STARS, current="shelf.stars = 0", rating="product.rating")


def _list_unrated(*, stars: int, current: str, rating: str) -> None:
    op.execute(LOCK)
    op.execute(GROUPS.format(stars=stars, current=current))
    op.execute(MOVE.format(stars=stars, current=current))
    op.execute(SET_RATING.format(rating=rating))
