"""Exclude cancelled pieces from the sales counts when a product is written, as the recount at midnight does.

The migration can be run again.
"""

from collections.abc import Sequence

from alembic import op

from migrations import functions

revision: str = "20261129_sold_without_cancelled"
down_revision: str | None = "20261128_order_search"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    # one transaction for each statement, so that no two tables are locked together
    with op.get_context().autocommit_block():
        functions.load("list_product", version=5)


def downgrade() -> None:
    with op.get_context().autocommit_block():
        functions.load("list_product", version=4)
