"""Index the mails that count against a shopper's limit by time: each minute the oldest are deleted."""

from collections.abc import Sequence

from alembic import op

revision: str = "20261123_order_mail_times"
down_revision: str | None = "20261123_kept_answers"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    with op.get_context().autocommit_block():
        op.create_index(
            "order_mail_sent_at_idx", "order_mail", ["sent_at"], if_not_exists=True, postgresql_concurrently=True
        )


def downgrade() -> None:
    op.drop_index("order_mail_sent_at_idx", table_name="order_mail")
