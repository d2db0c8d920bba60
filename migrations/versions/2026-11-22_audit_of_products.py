"""Omit a product's time of change from its audit, because each entry has a time."""

from collections.abc import Sequence

from alembic import op

revision: str = "20261122_audit_of_products"
down_revision: str | None = "20261122_shelf_counts"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

BEFORE = "id,rating,review_count,created_at"


def upgrade() -> None:
    note_without(f"{BEFORE},updated_at")


def downgrade() -> None:
    note_without(BEFORE)


def note_without(left_out: str) -> None:
    """Audit products without these columns."""
    op.execute(
        "CREATE OR REPLACE TRIGGER note_change AFTER INSERT OR UPDATE OR DELETE ON product FOR EACH ROW"
        " WHEN (current_setting('swarna.actor', true) <> '')"
        f" EXECUTE FUNCTION note_change('product', 'name', '{left_out}', '')"
    )
