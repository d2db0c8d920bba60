"""Find customers by a part of their name, email address or phone number without reading all of them."""

from collections.abc import Sequence

from alembic import op

from migrations import functions

revision: str = "20261126_customer_search"
down_revision: str | None = "20261126_saved_views"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    functions.load("text_parts", version=1)
    functions.load("parts_of_customer", version=1)
    with op.get_context().autocommit_block():
        op.execute(
            "DROP INDEX CONCURRENTLY IF EXISTS customer_parts_idx"
        )  # a stopped migration may have left an invalid one
        op.execute(
            "CREATE INDEX CONCURRENTLY customer_parts_idx ON customer"
            " USING gin (parts_of_customer(name, email, phone)) WITH (fastupdate = off)"
        )
        op.execute("ANALYZE customer")


def downgrade() -> None:
    with op.get_context().autocommit_block():
        op.execute("DROP INDEX CONCURRENTLY IF EXISTS customer_parts_idx")
    op.execute("DROP FUNCTION parts_of_customer(text, text, text)")
    op.execute("DROP FUNCTION text_parts(text)")
