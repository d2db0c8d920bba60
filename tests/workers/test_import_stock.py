"""The pieces of sizes in a file that is older than the latest orders, as the worker applies it."""

import csv
import datetime as dt
import io

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from api.products.exports import product_export
from shop.catalogue.model import Category, Product
from shop.catalogue.sizes import sizes_text, with_count
from shop.clock import now
from shop.stock.model import MovementReason, StockMovement
from shop.stock.queries import differences
from shop.stock.rules import correct_count
from tests.support import factories
from tests.workers.test_importing import begin, run

SIZES = [{"label": "12", "weight": 10, "stock_quantity": 3}, {"label": "14", "weight": 11, "stock_quantity": 2}]


@pytest.fixture
def ring(session: Session) -> Product:
    """Add a counted ring of which size 12 has 3 pieces and size 14 has 2."""
    factories.set_gold_rate(session)
    made = factories.stock_product(session, code="ZC-1", sizes=SIZES)
    session.commit()
    return made


def sell_one(session: Session, ring: Product, size: str) -> None:
    count = next(each["stock_quantity"] for each in ring.sizes if each["label"] == size)
    correct_count(session, ring, count - 1, seen=None, note="Sold", at=now(), size=size)
    session.commit()


def counts(session: Session) -> dict[str, int]:
    assert session.execute(differences()).all() == []
    return {each["label"]: each["stock_quantity"] for each in session.scalars(select(Product)).one().sizes}


def imports(session: Session) -> list[tuple[str, int]]:
    found = session.scalars(select(StockMovement).where(StockMovement.reason == MovementReason.IMPORT.value))
    return [(movement.size, movement.quantity) for movement in found]


def exported(session: Session, *, without: set[str], **changed: str) -> tuple[str, str]:
    """Return head and row of the export as a person keeps them: without some columns, with others changed."""
    columns = product_export(factories.RATE).columns
    category = session.scalars(select(Category)).one()
    product = session.scalars(select(Product)).one()
    cells = {name: cell((product, category.code, f"Goldsmith #{product.vendor_id}")) for name, cell in columns.items()}
    kept = {name: cell for name, cell in (cells | changed).items() if name not in without}
    texts = []
    for row in (kept.keys(), kept.values()):
        text = io.StringIO()
        csv.writer(text).writerow(row)
        texts.append(text.getvalue().strip())
    return texts[0], texts[1]


def test_a_file_without_stock_quantity_brings_no_sold_piece_back(ring, session, deliver_all):
    head, row = exported(session, without={"Stock quantity"}, **{"Making charge": "1100"})
    sell_one(session, ring, "14")
    done = run(deliver_all, session, begin(session, row, head=head))
    assert (done.updated, done.refused) == (1, 0)
    assert (counts(session), imports(session)) == ({"12": 3, "14": 1}, [])
    assert session.scalars(select(Product.making_charge)).one() == 1100


def test_pieces_that_are_sold_after_the_check_stay_sold(ring, session, deliver_all):
    head, row = exported(session, without={"Stock quantity"}, **{"Making charge": "1100"})
    started = begin(session, row, head=head)
    sell_one(session, ring, "12")
    run(deliver_all, session, started)
    assert (counts(session), imports(session)) == ({"12": 2, "14": 2}, [])


def test_a_new_size_comes_with_its_pieces_beside_sizes_that_keep_theirs(ring, session, deliver_all):
    run(deliver_all, session, begin(session, "ZC-1,12 | 10 | | | 9; 14 | 11; 16 | 12 | | | 4", head="Code,Sizes"))
    assert (counts(session), imports(session)) == ({"12": 3, "14": 2, "16": 4}, [("16", 4)])


def test_pieces_of_sizes_are_set_beside_a_stock_quantity(ring, session, deliver_all):
    head, row = exported(session, without=set(), Sizes=sizes_text(with_count(ring.sizes, "14", 6)))
    run(deliver_all, session, begin(session, row, head=head))
    assert (counts(session), imports(session)) == ({"12": 3, "14": 6}, [("14", 4)])


def test_sizes_that_are_not_counted_begin_with_the_pieces_of_the_file(session, deliver_all):
    factories.set_gold_rate(session)
    factories.stock_product(session, code="ZC-1", sizes=[{"label": "12", "weight": 10}])
    session.commit()
    run(deliver_all, session, begin(session, "ZC-1,12 | 10 | | | 4", head="Code,Sizes"))
    assert counts(session) == {"12": 4}


def test_a_time_of_sale_keeps_its_seconds(session, deliver_all):
    factories.set_gold_rate(session)
    at = (now() + dt.timedelta(days=2)).replace(second=3, microsecond=0)
    factories.stock_product(session, code="ZC-1", status="in active", stock_availability="no", on_sale_at=at)
    session.commit()
    head, row = exported(session, without=set(), **{"Making charge": "1100"})
    run(deliver_all, session, begin(session, row, head=head))
    product = session.scalars(select(Product)).one()
    assert (product.making_charge, product.on_sale_at) == (1100, at)
