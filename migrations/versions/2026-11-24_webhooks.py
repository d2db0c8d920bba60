"""Store webhook endpoints and the results of their deliveries."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import ARRAY, JSONB

revision: str = "20261124_webhooks"
down_revision: str | None = "20261124_second_factor"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "webhook_endpoint",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("url", sa.String(), nullable=False),
        sa.Column("types", ARRAY(sa.Text()), nullable=True),
        sa.Column("is_on", sa.Boolean(), nullable=False),
        sa.Column("position", sa.BigInteger(), nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.Column("old_secret", sa.LargeBinary(), nullable=True),
        sa.Column("old_secret_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("created_by", sa.String(), nullable=False),
        sa.Column("answered_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("failing_since", sa.DateTime(timezone=True), nullable=True),
        sa.Column("off_reason", sa.String(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("webhook_endpoint_pkey")),
    )
    op.create_table(
        "webhook_delivery",
        sa.Column("delivery_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("endpoint_id", sa.BigInteger(), nullable=False),
        sa.Column("aggregate", sa.String(), nullable=False),
        sa.Column("position", sa.BigInteger(), nullable=False),
        sa.Column("is_open", sa.Boolean(), nullable=False),
        sa.Column("begun_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("status", sa.Integer(), nullable=True),
        sa.Column("answer", sa.String(), nullable=True),
        sa.Column("milliseconds", sa.Integer(), nullable=True),
        sa.Column("tries", JSONB(), server_default=sa.text("'[]'"), nullable=False),
        sa.ForeignKeyConstraint(
            ["delivery_id"], ["delivery.id"], name=op.f("webhook_delivery_delivery_id_fkey"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["endpoint_id"],
            ["webhook_endpoint.id"],
            name=op.f("webhook_delivery_endpoint_id_fkey"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("delivery_id", name=op.f("webhook_delivery_pkey")),
    )
    op.create_index(
        "webhook_delivery_open_idx",
        "webhook_delivery",
        ["endpoint_id", "aggregate", "position"],
        postgresql_where=sa.text("is_open"),
    )
    op.create_index("webhook_delivery_position_idx", "webhook_delivery", ["endpoint_id", "position"])
    op.create_table(
        "webhook_tally",
        sa.Column("endpoint_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("hour", sa.DateTime(timezone=True), nullable=False),
        sa.Column("answered", sa.Integer(), nullable=False),
        sa.Column("failed", sa.Integer(), nullable=False),
        sa.Column("milliseconds", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["endpoint_id"],
            ["webhook_endpoint.id"],
            name=op.f("webhook_tally_endpoint_id_fkey"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("endpoint_id", "hour", name=op.f("webhook_tally_pkey")),
    )


def downgrade() -> None:
    op.drop_table("webhook_tally")
    op.drop_table("webhook_delivery")
    op.drop_table("webhook_endpoint")
