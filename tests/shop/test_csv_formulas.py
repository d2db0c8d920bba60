"""Texts in CSV files must not become formulas in a spreadsheet."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shop.text.csv_formulas import guarded, unguarded

RUN = "=+-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b"
SAMPLES = [
    *(f"{sign}1" for sign in RUN),
    *(f"{before}=1" for before in (" ", "\t", "\r", "\n", '"', "'", "\u201c", "\u00a0", "\u3000", ' "')),
    *(f"Asha{between}=1" for between in (";", "\n", "\r\n", "; ", ';"', "\n ", "\n\n", ";;", "\u2028")),
    "\r\n=1",
    "a;b;=1;+2\n@c",
]


def cells_of(text: str, delimiter: str) -> list[str]:
    """Write the text to a CSV file with commas, and return the cells that a spreadsheet with this delimiter reads."""
    file = io.StringIO()
    csv.writer(file, quoting=csv.QUOTE_ALL).writerow(["1", text, "2"])
    return [
        cell
        for row in csv.reader(io.StringIO(file.getvalue().replace("\r", "\n")), delimiter=delimiter)
        for cell in row
    ]


@pytest.mark.parametrize("text", SAMPLES)
def test_no_cell_is_run_whatever_the_spreadsheet_expects_between_cells(text):
    for cell in (*cells_of(guarded(text), ","), *cells_of(guarded(text), ";")):
        assert cell.strip(" \t\r\n\"'\u201c\u00a0\u3000")[:1] not in {*RUN} or cell.lstrip(
            ' \t"\u201c\u00a0\u3000'
        ).startswith("'")
    assert unguarded(guarded(text)) == text


@pytest.mark.parametrize(
    "text", ["", "Lotus Ring", "12 Temple St; Chennai", "a - b", "'tis", "O'Brien", "1-2", "a@b.c"]
)
def test_what_is_harmless_stays_as_it_is(text):
    assert guarded(text) == text


@given(st.text(alphabet="=+-@\uff1d;,\t\r\n '\"a"))
def test_reading_brings_each_text_back(text):
    assert unguarded(guarded(text)) == text
