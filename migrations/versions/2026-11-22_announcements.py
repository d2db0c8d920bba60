"""Send the changed table's name in the notification, so that a new picture keeps cached product counts.

The previous version listens to the same channel and ignores the payload.
"""

from collections.abc import Sequence

from alembic import op

revision: str = "20261122_announcements"
down_revision: str | None = "20261122_put_away"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

ANNOUNCE = """
    CREATE OR REPLACE FUNCTION announce_catalogue() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        {announcement};
        RETURN NULL;
    END $$
"""


def upgrade() -> None:
    op.execute(ANNOUNCE.format(announcement="PERFORM pg_notify('catalogue', TG_TABLE_NAME)"))


def downgrade() -> None:
    op.execute(ANNOUNCE.format(announcement="NOTIFY catalogue"))
