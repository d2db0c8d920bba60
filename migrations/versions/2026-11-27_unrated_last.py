"""List products without reviews after rated ones where a list is sorted by rating: with 0, not with the default rating.

The migration can be run again.
"""

from collections.abc import Sequence

from alembic import op

from migrations import functions

revision: str = "20261127_unrated_last"
down_revision: str | None = "20261127_stars_by_reviews"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

# The lock that a repricing holds alone: no product is written meanwhile.
LOCK = "SELECT pg_advisory_xact_lock(1349675363)"
SET_RATING = """
    UPDATE listing SET rating = {rating}
    FROM product
    WHERE product.id = listing.product_id AND product.review_count = 0 AND listing.rating <> {rating}
"""


def upgrade() -> None:
    with op.get_context().autocommit_block():  # each alone, so that no two tables are locked together
        functions.load("list_product", version=5)
    op.execute(LOCK)
    op.execute(SET_RATING.format(rating="0"))


def downgrade() -> None:
    with op.get_context().autocommit_block():
        functions.load("list_product", version=4)
    op.execute(LOCK)
    op.execute(SET_RATING.format(rating="product.rating"))
