"""The fields of a product that follow from its sizes."""

from decimal import Decimal

import pytest

from shop.catalogue.model import Product
from shop.catalogue.sizes import InSize, set_fields


def sized(*sizes, **fields):
    """Return a product of 10 g in these sizes, with a making charge of 1,000 and a wastage charge of 200."""
    figures = {"weight": Decimal(10), "making_charge": Decimal(1000), "wastage_charge": Decimal(200)}
    product = Product(**figures | {"discount": Decimal(0), "stones": [], "sizes": list(sizes)} | fields)
    product.normalize()
    return product


def size(label, *, weight=10, making=None, wastage=None, pieces=None, default=False):
    figures = {"weight": weight, "making_charge": making, "wastage_charge": wastage, "stock_quantity": pieces}
    return {"label": label, "is_default": default} | figures


def charges(product):
    figures = {each["label"]: InSize.of(product, each["label"]) for each in product.sizes}
    return {label: (each.making_charge, each.wastage_charge) for label, each in figures.items()}


def gross_weights(product):
    return {each["label"]: InSize.of(product, each["label"]).gross_weight for each in product.sizes}


def test_charges_of_the_default_size_are_not_those_of_the_other_sizes():
    product = sized(size("12", making=500, wastage=0, default=True), size("14"), size("16", making=700))
    assert (product.making_charge, product.wastage_charge) == (500, 0)
    assert charges(product) == {"12": (500, 0), "14": (1000, 200), "16": (700, 200)}


def test_another_default_leaves_all_charges_as_they_are():
    product = sized(size("12", default=True), size("14", making=9000), size("16"), making_charge=Decimal(3000))
    before = charges(product)
    for default in ("14", "16", "12"):
        product.sizes = [each | {"is_default": each["label"] == default} for each in product.sizes]
        product.normalize()
        assert charges(product) == before


def test_sizes_without_charges_of_their_own_still_follow_the_product():
    product = sized(size("12", making=1000, default=True), size("14"))
    product.making_charge = Decimal(1500)
    product.normalize()
    assert charges(product) == {"12": (1500, 200), "14": (1500, 200)}


@pytest.mark.parametrize("default", ["12", "16"])
def test_another_default_leaves_all_gross_weights_as_they_are(default):
    sizes = [size("12", weight=4), size("14", weight=5, default=True), size("16", weight=6)]
    product = sized(*sizes, gross_weight=Decimal("5.242"))
    set_fields(product, {"sizes": [each | {"is_default": each["label"] == default} for each in sizes]})
    expected = {"12": Decimal("4.242"), "14": Decimal("5.242"), "16": Decimal("6.242")}
    assert gross_weights(product) == expected
    assert product.gross_weight == expected[default]


def test_another_weight_of_the_default_size_changes_its_gross_weight_alone():
    sizes = [size("12", weight=4, default=True), size("14", weight=5)]
    product = sized(*sizes, gross_weight=Decimal("4.242"))
    set_fields(product, {"sizes": [sizes[0] | {"weight": "4.3"}, sizes[1]]})
    assert gross_weights(product) == {"12": Decimal("4.542"), "14": Decimal("5.242")}


@pytest.mark.parametrize("gross_weight", [None, Decimal(7)])
def test_a_gross_weight_that_is_given_holds(gross_weight):
    sizes = [size("12", weight=4, default=True), size("14", weight=5)]
    product = sized(*sizes, gross_weight=Decimal(6))
    moved = [each | {"is_default": each["label"] == "14"} for each in sizes]
    set_fields(product, {"sizes": moved, "gross_weight": gross_weight})
    assert product.gross_weight == gross_weight


def test_without_sizes_the_gross_weight_stays_when_the_weight_changes():
    product = sized(gross_weight=Decimal(12))
    set_fields(product, {"weight": Decimal(9)})
    assert (product.weight, product.gross_weight) == (9, 12)
