"""Load all functions from their files, and drop ``listing_count``, which ``shelf_count`` has replaced.

The functions do the same as before. From now on their text in the database is that of their files. The previous version
does not read ``listing_count``.
"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

from migrations import functions

revision: str = "20261123_function_files"
down_revision: str | None = "20261123_order_mail_times"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

FUNCTIONS = (
    "announce_catalogue",
    "announce_picture",
    "count_shelves",
    "count_status",
    "hold_orders",
    "keep_audit",
    "list_product",
    "note_change",
    "ornament_price",
    "price_band",
    "prune_audit",
    "shelf_of",
)

COUNT_LISTING = """
    CREATE FUNCTION count_listing() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF TG_OP <> 'INSERT' THEN
            INSERT INTO listing_count (shelf_id, price_band, number) VALUES (OLD.shelf_id, OLD.price_band, -1);
        END IF;
        IF TG_OP <> 'DELETE' THEN
            INSERT INTO listing_count (shelf_id, price_band, number) VALUES (NEW.shelf_id, NEW.price_band, 1);
        END IF;
        RETURN NULL;
    END $$
"""

# The triggers exist by now, and every transaction that wrote before them has ended. The statement sees the table and
# what the triggers counted at one moment, so it replaces exactly what it counts; later changes are counted by them.
COUNT_EXISTING = """
    WITH counted AS (DELETE FROM listing_count)
    INSERT INTO listing_count (shelf_id, price_band, number)
    SELECT shelf_id, price_band, count(*) FROM listing GROUP BY shelf_id, price_band
"""


def upgrade() -> None:
    # one transaction for each file, so that no two tables are locked together
    with op.get_context().autocommit_block():
        for name in FUNCTIONS:
            functions.load(name, version=1)
    op.execute("DROP TRIGGER count_rows ON listing")
    op.execute("DROP TRIGGER count_moved ON listing")
    op.execute("DROP FUNCTION count_listing")
    op.drop_table("listing_count")


def downgrade() -> None:
    op.create_table(
        "listing_count",
        sa.Column("shelf_id", sa.BigInteger(), nullable=False),
        sa.Column("price_band", sa.SmallInteger(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
    )
    op.execute(COUNT_LISTING)
    op.execute(
        "CREATE TRIGGER count_rows AFTER INSERT OR DELETE ON listing FOR EACH ROW EXECUTE FUNCTION count_listing()"
    )
    op.execute(
        "CREATE TRIGGER count_moved AFTER UPDATE OF shelf_id, price_band ON listing FOR EACH ROW"
        " WHEN (OLD.shelf_id <> NEW.shelf_id OR OLD.price_band <> NEW.price_band) EXECUTE FUNCTION count_listing()"
    )
    with op.get_context().autocommit_block():
        op.execute(COUNT_EXISTING)
