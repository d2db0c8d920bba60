"""The columns of a CSV file of products: headings, readers of cells, and the JSON form of values."""

import csv
import datetime as dt
import io
from dataclasses import dataclass
from dataclasses import field as attribute
from decimal import Decimal
from typing import Any

from shop.catalogue.limits import (
    HALLMARKS,
    MAX_BIN_LENGTH,
    MAX_CODE_LENGTH,
    MAX_GRAMS,
    MAX_MILLIMETRES,
    MAX_NAME_LENGTH,
    MAX_PROSE_LENGTH,
    MAX_RUPEES,
)
from shop.catalogue.model import Activity, ProductType
from shop.catalogue.stock import MAX_PIECES
from shop.product_imports.cells import (
    SIZES_EXAMPLE,
    STONES_EXAMPLE,
    CellReader,
    date_of,
    decimal_of,
    letters_of,
    one_of,
    or_none,
    read_sizes,
    read_stones,
    text_of,
    time_of,
)
from shop.text.csv_cells import NOTHING
from shop.text.csv_formulas import guarded

REQUIRED = object()
"""Marks a column without a default: a new product needs a value."""


@dataclass(frozen=True)
class Column:
    """A column. With a ``default``, which new products get, an empty cell leaves the product's ``field`` as it is.

    ``read`` returns the value of a cell or raises :class:`InvalidCell`. ``example`` is in the template. ``decimals``
    is None unless the value is a decimal.
    """

    heading: str
    field: str
    read: CellReader
    example: str
    default: Any = attribute(default=REQUIRED, hash=False)
    decimals: int | None = None

    @property
    def may_be_empty(self) -> bool:
        """Whether a cell may be empty, and a file may leave the column out."""
        return self.default is not REQUIRED


def _rupees(heading: str, field: str, example: str) -> Column:
    return Column(heading, field, decimal_of(heading, decimals=2, most=MAX_RUPEES), example, decimals=2)


def _millimetres(heading: str, field: str, example: str) -> Column:
    read = decimal_of(heading, decimals=1, most=MAX_MILLIMETRES, above_zero=True)
    return Column(heading, field, or_none(read, None), example, default=None, decimals=1)


CODE = Column("Code", "code", text_of("Code", MAX_CODE_LENGTH), "RG-501")
CATEGORY = Column("Category", "category_id", text_of("Category", MAX_NAME_LENGTH), "RINGS")
VENDOR = Column("Vendor", "vendor_id", text_of("Vendor", MAX_NAME_LENGTH), "Ratnakosh Gem Traders")

COLUMNS = (
    CODE,
    Column("Name", "name", text_of("Name", MAX_NAME_LENGTH), "Lotus Ring"),
    Column(
        "Description",
        "description",
        text_of("Description", MAX_PROSE_LENGTH, has_lines=True),
        "A ring with a lotus of rubies.",
    ),
    CATEGORY,
    Column("Product type", "product_type", one_of("Product type", *ProductType), ProductType.GENERAL.value),
    VENDOR,
    Column("Weight", "weight", decimal_of("Weight", decimals=3, most=MAX_GRAMS, above_zero=True), "8.125", decimals=3),
    Column(
        "Gross weight",
        "gross_weight",
        or_none(decimal_of("Gross weight", decimals=3, most=MAX_GRAMS, above_zero=True), None),
        "8.4",
        default=None,
        decimals=3,
    ),
    _millimetres("Width", "width", "12.5"),
    _millimetres("Height", "height", "28"),
    Column("Stones", "stones", or_none(read_stones, []), STONES_EXAMPLE, default=[]),
    Column("Sizes", "sizes", or_none(read_sizes, []), SIZES_EXAMPLE, default=[]),
    _rupees("Making charge", "making_charge", "4800"),
    _rupees("Wastage charge", "wastage_charge", "1250.50"),
    Column(
        "Discount",
        "discount",
        decimal_of("Discount", decimals=0, most=MAX_RUPEES),
        "500",
        default=0,
        decimals=0,
    ),
    Column("Purity", "purity", one_of("Purity", "22k", "24k"), "22k", default="22k"),
    Column("Hallmark", "hallmark", or_none(one_of("Hallmark", *HALLMARKS), None), "22K916", default=None),
    Column("Status", "status", one_of("Status", *Activity), Activity.ACTIVE.value),
    Column("Stock availability", "stock_availability", one_of("Stock availability", "yes", "no"), "yes"),
    Column(
        "Stock quantity",
        "stock_quantity",
        decimal_of("Stock quantity", decimals=0, most=MAX_PIECES, unit="pieces"),
        "5",
        default=None,
        decimals=0,
    ),
    Column("Bin", "bin", or_none(text_of("Bin", MAX_BIN_LENGTH), None), "B-12", default=None),
    Column("On sale at", "on_sale_at", or_none(time_of("On sale at"), None), NOTHING, default=None),
    _rupees("Purchase rate", "purchase_rate", "96000"),
    _rupees("Purchase gold rate", "purchase_gold_rate", "11640"),
    Column("Purchase date", "purchase_date", date_of("Purchase date"), "2026-11-03"),
)

_BY_LETTERS = {letters_of(name): column for column in COLUMNS for name in (column.heading, column.field)} | {
    "categoryid": CATEGORY,
    "vendorid": VENDOR,
}
BY_FIELD = {column.field: column for column in COLUMNS}

REASON_HEADING = "What is wrong"
"""The heading of the reasons in the file of refused rows."""

COMPUTED = frozenset({"id", "goldrate", "stonecharge", "mrp", "price", "rating", letters_of(REASON_HEADING)})
"""Columns of exported files that are computed from others. An import ignores them."""


def column_called(heading: str) -> Column | None:
    """Return the column of a heading. Case and spaces do not matter: ``Making charge`` is also ``makingCharge``."""
    return _BY_LETTERS.get(letters_of(heading))


def is_computed(heading: str) -> bool:
    """Whether a heading is one of :data:`COMPUTED`."""
    return letters_of(heading) in COMPUTED


def template(category: str | None, vendor: str | None) -> str:
    """Return a CSV file with every column and one example row, with a byte order mark for spreadsheets.

    :param category, vendor: the code of a category and the name of a vendor that exist, so that the row is valid.
    """
    named = {CATEGORY: category, VENDOR: vendor}
    text = io.StringIO()
    writer = csv.writer(text, quoting=csv.QUOTE_ALL)
    writer.writerow([column.heading for column in COLUMNS])
    writer.writerow([guarded(named.get(column) or column.example) for column in COLUMNS])
    return f"\ufeff{text.getvalue()}"


def to_json(values: dict[str, Any]) -> dict[str, Any]:
    """Return a row's values with decimals and dates as texts."""
    return {name: str(value) if isinstance(value, Decimal | dt.date) else value for name, value in values.items()}


def from_json(values: dict[str, Any]) -> dict[str, Any]:
    """Return the original values from the result of :func:`to_json`."""
    parsed: dict[str, Any] = {}
    for name, value in values.items():
        if BY_FIELD[name].decimals is not None and value is not None:
            parsed[name] = Decimal(value)
        elif name == "on_sale_at":
            parsed[name] = dt.datetime.fromisoformat(value) if value else None
        elif name == "purchase_date":
            parsed[name] = dt.date.fromisoformat(value)
        else:
            parsed[name] = value
    return parsed
