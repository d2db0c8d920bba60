"""Let a product go on sale at a time. It is inactive until then."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "20261124_scheduled_products"
down_revision: str | None = "20261124_personal_data"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("product", sa.Column("on_sale_at", sa.DateTime(timezone=True), nullable=True))
    check = "CHECK (on_sale_at IS NULL OR status <> 'active')"
    op.execute(f"ALTER TABLE product ADD CONSTRAINT product_on_sale_at_check {check} NOT VALID")
    op.execute("ALTER TABLE product VALIDATE CONSTRAINT product_on_sale_at_check")
    op.create_index(
        "product_on_sale_at_idx", "product", ["on_sale_at"], postgresql_where=sa.text("on_sale_at IS NOT NULL")
    )


def downgrade() -> None:
    op.drop_index("product_on_sale_at_idx", table_name="product")
    op.execute("ALTER TABLE product DROP CONSTRAINT product_on_sale_at_check")
    op.drop_column("product", "on_sale_at")
