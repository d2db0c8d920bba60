"""Store counts by shelf, one for each price band, and add shelf and price band to the index of names.

The migration can be run again.
"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

from migrations import indexes

revision: str = "20261122_shelf_counts"
down_revision: str | None = "20261122_announcements"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

NUMBERS = ("number_0", "number_1", "number_2", "number_3", "number_4")

COUNT_SHELVES = """
    CREATE OR REPLACE FUNCTION count_shelves() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF TG_OP <> 'INSERT' THEN
            INSERT INTO shelf_count VALUES (OLD.shelf_id,
                -(OLD.price_band = 0)::integer, -(OLD.price_band = 1)::integer,
                -(OLD.price_band = 2)::integer, -(OLD.price_band = 3)::integer, -(OLD.price_band = 4)::integer);
        END IF;
        IF TG_OP <> 'DELETE' THEN
            INSERT INTO shelf_count VALUES (NEW.shelf_id,
                (NEW.price_band = 0)::integer, (NEW.price_band = 1)::integer,
                (NEW.price_band = 2)::integer, (NEW.price_band = 3)::integer, (NEW.price_band = 4)::integer);
        END IF;
        RETURN NULL;
    END $$
"""

# The triggers exist by now, and every transaction that wrote before them has ended. The statement sees the table and
# what the triggers counted at one moment, so it replaces exactly what it counts; later changes are counted by them.
WHAT_IS_THERE = """
    WITH counted AS (DELETE FROM shelf_count)
    INSERT INTO shelf_count
    SELECT shelf_id, count(*) FILTER (WHERE price_band = 0), count(*) FILTER (WHERE price_band = 1),
        count(*) FILTER (WHERE price_band = 2), count(*) FILTER (WHERE price_band = 3),
        count(*) FILTER (WHERE price_band = 4)
    FROM listing GROUP BY shelf_id
"""


def upgrade() -> None:
    op.create_table(
        "shelf_count",
        sa.Column("shelf_id", sa.Integer(), nullable=False),
        *(sa.Column(number, sa.Integer(), nullable=False) for number in NUMBERS),
        if_not_exists=True,
    )
    op.execute(COUNT_SHELVES)
    op.execute(
        "CREATE OR REPLACE TRIGGER count_shelves AFTER INSERT OR DELETE ON listing"
        " FOR EACH ROW EXECUTE FUNCTION count_shelves()"
    )
    op.execute(
        "CREATE OR REPLACE TRIGGER count_shelves_moved AFTER UPDATE OF shelf_id, price_band ON listing FOR EACH ROW"
        " WHEN (OLD.shelf_id <> NEW.shelf_id OR OLD.price_band <> NEW.price_band) EXECUTE FUNCTION count_shelves()"
    )
    with op.get_context().autocommit_block():
        op.execute(WHAT_IS_THERE)
    _index_names("(name) INCLUDE (shelf_id, price_band)")


def downgrade() -> None:
    _index_names("(name)")
    op.execute("DROP TRIGGER count_shelves_moved ON listing")
    op.execute("DROP TRIGGER count_shelves ON listing")
    op.execute("DROP FUNCTION count_shelves")
    op.drop_table("shelf_count")


def _index_names(columns: str) -> None:
    """Create the new index beside the old one, then replace the old one."""
    indexes.build({"listing_names_idx": f"listing {columns}"})
    indexes.drop(["listing_name_idx"])
    op.execute("ALTER INDEX listing_names_idx RENAME TO listing_name_idx")
