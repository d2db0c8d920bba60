"""Let reviews have photos and marks as helpful, and let staff hide them. Can be run again."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision: str = "20261124_review_photos"
down_revision: str | None = "20261124_stuck"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

COLUMNS = (
    "status varchar NOT NULL DEFAULT 'shown'",
    "hidden_reason varchar NOT NULL DEFAULT ''",
    "helpful integer NOT NULL DEFAULT 0",
    "version integer NOT NULL DEFAULT 1",
)
CHECK = "review_status_check"


def upgrade() -> None:
    _create_photos()
    _create_marks()
    with op.get_context().autocommit_block():
        op.execute("ALTER TABLE review " + ", ".join(f"ADD COLUMN IF NOT EXISTS {column}" for column in COLUMNS))
        op.execute(f"ALTER TABLE review DROP CONSTRAINT IF EXISTS {CHECK}")
        op.execute(f"ALTER TABLE review ADD CONSTRAINT {CHECK} CHECK (status IN ('shown', 'hidden')) NOT VALID")
        op.execute(f"ALTER TABLE review VALIDATE CONSTRAINT {CHECK}")


def _create_photos() -> None:
    op.create_table(
        "review_photo",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("review_id", sa.BigInteger(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("original", sa.String(), nullable=False),
        sa.Column("status", sa.String(), server_default="processing", nullable=False),
        sa.Column("width", sa.Integer(), nullable=True),
        sa.Column("height", sa.Integer(), nullable=True),
        sa.Column("placeholder", sa.String(), nullable=True),
        sa.Column("renditions", JSONB(), server_default=sa.text("'[]'"), nullable=False),
        sa.Column("failure", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(
            ["review_id"], ["review.id"], name=op.f("review_photo_review_id_fkey"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("review_photo_pkey")),
        if_not_exists=True,
    )
    op.create_index(op.f("review_photo_review_id_idx"), "review_photo", ["review_id"], if_not_exists=True)


def _create_marks() -> None:
    op.create_table(
        "review_helpful_mark",
        sa.Column("review_id", sa.BigInteger(), nullable=False),
        sa.Column("customer_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["review_id"], ["review.id"], name=op.f("review_helpful_mark_review_id_fkey"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["customer_id"], ["customer.id"], name=op.f("review_helpful_mark_customer_id_fkey"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("review_id", "customer_id", name=op.f("review_helpful_mark_pkey")),
        if_not_exists=True,
    )
    op.create_index(
        op.f("review_helpful_mark_customer_id_idx"), "review_helpful_mark", ["customer_id"], if_not_exists=True
    )


def downgrade() -> None:
    op.drop_table("review_helpful_mark")
    op.drop_table("review_photo")
    for column in COLUMNS:
        op.drop_column("review", column.split()[0])
