"""All products as a file for a spreadsheet."""

from decimal import Decimal

from sqlalchemy import Row

from api.sheets import Sheet
from shop.catalogue.model import Product

Stocked = Row[Product, str, str]
"""A product with the names of its category and its vendor, as :func:`shop.catalogue.inventory.stocked` selects it."""


def product_sheet(rate: Decimal) -> Sheet[Stocked]:
    """Return the file's columns: rupees, grams. It can be imported again, as :mod:`shop.catalogue.importing` reads it.

    :param rate: 22 carat, in rupees a gram, for the prices.
    """
    return Sheet(
        "products",
        {
            "Id": lambda row: row[0].id,
            "Code": lambda row: row[0].code,
            "Name": lambda row: row[0].name,
            "Description": lambda row: row[0].description,
            "Category": lambda row: row[1],
            "Product type": lambda row: row[0].product_type,
            "Weight": lambda row: row[0].weight,
            "Making charge": lambda row: row[0].making_charge,
            "Wastage charge": lambda row: row[0].wastage_charge,
            "Discount": lambda row: row[0].discount,
            "Purity": lambda row: row[0].purity,
            "Gold rate": lambda _: rate,
            "MRP": lambda row: row[0].price_at(rate).mrp,
            "Price": lambda row: row[0].price_at(rate).ornament_price,
            "Status": lambda row: row[0].status,
            "Stock availability": lambda row: row[0].stock_availability,
            "Vendor": lambda row: row[2],
            "Purchase rate": lambda row: row[0].purchase_rate,
            "Purchase gold rate": lambda row: row[0].purchase_gold_rate,
            "Purchase date": lambda row: row[0].purchase_date,
            "Rating": lambda row: row[0].rating,
        },
    )
