"""The command `shop invoices`."""

import datetime as dt
import resource

import pytest
from sqlalchemy import text
from sqlalchemy.orm import Session
from typer.testing import CliRunner

from shop.cli.app import app
from shop.clock import now
from shop.invoices import files, issuing
from shop.orders.model import Status
from tests.support import factories
from tests.support.invoices import CHENNAI, text_of


@pytest.fixture
def session(real_commits):
    with Session(real_commits, expire_on_commit=False) as made:
        yield made


@pytest.fixture
def numbers(session, shop_settings):
    """Issue two invoices, and return their numbers."""
    seller = {"gstin": "33AAACS4207Q1Z9", "legal_name": "Swarna Jewels", "legal_address": "14 Car Street"}
    config = shop_settings.model_copy(update=seller)
    asha = factories.register_shopper(session)
    ring = factories.stock_product(session)
    for _ in range(2):
        order = factories.order(session, asha, [ring], at=now() - dt.timedelta(days=1), address=CHENNAI)
        order.items[0].status = Status.SHIPPED
        issuing.issue_due(session, order.id, config=config, at=now())
    session.commit()
    return list(session.scalars(text("SELECT number FROM invoice ORDER BY id")))


@pytest.fixture
def run(session, database_url, monkeypatch, tmp_path):
    monkeypatch.setenv("SHOP_DATABASE_URL", database_url)
    monkeypatch.chdir(tmp_path)

    def typed(*words: str) -> tuple[int, str]:
        result = CliRunner().invoke(app, ["invoices", *words])
        session.rollback()
        return result.exit_code, result.output

    return typed


def test_a_pdf_is_made_again_and_stored_where_it_is_missing(numbers, run, tmp_path):
    name = numbers[0].replace("/", "-")
    code, said = run("pdf", numbers[0])
    assert (code, said) == (0, f"{name}.pdf has {numbers[0]}. It was not stored before, and is now.\n")
    content = (tmp_path / f"{name}.pdf").read_bytes()
    assert numbers[0] in text_of(content)
    assert files.read(numbers[0]) == content
    code, said = run("pdf", numbers[0], "--output", "again.pdf")
    assert (code, said) == (0, f"again.pdf has {numbers[0]}. The stored one is the same.\n")
    assert (tmp_path / "again.pdf").read_bytes() == content
    assert run("pdf", numbers[0], "--output", "again.pdf") == (1, "again.pdf is there already.\n")
    assert run("pdf", "SW/26-27/999999") == (1, "There is no invoice and no credit note SW/26-27/999999.\n")


def test_a_pdf_is_stored_although_its_file_cannot_be_written(numbers, run):
    code, said = run("pdf", numbers[0], "--output", "nowhere/again.pdf")
    assert code == 1
    assert said.endswith(" nowhere/again.pdf cannot be written (No such file or directory): set --output.\n")
    assert numbers[0] in text_of(files.read(numbers[0]))


def test_the_file_of_a_pdf_is_closed_to_others_and_never_incomplete(numbers, run, tmp_path):
    assert run("pdf", numbers[0], "--output", "whole.pdf")[0] == 0
    assert (tmp_path / "whole.pdf").stat().st_mode & 0o077 == 0
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, hard))  # as a disk that gets full
    try:
        code, said = run("pdf", numbers[0], "--output", "again.pdf")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert (code, " again.pdf cannot be written (" in said) == (1, True)
    assert [path.name for path in tmp_path.iterdir()] == ["whole.pdf"]
    assert run("pdf", numbers[0], "--output", "again.pdf")[0] == 0


def test_a_pdf_is_written_to_standard_output(numbers, run, tmp_path):
    run("pdf", numbers[0], "--output", "again.pdf")
    content = (tmp_path / "again.pdf").read_bytes()
    (tmp_path / "again.pdf").unlink()
    result = CliRunner().invoke(app, ["invoices", "pdf", numbers[0], "--output", "-"])
    assert (result.exit_code, result.stderr.startswith("The stored one ")) == (0, True)
    assert result.stdout_bytes == content
    assert list(tmp_path.iterdir()) == []


def test_invoices_in_order_are_said_to_be(numbers, run):
    right = "the numbers have no gaps and no duplicates, and every sum is that of its lines."
    assert run("verify") == (0, f"2 documents checked; {right}\n")


def test_a_gap_and_a_wrong_sum_are_named(session, numbers, run):
    session.execute(text("SET LOCAL session_replication_role = replica"))  # disables the triggers that protect invoices
    session.execute(text("DELETE FROM invoice WHERE number = :number"), {"number": numbers[0]})
    session.execute(text("UPDATE invoice SET taxable = taxable + 1, total = total + 1"))
    session.commit()
    code, said = run("verify")
    assert code == 1
    assert f"1 numbers are missing, the first is {numbers[0]}\n" in said
    assert f"{numbers[1]}: its lines make" in said
    assert said.endswith("1 document checked, 3 faults.\n")
