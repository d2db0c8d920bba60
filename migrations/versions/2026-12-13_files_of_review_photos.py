"""Record the stored files of deleted photos of reviews, so that a worker deletes them."""

from collections.abc import Sequence

from alembic import op

from migrations import functions

revision: str = "20261213_review_photo_files"
down_revision: str | None = "20261212_errors_of_mails"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    functions.load("record_photo_files", version=1)


def downgrade() -> None:
    op.execute("DROP TRIGGER record_photo_files ON review_photo")
    op.execute("DROP FUNCTION record_photo_files()")
