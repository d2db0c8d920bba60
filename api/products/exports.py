"""The CSV export of products."""

from decimal import Decimal

from sqlalchemy import Row

from api.http.csv_export import CsvExport
from shop.catalogue.model import Product
from shop.catalogue.pricing import stones_text
from shop.catalogue.sizes import sizes_text
from shop.clock import minute_in_india
from shop.text.csv_cells import NOTHING

ProductRow = Row[Product, str, str]
"""A row of :func:`shop.catalogue.admin_lists.select_products`."""


def product_export(rate: Decimal) -> CsvExport[ProductRow]:
    """Return the columns of the file, in rupees, grams and mm. :mod:`shop.product_imports` can import the file again.

    :param rate: the 22-carat rate in rupees a gram, for the prices.
    """
    return CsvExport(
        "products",
        {
            "Id": lambda row: row[0].id,
            "Code": lambda row: row[0].code,
            "Name": lambda row: row[0].name,
            "Description": lambda row: row[0].description,
            "Category": lambda row: row[1],
            "Product type": lambda row: row[0].product_type,
            "Weight": lambda row: row[0].weight,
            "Gross weight": lambda row: row[0].gross_weight or NOTHING,
            "Width": lambda row: row[0].width or NOTHING,
            "Height": lambda row: row[0].height or NOTHING,
            "Stones": lambda row: stones_text(row[0].stones),
            "Sizes": lambda row: sizes_text(row[0].sizes),
            "Stone charge": lambda row: row[0].stone_charge,
            "Making charge": lambda row: row[0].making_charge,
            "Wastage charge": lambda row: row[0].wastage_charge,
            "Discount": lambda row: row[0].discount,
            "Purity": lambda row: row[0].purity,
            "Hallmark": lambda row: row[0].hallmark or NOTHING,
            "Gold rate": lambda _: rate,
            "MRP": lambda row: row[0].price_at(rate).mrp,
            "Price": lambda row: row[0].price_at(rate).ornament_price,
            "Status": lambda row: row[0].status,
            "Stock availability": lambda row: row[0].stock_availability,
            "Stock quantity": lambda row: row[0].stock_quantity,
            "Bin": lambda row: row[0].bin or NOTHING,
            "On sale at": lambda row: minute_in_india(row[0].on_sale_at) or NOTHING,
            "Vendor": lambda row: row[2],
            "Purchase rate": lambda row: row[0].purchase_rate,
            "Purchase gold rate": lambda row: row[0].purchase_gold_rate,
            "Purchase date": lambda row: row[0].purchase_date,
            "Rating": lambda row: row[0].rating,
        },
    )
