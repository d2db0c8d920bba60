"""The head of a CSV file of products."""

from shop.product_imports.columns import COLUMNS

HEAD = ",".join(
    column.heading for column in COLUMNS if not column.may_be_empty or column.field in {"discount", "purity"}
)
"""The columns of the tests' rows. A file may leave the others out."""
