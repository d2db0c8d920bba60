"""Imports of products, applied by the worker."""

from decimal import Decimal

import pytest
from sqlalchemy import select, text
from sqlalchemy.orm import Session

from shop.catalogue.model import Category, Product, Vendor
from shop.catalogue.price_listing import Listing
from shop.clock import now
from shop.events import outbox
from shop.operations import retention
from shop.product_imports import apply, queries, refused_rows
from shop.product_imports.csv_reader import parse_csv
from shop.product_imports.model import ImportRow, NothingToImport, ProductImport
from shop.product_imports.preview import KnownNames, preview, products_by_code
from tests.support import factories
from tests.support.product_csv import HEAD

VENDOR = {"address1": "1 Lane", "address2": "Chennai", "address4": "600001", "contact_numbers": "1"}
AT = now()


@pytest.fixture
def small_batches(monkeypatch):
    monkeypatch.setattr(apply, "BATCH", 2)


@pytest.fixture
def shop(session: Session):
    factories.set_gold_rate(session)
    factories.stock_product(session, category=factories.open_category(session, "Rings"), code="RG-0")
    session.commit()


def ring(code: str, *, weight: str = "8", discount: int = 0) -> str:
    figures = f"{weight},2500,900,{discount},22k,active,yes,60000,7000,2026-10-01"
    return f"{code},Ring {code},A ring.,Rings,general,Goldsmith,{figures}"


def begin(session: Session, *rows: str, head: str = HEAD, with_bad_rows: bool = False) -> ProductImport:
    file = parse_csv("\n".join((head, *rows)).encode())
    codes = [row.values["code"] for row in file.rows]
    result = preview(file, KnownNames.load(session), products_by_code(session, codes), {})
    assert bool(result.problems) is with_bad_rows
    wanted = ProductImport(
        admin_name="Karthik Rao",
        file_name="stock.csv",
        digest="x",
        checked_at=AT,
        rows=result.row_count,
        to_do=len(result.changes),
        left_out=len(refused_rows.reasons_by_row(result.problems)),
        head=refused_rows.file_head(file),
    )
    queries.insert(session, wanted, queries.rows_as_json(result, file))
    outbox.record_sync(session, wanted.start(at=AT), at=AT)
    session.commit()
    return wanted


def test_a_code_is_looked_for_before_a_name(session: Session, shop):
    coded, other_case, named, *others = (
        Category(code=code, name=name, image_url="")
        for code, name in (
            *(("BANDS", "Wedding rings"), ("bands", "Thin rings"), ("X1", "BANDS")),
            *(("X2", "bangles"), ("X3", "Bangles")),
        )
    )
    session.add_all((coded, other_case, named, *others))
    vendor, decoy = (Vendor(name="Smith", **VENDOR), Vendor(name="-", **VENDOR))
    session.add_all((vendor, decoy))
    session.flush()
    decoy.name = f"Smith #{vendor.id}"
    session.commit()
    rows = [
        f"{code},{category},{decoy.name}"
        for code, category in (("A", "BANDS"), ("B", "bands"), ("C", "Bands"), ("D", "x1"), ("E", "Bangles"))
    ]
    file = parse_csv("\n".join(("Code,Category,Vendor", *rows)).encode())
    names = KnownNames.load(session)
    problems = [[problem.message for problem in names.resolve(row, None)] for row in file.rows]
    assert [row.values["category_id"] for row in (file.rows[0], file.rows[1], file.rows[3])] == [
        coded.id,
        other_case.id,
        named.id,
    ]
    assert {row.values["vendor_id"] for row in file.rows} == {vendor.id}
    assert problems == [
        *([], []),
        ["More than one category is called Bands. Write its code."],
        [],
        ["More than one category is called Bangles. Write its code."],
    ]


def test_a_product_keeps_the_category_that_an_exported_file_names(session: Session, shop):
    coded = Category(code="BANDS", name="Wedding rings", image_url="")
    named = Category(code="X1", name="BANDS", image_url="")
    session.add_all((coded, named))
    session.commit()
    file = parse_csv(b"Code,Category\nA,BANDS")
    [row] = file.rows
    assert KnownNames.load(session).resolve(row, Product(category_id=named.id)) == []
    assert row.values["category_id"] == named.id


def run(deliver_all, session: Session, wanted: ProductImport) -> ProductImport:
    while deliver_all("import_products"):
        pass
    session.expire_all()
    return session.get(ProductImport, wanted.id)


def test_new_products_come_in_priced_and_on_sale(shop, session, deliver_all):
    done = run(deliver_all, session, begin(session, ring("RG-1"), ring("RG-2", discount=100)))
    assert (done.status, done.created, done.updated, done.unchanged, done.refused) == ("done", 2, 0, 0, 0)
    assert done.finished_at is not None
    [one, other] = session.scalars(select(Product).where(Product.code != "RG-0").order_by(Product.code))
    assert (one.name, one.weight, one.product_type, one.status) == ("Ring RG-1", Decimal(8), "general", "active")
    prices = dict(session.execute(select(Listing.product_id, Listing.price)).all())
    assert (prices[one.id], prices[other.id]) == (75_400, 75_300)
    told = [event for event in factories.events(session) if event["type"] == "catalogue.changed"]
    assert [event["data"]["ids"] for event in told] == [[one.id, other.id]]


@pytest.mark.usefixtures("small_batches")
def test_each_batch_commits_by_itself_and_tells_how_far_it_is(shop, session, deliver_all):
    wanted = begin(session, *(ring(f"RG-{number}") for number in range(1, 6)))
    assert deliver_all("import_products") == 1
    session.expire_all()
    assert (wanted.created, wanted.done, wanted.status) == (2, 2, "running")
    run(deliver_all, session, wanted)
    told = [
        (event["type"], event["data"]["done"])
        for event in factories.events(session)
        if event["type"].startswith("product_import")
    ]
    assert told == [
        ("product_import.started", 0),
        ("product_import.advanced", 2),
        ("product_import.advanced", 4),
        ("product_import.finished", 5),
    ]


@pytest.mark.usefixtures("small_batches")
def test_a_batch_that_is_done_again_makes_no_double_rows(shop, session, engine, deliver_all):
    wanted = begin(session, *(ring(f"RG-{number}") for number in range(1, 4)))
    with Session(engine) as killed:
        apply.apply_batch(killed, wanted.id, at=AT)
        killed.rollback()
    for _ in range(3):  # the delivery is repeated
        with Session(engine) as again:
            apply.apply_batch(again, wanted.id, at=AT)
            again.commit()
    done = run(deliver_all, session, wanted)
    assert (done.status, done.created, done.updated) == ("done", 3, 0)
    assert session.scalars(select(Product.code).order_by(Product.code)).all() == ["RG-0", "RG-1", "RG-2", "RG-3"]


def test_the_same_file_twice_changes_nothing(shop, session, deliver_all):
    rows = [ring("RG-1"), ring("RG-0", discount=5)]
    run(deliver_all, session, begin(session, *rows))
    before = factories.contents(session)["product"]
    with pytest.raises(NothingToImport):
        begin(session, *rows)
    session.rollback()
    assert factories.contents(session)["product"] == before


def test_two_imports_of_one_file_make_its_products_once(shop, session, deliver_all):
    one, other = begin(session, ring("RG-1")), begin(session, ring("RG-1"))
    run(deliver_all, session, one)
    assert (session.get(ProductImport, one.id).created, session.get(ProductImport, other.id).unchanged) == (1, 1)


def test_rows_that_no_longer_fit_are_refused_with_their_reasons_and_the_others_go_on(shop, session, deliver_all):
    factories.stock_product(session, category=factories.open_category(session, "Chains"), code="CH-1")
    session.execute(text("UPDATE vendor SET name = 'Late' WHERE id = (SELECT max(id) FROM vendor)"))
    session.commit()
    wanted = begin(
        session,
        ring("RG-1"),
        ring("RG-2").replace("Goldsmith", "Late"),
        ring("RG-3").replace("Rings", "Chains"),
        ring("RG-0", discount=900),
    )
    session.execute(text("UPDATE vendor SET status = 'in active' WHERE name = 'Late'"))
    session.execute(text("DELETE FROM product WHERE code = 'CH-1'"))
    session.execute(text("DELETE FROM category WHERE name = 'Chains'"))
    session.commit()
    done = run(deliver_all, session, wanted)
    assert (done.status, done.created, done.updated, done.refused) == ("done", 1, 1, 2)
    assert session.execute(queries.refused_rows(done.id)).all() == [
        (3, "This vendor is in active."),
        (4, "Its category is no longer there."),
    ]
    assert session.scalars(select(ImportRow.outcome)).all() == ["refused", "refused"]


def test_rows_do_only_what_their_preview_showed(shop, session, deliver_all):
    run(deliver_all, session, begin(session, *(ring(f"RG-{number}") for number in (1, 2, 3))))
    wanted = begin(session, *(ring(f"RG-{number}", weight="9") for number in (1, 2, 3, 4, 5)))
    session.execute(text("UPDATE product SET code = 'RG-4' WHERE code = 'RG-1'"))
    session.execute(text("DELETE FROM product WHERE code = 'RG-2'"))
    session.commit()
    done = run(deliver_all, session, wanted)
    assert session.execute(queries.refused_rows(done.id)).all() == [
        (2, "There is no product RG-1 any more."),
        (3, "There is no product RG-2 any more."),
        (5, "There is a product RG-4 by now."),
    ]
    assert (done.status, done.created, done.updated, done.refused) == ("done", 1, 1, 3)
    kept = select(Product.code, Product.name, Product.weight).where(Product.code != "RG-0").order_by(Product.code)
    assert session.execute(kept).all() == [("RG-3", "Ring RG-3", 9), ("RG-4", "Ring RG-1", 8), ("RG-5", "Ring RG-5", 9)]


def test_a_product_that_differs_by_capitals_and_came_meanwhile_refuses_the_row(
    small_batches, shop, session, deliver_all
):
    wanted = begin(session, ring("RG-1"), ring("RG-2"), ring("RG-3"), ring("rg-1"), with_bad_rows=True)
    session.execute(text("UPDATE product SET code = 'rg-2' WHERE code = 'RG-0'"))
    session.commit()
    done = run(deliver_all, session, wanted)
    assert session.execute(queries.refused_rows(done.id)).all() == [
        (3, "There is already one with the code rg-2. Codes must differ by more than capitals."),
        (5, "There is already one with the code RG-1. Codes must differ by more than capitals."),
    ]
    assert (done.status, done.created, done.refused) == ("done", 2, 1)


def test_rows_that_an_earlier_version_checked_are_applied(shop, session, deliver_all):
    wanted = begin(session, ring("RG-1"), ring("RG-0"))
    session.execute(text("UPDATE product_import_row SET expected = NULL"))
    session.execute(text("UPDATE product SET code = 'RG-9' WHERE code = 'RG-0'"))
    session.commit()
    done = run(deliver_all, session, wanted)
    assert (done.status, done.created, done.refused) == ("done", 2, 0)


def test_good_rows_come_in_without_the_bad_ones(small_batches, shop, session, deliver_all):
    rows = [ring("RG-1"), ring("RG-2", weight="0"), ring("RG-3"), ring("RG-4", discount=9000), ring("RG-5")]
    done = run(deliver_all, session, begin(session, *rows, with_bad_rows=True))
    assert (done.status, done.to_do, done.created, done.refused, done.left_out) == ("done", 3, 3, 0, 2)
    codes = session.scalars(select(Product.code).order_by(Product.code)).all()
    assert codes == ["RG-0", "RG-1", "RG-3", "RG-5"]
    kept = session.execute(queries.refused_rows(done.id)).all()
    assert kept == [
        (3, "Weight must be more than 0."),
        (5, "The discount cannot be more than the making charge."),
    ]
    finished = factories.events(session)[-1]
    assert (finished["type"], finished["data"]["leftOut"]) == ("product_import.finished", 2)


@pytest.mark.usefixtures("small_batches")
def test_a_finished_import_keeps_only_its_refused_rows_for_some_months(shop, session, engine, deliver_all):
    rows = [ring("RG-1"), ring("RG-2", weight="0"), ring("RG-3"), ring("RG-0"), ring("RG-4")]
    wanted = begin(session, *rows, with_bad_rows=True)
    refused = session.execute(queries.refused_cells(wanted.id)).all()
    deliver_all("import_products")
    assert len(session.scalars(select(ImportRow)).all()) == 5
    run(deliver_all, session, wanted)
    assert session.execute(queries.refused_cells(wanted.id)).all() == refused
    assert session.scalars(select(ImportRow.number)).all() == [3]
    session.commit()
    for at, kept in ((now(), 1), (now() + retention.KEEP_IMPORT_ROWS, 0)):
        retention.prune(engine.begin, at=at)
        assert len(session.scalars(select(ImportRow.number)).all()) == kept
        session.rollback()
    assert session.scalars(select(ProductImport.left_out)).all() == [1]


def test_in_active_forces_stock_to_no(shop, session, deliver_all):
    run(deliver_all, session, begin(session, "RG-0,in active,yes", head="Code,Status,Stock availability"))
    product = session.scalars(select(Product)).one()
    assert (product.status, product.stock_availability) == ("in active", "no")
    assert session.scalars(select(Listing)).all() == []


def test_an_import_that_was_given_up_is_said_to_have_stopped(shop, session, deliver_all):
    wanted = begin(session, ring("RG-1"))
    assert session.scalar(queries.has_stopped(wanted.id)) is False
    deliver_all("push")
    session.execute(text("UPDATE delivery SET dead_at = now() WHERE consumer = 'import_products'"))
    session.commit()
    assert session.scalar(queries.has_stopped(wanted.id)) is True


def test_categories_and_vendors_are_left_as_they_were(shop, session, deliver_all):
    run(deliver_all, session, begin(session, ring("RG-1")))
    assert len(session.scalars(select(Category)).all()) == 1
    assert len(session.scalars(select(Vendor)).all()) == 1
