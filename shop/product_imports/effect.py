"""The values of a row that take effect on its product, and those that do not."""

import datetime as dt
from collections.abc import Iterator, Mapping
from typing import Any

from shop.catalogue.model import fixed_availability
from shop.catalogue.sizes import counts_of, size_text
from shop.text import allowed_characters

_FOLLOWS_SIZES = {
    "stock_quantity": "It comes in sizes. Write the pieces of each size in Sizes.",
    "weight": "It comes in sizes. Write the weight of its default size in Sizes.",
    "making_charge": "Its default size has another making charge in Sizes.",
    "wastage_charge": "Its default size has another wastage charge in Sizes.",
}


def effective_values(values: Mapping[str, Any], product: Any | None) -> dict[str, Any]:
    """Return the values of a row that are to be set.

    A text or a time that a file cannot have exactly as it is stored stays as it is stored. Without a stock quantity,
    sizes that are counted keep their pieces, because the file may be older than the latest orders.
    """
    given = {name: _keep_equivalent(value, getattr(product, name, None)) for name, value in values.items()}
    kept = _kept_counts(values, product)
    if kept:
        given["sizes"] = [
            {name: value for name, value in size.items() if name != "stock_quantity" or size["label"] not in kept}
            for size in given["sizes"]
        ]
    return given


def refusals(values: Mapping[str, Any], product: Any | None, result: Any) -> dict[str, str]:
    """Return why values cannot take effect, by field. The row must be corrected.

    :param product: the product before the import, None if there is none.
    :param result: the product as the row makes it.
    """
    return {
        name: reason
        for name, reason in _FOLLOWS_SIZES.items()
        if (product is not None or name == "stock_quantity") and _is_overridden(name, values, product, result)
    }


def notes(values: Mapping[str, Any], product: Any | None, result: Any) -> dict[str, str]:
    """Return why values have no effect though the row is imported, by field.

    An export has them beside the values that a person changed in it, and a new product needs them in any case.
    """
    refused = refusals(values, product, result)
    return dict(_notes_of_sizes(values, product)) | {
        name: reason
        for name, reason in (_FOLLOWS_SIZES | _reasons(result)).items()
        if name not in refused and _is_overridden(name, values, product, result)
    }


def _keep_equivalent(value: Any, stored: Any) -> Any:
    """Return the stored text or time if the value differs only in line breaks, the encoding of accents, or seconds."""
    if isinstance(stored, str):
        return stored if allowed_characters.lines(stored) == value else value
    if isinstance(stored, dt.datetime):
        return stored if stored.replace(second=0, microsecond=0) == value else value
    return value


def _kept_counts(values: Mapping[str, Any], product: Any | None) -> Mapping[str | None, int]:
    """Return the pieces that the sizes of a product keep, by label."""
    if product is None or not product.sizes or not values.get("sizes") or "stock_quantity" in values:
        return {}
    return counts_of(product)


def _notes_of_sizes(values: Mapping[str, Any], product: Any | None) -> Iterator[tuple[str, str]]:
    kept = _kept_counts(values, product)
    differing = [
        f"{size_text(size['label'])} has {kept[size['label']]}, not {size['stock_quantity']}"
        for size in values.get("sizes", ())
        if size["label"] in kept and size.get("stock_quantity", kept[size["label"]]) != kept[size["label"]]
    ]
    if differing:
        yield "sizes", f"Without a stock quantity, the sizes keep their pieces: {', '.join(differing)}."


def _is_overridden(name: str, values: Mapping[str, Any], product: Any | None, result: Any) -> bool:
    """Whether the row gives another value than the product gets, and than the product had."""
    if name not in values or values[name] == getattr(result, name):
        return False
    return product is None or values[name] != getattr(product, name)


def _reasons(result: Any) -> dict[str, str]:
    if result.on_sale_at is not None:  # it becomes available at that time
        return {"status": "It is in active until the time in On sale at. Write none there to change its status now."}
    return {"stock_availability": fixed_availability(result)}
