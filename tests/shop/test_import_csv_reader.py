"""Reading CSV files of products: the formats of spreadsheet programs, and typical mistakes."""

import datetime as dt
from contextlib import nullcontext
from decimal import Decimal

import pytest
from pydantic import TypeAdapter, ValidationError

from api.http.date_types import TimeAhead
from api.products.field_types import PurchaseDate
from shop.catalogue.limits import FIRST_PURCHASE
from shop.clock import INDIA, YEAR_AHEAD, now
from shop.product_imports.columns import from_json, template, to_json
from shop.product_imports.csv_reader import MAX_ROWS, UnreadableFile, parse_csv
from shop.product_imports.refused_rows import to_csv
from tests.support.product_csv import HEAD

GOOD = "RG-1,Ring,A ring.,RINGS,general,Goldsmith,8.125,2500.5,900,500,22k,active,yes,60000,7000,2026-10-01"


def parse(*rows: str, head: str = HEAD, encoding: str = "utf-8"):
    return parse_csv("\r\n".join((head, *rows)).encode(encoding))


def faults(*rows: str, head: str = HEAD) -> list[tuple[int, str, str]]:
    return [(problem.row, problem.column, problem.message) for problem in parse(*rows, head=head).problems]


def test_every_cell_becomes_the_value_of_its_field():
    [row] = parse(GOOD).rows
    assert row.number == 2
    assert row.values == {
        "code": "RG-1",
        "name": "Ring",
        "description": "A ring.",
        "category_id": "RINGS",
        "product_type": "general",
        "vendor_id": "Goldsmith",
        "weight": Decimal("8.125"),
        "making_charge": Decimal("2500.5"),
        "wastage_charge": Decimal(900),
        "discount": Decimal(500),
        "purity": "22k",
        "status": "active",
        "stock_availability": "yes",
        "purchase_rate": Decimal(60000),
        "purchase_gold_rate": Decimal(7000),
        "purchase_date": dt.date(2026, 10, 1),
    }
    assert from_json(to_json(row.values)) == row.values


def test_the_template_is_a_fit_file():
    file = parse_csv(template("BANGLES", None).encode())
    assert ([row.values["category_id"] for row in file.rows], file.problems) == (["BANGLES"], [])


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_the_encodings_and_delimiters_of_spreadsheets_are_read(encoding, delimiter):
    text = "Code,Name\nRG-1,Süße Perle सोना\n".replace(",", delimiter)
    [row] = parse_csv(text.encode(encoding)).rows
    assert row.values == {"code": "RG-1", "name": "Süße Perle सोना"}


def test_headings_are_found_however_they_are_written_and_in_any_order():
    [row] = parse("4800,RG-1,", head="makingCharge, CODE ,discount").rows
    assert row.values == {"code": "RG-1", "making_charge": Decimal(4800)}


def test_a_comma_is_the_point_of_a_figure_between_semicolons():
    [row] = parse("RG-1;8,125;1250,5", head="Code;Weight;Making charge").rows
    assert (row.values["weight"], row.values["making_charge"]) == (Decimal("8.125"), Decimal("1250.5"))


@pytest.mark.parametrize("written", ["₹1,25,000", "125,000.00", "Rs. 1,25,000.00", "rs 125000", "₹ 1,25,000"])
def test_rupees_are_read_as_people_write_them(written):
    [row] = parse(f'RG-1,"{written}"', head="Code,Making charge").rows
    assert row.values["making_charge"] == Decimal(125_000)


@pytest.mark.parametrize(
    ("written", "value"), [("₹1,25,000.50", "125000.5"), ("1.25.000,50", "125000.5"), ("₹ 4800,5", "4800.5")]
)
def test_between_semicolons_thousands_are_known_where_nothing_else_can_be_meant(written, value):
    [row] = parse(f"RG-1;{written}", head="Code;Making charge").rows
    assert row.values["making_charge"] == Decimal(value)


def test_between_semicolons_a_comma_of_thousands_is_never_taken_for_a_point():
    file = parse("RG-1;4,800", head="Code;Making charge")
    said = "Making charge is “4,800”, which may be thousands or decimals. Write 4800 or 4.800."
    assert [problem.message for problem in file.problems] == [said]


@pytest.mark.parametrize(
    "written",
    [
        "2026-11-03",
        "03/11/2026",
        "3-11-2026",
        "03.11.2026",
        "2026-11-3",
        "3-Nov-26",
        "03-nov-2026",
        "3 November 2026",
        "2026-11-03 00:00:00",
    ],
)
def test_dates_are_read_as_india_writes_them(written):
    [row] = parse(f"RG-1,{written}", head="Code,Purchase date").rows
    assert row.values["purchase_date"] == dt.date(2026, 11, 3)


def test_a_purchase_date_is_as_early_as_in_the_form():
    form = TypeAdapter(PurchaseDate)
    for day, is_fit in ((FIRST_PURCHASE, True), (FIRST_PURCHASE - dt.timedelta(days=1), False)):
        file = parse(f"RG-1,{day}", head="Code,Purchase date")
        assert [row.values.get("purchase_date") for row in file.rows] == [day if is_fit else None]
        with nullcontext() if is_fit else pytest.raises(ValidationError):
            form.validate_python(day.isoformat())


@pytest.mark.parametrize(
    "cell",
    [
        *("2026-11-25 10:30", "2026-11-25T10:30", "2026-11-25 10:30:00", "2026-11-25T10:30:00", "25/11/2026 10:30"),
        *("25-11-2026 10:30", "25-11-2026 10:30:00", "25.11.2026 10:30", "25-Nov-26 10:30", " 25 Nov 2026  10:30 "),
    ],
)
def test_a_time_is_read_as_spreadsheets_write_it(cell):
    file = parse(f"RG-1,{cell}", head="Code,On sale at")
    [row] = file.rows
    assert row.values["on_sale_at"] == dt.datetime(2026, 11, 25, 5, tzinfo=dt.UTC)


@pytest.mark.parametrize("cell", ["2026-11-25", "10:30", "2026-11-31 10:30", "2026-11-25 24:00", "25-11-2026 10", "x"])
def test_what_is_no_time_is_refused(cell):
    [(*_, message)] = faults(f"RG-1,{cell}", head="Code,On sale at")
    assert message == f"On sale at is “{cell}”, which is no time. Write it as 2026-11-25 10:30."


def test_a_time_of_sale_is_at_most_a_year_ahead_as_in_the_form():
    for ahead, is_fit in ((YEAR_AHEAD - dt.timedelta(minutes=1), True), (YEAR_AHEAD + dt.timedelta(minutes=2), False)):
        at = (now() + ahead).astimezone(INDIA).replace(second=0, microsecond=0)
        file = parse(f"RG-1,{at:%Y-%m-%d %H:%M}", head="Code,On sale at")
        assert [row.values.get("on_sale_at") for row in file.rows] == [at if is_fit else None]
        form = TypeAdapter(TimeAhead)
        with nullcontext() if is_fit else pytest.raises(ValidationError):
            form.validate_python(at.isoformat())


def test_quotes_hold_delimiters_and_new_lines_and_rows_count_as_a_spreadsheet_counts():
    file = parse('RG-1,"A ring,\r\nin two ""lines"""', "", "RG-2,x", "RG-3,", head="Code,Description")
    assert [(row.number, row.values["description"]) for row in file.rows if row.valid] == [
        (2, 'A ring,\nin two "lines"'),
        (4, "x"),
    ]
    assert [problem.row for problem in file.problems] == [5]
    assert file.row_count == 3


@pytest.mark.parametrize(
    ("column", "cell", "said"),
    [
        ("Code", "x" * 51, "51 characters; at most 50"),
        ("Name", "", "Name is required."),
        ("Weight", "0", "must be more than 0"),
        ("Weight", "-1", "cannot be less than 0"),
        ("Weight", "100000.001", "at most"),
        ("Weight", "1.2345", "3 decimals"),
        ("Weight", "ten", "“ten”, which is no number"),
        ("Weight", "NaN", "no number"),
        ("Weight", "1e3", "no number"),
        ("Making charge", '"1,25,00"', "no number"),
        ("Making charge", "9" * 400, "no number"),
        ("Wastage charge", "0.001", "2 decimals"),
        ("Discount", "0.5", "whole rupees"),
        ("Purity", "18k", "22k or 24k"),
        ("Hallmark", "916", "22K916, 24K995 or 24K999"),
        ("Status", "sold", "active or in active"),
        ("Stock availability", "maybe", "yes or no"),
        ("Product type", "women", "general, men, wedding or kids"),
        ("Purchase date", "2026-02-30", "no date"),
        ("Purchase date", "yesterday", "no date"),
        ("Purchase date", "01/13/2026", "no date"),
        ("Purchase date", "3-Nox-26", "no date"),
        ("Purchase date", "31-Nov-26", "no date"),
        ("On sale at", "1999-12-31 10:30", "no time"),
        ("On sale at", "2126-11-25 10:30", "“2126-11-25 10:30”. It must be within a year from now."),
        ("On sale at", "9999-12-31 23:59", "within a year"),
    ],
)
def test_an_unfit_cell_is_named_by_row_and_column_in_words(column, cell, said):
    head, row = ("Code", cell) if column == "Code" else (f"Code,{column}", f"RG-1,{cell}")
    [(number, named, message)] = faults(row, head=head)
    assert (number, named) == (2, column)
    assert said in message


def test_all_faults_of_a_file_are_told_not_only_the_first():
    bad = "RG-2,,A ring.,RINGS,women,Goldsmith,0,x,900,500,22k,active,yes,60000,7000,soon"
    assert [(row, column) for row, column, _ in faults(GOOD, bad, "RG-3,short")] == [
        *((3, column) for column in ("Name", "Product type", "Weight", "Making charge", "Purchase date")),
        (4, ""),
    ]


def test_a_code_that_is_there_twice_is_said_at_its_second_row():
    assert faults("RG-1", "RG-2", "RG-1", head="Code") == [(4, "Code", "The code RG-1 is in row 2 already.")]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "empty"),
        (b"\xef\xbb\xbf \n", "empty"),
        (b",,,\n", "empty"),
        (b'""', "empty"),
        (b'" ";;\n\n;"";\n', "empty"),
        (b"PK\x03\x04rest", "workbook"),
        (b"\xd0\xcf\x11\xe0rest", "workbook"),
        (b"Code,Name\nRG-1,S\xfc\xdf", "UTF-8"),
        (b"\xff\xfeC", "UTF-8"),
        (b"Code,\x00Name\nRG-1,x", "no text file"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "UTF-8"),
        (b"Name,Weight\nRing,1", "Code among them"),
        (b"Code,Colour\nRG-1,red", "no column called “Colour”"),
        (b"Code,Name,name\nRG-1,x,y", "Name is there twice"),
        (b"Code,Name\n", "no rows"),
        (b'Code,Name\nRG-1,"open', "not closed"),
        (b'Code,Name\nRG-1,"a"b', "quotes do not match"),
        (b"Code\n" + b"x\n" * (MAX_ROWS + 1), "more than 10,000 rows"),
        (b"Code,Name\nRG-1," + b"x" * 200_000, "cannot be read"),
    ],
    ids=lambda value: value if isinstance(value, str) else "file",
)
def test_what_is_no_file_of_products_is_refused_in_words(content, said):
    with pytest.raises(UnreadableFile) as refusal:
        parse_csv(content)
    assert said in refusal.value.message
    assert refusal.value.fields == {"file": refusal.value.message}


@pytest.mark.parametrize("text", ["=1+1", "-5", "@x", "plain", "'quoted'", "''"])
def test_the_apostrophe_that_keeps_a_text_from_being_a_formula_is_taken_off(text):
    written = f"'{text}" if text[0] in "=-@" else text
    [row] = parse(f'RG-1,"{written}"', head="Code,Name").rows
    assert row.values["name"] == text


def test_refused_rows_keep_their_texts_however_often_they_come_back():
    texts = ["=1+1", "-5", "plain; -x", "'quoted'", "''", "'=x", "two\n=lines"]
    file = parse("\r\n".join(f'RG-{number},"{text}"' for number, text in enumerate(texts)), head="Code,Description")
    described = [row.values["description"] for row in file.rows]
    for _ in range(3):
        mend = to_csv(file.head, file.delimiter, [("-", cells) for cells in file.cells.values()])
        file = parse_csv(mend.encode())
        assert [row.values["description"] for row in file.rows] == described
    assert {cells[0] for cells in file.cells.values()} == {"'-"}


def test_columns_that_follow_from_others_are_passed_over():
    [row] = parse("7,RG-1,12000,Ring", head="Id,Code,Price,Name").rows
    assert row.values == {"code": "RG-1", "name": "Ring"}
