"""The PDF of an invoice has the same bytes each time, and contains all texts that the law requires."""

import io
import subprocess
import sys
from collections.abc import Sequence
from decimal import Decimal

import pytest
from pypdf import PageObject, PdfReader

from shop.invoices import pdf
from shop.text.amounts_in_words import rupees_in_words
from shop.text.formatting import indian_rupees
from tests.support.invoices import CHENNAI, SELLER, invoice, line, text_of

INDIAN_TEXTS = (
    "प्रिया शर्मा",
    "श्री कृष्ण मन्दिर, विद्यार्थी क्षत्रिय कर्‍हाड",
    "শ্রীমতী রোকেয়া চট্টোপাধ্যায়",
    "અમદાવાદ શ્રી હર્ષિલ",
    "ਸ੍ਰੀ ਅੰਮ੍ਰਿਤਸਰ ਸਿੰਘ",
    "ಬೆಂಗಳೂರು ಕೃಷ್ಣ ರ್‍ಯಾಂಕ್",
    "തിരുവനന്തപുരം ശ്രീ കൊച്ചി",
    "ଭୁବନେଶ୍ୱର କୋଣାର୍କ",
    "தமிழ்ச்செல்வி கொழும்பு ஸ்ரீரங்கம்",
    "శ్రీనివాస్ లక్ష్మీ",
)


def test_it_has_all_of_a_tax_invoice():
    text = text_of(pdf.render(invoice(2)))
    assert "₹11,852.00 /gm, stones ₹9,000.00, making ₹12,890.00, wastage ₹3,790.00" in " ".join(text.split())
    for part in (
        *("Tax invoice", "SW/26-27/000001", "24 Nov 2026", "Order 42"),
        *("Swarna Jewels", "14 Car Street, Chennai", "GSTIN 33AAACS4207Q1Z9", "State: Tamil Nadu (33)"),
        *("Asha", "1 Lane", "Chennai, Tamil Nadu 600001", "India", "Place of supply: Tamil Nadu (33)"),
        *("HSN", "7113", "Lotus Ring", "net 6.20 gm", "gross 6.40 gm", "Ruby \N{MULTIPLICATION SIGN} 2, 0.85 ct"),
        *("Taxable value ₹2,00,000.00", "CGST 1.5% ₹3,000.00", "SGST 1.5% ₹3,000.00", "Total ₹2,06,000.00"),
        *("Rupees Two Lakh Six Thousand Only", "not payable on reverse charge", "page 1 of 1"),
    ):
        assert part in text, part
    assert "IGST" not in text
    assert "PAN" not in text


def test_a_delivery_to_another_state_shows_igst():
    kerala = {"seller": SELLER, "buyer": {"name": "Asha", "address": CHENNAI | {"state": "Kerala"}}}
    amounts = {"cgst": Decimal(0), "sgst": Decimal(0), "igst": Decimal(3000)}
    text = text_of(pdf.render(invoice(content=kerala, state_code="32", **amounts)))
    assert "Place of supply: Kerala (32)" in text
    assert "IGST 3% ₹3,000.00" in text
    assert "CGST" not in text


def test_a_credit_note_names_its_invoice():
    about = {"invoice": "SW/26-27/000001", "invoiceDate": "2026-11-20", "reason": "Returned"}
    note = invoice(content=about, kind="credit_note", number="SWC/26-27/000003", invoice_id=1)
    text = text_of(pdf.render(note))
    assert "Credit note" in text
    assert "For tax invoice SW/26-27/000001 of 20 Nov 2026: returned" in text
    assert "Total credited ₹1,03,000.00" in text


def test_marks_and_sizes_are_there_where_they_were_frozen():
    marked = line(hallmark="22K916", huids=["AB12CD", "ZX98YU"], size="16", stones=[], grossWeight=None)
    text = text_of(pdf.render(invoice(content={"lines": [marked]})))
    assert "Hallmark 22K916, HUID AB12CD, ZX98YU" in " ".join(text.split())
    assert "22K gold, size 16, 6.20 gm" in text


def test_a_pan_is_there_as_it_is_given_to_the_drawing():
    issued = invoice(content={"buyer": {"name": "Asha", "address": CHENNAI, "hasPan": True}})
    assert "Buyer's PAN: ABCDE****F" in text_of(pdf.render(issued, "ABCDE****F"))
    assert "Buyer's PAN: given, and kept by the seller" in text_of(pdf.render(issued))


def test_a_long_invoice_goes_on_with_the_head_of_its_table():
    pages = PdfReader(io.BytesIO(pdf.render(invoice(30)))).pages
    assert len(pages) > 2
    for number, page in enumerate(pages, start=1):
        text = page.extract_text()
        assert f"page {number} of {len(pages)}" in text
        assert ("Taxable value" in text) is ("7113" in text or number == len(pages))
    assert sum(page.extract_text().count("Lotus Ring") for page in pages) == 30


@pytest.mark.parametrize("amount", ["10900000.00", "9987853200.00", "99878532000.00", "9987853200000.00"])
def test_a_high_amount_stays_in_its_column(amount):
    names = ("taxable", "cgst", "sgst", "total")
    high = {"lines": [line(quantity=100, **dict.fromkeys(names, amount))]}
    file = pdf.render(invoice(content=high, **dict.fromkeys(names, Decimal(amount))))
    starts: list[float] = []

    def note_start(text: str, _: object, matrix: Sequence[float], *_others: object) -> None:
        if text.strip() == indian_rupees(Decimal(amount)):
            starts.append(matrix[4] / 72 * 25.4)

    PdfReader(io.BytesIO(file)).pages[0].extract_text(visitor_text=note_start)
    right = pdf.MARGIN + pdf.WIDTH
    columns = [right - 26 * number for number in (4, 3, 2, 1)] + [right - 45] * len(names)
    assert [start > left for start, left in zip(starts, columns, strict=True)] == [True] * 8


def test_letters_that_the_font_lacks_do_not_break_it():
    buyer = {"name": "Asha", "address": CHENNAI | {"name": "金珠💍 Āśā", "address": "12 金 Lane, आशा 金"}}
    text = text_of(pdf.render(invoice(content={"buyer": buyer})))
    assert "??? Āśā" in text
    assert "12 ? Lane, आशा ?" in text


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Flat № 5½, 2\u2032 3\u2033", "Flat No 5½, 2' 3''"),
        ("Nguyễn Thị Hương, Đường Lý Thường Kiệt", "Nguyen Thi Huong, Đuong Lý Thuong Kiet"),
        ("ﬁne \uff33ari \uff11\uff12, Hawai\u02bbi", "fine Sari 12, Hawai'i"),
        ("Kṛṣṇa Q\u0302, e\u0302te\u0301", "Krsna Q, êté"),
        ("5⅔, 10⁴, 5①", "5?, 10?, 5?"),
        ("Ωмега ٣ 金", "????? ? ?"),
    ],
)
def test_a_character_that_the_font_lacks_is_spelled_if_it_can_be(typed, shown):
    buyer = {"name": "Asha", "address": CHENNAI | {"name": typed}}
    assert shown in text_of(pdf.render(invoice(content={"buyer": buyer})))


def _letters_of(text: str) -> str:
    """Return the characters in the order of their glyphs, without the stray ones that a copied syllable can hold."""
    return "".join(character for character in text if character > " ")


@pytest.mark.parametrize("text", INDIAN_TEXTS)
def test_a_text_in_an_indian_script_is_drawn(text):
    buyer = {"name": "Asha", "address": CHENNAI | {"name": text, "address": f"12/A, {text} (Road)", "city": text}}
    lines = {"lines": [line(name=f"{text} Ring", stones=[{"kind": text, "count": 2, "carats": 0.85, "charge": 9000}])]}
    shown = _letters_of(text_of(pdf.render(invoice(content=lines | {"buyer": buyer}))))
    for part in (
        *(f"Sold to {text} 12/A, {text} (Road) {text}, Tamil Nadu 600001", f"{text} Ring"),
        *(f"{text} \N{MULTIPLICATION SIGN} 2, 0.85 ct", "₹1,03,000.00"),
    ):
        assert _letters_of(part) in shown, part


def test_a_text_may_mix_scripts():
    name = "Asha प्रिया தமிழ்ச்செல்வி। Verma"
    buyer = {"name": name, "address": CHENNAI | {"name": name}}
    about = {"invoice": "SW/26-27/000001", "reason": "आकार ठीक नहीं", "buyer": buyer}
    text = text_of(pdf.render(invoice(content=about, kind="credit_note", invoice_id=1)))
    assert f"{_letters_of(name)}1Lane" in _letters_of(text)
    assert _letters_of("For tax invoice SW/26-27/000001: आकार ठीक नहीं") in _letters_of(text)


def test_letters_that_join_have_one_glyph():
    """The file maps the glyph to its characters."""
    buyer = {"name": "Asha", "address": CHENNAI | {"name": "लक्ष्मी"}}
    file = pdf.render(invoice(content={"buyer": buyer}))
    assert f"<{'क्ष्'.encode('utf-16-be').hex().upper()}>".encode() in file


def test_a_long_text_in_an_indian_script_is_wrapped():
    word = "விக்ஷேத்திரம்"
    named = {"lines": [line(number, name=" ".join([word] * 12)) for number in range(1, 13)]}
    pages = PdfReader(io.BytesIO(pdf.render(invoice(content=named)))).pages
    assert len(pages) > 1
    shown = [_letters_of(page.extract_text()) for page in pages]
    assert sum(text.count(word) for text in shown) == 12 * 12
    for page in pages:
        rows = [_letters_of(text) for text, _ in _heights(page)]
        assert all(text.count(word) < 4 for text in rows)
        assert all(height > 50 for text, height in _heights(page) if word in _letters_of(text))


def test_an_address_keeps_its_lines_and_nothing_stands_for_what_is_not_seen():
    street = "12\u2011A\u202fCar Stre\u00adet\u200b\ufeff\u2764\ufe0f\r\nBehind the temple\nThird house"
    issued = [
        pdf.render(invoice(content={"buyer": {"name": "Asha", "address": CHENNAI | {"address": each}}}))
        for each in (street, "12-A Car Street?")
    ]
    assert "12-A Car Street?\nBehind the temple\nThird house\nChennai, Tamil Nadu 600001" in text_of(issued[0])
    tops = [_height_of("Place of supply", of) for of in issued]
    assert tops[0] == pytest.approx(tops[1] - 2 * 4.4 / 25.4 * 72, abs=0.1)


def test_the_height_of_a_row_counts_its_lines():
    named = {"lines": [line(number, name="Lotus\nRing\nof rubies") for number in range(1, 13)]}
    pages = PdfReader(io.BytesIO(pdf.render(invoice(content=named)))).pages
    assert len(pages) > 1
    for page in pages:
        assert all(height > 50 for text, height in _heights(page) if "rubies" in text)


@pytest.mark.parametrize("seed", ["1", "2"])
@pytest.mark.parametrize("name", ["Lotus Ring", "कमल ক্ষেত্র தமிழ்"])
def test_another_process_makes_the_same_bytes(name, seed, tmp_path):
    """The bytes must not depend on the process, its hash seed or the time."""
    target = tmp_path / "made.pdf"
    script = (
        "import sys, pathlib; from shop.invoices import pdf; from tests.support.invoices import invoice, line;"
        "issued = invoice(content={'lines': [line(name=sys.argv[2])]});"
        "pathlib.Path(sys.argv[1]).write_bytes(pdf.render(issued))"
    )
    environment = {"PYTHONHASHSEED": seed, "PYTHONUTF8": "1"}
    subprocess.run([sys.executable, "-c", script, target, name], check=True, env=environment)
    assert target.read_bytes() == pdf.render(invoice(content={"lines": [line(name=name)]}))


def test_its_fonts_are_embedded():
    [page] = PdfReader(io.BytesIO(pdf.render(invoice()))).pages
    fonts = [font.get_object() for font in page["/Resources"]["/Font"].values()]
    assert len(fonts) == 3
    for font in fonts:
        [descendant] = font["/DescendantFonts"]
        assert "/FontFile2" in descendant.get_object()["/FontDescriptor"].get_object()


@pytest.mark.parametrize(
    ("amount", "words"),
    [
        ("0", "Rupees Zero Only"),
        ("0.05", "Rupees Zero and Five Paise Only"),
        ("19", "Rupees Nineteen Only"),
        ("121.40", "Rupees One Hundred Twenty-One and Forty Paise Only"),
        ("100000", "Rupees One Lakh Only"),
        ("3614070.01", "Rupees Thirty-Six Lakh Fourteen Thousand Seventy and One Paise Only"),
        ("1230000000", "Rupees One Hundred Twenty-Three Crore Only"),
    ],
)
def test_amounts_in_words(amount, words):
    assert rupees_in_words(Decimal(amount)) == words


def _heights(page: PageObject) -> list[tuple[str, float]]:
    """Return the texts of a page and their distances from its bottom, in points."""
    found: list[tuple[str, float]] = []
    page.extract_text(visitor_text=lambda text, cm, tm, *_: found.append((text, cm[5] + tm[5])))
    return found


def _height_of(text: str, file: bytes) -> float:
    [page] = PdfReader(io.BytesIO(file)).pages
    return next(height for found, height in _heights(page) if text in found)
