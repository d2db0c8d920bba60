"""Index the mails that count against a shopper's limit by time: each minute the oldest are deleted."""

from collections.abc import Sequence

from migrations import indexes

revision: str = "20261123_order_mail_times"
down_revision: str | None = "20261123_kept_answers"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

INDEXES = {"order_mail_sent_at_idx": "order_mail (sent_at)"}


def upgrade() -> None:
    indexes.build(INDEXES)


def downgrade() -> None:
    indexes.drop(INDEXES)
