"""Tax invoices and credit notes on real PostgreSQL: when they are issued, and how they are numbered."""

import datetime as dt
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal

import pytest
from sqlalchemy import select, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from shop.clock import now
from shop.events import deliveries, leasing, outbox
from shop.invoices import files, issuing, pdf
from shop.invoices.events import InvoicePdfRequested
from shop.invoices.model import Invoice
from shop.media.storage import StorageUnavailable
from shop.orders.model import Status
from shop.orders.status_rules import UNDO_TIME
from shop.pan import encryption
from shop.pan.model import OrderPan
from shop.returns.model import Return
from shop.settings import settings
from tests.support import factories
from tests.support.environment import shop_environment
from tests.support.invoices import CHENNAI, text_of
from tests.workers.test_mails import cancel_line, change, undo_status
from workers.deliver import work
from workers.subscriptions import SUBSCRIPTIONS, lease_seconds

LATER = UNDO_TIME + dt.timedelta(seconds=1)


@pytest.fixture(autouse=True)
def tax_payer(shop_settings, tmp_path):
    with shop_environment(
        SHOP_DATABASE_URL=shop_settings.database_url,
        SHOP_REDIS_URL=shop_settings.redis_url,
        SHOP_SECRET_KEY="t" * 40,
        SHOP_GSTIN="33AAACS4207Q1Z9",
        SHOP_LEGAL_NAME="Swarna Jewels",
        SHOP_LEGAL_ADDRESS="1 Lane",
        SHOP_MEDIA_DIR=str(tmp_path),
    ):
        yield


@pytest.fixture
def place(session, shopper):
    def make(lines: int = 2, **fields):
        products = [factories.stock_product(session, name=f"Ring {number}") for number in range(lines)]
        at = now() - dt.timedelta(days=1)
        made = factories.order(session, shopper, products, at=at, **({"address": CHENNAI} | fields))
        session.commit()
        return made

    return make


def documents(session) -> list[Invoice]:
    return list(session.scalars(select(Invoice).order_by(Invoice.id)))


def numbers(session) -> list[str]:
    return [document.number.rpartition("/")[2] for document in documents(session)]


def issue(engine, order_id: int) -> None:
    with Session(engine) as session:
        assert issuing.issue_due(session, order_id, config=settings(), at=now()) is None
        session.commit()


def test_only_what_may_require_a_document_is_looked_at(session, place, engine):
    order = place(lines=1)
    for number, status in enumerate((Status.PACKED, Status.SHIPPED, Status.DELIVERED)):
        change(session, order, status, at=now() - LATER * (3 - number))
    with engine.begin() as connection:
        leasing.sequence_and_lease(connection, SUBSCRIPTIONS)
    looked_at = """
        SELECT data ->> 'status' FROM domain_event JOIN delivery ON event_id = domain_event.id
        WHERE consumer = 'issue_invoice' ORDER BY position
    """
    assert session.scalars(text(looked_at)).all() == ["shipped", "delivered"]


def test_an_invoice_is_issued_once_for_what_is_not_cancelled(session, place, deliver_all):
    order = place(lines=3)
    cancel_line(session, order, reason="Wrong size", at=now() - LATER * 2)
    for line in (1, 2):
        change(session, order, Status.SHIPPED, at=now() - LATER, line=line)
    deliver_all("issue_invoice")
    [invoice] = documents(session)
    amount = sum(item.total_amount for item in order.items[1:])
    assert (invoice.total, invoice.cgst, invoice.igst) == (amount, invoice.sgst, 0)
    assert [line["itemId"] for line in invoice.content["lines"]] == [item.id for item in order.items[1:]]
    assert invoice.content["seller"]["gstin"] == "33AAACS4207Q1Z9"
    assert [event["type"] for event in factories.events(session)].count("invoice.issued") == 1
    issue(session.bind, order.id)
    assert len(documents(session)) == 1


def test_a_delivery_to_another_state_bears_igst(session, place, deliver_all):
    order = place(address=CHENNAI | {"state": "Kerala"})
    change(session, order, Status.SHIPPED, at=now() - LATER)
    deliver_all("issue_invoice")
    [invoice] = documents(session)
    assert (invoice.state_code, invoice.cgst, invoice.taxable + invoice.igst) == ("32", 0, order.total_amount)


def test_what_may_still_be_undone_is_not_invoiced(session, place, deliver_all):
    order = place(lines=1)
    change(session, order, Status.SHIPPED, at=now())
    deliver_all("issue_invoice")
    assert documents(session) == []
    undo_status(session, order, at=now())
    session.execute(text("UPDATE status_change SET at = at - interval '1 minute'"))
    session.commit()
    deliver_all("issue_invoice")
    assert documents(session) == []


def test_what_comes_back_is_credited_once(session, place, deliver_all):
    order = place(lines=2, quantity=3)
    change(session, order, Status.SHIPPED, at=now() - LATER * 3, line=1)
    deliver_all("issue_invoice")
    back = {"reason": "Size", "note": "", "answer": "", "version": 1, "requested_at": now()}
    of_item = {"order_item_id": order.items[1].id, "customer_id": order.customer_id}
    session.add(Return(**of_item, **back, quantity=2, status="received"))
    session.add(Return(**of_item, **back, quantity=1, status="requested"))
    cancel_line(session, order, reason="Too late", at=now() - LATER)
    deliver_all("issue_invoice")
    issue(session.bind, order.id)
    invoice, returned, cancelled = documents(session)
    assert [returned.number[:4], returned.invoice_id, cancelled.invoice_id] == ["SWC/", invoice.id, invoice.id]
    assert (returned.total, returned.content["reason"]) == (order.items[1].total_amount * 2 / 3, "Returned")
    assert (cancelled.total, cancelled.content["invoice"]) == (order.items[0].total_amount, invoice.number)


def test_what_came_back_before_the_invoice_is_credited_with_it(session, engine, place):
    """Orders have no invoice while the shop has no GSTIN, so the first event after it is set may be about a return."""
    order = place(lines=1, quantity=3)
    change(session, order, Status.SHIPPED, at=now() - LATER)
    back = {"reason": "Size", "note": "", "answer": "", "version": 1, "requested_at": now()}
    of_item = {"order_item_id": order.items[0].id, "customer_id": order.customer_id}
    session.add(Return(**of_item, **back, quantity=2, status="received"))
    session.commit()
    issue(engine, order.id)
    invoice, returned = documents(session)
    assert (invoice.total, returned.invoice_id) == (order.total_amount, invoice.id)
    assert (returned.total, returned.content["reason"]) == (order.total_amount * 2 / 3, "Returned")


def test_sixteen_at_once_are_numbered_without_gap_or_duplicate(session, engine, place):
    orders = [place(lines=1) for _ in range(16)]
    for order in orders:
        change(session, order, Status.SHIPPED, at=now() - LATER)
    twice = [order.id for order in orders] * 2
    with ThreadPoolExecutor(16) as pool:
        list(pool.map(lambda order_id: issue(engine, order_id), twice))
    assert sorted(numbers(session)) == [f"{number:06}" for number in range(1, 17)]
    by_number = sorted(documents(session), key=lambda invoice: invoice.sequence)
    times = [invoice.issued_at for invoice in by_number]
    assert times == sorted(times)


def test_a_transaction_that_is_killed_leaves_no_gap(session, engine, place):
    first, second = place(lines=1), place(lines=1)
    for order in (first, second):
        change(session, order, Status.SHIPPED, at=now() - LATER)
    with Session(engine) as killed:
        issuing.issue_due(killed, first.id, config=settings(), at=now())
        pid = killed.scalar(text("SELECT pg_backend_pid()"))
        session.execute(text("SELECT pg_terminate_backend(:pid, 5000)"), {"pid": pid})
        with pytest.raises(DBAPIError):
            killed.commit()
    for order in (second, first):
        issue(engine, order.id)
    assert numbers(session) == ["000001", "000002"]


@pytest.mark.parametrize("statement", ["UPDATE invoice SET total = total + 1", "DELETE FROM invoice"])
def test_an_invoice_is_never_changed(session, engine, place, statement):
    order = place(lines=1)
    change(session, order, Status.SHIPPED, at=now() - LATER)
    issue(engine, order.id)
    with pytest.raises(DBAPIError, match="only ever added"), engine.begin() as connection:
        connection.execute(text(statement))
    assert documents(session)[0].total == Decimal(order.total_amount)


@pytest.fixture
def issued(session, place, deliver_all):
    """Issue an invoice for an order of two rings, without its PDF."""
    order = place()
    change(session, order, Status.SHIPPED, at=now() - LATER)
    deliver_all("issue_invoice")
    [made] = documents(session)
    return made


def test_a_worker_makes_and_stores_the_pdf(session, issued, deliver_all, tmp_path):
    assert deliver_all("make_invoice_pdf") == 1
    content = files.read(issued.number)
    assert issued.number in text_of(content)
    assert [path.name for path in (tmp_path / "documents").iterdir()] == [f"{issued.number.replace('/', '-')}.pdf"]
    assert pdf.render(issued) == content
    assert deliver_all("make_invoice_pdf") == 0


def test_a_credit_note_has_a_pdf_too(session, issued, deliver_all):
    order = session.get(factories.Order, issued.order_id)
    cancel_line(session, order, reason="Too late", at=now() - LATER)
    deliver_all("issue_invoice")
    deliver_all("make_invoice_pdf")
    _, note = documents(session)
    assert f"For tax invoice {issued.number}" in text_of(files.read(note.number))


def test_a_pdf_that_is_there_stays_as_it_is(session, issued, deliver_all):
    files.store(issued.number, b"as an earlier version drew it")
    outbox.record_sync(session, InvoicePdfRequested(invoice_id=issued.id), at=now())
    session.commit()
    deliver_all("make_invoice_pdf")
    assert files.read(issued.number) == b"as an earlier version drew it"


def test_a_worker_that_is_killed_amid_a_pdf_leaves_nothing_and_another_makes_it(session, issued, engine, deliver_all):
    """The worker dies after it has committed its claim, as with SIGKILL. The next attempt must find no partial file."""
    with engine.begin() as connection:
        leased = leasing.sequence_and_lease(connection, SUBSCRIPTIONS).leases + leasing.lease_due(
            connection, lease_seconds()
        )
    leases = [lease for lease in leased if lease.consumer == "make_invoice_pdf"]
    with engine.begin() as connection:
        assert deliveries.claim(connection, leases)
    with pytest.raises(FileNotFoundError):
        files.read(issued.number)
    assert deliver_all("make_invoice_pdf") == 1
    assert files.read(issued.number) == pdf.render(issued)
    assert work(engine, "make_invoice_pdf", leases) == 0


def test_a_storage_that_is_away_is_tried_again(session, issued, deliver_all, tmp_path):
    (tmp_path / "documents").write_text("a file where the folder should be")
    assert deliver_all("make_invoice_pdf") == 0
    with pytest.raises(StorageUnavailable):
        files.read(issued.number)
    (tmp_path / "documents").unlink()
    assert deliver_all("make_invoice_pdf") == 1
    assert files.read(issued.number) == pdf.render(issued)


def test_the_buyer_gets_the_whole_pan_and_a_copy_masks_it(session, place, deliver_all):
    order = place(lines=1)
    session.add(OrderPan(order_id=order.id, encrypted=encryption.encrypt("ABCDE1234F", order.id), given_at=now()))
    change(session, order, Status.SHIPPED, at=now() - LATER)
    deliver_all("issue_invoice")
    [invoice] = documents(session)
    assert invoice.content["buyer"]["hasPan"] is True
    assert "ABCDE" not in str(invoice.content)
    deliver_all("make_invoice_pdf")
    assert "Buyer's PAN: ABCDE1234F" in text_of(files.read(invoice.number))
    masked = text_of(files.read(invoice.number, is_masked=True))
    assert "Buyer's PAN: ABCDE****F" in masked
    assert "ABCDE1234F" not in masked
