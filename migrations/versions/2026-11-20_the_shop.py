"""Create the shop: people, catalogue, carts, orders, the event log and its deliveries."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "20261120"
down_revision: str | None = None
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "admin",
        sa.Column("id", sa.Integer(), sa.Identity(always=False), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("email", sa.String(), nullable=False),
        sa.Column("password_hash", sa.String(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("disabled_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("admin_pkey")),
    )
    op.create_index("admin_email_key", "admin", [sa.literal_column("lower(email)")], unique=True)
    op.create_table(
        "category",
        sa.Column("id", sa.Integer(), sa.Identity(always=False), nullable=False),
        sa.Column("code", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("image_url", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("category_pkey")),
        sa.UniqueConstraint("code", name=op.f("category_code_key")),
    )
    op.create_table(
        "customer",
        sa.Column("id", sa.Integer(), sa.Identity(always=False), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("email", sa.String(), nullable=False),
        sa.Column("phone", sa.String(), nullable=False),
        sa.Column("password_hash", sa.String(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("customer_pkey")),
    )
    op.create_index("customer_email_key", "customer", [sa.literal_column("lower(email)")], unique=True)
    op.create_table(
        "domain_event",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("position", sa.BigInteger(), nullable=True),
        sa.Column("type", sa.String(), nullable=False),
        sa.Column("aggregate", sa.String(), nullable=False),
        sa.Column("reach", sa.String(), nullable=False),
        sa.Column("customer_id", sa.Integer(), nullable=True),
        sa.Column("data", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column(
            "admin_data",
            postgresql.JSONB(astext_type=sa.Text()),
            server_default=sa.text("'{}'"),
            nullable=False,
        ),
        sa.Column("occurred_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column(
            "recorded_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("clock_timestamp()"),
            nullable=False,
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("domain_event_pkey")),
        sa.UniqueConstraint("position", name=op.f("domain_event_position_key")),
    )
    op.create_index(
        "domain_event_of_customer_idx",
        "domain_event",
        ["customer_id", "position"],
        unique=False,
        postgresql_where=sa.text("reach = 'customer_and_admins'"),
    )
    op.create_index(
        "domain_event_of_everyone_idx",
        "domain_event",
        ["position"],
        unique=False,
        postgresql_where=sa.text("reach = 'everyone'"),
    )
    op.create_index("domain_event_recorded_at_idx", "domain_event", ["recorded_at"], unique=False)
    op.create_index(
        "domain_event_waiting_idx",
        "domain_event",
        ["id"],
        unique=False,
        postgresql_where=sa.text("position IS NULL"),
    )
    op.create_table(
        "event_stream",
        sa.Column("id", sa.Integer(), server_default=sa.text("1"), autoincrement=False, nullable=False),
        sa.Column("position", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("pruned_through", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("event_stream_pkey")),
    )
    op.create_table(
        "gold_rate",
        sa.Column("id", sa.Integer(), sa.Identity(always=False), nullable=False),
        sa.Column("date", sa.Date(), nullable=False),
        sa.Column("r22k", sa.Numeric(precision=14, scale=2), nullable=False),
        sa.Column("r24k", sa.Numeric(precision=14, scale=2), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("gold_rate_pkey")),
        sa.UniqueConstraint("date", name=op.f("gold_rate_date_key")),
    )
    op.create_table(
        "process",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("kinds", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("detail", postgresql.JSONB(astext_type=sa.Text()), server_default=sa.text("'{}'"), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("process_pkey")),
    )
    op.create_table(
        "vendor",
        sa.Column("id", sa.Integer(), sa.Identity(always=False), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("address1", sa.String(), nullable=False),
        sa.Column("address2", sa.String(), nullable=False),
        sa.Column("address3", sa.String(), server_default="", nullable=False),
        sa.Column("address4", sa.String(), nullable=False),
        sa.Column("contact_numbers", sa.String(), nullable=False),
        sa.Column("status", sa.String(), server_default="active", nullable=False),
        sa.Column("created_by", sa.String(), server_default="admin", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("vendor_pkey")),
    )
    op.create_table(
        "address",
        sa.Column("id", sa.Integer(), sa.Identity(always=False), nullable=False),
        sa.Column("customer_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("city", sa.String(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("country", sa.String(), nullable=False),
        sa.Column("zip_code", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(
            ["customer_id"], ["customer.id"], name=op.f("address_customer_id_fkey"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("address_pkey")),
    )
    op.create_index(op.f("address_customer_id_idx"), "address", ["customer_id"], unique=False)
    op.create_table(
        "delivery",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("event_id", sa.BigInteger(), nullable=False),
        sa.Column("consumer", sa.String(), nullable=False),
        sa.Column("queue", sa.String(), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("lease", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("leased_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("taken_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("attempts", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("done_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("dead_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("last_error", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(
            ["event_id"], ["domain_event.id"], name=op.f("delivery_event_id_fkey"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("delivery_pkey")),
        sa.UniqueConstraint("event_id", "consumer", name=op.f("delivery_event_id_consumer_key")),
    )
    op.create_index(
        "delivery_dead_idx",
        "delivery",
        ["dead_at"],
        unique=False,
        postgresql_where=sa.text("dead_at IS NOT NULL"),
    )
    op.create_index(
        "delivery_due_idx",
        "delivery",
        ["due_at"],
        unique=False,
        postgresql_where=sa.text("done_at IS NULL AND dead_at IS NULL"),
    )
    op.create_table(
        "product",
        sa.Column("id", sa.Integer(), sa.Identity(always=False), nullable=False),
        sa.Column("code", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("description", sa.String(), nullable=False),
        sa.Column("weight", sa.Numeric(precision=10, scale=3), nullable=False),
        sa.Column("making_charge", sa.Numeric(precision=14, scale=2), nullable=False),
        sa.Column("wastage_charge", sa.Numeric(precision=14, scale=2), nullable=False),
        sa.Column("discount", sa.Numeric(precision=14, scale=2), server_default=sa.text("0"), nullable=False),
        sa.Column("purity", sa.String(), server_default="22k", nullable=False),
        sa.Column("status", sa.String(), server_default="active", nullable=False),
        sa.Column("stock_availability", sa.String(), server_default="yes", nullable=False),
        sa.Column("product_type", sa.String(), server_default="general", nullable=False),
        sa.Column("purchase_rate", sa.Numeric(precision=14, scale=2), nullable=False),
        sa.Column("purchase_gold_rate", sa.Numeric(precision=14, scale=2), nullable=False),
        sa.Column("purchase_date", sa.Date(), nullable=False),
        sa.Column("category_id", sa.Integer(), nullable=False),
        sa.Column("vendor_id", sa.Integer(), nullable=False),
        sa.Column("rating", sa.Numeric(precision=3, scale=2), server_default=sa.text("4"), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint("discount >= 0 AND discount <= making_charge", name=op.f("product_discount_check")),
        sa.CheckConstraint("weight > 0", name=op.f("product_weight_check")),
        sa.ForeignKeyConstraint(["category_id"], ["category.id"], name=op.f("product_category_id_fkey")),
        sa.ForeignKeyConstraint(["vendor_id"], ["vendor.id"], name=op.f("product_vendor_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("product_pkey")),
        sa.UniqueConstraint("code", name=op.f("product_code_key")),
    )
    op.create_index(op.f("product_category_id_idx"), "product", ["category_id"], unique=False)
    op.create_index(op.f("product_product_type_idx"), "product", ["product_type"], unique=False)
    op.create_index(op.f("product_vendor_id_idx"), "product", ["vendor_id"], unique=False)
    op.create_table(
        "session",
        sa.Column("id", sa.Integer(), sa.Identity(always=False), nullable=False),
        sa.Column("token_hash", sa.LargeBinary(), nullable=False),
        sa.Column("role", sa.String(), nullable=False),
        sa.Column("customer_id", sa.Integer(), nullable=True),
        sa.Column("admin_id", sa.Integer(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("(role = 'admin') = (admin_id IS NOT NULL)", name=op.f("session_admin_check")),
        sa.CheckConstraint("(role = 'customer') = (customer_id IS NOT NULL)", name=op.f("session_customer_check")),
        sa.ForeignKeyConstraint(["admin_id"], ["admin.id"], name=op.f("session_admin_id_fkey"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["customer_id"], ["customer.id"], name=op.f("session_customer_id_fkey"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("session_pkey")),
        sa.UniqueConstraint("token_hash", name=op.f("session_token_hash_key")),
    )
    op.create_index(op.f("session_admin_id_idx"), "session", ["admin_id"], unique=False)
    op.create_index(op.f("session_customer_id_idx"), "session", ["customer_id"], unique=False)
    op.create_index(op.f("session_expires_at_idx"), "session", ["expires_at"], unique=False)
    op.create_table(
        "shop_order",
        sa.Column("id", sa.Integer(), sa.Identity(always=False), nullable=False),
        sa.Column("customer_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("email", sa.String(), nullable=False),
        sa.Column("phone", sa.String(), nullable=False),
        sa.Column("address", postgresql.JSONB(astext_type=sa.Text()), nullable=True),
        sa.Column("total_quantity", sa.Integer(), nullable=False),
        sa.Column("total_amount", sa.Numeric(precision=14, scale=2), nullable=False),
        sa.Column("ordered_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("delivery_date", sa.Date(), nullable=True),
        sa.Column("status_text", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(["customer_id"], ["customer.id"], name=op.f("shop_order_customer_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("shop_order_pkey")),
    )
    op.create_index(op.f("shop_order_customer_id_id_idx"), "shop_order", ["customer_id", "id"], unique=False)
    op.create_index(op.f("shop_order_ordered_at_idx"), "shop_order", ["ordered_at"], unique=False)
    op.create_table(
        "cart_item",
        sa.Column("id", sa.Integer(), sa.Identity(always=False), nullable=False),
        sa.Column("customer_id", sa.Integer(), nullable=False),
        sa.Column("product_id", sa.Integer(), nullable=False),
        sa.Column("quantity", sa.Integer(), nullable=False),
        sa.Column("added_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint("quantity BETWEEN 1 AND 10", name=op.f("cart_item_quantity_check")),
        sa.ForeignKeyConstraint(
            ["customer_id"], ["customer.id"], name=op.f("cart_item_customer_id_fkey"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["product_id"], ["product.id"], name=op.f("cart_item_product_id_fkey"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("cart_item_pkey")),
        sa.UniqueConstraint("customer_id", "product_id", name=op.f("cart_item_customer_id_product_id_key")),
    )
    op.create_index(op.f("cart_item_product_id_idx"), "cart_item", ["product_id"], unique=False)
    op.create_table(
        "idempotency_key",
        sa.Column("customer_id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("request_hash", sa.LargeBinary(), nullable=False),
        sa.Column("order_id", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["customer_id"],
            ["customer.id"],
            name=op.f("idempotency_key_customer_id_fkey"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(["order_id"], ["shop_order.id"], name=op.f("idempotency_key_order_id_fkey")),
        sa.PrimaryKeyConstraint("customer_id", "key", name=op.f("idempotency_key_pkey")),
    )
    op.create_index(op.f("idempotency_key_created_at_idx"), "idempotency_key", ["created_at"], unique=False)
    op.create_table(
        "order_item",
        sa.Column("id", sa.Integer(), sa.Identity(always=False), nullable=False),
        sa.Column("order_id", sa.Integer(), nullable=False),
        sa.Column("line", sa.Integer(), nullable=False),
        sa.Column("product_id", sa.Integer(), nullable=False),
        sa.Column("product_name", sa.String(), nullable=False),
        sa.Column("product_image_url", sa.String(), nullable=False),
        sa.Column("purity", sa.String(), nullable=False),
        sa.Column("quantity", sa.Integer(), nullable=False),
        sa.Column("weight", sa.Numeric(precision=10, scale=3), nullable=False),
        sa.Column("gold_rate", sa.Numeric(precision=14, scale=2), nullable=False),
        sa.Column("making_charge", sa.Numeric(precision=14, scale=2), nullable=False),
        sa.Column("wastage_charge", sa.Numeric(precision=14, scale=2), nullable=False),
        sa.Column("discount", sa.Numeric(precision=14, scale=2), nullable=False),
        sa.Column("total_amount", sa.Numeric(precision=14, scale=2), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("ordered_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("packed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("shipped_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("delivered_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("version", sa.Integer(), server_default=sa.text("1"), nullable=False),
        sa.Column("changed_by", sa.String(), nullable=True),
        sa.CheckConstraint(
            "status IN ('ordered', 'packed', 'shipped', 'delivered')", name=op.f("order_item_status_check")
        ),
        sa.CheckConstraint("quantity BETWEEN 1 AND 10", name=op.f("order_item_quantity_check")),
        sa.ForeignKeyConstraint(["order_id"], ["shop_order.id"], name=op.f("order_item_order_id_fkey")),
        sa.ForeignKeyConstraint(["product_id"], ["product.id"], name=op.f("order_item_product_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("order_item_pkey")),
        sa.UniqueConstraint("order_id", "line", name=op.f("order_item_order_id_line_key")),
    )
    op.create_index(op.f("order_item_product_id_idx"), "order_item", ["product_id"], unique=False)
    op.create_index(op.f("order_item_status_order_id_idx"), "order_item", ["status", "order_id"], unique=False)
    op.create_table(
        "product_image",
        sa.Column("id", sa.Integer(), sa.Identity(always=False), nullable=False),
        sa.Column("product_id", sa.Integer(), nullable=False),
        sa.Column("type", sa.String(), server_default="gallery", nullable=False),
        sa.Column("image_url", sa.String(), nullable=False),
        sa.Column("position", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("status", sa.String(), server_default="processing", nullable=False),
        sa.Column("width", sa.Integer(), nullable=True),
        sa.Column("height", sa.Integer(), nullable=True),
        sa.Column("placeholder", sa.String(), nullable=True),
        sa.Column(
            "renditions",
            postgresql.JSONB(astext_type=sa.Text()),
            server_default=sa.text("'[]'"),
            nullable=False,
        ),
        sa.ForeignKeyConstraint(
            ["product_id"], ["product.id"], name=op.f("product_image_product_id_fkey"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("product_image_pkey")),
    )
    op.create_index(op.f("product_image_product_id_idx"), "product_image", ["product_id"], unique=False)
    op.create_table(
        "status_change",
        sa.Column("id", sa.Integer(), sa.Identity(always=False), nullable=False),
        sa.Column("order_item_id", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("from_status", sa.String(), nullable=True),
        sa.Column("to_status", sa.String(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("admin_id", sa.Integer(), nullable=True),
        sa.Column("changed_by", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(
            ["admin_id"], ["admin.id"], name=op.f("status_change_admin_id_fkey"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(["order_item_id"], ["order_item.id"], name=op.f("status_change_order_item_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("status_change_pkey")),
        sa.UniqueConstraint("order_item_id", "version", name=op.f("status_change_order_item_id_version_key")),
    )
    op.execute("INSERT INTO event_stream DEFAULT VALUES")


def downgrade() -> None:
    op.drop_table("status_change")
    op.drop_index(op.f("product_image_product_id_idx"), table_name="product_image")
    op.drop_table("product_image")
    op.drop_index(op.f("order_item_status_order_id_idx"), table_name="order_item")
    op.drop_index(op.f("order_item_product_id_idx"), table_name="order_item")
    op.drop_table("order_item")
    op.drop_index(op.f("idempotency_key_created_at_idx"), table_name="idempotency_key")
    op.drop_table("idempotency_key")
    op.drop_index(op.f("cart_item_product_id_idx"), table_name="cart_item")
    op.drop_table("cart_item")
    op.drop_index(op.f("shop_order_ordered_at_idx"), table_name="shop_order")
    op.drop_index(op.f("shop_order_customer_id_id_idx"), table_name="shop_order")
    op.drop_table("shop_order")
    op.drop_index(op.f("session_expires_at_idx"), table_name="session")
    op.drop_index(op.f("session_customer_id_idx"), table_name="session")
    op.drop_index(op.f("session_admin_id_idx"), table_name="session")
    op.drop_table("session")
    op.drop_index(op.f("product_vendor_id_idx"), table_name="product")
    op.drop_index(op.f("product_product_type_idx"), table_name="product")
    op.drop_index(op.f("product_category_id_idx"), table_name="product")
    op.drop_table("product")
    op.drop_index(
        "delivery_due_idx",
        table_name="delivery",
        postgresql_where=sa.text("done_at IS NULL AND dead_at IS NULL"),
    )
    op.drop_index("delivery_dead_idx", table_name="delivery", postgresql_where=sa.text("dead_at IS NOT NULL"))
    op.drop_table("delivery")
    op.drop_index(op.f("address_customer_id_idx"), table_name="address")
    op.drop_table("address")
    op.drop_table("vendor")
    op.drop_table("process")
    op.drop_table("gold_rate")
    op.drop_table("event_stream")
    op.drop_index("domain_event_waiting_idx", table_name="domain_event", postgresql_where=sa.text("position IS NULL"))
    op.drop_index("domain_event_recorded_at_idx", table_name="domain_event")
    op.drop_index(
        "domain_event_of_everyone_idx",
        table_name="domain_event",
        postgresql_where=sa.text("reach = 'everyone'"),
    )
    op.drop_index(
        "domain_event_of_customer_idx",
        table_name="domain_event",
        postgresql_where=sa.text("reach = 'customer_and_admins'"),
    )
    op.drop_table("domain_event")
    op.drop_index("customer_email_key", table_name="customer")
    op.drop_table("customer")
    op.drop_table("category")
    op.drop_index("admin_email_key", table_name="admin")
    op.drop_table("admin")
