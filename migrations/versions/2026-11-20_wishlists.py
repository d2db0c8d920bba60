"""Keep wishlists and what an admin edits of an order."""

from collections.abc import Sequence

revision: str = "20261120d"
down_revision: str | None = "20261120c"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    pass


def downgrade() -> None:
    pass
