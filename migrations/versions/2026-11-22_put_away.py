"""Index products that are not on sale: the portal calculates their prices when it sorts all products by price."""

from collections.abc import Sequence

from migrations import indexes

revision: str = "20261122_put_away"
down_revision: str | None = "20261122_counts"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

INDEXES = {
    "product_put_away_idx": "product (id)"
    " INCLUDE (weight, making_charge, wastage_charge, discount) WHERE status <> 'active'"
}


def upgrade() -> None:
    indexes.build(INDEXES)


def downgrade() -> None:
    indexes.drop(INDEXES)
