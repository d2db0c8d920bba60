"""What the check of a file says of values that have no effect."""

import datetime as dt

import pytest
from sqlalchemy import select, update

from shop.catalogue.model import Category, Product
from shop.clock import minute_in_india, now
from tests.api.test_product_import import foreseen, ring
from tests.support import factories
from tests.support.cases import cases
from tests.support.product_csv import HEAD

SIZES = [{"label": "12", "weight": 10, "stock_quantity": 3}, {"label": "14", "weight": 11, "stock_quantity": 2}]
IN_SIZES = "It comes in sizes."
COUNTED = "Its pieces are counted: it is in stock as long as there are any."


@pytest.fixture
async def sized(people, database):
    """Add a ring in two sizes, of 3 and 2 pieces."""
    made = await database.run_sync(factories.stock_product, code="ZC-1", sizes=SIZES)
    await database.commit()
    return made


def faults(told):
    return [(fault["row"], fault["column"], fault["message"]) for fault in told["problems"]]


def notes(told):
    assert told["noteCount"] == len(told["notes"])
    return [(note["row"], note["column"], note["message"]) for note in told["notes"]]


@cases(
    ("column", "value", "message"),
    [
        ("Stock quantity", "30", f"{IN_SIZES} Write the pieces of each size in Sizes."),
        ("Weight", "12", f"{IN_SIZES} Write the weight of its default size in Sizes."),
    ],
)
async def test_a_figure_of_a_product_in_sizes_is_refused(karthik, sized, column, value, message):
    told = await foreseen(karthik, f"ZC-1,{value}", head=f"Code,{column}")
    assert (told["unchanged"], told["updated"], told["badRows"]) == (0, 0, 1)
    assert (faults(told), notes(told)) == ([(2, column, message)], [])


async def test_a_quantity_that_is_not_the_sum_of_the_sizes_is_refused(karthik, sized, people, database):
    told = await foreseen(karthik, "ZC-1,12 | 10 | | | 3; 14 | 11 | | | 4,8", head="Code,Sizes,Stock quantity")
    assert faults(told) == [(2, "Stock quantity", f"{IN_SIZES} Write the pieces of each size in Sizes.")]
    told = await foreseen(karthik, "ZC-1,12 | 10 | | | 3; 14 | 11 | | | 4,5", head="Code,Sizes,Stock quantity")
    assert (faults(told), told["changes"][0]["columns"]) == ([], ["Sizes", "Stock quantity"])
    category = await database.scalar(select(Category.code).where(Category.id == people.ring.category_id))
    row = ring("ZC-2", people).replace("Bands", category) + ",12 | 8.125 | | | 3,5"
    told = await foreseen(karthik, row, head=f"{HEAD},Sizes,Stock quantity")
    assert faults(told) == [(2, "Stock quantity", f"{IN_SIZES} Write the pieces of each size in Sizes.")]


async def test_pieces_of_sizes_without_a_quantity_are_kept_and_noted(karthik, sized):
    told = await foreseen(karthik, "ZC-1,12 | 10 | | | 3; 14 | 11 | | | 4,1100", head="Code,Sizes,Making charge")
    assert told["changes"][0]["columns"] == ["Making charge"]
    sentence = "Without a stock quantity, the sizes keep their pieces: size 14 has 2, not 4."
    assert (faults(told), notes(told)) == ([], [(2, "Sizes", sentence)])


async def test_an_availability_of_counted_pieces_is_noted(karthik, sized):
    told = await foreseen(karthik, "ZC-1,no", head="Code,Stock availability")
    assert (told["unchanged"], faults(told)) == (1, [])
    assert notes(told) == [(2, "Stock availability", COUNTED)]


async def test_the_status_of_a_scheduled_product_is_noted(karthik, people, database):
    at = now() + dt.timedelta(days=2)
    values = {"on_sale_at": at, "status": "in active", "stock_availability": "no"}
    await database.execute(update(Product).where(Product.id == people.ring.id).values(values))
    await database.commit()
    told = await foreseen(karthik, f"{people.ring.code},active,yes", head="Code,Status,Stock availability")
    assert (told["unchanged"], faults(told)) == (1, [])
    sentence = "It is in active until the time in On sale at. Write none there to change its status now."
    assert notes(told) == [(2, "Status", sentence)]


async def test_a_time_of_sale_with_seconds_is_the_same_in_its_minute(karthik, people, database):
    at = (now() + dt.timedelta(days=2)).replace(second=3, microsecond=0)
    values = {"on_sale_at": at, "status": "in active", "stock_availability": "no"}
    await database.execute(update(Product).where(Product.id == people.ring.id).values(values))
    await database.commit()
    told = await foreseen(karthik, f"{people.ring.code},{minute_in_india(at)}", head="Code,On sale at")
    assert (told["unchanged"], told["updated"]) == (1, 0)
