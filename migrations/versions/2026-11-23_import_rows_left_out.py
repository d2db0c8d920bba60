"""Store the header of an imported file and the cells of each row, so that rejected rows can be downloaded."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "20261123_import_rows_left_out"
down_revision: str | None = "20261123_order_mails"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '3s'")
    op.add_column("product_import", sa.Column("left_out", sa.Integer(), server_default=sa.text("0"), nullable=False))
    op.add_column("product_import", sa.Column("head", postgresql.JSONB(), nullable=True))
    op.add_column("product_import_row", sa.Column("cells", postgresql.JSONB(), nullable=True))


def downgrade() -> None:
    op.drop_column("product_import_row", "cells")
    op.drop_column("product_import", "head")
    op.drop_column("product_import", "left_out")
