"""Store the size that the known price of a wished product is for.

Existing entries with a size have the price of the product's default size. Their ``told_size`` is empty, so that price
is not used, and they get the current price of their size.
"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "20261129_told_sizes"
down_revision: str | None = "20261129_devices_of_sign_ins"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("wishlist_entry", sa.Column("told_size", sa.String(), nullable=True))


def downgrade() -> None:
    op.drop_column("wishlist_entry", "told_size")
