"""Store the prices of products, for search and sorting, and let products be reviewed."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "20261120a"
down_revision: str | None = "20261120"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

ORNAMENT_PRICE = """
    CREATE FUNCTION ornament_price(rate numeric, weight numeric, making numeric, wastage numeric, discount numeric)
    RETURNS numeric LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN round(round(rate * weight, 2) + making + wastage) - discount
"""

PRICE_BAND = """
    CREATE FUNCTION price_band(price numeric) RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN width_bucket(price, ARRAY[50000, 100000, 200000, 500000]::numeric[])::smallint
"""

SHELF_OF = """
    CREATE FUNCTION shelf_of(category integer, type text, fineness text, stock boolean, whole_stars integer)
    RETURNS integer LANGUAGE plpgsql AS $$
    DECLARE found_id integer;
    BEGIN
        LOOP
            SELECT id INTO found_id FROM shelf WHERE category_id = category AND product_type = type
                AND purity = fineness AND in_stock = stock AND stars = whole_stars;
            IF found_id IS NOT NULL THEN
                RETURN found_id;
            END IF;
            INSERT INTO shelf (category_id, product_type, purity, in_stock, stars)
                VALUES (category, type, fineness, stock, whole_stars) ON CONFLICT DO NOTHING;
        END LOOP;
    END $$
"""

# Writers of products share the lock, and a repricing holds it exclusively, so that each sees the other's changes. Each
# statement of the function reads what was committed before the statement began.
LIST_PRODUCT = """
    CREATE FUNCTION list_product() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
        rate numeric;
        costs numeric;
    BEGIN
        PERFORM pg_advisory_xact_lock_shared(1349675363);
        IF NEW.status <> 'active' THEN
            DELETE FROM listing WHERE product_id = NEW.id;
            RETURN NULL;
        END IF;
        SELECT r22k INTO rate FROM gold_rate WHERE date <= (now() AT TIME ZONE 'Asia/Kolkata')::date
            ORDER BY date DESC LIMIT 1;
        costs := ornament_price(
            coalesce(rate, 0), NEW.weight, NEW.making_charge, NEW.wastage_charge, NEW.discount);
        INSERT INTO listing (product_id, shelf_id, name, listed_at, price, price_band, rating, sold)
        VALUES (
            NEW.id,
            shelf_of(NEW.category_id, NEW.product_type, NEW.purity, NEW.stock_availability = 'yes',
                floor(NEW.rating)::integer),
            lower(NEW.name COLLATE "pg_c_utf8"), NEW.created_at, costs, price_band(costs), NEW.rating,
            (SELECT coalesce(sum(item.quantity), 0) FROM order_item AS item
                JOIN shop_order ON shop_order.id = item.order_id
                WHERE item.product_id = NEW.id AND shop_order.ordered_at > now() - interval '90 days')
        )
        ON CONFLICT (product_id) DO UPDATE SET shelf_id = excluded.shelf_id, name = excluded.name,
            listed_at = excluded.listed_at, price = excluded.price, price_band = excluded.price_band,
            rating = excluded.rating, sold = excluded.sold;
        RETURN NULL;
    END $$
"""

LIST_PRODUCTS = """
    CREATE TRIGGER list_product AFTER INSERT OR UPDATE OF name, weight, making_charge, wastage_charge, discount, purity,
        status, stock_availability, product_type, category_id, rating, created_at
    ON product FOR EACH ROW EXECUTE FUNCTION list_product()
"""

ANNOUNCE = """
    CREATE FUNCTION announce_catalogue() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        NOTIFY catalogue;
        RETURN NULL;
    END $$
"""
ANNOUNCED = ("category", "product", "product_image", "gold_rate", "rate_in_force")


def upgrade() -> None:
    op.add_column("product", sa.Column("review_count", sa.Integer(), server_default=sa.text("0"), nullable=False))
    op.create_table(
        "rate_in_force",
        sa.Column("id", sa.Integer(), autoincrement=False, server_default=sa.text("1"), nullable=False),
        sa.Column("rate_id", sa.Integer(), nullable=True),
        sa.Column("r22k", sa.Numeric(precision=14, scale=2), nullable=True),
        sa.Column("r24k", sa.Numeric(precision=14, scale=2), nullable=True),
        sa.Column("date", sa.Date(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("rate_in_force_pkey")),
    )
    _create_review()
    _create_listing()
    for statement in (ORNAMENT_PRICE, PRICE_BAND, SHELF_OF, LIST_PRODUCT, LIST_PRODUCTS, ANNOUNCE):
        op.execute(statement)
    for table in ANNOUNCED:
        op.execute(
            f"CREATE TRIGGER announce_catalogue AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON {table}"
            " FOR EACH STATEMENT EXECUTE FUNCTION announce_catalogue()"
        )
    op.execute("UPDATE product SET rating = rating")


def _create_review() -> None:
    op.create_table(
        "review",
        sa.Column("id", sa.Integer(), sa.Identity(always=False), nullable=False),
        sa.Column("product_id", sa.Integer(), nullable=False),
        sa.Column("customer_id", sa.Integer(), nullable=False),
        sa.Column("rating", sa.SmallInteger(), nullable=False),
        sa.Column("title", sa.String(), server_default=sa.text("''"), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("edited_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("rating BETWEEN 1 AND 5", name=op.f("review_rating_check")),
        sa.ForeignKeyConstraint(
            ["product_id"], ["product.id"], name=op.f("review_product_id_fkey"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["customer_id"], ["customer.id"], name=op.f("review_customer_id_fkey"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("review_pkey")),
        sa.UniqueConstraint("product_id", "customer_id", name=op.f("review_product_id_customer_id_key")),
    )
    op.create_index(op.f("review_product_id_id_idx"), "review", ["product_id", "id"], unique=False)
    op.create_index(op.f("review_customer_id_idx"), "review", ["customer_id"], unique=False)


def _create_listing() -> None:
    op.create_table(
        "shelf",
        sa.Column("id", sa.Integer(), sa.Identity(always=False), nullable=False),
        sa.Column("category_id", sa.Integer(), nullable=False),
        sa.Column("product_type", sa.String(), nullable=False),
        sa.Column("purity", sa.String(), nullable=False),
        sa.Column("in_stock", sa.Boolean(), nullable=False),
        sa.Column("stars", sa.SmallInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["category_id"], ["category.id"], name=op.f("shelf_category_id_fkey"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("shelf_pkey")),
        sa.UniqueConstraint(
            "category_id",
            "product_type",
            "purity",
            "in_stock",
            "stars",
            name=op.f("shelf_category_id_product_type_purity_in_stock_stars_key"),
        ),
    )
    op.create_table(
        "listing",
        sa.Column("product_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("shelf_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(collation="C"), nullable=False),
        sa.Column("listed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("price", sa.Numeric(precision=20, scale=2), nullable=False),
        sa.Column("price_band", sa.SmallInteger(), nullable=False),
        sa.Column("rating", sa.Numeric(precision=3, scale=2), nullable=False),
        sa.Column("sold", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.ForeignKeyConstraint(
            ["product_id"], ["product.id"], name=op.f("listing_product_id_fkey"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["shelf_id"], ["shelf.id"], name=op.f("listing_shelf_id_fkey"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("product_id", name=op.f("listing_pkey")),
    )
    for order, column in (("newest", "listed_at"), ("price", "price"), ("rating", "rating"), ("sold", "sold")):
        op.create_index(f"listing_{order}_idx", "listing", [column, "product_id"], postgresql_include=["shelf_id"])
    op.create_index("listing_name_idx", "listing", ["name"])
    op.create_index("listing_shelf_idx", "listing", ["shelf_id", "price_band", "price"])


def downgrade() -> None:
    for table in ANNOUNCED:
        op.execute(f"DROP TRIGGER announce_catalogue ON {table}")
    op.execute("DROP TRIGGER list_product ON product")
    for function in ("announce_catalogue", "list_product", "shelf_of", "price_band", "ornament_price"):
        op.execute(f"DROP FUNCTION {function}")
    for table in ("listing", "shelf", "review", "rate_in_force"):
        op.drop_table(table)
    op.drop_column("product", "review_count")
