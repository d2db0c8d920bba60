"""Store API keys, and the key that changed a status.

The migration can be run again.
"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import ARRAY

from migrations import indexes

revision: str = "20261124_api_keys"
down_revision: str | None = "20261124_staff_roles"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

INDEXES = {"status_change_by_staff_idx": "status_change (at, id) WHERE admin_id IS NOT NULL OR api_key_id IS NOT NULL"}


def upgrade() -> None:
    op.execute("ALTER TABLE status_change ADD COLUMN IF NOT EXISTS api_key_id bigint")
    indexes.build(INDEXES)
    # The new index serves the previous version's query as well.
    indexes.drop(["status_change_by_admin_idx"])
    op.create_table(
        "api_key",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("start", sa.String(), nullable=False),
        sa.Column("key_hash", sa.LargeBinary(), nullable=False),
        sa.Column("scopes", ARRAY(sa.Text()), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("created_by", sa.String(), nullable=False),
        sa.Column("admin_id", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("revoked_by", sa.String(), nullable=True),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("used_from", sa.String(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("api_key_pkey")),
        sa.UniqueConstraint("key_hash", name=op.f("api_key_key_hash_key")),
        sa.CheckConstraint("cardinality(scopes) > 0", name=op.f("api_key_scopes_check")),
    )


def downgrade() -> None:
    op.create_index(
        "status_change_by_admin_idx", "status_change", ["at", "id"], postgresql_where=sa.text("admin_id IS NOT NULL")
    )
    op.drop_index("status_change_by_staff_idx")
    op.drop_column("status_change", "api_key_id")
    op.drop_table("api_key")
