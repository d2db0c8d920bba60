"""Store in a status change the version of the earlier change that it undoes.

The previous version does not store this, and reads an undo as an ordinary status change.
"""

from collections.abc import Sequence

from alembic import op

from migrations import indexes

revision: str = "20261123_status_undone"
down_revision: str | None = "20261123_order_numbers"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

INDEXES = {"status_change_undone_idx": "status_change (order_item_id, undoes) WHERE undoes IS NOT NULL"}


def upgrade() -> None:
    # The index is built outside the transaction. A migration that stopped before that can be run again.
    op.execute("ALTER TABLE status_change ADD COLUMN IF NOT EXISTS undoes integer")
    indexes.build(INDEXES, unique=True)


def downgrade() -> None:
    indexes.drop(INDEXES)
    op.drop_column("status_change", "undoes")
