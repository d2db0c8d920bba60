"""Store the originals of pictures, and the reason why a picture could not be rendered."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "20261120c"
down_revision: str | None = "20261120b"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("product_image", sa.Column("original", sa.String(), nullable=True))
    op.add_column("product_image", sa.Column("failure", sa.String(), nullable=True))
    op.add_column("category", sa.Column("original", sa.String(), nullable=True))
    op.add_column("category", sa.Column("image_status", sa.String(), server_default="ready", nullable=False))


def downgrade() -> None:
    op.drop_column("category", "image_status")
    op.drop_column("category", "original")
    op.drop_column("product_image", "failure")
    op.drop_column("product_image", "original")
