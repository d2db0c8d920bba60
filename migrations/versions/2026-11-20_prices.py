"""Price products, so that they can be searched and sorted by what they cost, and let them be reviewed."""

from collections.abc import Sequence

revision: str = "20261120a"
down_revision: str | None = "20261120"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    pass


def downgrade() -> None:
    pass
