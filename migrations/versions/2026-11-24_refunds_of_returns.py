"""Store which refunds are for returns, because these do not reduce what is owed for cancelled lines."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "20261124_refunds_of_returns"
down_revision: str | None = "20261123_payments"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("payment", sa.Column("refunded_for_returns", sa.Numeric(14, 2), server_default="0", nullable=False))
    op.add_column("payment_entry", sa.Column("return_id", sa.BigInteger(), nullable=True))
    op.add_column("payment_entry", sa.Column("item_ids", sa.ARRAY(sa.BigInteger()), nullable=True))


def downgrade() -> None:
    op.drop_column("payment_entry", "item_ids")
    op.drop_column("payment_entry", "return_id")
    op.drop_column("payment", "refunded_for_returns")
