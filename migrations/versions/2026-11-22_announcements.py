"""Announce which table changed, so that a new picture leaves alone what is counted from products.

Who listens to the bare announcement still hears it.
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
