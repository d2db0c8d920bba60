"""Store which queues are paused, and each attempt of a delivery with its worker."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

from migrations.functions import load

revision: str = "20261124_queue_pauses"
down_revision: str | None = "20261124_bins"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "queue_pause",
        sa.Column("queue", sa.String(), nullable=False),
        sa.Column("paused_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("paused_by", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("queue", name=op.f("queue_pause_pkey")),
    )
    op.create_table(
        "delivery_attempt",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("delivery_id", sa.BigInteger(), nullable=False),
        sa.Column("outcome", sa.String(), nullable=False),
        sa.Column("error", sa.String(), nullable=True),
        sa.Column("worker", sa.String(), nullable=True),
        sa.Column("began_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["delivery_id"], ["delivery.id"], name=op.f("delivery_attempt_delivery_id_fkey"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("delivery_attempt_pkey")),
    )
    op.create_index("delivery_attempt_of_delivery_idx", "delivery_attempt", ["delivery_id", "id"])
    op.add_column("delivery", sa.Column("worker", sa.String(), nullable=True))
    load("record_attempt", version=1)


def downgrade() -> None:
    op.execute("DROP TRIGGER record_attempt ON delivery")
    op.execute("DROP FUNCTION record_attempt()")
    op.drop_column("delivery", "worker")
    op.drop_table("delivery_attempt")
    op.drop_table("queue_pause")
