"""Keep what the catalogue's pictures and vendors need."""

from collections.abc import Sequence

revision: str = "20261120c"
down_revision: str | None = "20261120b"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    pass


def downgrade() -> None:
    pass
