"""Put the products of a file, as our API lists them, on sale in an empty django-oscar shop."""

import json
import sys
from pathlib import Path

import django
from django.apps import apps
from django.db import connection

django.setup()


def main(file: Path) -> None:
    """Insert all products in bulk."""
    listed = json.loads(file.read_text())
    kind = _of("catalogue.ProductClass").create(name="Ornament")
    partner = _of("partner.Partner").create(name="Goldsmith")
    root = apps.get_model("catalogue.Category").add_root
    categories = {name: root(name=name) for name in sorted({each["categoryName"] for each in listed})}
    products = _make(
        "catalogue.Product",
        [
            {
                "product_class": kind,
                "upc": each["code"],
                "title": each["name"],
                "slug": each["code"].lower(),
                "description": each["description"],
            }
            for each in listed
        ],
    )
    both = list(zip(products, listed, strict=True))
    _make(
        "partner.StockRecord",
        [
            {
                "product": product,
                "partner": partner,
                "partner_sku": each["code"],
                "price": each["ornamentPrice"],
                "num_in_stock": 1000,
            }
            for product, each in both
        ],
    )
    _make(
        "catalogue.ProductCategory",
        [{"product": product, "category": categories[each["categoryName"]]} for product, each in both],
    )
    _make(
        "catalogue.ProductImage",
        [
            {"product": product, "original": image["imageUrl"].removeprefix("/media/"), "display_order": place}
            for product, each in both
            for place, image in enumerate(each["images"])
        ],
    )
    with connection.cursor() as cursor:
        cursor.execute("VACUUM (ANALYZE)")


def _of(model: str) -> object:
    return apps.get_model(model).objects


def _make(model: str, rows: list[dict[str, object]]) -> list[object]:
    return _of(model).bulk_create([apps.get_model(model)(**row) for row in rows], batch_size=500)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
