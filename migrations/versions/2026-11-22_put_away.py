"""Index products that are not on sale: the portal calculates their prices when it sorts all products by price."""

from collections.abc import Sequence

from alembic import op

revision: str = "20261122_put_away"
down_revision: str | None = "20261122_counts"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    with op.get_context().autocommit_block():
        op.execute(
            "CREATE INDEX CONCURRENTLY product_put_away_idx ON product (id)"
            " INCLUDE (weight, making_charge, wastage_charge, discount) WHERE status <> 'active'"
        )


def downgrade() -> None:
    op.execute("DROP INDEX product_put_away_idx")
