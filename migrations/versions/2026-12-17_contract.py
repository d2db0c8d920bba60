"""Drop the index of due deliveries, which no version uses to lease since 2026-11-23.

Other queries of pending deliveries use ``delivery_share_idx``, which takes them no longer.
"""

from collections.abc import Sequence

from migrations import indexes

revision: str = "20261217_contract"
down_revision: str | None = "20261216_names_at_terminal"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

INDEXES = {"delivery_due_idx": "delivery (due_at) WHERE done_at IS NULL AND dead_at IS NULL"}


def upgrade() -> None:
    indexes.drop(INDEXES)


def downgrade() -> None:
    indexes.build(INDEXES)
