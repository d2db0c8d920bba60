"""Store the expected outcome of each row from the preview of an import, so that a row with another effect is refused.

Rows that the previous version stored have no expected outcome, and are applied as before.
"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "20261206_import_row_expected"
down_revision: str | None = "20261205_lapsed_devices"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '3s'")
    op.add_column("product_import_row", sa.Column("expected", sa.String(), nullable=True))


def downgrade() -> None:
    op.drop_column("product_import_row", "expected")
