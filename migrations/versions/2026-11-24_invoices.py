"""Store tax invoices and credit notes, and the counters of their numbers."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

from migrations import functions

revision: str = "20261124_invoices"
down_revision: str | None = "20261124_pans"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "invoice_counter",
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("year", sa.String(), nullable=False),
        sa.Column("last", sa.Integer(), nullable=False),
        sa.Column("issued_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("kind", "year", name=op.f("invoice_counter_pkey")),
    )
    op.create_table(
        "invoice",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("year", sa.String(), nullable=False),
        sa.Column("sequence", sa.Integer(), nullable=False),
        sa.Column("number", sa.String(), nullable=False),
        sa.Column("order_id", sa.BigInteger(), nullable=False),
        sa.Column("customer_id", sa.BigInteger(), nullable=False),
        sa.Column("invoice_id", sa.BigInteger(), nullable=True),
        sa.Column("return_id", sa.BigInteger(), nullable=True),
        sa.Column("issued_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("state_code", sa.String(), nullable=False),
        *(sa.Column(name, sa.Numeric(14, 2), nullable=False) for name in ("taxable", "cgst", "sgst", "igst", "total")),
        sa.Column("content", postgresql.JSONB(), nullable=False),
        sa.CheckConstraint("kind IN ('invoice', 'credit_note')", name=op.f("invoice_kind_check")),
        sa.CheckConstraint("(kind = 'credit_note') = (invoice_id IS NOT NULL)", name=op.f("invoice_invoice_id_check")),
        sa.CheckConstraint("taxable + cgst + sgst + igst = total", name=op.f("invoice_total_check")),
        sa.ForeignKeyConstraint(["customer_id"], ["customer.id"], name=op.f("invoice_customer_id_fkey")),
        sa.ForeignKeyConstraint(["invoice_id"], ["invoice.id"], name=op.f("invoice_invoice_id_fkey")),
        sa.ForeignKeyConstraint(["order_id"], ["shop_order.id"], name=op.f("invoice_order_id_fkey")),
        sa.ForeignKeyConstraint(["return_id"], ["return_request.id"], name=op.f("invoice_return_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("invoice_pkey")),
        sa.UniqueConstraint("kind", "year", "sequence", name=op.f("invoice_kind_year_sequence_key")),
        sa.UniqueConstraint("number", name=op.f("invoice_number_key")),
    )
    op.create_index("invoice_order_id_idx", "invoice", ["order_id"])
    op.create_index(
        "invoice_of_order_idx", "invoice", ["order_id"], unique=True, postgresql_where=sa.text("kind = 'invoice'")
    )
    op.create_index(
        "invoice_return_id_idx",
        "invoice",
        ["return_id"],
        unique=True,
        postgresql_where=sa.text("return_id IS NOT NULL"),
    )
    op.create_index(op.f("invoice_issued_at_id_idx"), "invoice", ["issued_at", "id"])
    functions.load("keep_invoices", version=1)


def downgrade() -> None:
    op.drop_table("invoice")
    op.drop_table("invoice_counter")
    op.execute("DROP FUNCTION keep_invoices")
