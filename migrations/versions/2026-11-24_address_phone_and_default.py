"""Let an address have a phone number, and one of a customer's addresses be the default. Can be run again."""

from collections.abc import Sequence

from alembic import op

revision: str = "20261124_address_default"
down_revision: str | None = "20261124_api_keys"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    with op.get_context().autocommit_block():
        op.execute("ALTER TABLE address ADD COLUMN IF NOT EXISTS phone varchar NOT NULL DEFAULT ''")
        op.execute("ALTER TABLE address ADD COLUMN IF NOT EXISTS is_default boolean NOT NULL DEFAULT false")
        op.execute("DROP INDEX CONCURRENTLY IF EXISTS address_default_key")
        op.execute("CREATE UNIQUE INDEX CONCURRENTLY address_default_key ON address (customer_id) WHERE is_default")


def downgrade() -> None:
    op.drop_column("address", "is_default")
    op.drop_column("address", "phone")
