"""Give products and order lines a gross weight and stones, whose charge is a part of the price.

Existing products have none, and their prices stay the same. A migration that was stopped can be run again.
"""

from collections.abc import Sequence

from alembic import op

from migrations import functions

revision: str = "20261123_stones"
down_revision: str | None = "20261123_returns"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

COLUMNS = """
    ALTER TABLE {table}
        ADD COLUMN IF NOT EXISTS gross_weight numeric(10, 3),
        ADD COLUMN IF NOT EXISTS stones jsonb NOT NULL DEFAULT '[]',
        ADD COLUMN IF NOT EXISTS stone_charge numeric(14, 2) NOT NULL DEFAULT 0
"""
CHECKS = {"product_gross_weight_check": "gross_weight >= weight", "product_stone_charge_check": "stone_charge >= 0"}
INDEX = """
    CREATE INDEX CONCURRENTLY {name} ON product (id) INCLUDE ({columns}) WHERE status <> 'active'
"""
PRICED_BY = "weight, making_charge, wastage_charge, discount"


def upgrade() -> None:
    op.execute(COLUMNS.format(table="product"))
    for name, condition in CHECKS.items():
        op.execute(f"ALTER TABLE product DROP CONSTRAINT IF EXISTS {name}")
        op.execute(f"ALTER TABLE product ADD CONSTRAINT {name} CHECK ({condition}) NOT VALID")
    _replace_price(version=2)
    # one transaction for each statement, so that no two tables are locked together
    with op.get_context().autocommit_block():
        op.execute(COLUMNS.format(table="order_item"))
        functions.load("list_product", version=3)
        functions.load("announce_catalogue", version=3)
        for name in CHECKS:
            op.execute(f"ALTER TABLE product VALIDATE CONSTRAINT {name}")
        op.execute("DROP INDEX CONCURRENTLY IF EXISTS product_inactive_idx")
        op.execute(INDEX.format(name="product_inactive_idx", columns=f"{PRICED_BY}, stone_charge"))
        op.execute("DROP INDEX CONCURRENTLY IF EXISTS product_put_away_idx")


def downgrade() -> None:
    functions.load("announce_catalogue", version=2)
    functions.load("list_product", version=2)
    _replace_price(version=1)
    for table in ("order_item", "product"):
        for column in ("stone_charge", "stones", "gross_weight"):
            op.drop_column(table, column)
    with op.get_context().autocommit_block():
        op.execute("DROP INDEX CONCURRENTLY IF EXISTS product_inactive_idx")
        op.execute(INDEX.format(name="product_put_away_idx", columns=PRICED_BY))


def _replace_price(*, version: int) -> None:
    """Replace the price function, whose number of arguments changes, in the open transaction."""
    stones = "" if version > 1 else ", numeric"
    op.execute(f"DROP FUNCTION IF EXISTS ornament_price(numeric, numeric, numeric, numeric, numeric{stones})")
    functions.load("ornament_price", version=version)
