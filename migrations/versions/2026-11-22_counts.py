"""Store counts of products on sale and of order lines, and add indexes for the portal's sorting of products.

The migration can be run again.
"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

from migrations import indexes

revision: str = "20261122_counts"
down_revision: str | None = "20261122_category_renditions"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

COUNT_LISTING = """
    CREATE OR REPLACE FUNCTION count_listing() RETURNS trigger LANGUAGE plpgsql AS $$
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

COUNT_STATUS = """
    CREATE OR REPLACE FUNCTION count_status() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF TG_OP <> 'INSERT' THEN
            INSERT INTO status_count (status, number) VALUES (OLD.status, -1);
        END IF;
        IF TG_OP <> 'DELETE' THEN
            INSERT INTO status_count (status, number) VALUES (NEW.status, 1);
        END IF;
        RETURN NULL;
    END $$
"""

COUNTED = {"listing": ("count_listing", ("shelf_id", "price_band")), "order_item": ("count_status", ("status",))}
"""For each table, the function that counts its rows, and the columns by which it groups them."""

# The triggers exist by now, and every transaction that wrote before them has ended. A statement sees the table and
# what the triggers counted at one moment, so it replaces exactly what it counts; later changes are counted by them.
WHAT_IS_THERE = (
    """
    WITH counted AS (DELETE FROM listing_count)
    INSERT INTO listing_count (shelf_id, price_band, number)
    SELECT shelf_id, price_band, count(*) FROM listing GROUP BY shelf_id, price_band
    """,
    """
    WITH counted AS (DELETE FROM status_count)
    INSERT INTO status_count (status, number) SELECT status, count(*) FROM order_item GROUP BY status
    """,
)

INDEXES = {
    "product_created_at_id_idx": "product (created_at, id)",
    "product_name_id_idx": "product (lower(name), id)",
    "product_weight_id_idx": "product (weight, id)",
}
"""One for each column by which the portal sorts all products."""


def upgrade() -> None:
    op.create_table(
        "listing_count",
        sa.Column("shelf_id", sa.Integer(), nullable=False),
        sa.Column("price_band", sa.SmallInteger(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "status_count",
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        if_not_exists=True,
    )
    op.execute(COUNT_LISTING)
    op.execute(COUNT_STATUS)
    for table, (function, columns) in COUNTED.items():
        is_moved = " OR ".join(f"OLD.{column} <> NEW.{column}" for column in columns)
        op.execute(
            f"CREATE OR REPLACE TRIGGER count_rows AFTER INSERT OR DELETE ON {table}"
            f" FOR EACH ROW EXECUTE FUNCTION {function}()"
        )
        op.execute(
            f"CREATE OR REPLACE TRIGGER count_moved AFTER UPDATE OF {', '.join(columns)} ON {table} FOR EACH ROW"
            f" WHEN ({is_moved}) EXECUTE FUNCTION {function}()"
        )
    with op.get_context().autocommit_block():
        for statement in WHAT_IS_THERE:
            op.execute(statement)
    indexes.build(INDEXES)


def downgrade() -> None:
    for name in INDEXES:
        op.execute(f"DROP INDEX {name}")
    for table, (function, _) in COUNTED.items():
        op.execute(f"DROP TRIGGER count_rows ON {table}")
        op.execute(f"DROP TRIGGER count_moved ON {table}")
        op.execute(f"DROP FUNCTION {function}")
    op.drop_table("status_count")
    op.drop_table("listing_count")
