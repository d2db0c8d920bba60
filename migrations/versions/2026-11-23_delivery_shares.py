"""Let a relay find due deliveries of one queue and consumer without reading those of others.

``delivery_due_idx`` stays for the previous version, which uses it to lease; a later version drops it.
"""

from collections.abc import Sequence

from migrations import indexes

revision: str = "20261123_delivery_shares"
down_revision: str | None = "20261123_audit_pruned_by_owner"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

INDEXES = {"delivery_share_idx": "delivery (queue, consumer, due_at) WHERE done_at IS NULL AND dead_at IS NULL"}


def upgrade() -> None:
    indexes.build(INDEXES)


def downgrade() -> None:
    indexes.drop(INDEXES)
