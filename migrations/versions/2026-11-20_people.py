"""Keep one-time codes, throttles, contact messages and newsletter readers."""

from collections.abc import Sequence

revision: str = "20261120b"
down_revision: str | None = "20261120a"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    pass


def downgrade() -> None:
    pass
