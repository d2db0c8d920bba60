"""Store the responses to requests with API keys by their Idempotency-Key."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "20261126_keys_of_systems"
down_revision: str | None = "20261124_review_photos"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

KEY = "kept_answer_customer_id_admin_id_key_key"
NEW_KEY = "kept_answer_customer_id_admin_id_api_key_id_key_key"
OWNER = "kept_answer_owner_check"
OLD_OWNER = "kept_answer_kept_answer_owner_check_check"


def upgrade() -> None:
    op.add_column("kept_answer", sa.Column("api_key_id", sa.BigInteger(), nullable=True))
    op.create_foreign_key(
        op.f("kept_answer_api_key_id_fkey"), "kept_answer", "api_key", ["api_key_id"], ["id"], ondelete="CASCADE"
    )
    op.drop_constraint(op.f(OLD_OWNER), "kept_answer")
    op.create_check_constraint(op.f(OWNER), "kept_answer", "num_nonnulls(customer_id, admin_id, api_key_id) = 1")
    op.drop_constraint(op.f(KEY), "kept_answer")
    op.create_unique_constraint(
        op.f(NEW_KEY),
        "kept_answer",
        ["customer_id", "admin_id", "api_key_id", "key"],
        postgresql_nulls_not_distinct=True,
    )


def downgrade() -> None:
    op.execute("DELETE FROM kept_answer WHERE api_key_id IS NOT NULL")
    op.drop_constraint(op.f(NEW_KEY), "kept_answer")
    op.create_unique_constraint(
        op.f(KEY), "kept_answer", ["customer_id", "admin_id", "key"], postgresql_nulls_not_distinct=True
    )
    op.drop_constraint(op.f(OWNER), "kept_answer")
    op.create_check_constraint(op.f(OLD_OWNER), "kept_answer", "(customer_id IS NULL) <> (admin_id IS NULL)")
    op.drop_column("kept_answer", "api_key_id")
