"""Draw the PDF of an invoice from its frozen data, with the same bytes each time.

The dates and the id of the file are derived from the invoice. Streams are not compressed, because zlib's bytes differ
between machines. Only workers and the ``shop`` command import this module, and only when they need it: loading its
library takes a second and much memory.
"""

import hashlib
import itertools
import re
import unicodedata
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from fpdf import FPDF
from fpdf.enums import XPos, YPos
from fpdf.fonts import TTFFont

from shop.clock import INDIA
from shop.invoices import files
from shop.invoices.model import Invoice
from shop.invoices.texts import NOTES, Content, Line, content_of
from shop.pan.rules import masked
from shop.text import allowed_characters

MARGIN, WIDTH, HEIGHT = 15.0, 180.0, 297.0
_FOOT = 20.0
_INK, _GREY, _MAROON = (43, 26, 20), (106, 88, 78), (106, 27, 45)
_GOLD, _SAND = (176, 141, 60), (226, 214, 196)
_SANS, _SERIF = "figtree", "cormorant"
_NARROW = {"HSN": 11.0, "Qty": 9.0}
_AMOUNT_WIDTH = 26.0
_GAP = 1.0
"""The distance of the text in a cell from the cell before it."""
_ASSETS = Path(__file__).parent / "assets"
_FONTS = (
    (_SANS, "", "Figtree-Regular.ttf"),
    (_SANS, "B", "Figtree-SemiBold.ttf"),
    (_SERIF, "B", "CormorantGaramond-SemiBold.ttf"),
)
_SCRIPTS = ("Devanagari", "Bengali", "Gurmukhi", "Gujarati", "Oriya", "Tamil", "Telugu", "Kannada", "Malayalam")
"""The Indian scripts that have a font, in the order of their blocks of 128 characters in Unicode."""
_INDIC_LETTER = re.compile("[\u0900-\u0d7f]")
_UNKNOWN = "?"
"""Replaces a character that the fonts do not have."""
_ALIKE = dict.fromkeys("\u2010\u2012\u2015", "-") | dict.fromkeys("\u2032\u02bb\u02bc", "'") | {"Ŧ": "T", "ŧ": "t"}
"""Characters of the fonts by similar ones that they lack. A hyphen that does not end a line decomposes to the first."""
_ACCENT = re.compile("[\u0300-\u036f]")
_OTHER_NUMBERS = ("<super>", "<sub>", "<fraction>", "<circle>")
"""Decompositions (Unicode, UAX 44) whose digits would become a part of the number before them."""
_VARIATION_SELECTORS = frozenset(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))


def render(issued: Invoice, pan: str | None = None) -> bytes:
    """Return the PDF of a tax invoice or a credit note: A4, with as many pages as it needs.

    :param pan: the buyer's PAN, in full or masked; None if there is none.
    """
    content = content_of(issued, pan)
    sheet = _Sheet(issued, _scripts_of(" ".join(content.free_texts())))
    sheet.draw(content)
    return bytes(sheet.output())


def make_missing(issued: Invoice, pan: str | None) -> None:
    """Make and store missing files: the PDF of a document and, if it has a PAN, the copy that masks it.

    :param pan: the buyer's PAN in full.
    :raises shop.media.storage.StorageUnavailable: if the storage cannot be reached.
    """
    shown = {False: pan} | ({True: masked(pan)} if pan else {})
    for is_masked, text in shown.items():
        try:
            files.read(issued.number, is_masked=is_masked)
        except FileNotFoundError:
            files.store(issued.number, render(issued, text), is_masked=is_masked)


def _scripts_of(text: str) -> list[str]:
    """Return the Indian scripts that a text is written in, the first one first."""
    blocks = [(ord(letter) - 0x900) // 0x80 for letter in _INDIC_LETTER.findall(text)]
    return [_SCRIPTS[block] for block in dict.fromkeys(blocks)]


class _Sheet(FPDF):
    def __init__(self, issued: Invoice, scripts: Sequence[str]) -> None:
        super().__init__(format="A4")
        self._number = issued.number
        self.set_compression(False)
        self.set_creation_date(issued.issued_at.astimezone(INDIA))
        self.set_title(f"{'Tax invoice' if issued.invoice_id is None else 'Credit note'} {issued.number}")
        self.set_author(issued.content["seller"]["name"])
        self.set_producer("fpdf2")
        self.set_creator("Swarna")
        self.set_lang("en-IN")
        self.set_margin(MARGIN)
        self.c_margin = 0
        self.set_auto_page_break(False)
        for family, style, name in _FONTS:
            self.add_font(family, style, _ASSETS / name)
        self._known = self._characters_of(_SANS)
        for script in scripts:
            self.add_font(script, "", _ASSETS / f"NotoSans{script}-Regular.ttf")
        self._indic = set[str]().union(*map(self._characters_of, scripts)) - self._known
        self.set_fallback_fonts([*scripts, _SANS] if scripts else [], exact_match=False)

    def file_id(self) -> str:
        """Return the id of the file, which is derived from the number."""
        id_ = hashlib.sha256(self._number.encode()).hexdigest()[:32].upper()
        return f"<{id_}><{id_}>"

    def footer(self) -> None:
        """Write the number and the page below each page."""
        self.set_y(HEIGHT - 14)
        self._style(7.5, colour=_GREY)
        self.cell(WIDTH, 4, f"Swarna fine gold jewellery. {self._number}, page {self.page_no()} of {{nb}}")

    def draw(self, content: Content) -> None:
        """Draw the whole document."""
        self.add_page()
        self._head(content)
        self._parties(content)
        self._table_head(content.columns)
        for line in content.lines:
            self._row(line, content.columns)
        self._sums(content)

    def _style(self, size: float, *, bold: bool = False, colour: tuple[int, int, int] = _INK) -> None:
        self.set_font(_SANS, "B" if bold else "", size)
        self.set_text_color(*colour)

    def _characters_of(self, family: str) -> set[str]:
        font = self.fonts[family.lower()]
        return set(map(chr, font.cmap)) if isinstance(font, TTFFont) else set()

    def _known_text(self, text: str) -> str:
        pairs = itertools.pairwise(f" {allowed_characters.lines(text)}")
        return "".join(itertools.starmap(self._known_character, pairs))

    def _known_character(self, before: str, character: str) -> str:
        """Return the character that the fonts draw for this one: empty for an invisible one.

        :param before: the character before it. Joiners are kept only in Indian scripts, where they change the
            syllables.
        """
        category = unicodedata.category(character)
        if (category == "Cf" and not {before, character} <= self._indic) or character in _VARIATION_SELECTORS:
            return ""
        if character == "\n" or character in self._known or character in self._indic:
            return character
        return " " if category == "Zs" else self._spelled(character)

    def _spelled(self, character: str) -> str:
        """Return characters of the fonts for one that they lack: without its accents, or the letters of a sign."""
        if _ACCENT.match(character):
            return ""
        is_other_number = unicodedata.decomposition(character).startswith(_OTHER_NUMBERS)
        parts = character if is_other_number else unicodedata.normalize("NFKD", character)
        spelled = "".join(_ALIKE.get(part, part) for part in _ACCENT.sub("", parts))
        return spelled if self._known.issuperset(spelled) else _UNKNOWN

    def _text(self, text: str, width: float, *, height: float = 4.4, align: str = "L") -> None:
        """Write a text wrapped to a width, and move the position below it."""
        self._wrap(text, width, height, align=align)

    def _height_of(self, text: str, width: float, height: float) -> float:
        measured = self._wrap(text, width, height, align="L", dry_run=True, output="HEIGHT")
        assert isinstance(measured, float | int)  # noqa: S101 - width was requested
        return float(measured)

    def _wrap(self, text: str, width: float, height: float, **options: Any) -> object:
        known = self._known_text(text)
        scripts = _scripts_of(known)
        if scripts:
            # The font of the script also has the spaces and joiners, so that HarfBuzz sees whole words.
            style = self.font_style
            self.set_font(scripts[0], "")
            self.set_text_shaping(use_shaping_engine=True)
        result = self.multi_cell(width, height, known, new_x=XPos.LEFT, new_y=YPos.NEXT, **options)
        if scripts:
            self.set_text_shaping(use_shaping_engine=False)
            self.set_font(_SANS, style)
        return result

    def _amount(self, text: str, width: float, height: float, size: float, *, bold: bool = False) -> None:
        """Write a cell, in smaller type if the text is too wide for it."""
        self._style(size, bold=bold)
        widest = width - _GAP
        if (needed := self.get_string_width(text)) > widest:
            self._style(size * widest / needed, bold=bold)
        self.cell(width, height, text, align="R")

    def _rule(self, colour: tuple[int, int, int], *, width: float = 0.2) -> None:
        self.set_draw_color(*colour)
        self.set_line_width(width)
        self.line(MARGIN, self.get_y(), MARGIN + WIDTH, self.get_y())

    def _head(self, content: Content) -> None:
        self.image(_ASSETS / "logo.svg", MARGIN, MARGIN, h=11, alt_text="Swarna")
        self.set_xy(MARGIN, MARGIN - 2)
        self.set_font(_SERIF, "B", 24)
        self.set_text_color(*_MAROON)
        self.cell(WIDTH, 10, content.title, align="R", new_x=XPos.LEFT, new_y=YPos.NEXT)
        self._style(9)
        for line in content.heading:
            self._text(line, WIDTH, align="R")
        self.set_y(self.get_y() + 3)
        self._rule(_GOLD, width=0.3)
        self.set_y(self.get_y() + 5)

    def _parties(self, content: Content) -> None:
        top, bottom, width = self.get_y(), 0.0, WIDTH / 2 - 5
        for left, title, lines in (
            (MARGIN, "Sold by", content.seller),
            (MARGIN + WIDTH / 2 + 5, "Sold to", content.buyer),
        ):
            self.set_xy(left, top)
            self._style(8, colour=_GREY)
            self._text(title, width)
            for number, line in enumerate(filter(None, lines)):
                self._style(9, bold=number == 0)
                self._text(line, width)
            bottom = max(bottom, self.get_y())
        self.set_xy(MARGIN, bottom + 5)
        if content.reference:
            self._style(9, bold=True)
            self._text(content.reference, WIDTH)
            self.set_xy(MARGIN, self.get_y() + 4)

    def _widths(self, columns: Sequence[str]) -> list[float]:
        others = [_NARROW.get(name, _AMOUNT_WIDTH) for name in columns[1:]]
        return [WIDTH - sum(others), *others]

    def _table_head(self, columns: Sequence[str]) -> None:
        self._style(8, colour=_GREY)
        for number, (name, width) in enumerate(zip(columns, self._widths(columns), strict=True)):
            self.cell(width, 5, name, align="R" if number else "L")
        self.ln(6)
        self._rule(_INK)
        self.set_xy(MARGIN, self.get_y() + 2)

    def _row(self, line: Line, columns: Sequence[str]) -> None:
        first, *others = self._widths(columns)
        texts = [(line.name, 9.0, 4.4), *((detail, 7.5, 3.8) for detail in line.details)]
        needed = 0.0
        for text, size, height in texts:
            self._style(size, bold=size == texts[0][1])
            needed += self._height_of(text, first - 2, height)
        if self.get_y() + needed + 4 > HEIGHT - _FOOT:
            self.add_page()
            self._table_head(columns)
        top = self.get_y()
        for text, size, height in texts:
            is_name = size == texts[0][1]
            self._style(size, bold=is_name, colour=_INK if is_name else _GREY)
            self._text(text, first - 2, height=height)
        bottom = self.get_y()
        self.set_xy(MARGIN + first, top)
        for cell, width in zip(line.cells, others, strict=True):
            self._amount(cell, width, 4.4, 8.5)
        self.set_xy(MARGIN, bottom + 2)
        self._rule(_SAND)
        self.set_y(self.get_y() + 2)

    def _sums(self, content: Content) -> None:
        height = 6.0 * len(content.sums) + 40
        if self.get_y() + height > HEIGHT - _FOOT:
            self.add_page()
        for number, (name, amount) in enumerate(content.sums, start=1):
            is_total = number == len(content.sums)
            self.set_x(MARGIN)
            size = 11.0 if is_total else 9.0
            self._style(size, bold=is_total)
            self.cell(WIDTH - 45, 6, name, align="R")
            self._amount(amount, 45, 6, size, bold=is_total)
            self.ln(6)
        self.set_xy(MARGIN, self.get_y() + 3)
        self._style(9)
        self._text(content.in_words, WIDTH)
        self._style(7.5, colour=_GREY)
        self.set_xy(MARGIN, self.get_y() + 6)
        for note in NOTES:
            self._text(note, 130, height=3.8)
