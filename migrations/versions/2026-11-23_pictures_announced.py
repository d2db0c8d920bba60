"""Send the product's id in the notification of a changed picture, if visitors can see the change.

The previous version does not know this payload, and clears its cache as for any other table.
"""

from collections.abc import Sequence

from alembic import op

revision: str = "20261123_pictures_announced"
down_revision: str | None = "20261122_audit_of_products"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

ANNOUNCE_PICTURE = """
    CREATE FUNCTION announce_picture() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF TG_OP <> 'INSERT' AND (OLD.original IS NULL OR OLD.status = 'ready') THEN
            PERFORM pg_notify('catalogue', 'product_image ' || OLD.product_id);
        END IF;
        IF TG_OP <> 'DELETE' AND (NEW.original IS NULL OR NEW.status = 'ready') THEN
            PERFORM pg_notify('catalogue', 'product_image ' || NEW.product_id);
        END IF;
        RETURN NULL;
    END $$
"""

ANNOUNCE_TABLE = """
    CREATE OR REPLACE TRIGGER announce_catalogue AFTER {changes} ON product_image
    FOR EACH STATEMENT EXECUTE FUNCTION announce_catalogue()
"""


def upgrade() -> None:
    op.execute(ANNOUNCE_PICTURE)
    op.execute(
        "CREATE TRIGGER announce_picture AFTER INSERT OR UPDATE OR DELETE ON product_image"
        " FOR EACH ROW EXECUTE FUNCTION announce_picture()"
    )
    op.execute(ANNOUNCE_TABLE.format(changes="TRUNCATE"))


def downgrade() -> None:
    op.execute(ANNOUNCE_TABLE.format(changes="INSERT OR UPDATE OR DELETE OR TRUNCATE"))
    op.execute("DROP TRIGGER announce_picture ON product_image")
    op.execute("DROP FUNCTION announce_picture")
