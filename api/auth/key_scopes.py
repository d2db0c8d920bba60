"""The calls that each scope of an API key permits. This is the column of the policy table for other systems."""

from shop.api_keys.model import Scope

_PRODUCTS = {"list_stocked_products", "show_stocked_product", "list_categories", "list_product_images"}
REACHED_BY: dict[Scope, set[str]] = {
    Scope.EVENTS_READ: {"read_events"},
    Scope.ORDERS_READ: {
        *("list_all_orders", "show_order", "list_orders_of_customer", "export_orders", "export_order_items"),
    },
    Scope.ORDERS_STATUS: {"change_order_status"},
    Scope.PRODUCTS_WRITE: {
        *_PRODUCTS,
        *("add_product", "change_product", "change_many_products"),
        *("add_product_image", "order_product_images", "change_product_image"),
    },
    Scope.STOCK_WRITE: {*_PRODUCTS, "list_stock_movements", "correct_stock"},
    Scope.PAYMENTS_READ: {"list_payment_entries", "list_report_money"},
}
"""The permitted calls by scope. A key permits no other call, not even one that is open to anyone."""
