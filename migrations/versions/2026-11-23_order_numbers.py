"""Let a change of a gold rate commit only when no order is being written, so that none commits at an old rate.

Orders share the advisory lock while they are written (shop/orders/checkout.py, ``RATES_LOCK``). The trigger takes it
exclusively at the end of the transaction, so that a repricing of the catalogue, which takes seconds, delays no order.
"""

from collections.abc import Sequence

from alembic import op

revision: str = "20261123_order_numbers"
down_revision: str | None = "20261123_import_rows_left_out"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

HOLD_ORDERS = """
    CREATE FUNCTION hold_orders() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        PERFORM pg_advisory_xact_lock(x'52617465'::bigint);
        RETURN NULL;
    END $$
"""


def upgrade() -> None:
    op.execute(HOLD_ORDERS)
    op.execute(
        "CREATE CONSTRAINT TRIGGER hold_orders AFTER INSERT OR UPDATE OR DELETE ON gold_rate"
        " DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION hold_orders()"
    )


def downgrade() -> None:
    op.execute("DROP TRIGGER hold_orders ON gold_rate")
    op.execute("DROP FUNCTION hold_orders")
