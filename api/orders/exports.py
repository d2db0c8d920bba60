"""The columns of orders and of their lines as CSV files. Amounts are rupees, weights grams."""

from operator import attrgetter
from typing import Any

from sqlalchemy import Row, Select

from api.http.csv_export import CsvExport
from api.orders.order_json import buyer
from shop.catalogue.pricing import stones_text
from shop.customers.model import Customer
from shop.orders import queries
from shop.orders.model import Order, OrderItem, Status
from shop.orders.queries import Filters, OrderSort

ORDERS: CsvExport[Row[*tuple[Any, ...]]] = CsvExport(
    "orders",
    {
        "Order": lambda order: order.id,
        "Customer id": lambda order: order.customer_id,
        "Customer": lambda order: order.name,
        "Email": lambda order: order.email,
        "Phone": lambda order: order.phone,
        "Quantity": lambda order: order.total_quantity,
        "Amount": lambda order: order.total_amount,
        "Ordered": lambda order: order.ordered_at,
        "Delivery date": lambda order: order.delivery_date,
        "Status": lambda order: order.current_status,
    },
)


def orders(filters: Filters, sort: OrderSort) -> Select[*tuple[Any, ...]]:
    """Select the columns of :data:`ORDERS` only, because there may be a million orders."""
    columns: list[Any] = [
        Order.id,
        Order.customer_id,
        buyer(Customer.name, Order.name).label("name"),
        buyer(Customer.email, Order.email).label("email"),
        buyer(Customer.phone, Order.phone).label("phone"),
        Order.total_quantity,
        Order.total_amount,
        Order.ordered_at,
        Order.delivery_date,
        queries.current_status().label("current_status"),
    ]
    query = queries.matching(filters.shape, with_customer=True).with_only_columns(*columns)
    return queries.sorted_by(query, sort, filters.shape).params(filters.values)


LINES: CsvExport[OrderItem] = CsvExport(
    "order-items",
    {
        "Order": lambda item: item.order_id,
        "Item": lambda item: item.line,
        "Customer": lambda item: item.order.buyer.name,
        "Phone": lambda item: item.order.buyer.phone,
        "Product id": lambda item: item.product_id,
        "Product": lambda item: item.product_name,
        "Size": lambda item: item.size,
        "Quantity": lambda item: item.quantity,
        "Weight": lambda item: item.weight,
        "Gross weight": lambda item: item.gross_weight,
        "Stones": lambda item: stones_text(item.stones),
        "Purity": lambda item: item.purity,
        "Hallmark": lambda item: item.hallmark,
        "HUID": lambda item: " ".join(item.huids),
        "Gold rate": lambda item: item.gold_rate,
        "Stone charge": lambda item: item.stone_charge,
        "Making charge": lambda item: item.making_charge,
        "Wastage charge": lambda item: item.wastage_charge,
        "Discount": lambda item: item.discount,
        "Amount": lambda item: item.total_amount,
        "Status": lambda item: item.status,
        **{status.word.capitalize(): attrgetter(status.stamp) for status in Status},
        "Changed by": lambda item: item.changed_by,
        "Courier": lambda item: item.courier,
        "Tracking number": lambda item: item.tracking_number,
    },
)
