"""Let products have a hallmark, and let order lines store it with the HUIDs of their pieces.

A HUID is at most once in ``hallmarked_piece``, so no two sold pieces have the same one. Can be run again.
"""

from collections.abc import Sequence

from alembic import op

from migrations import functions

revision: str = "20261124_hallmarks"
down_revision: str | None = "20261124_invoices"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    # one transaction for each statement, so that no two tables are locked together
    with op.get_context().autocommit_block():
        op.execute("ALTER TABLE product ADD COLUMN IF NOT EXISTS hallmark varchar")
        functions.load("announce_catalogue", version=4)
        op.execute("""
            ALTER TABLE order_item
                ADD COLUMN IF NOT EXISTS hallmark varchar,
                ADD COLUMN IF NOT EXISTS huids varchar[] NOT NULL DEFAULT '{}',
                ADD COLUMN IF NOT EXISTS huids_version integer NOT NULL DEFAULT 1
        """)
        op.execute("""
            CREATE TABLE IF NOT EXISTS hallmarked_piece (
                huid varchar CONSTRAINT hallmarked_piece_pkey PRIMARY KEY
                    CONSTRAINT hallmarked_piece_huid_check CHECK (huid ~ '^[A-Z0-9]{6}$'),
                order_item_id bigint NOT NULL
                    CONSTRAINT hallmarked_piece_order_item_id_fkey REFERENCES order_item (id)
            )
        """)
        op.execute("""
            CREATE INDEX IF NOT EXISTS hallmarked_piece_order_item_id_idx ON hallmarked_piece (order_item_id)
        """)


def downgrade() -> None:
    op.drop_table("hallmarked_piece")
    for column in ("huids_version", "huids", "hallmark"):
        op.drop_column("order_item", column)
    functions.load("announce_catalogue", version=3)
    op.drop_column("product", "hallmark")
