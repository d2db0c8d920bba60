"""Store which links to orders were ended by their owners."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "20261124_tracking_links"
down_revision: str | None = "20261124_staff_invitations"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "tracking_link",
        sa.Column("order_id", sa.BigInteger(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["order_id"], ["shop_order.id"], name=op.f("tracking_link_order_id_fkey")),
        sa.PrimaryKeyConstraint("order_id", name=op.f("tracking_link_pkey")),
    )


def downgrade() -> None:
    op.drop_table("tracking_link")
