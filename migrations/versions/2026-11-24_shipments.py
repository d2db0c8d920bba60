"""Store courier and tracking number of order lines with their history, and the first day of an order's estimate."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "20261124_shipments"
down_revision: str | None = "20261124_address_default"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    # one transaction for each statement, so that no two tables are locked together
    with op.get_context().autocommit_block():
        op.execute("ALTER TABLE shop_order ADD COLUMN IF NOT EXISTS delivery_from date")
        op.execute("""
            ALTER TABLE order_item
                ADD COLUMN IF NOT EXISTS courier varchar,
                ADD COLUMN IF NOT EXISTS tracking_number varchar,
                ADD COLUMN IF NOT EXISTS tracking_url varchar,
                ADD COLUMN IF NOT EXISTS shipment_version integer NOT NULL DEFAULT 1
        """)
    op.create_table(
        "shipment_change",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("order_item_id", sa.BigInteger(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("courier", sa.String(), nullable=True),
        sa.Column("tracking_number", sa.String(), nullable=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("admin_id", sa.BigInteger(), nullable=True),
        sa.Column("changed_by", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["order_item_id"], ["order_item.id"], name=op.f("shipment_change_order_item_id_fkey")),
        sa.ForeignKeyConstraint(
            ["admin_id"], ["admin.id"], name=op.f("shipment_change_admin_id_fkey"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("shipment_change_pkey")),
        sa.UniqueConstraint("order_item_id", "version", name=op.f("shipment_change_order_item_id_version_key")),
    )


def downgrade() -> None:
    op.drop_table("shipment_change")
    for column in ("shipment_version", "tracking_url", "tracking_number", "courier"):
        op.drop_column("order_item", column)
    op.drop_column("shop_order", "delivery_from")
