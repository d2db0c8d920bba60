"""Store in a status change which earlier change it undoes.

The previous version does not store this, and reads an undo as an ordinary status change.
"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "20261123_status_undone"
down_revision: str | None = "20261123_order_numbers"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

INDEX = "status_change_undone_idx"


def upgrade() -> None:
    # The index is built outside the transaction. A migration that stopped before that can be run again.
    op.execute("ALTER TABLE status_change ADD COLUMN IF NOT EXISTS undoes integer")
    with op.get_context().autocommit_block():
        op.create_index(
            INDEX,
            "status_change",
            ["order_item_id", "undoes"],
            unique=True,
            postgresql_where=sa.text("undoes IS NOT NULL"),
            postgresql_concurrently=True,
        )


def downgrade() -> None:
    op.drop_index(INDEX, table_name="status_change")
    op.drop_column("status_change", "undoes")
