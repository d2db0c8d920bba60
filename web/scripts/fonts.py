"""Rebuild the shop's fonts from their packages: `python scripts/fonts.py`, with fonttools and brotli installed.

The packages split a family by script: the rupee sign is in the file of the rarer Latin letters. They also contain
weights and numerals that the shop never shows. What it shows fits into one small file for each family. For each font
file on the command line the script prints the metrics with which it serves as a fallback while ours load
(`src/styles/shared/_fonts.scss`).
"""

import io
import sys
from pathlib import Path
from statistics import fmean

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

WEB = Path(__file__).parent.parent
PACKAGES = WEB / "node_modules" / "@fontsource-variable"
RUPEE = 0x20B9
LATIN = [*range(0x20, 0x7F), *range(0xA0, 0x100), *range(0x2000, 0x2070), 0x131, 0x152, 0x153]
LATIN += [0x2C6, 0x2DA, 0x2DC, 0x20AC, 0x2122, 0x2212, 0x2215]
FEATURES = ["kern", "liga", "calt", "ccmp", "locl", "mark", "mkmk", "lnum", "tnum", "pnum"]
SAMPLE = "The price is the gold rate of the day times the weight, then the making, and what is lost of it in the work"
FAMILIES = {"cormorant-garamond": 500, "figtree": (400, 600)}
"""The weights of each font: a single one, or a range with its ends."""


def make(family: str, weights: float | tuple[float, float]) -> TTFont:
    """Return a family's font with latin letters, the rupee sign and these weights."""
    font = TTFont(PACKAGES / family / "files" / f"{family}-latin-wght-normal.woff2")
    take_rupee(font, TTFont(PACKAGES / family / "files" / f"{family}-latin-ext-wght-normal.woff2"))
    font = reread(instantiateVariableFont(font, {"wght": weights}))
    subsetter = Subsetter(Options(layout_features=FEATURES, hinting=False, name_IDs=[0, 1, 2, 3, 4, 5, 6, 13, 14]))
    subsetter.populate(unicodes=[*LATIN, RUPEE])
    subsetter.subset(font)
    font.flavor = "woff2"
    return font


def take_rupee(font: TTFont, other: TTFont) -> None:
    """Add the rupee sign from another file of the same family."""
    name = other.getBestCmap()[RUPEE]
    glyph = other["glyf"][name]
    if glyph.isComposite():
        sys.exit(f"{name} is composed of others: take those too.")
    outlines, widths, variations = font["glyf"], font["hmtx"], font["gvar"].variations
    font.setGlyphOrder([*font.getGlyphOrder(), name])
    outlines.glyphs[name] = glyph
    widths[name] = other["hmtx"][name]
    variations[name] = other["gvar"].variations[name]
    for table in font["cmap"].tables:
        table.cmap[RUPEE] = name
    for derived in ("HVAR", "GDEF"):
        if derived in font:
            del font[derived]


def reread(font: TTFont) -> TTFont:
    file = io.BytesIO()
    font.save(file)
    return TTFont(file)


def width(font: TTFont) -> float:
    """Return the average width of a letter, in em."""
    letters, advances = font.getBestCmap(), font["hmtx"]
    return fmean(advances[letters[ord(letter)]][0] for letter in SAMPLE) / font["head"].unitsPerEm


def main() -> None:
    stand_ins = {Path(name).stem: width(TTFont(name, fontNumber=0)) for name in sys.argv[1:]}
    for family, weights in FAMILIES.items():
        font = make(family, weights)
        file = WEB / "src" / "assets" / "fonts" / f"{family}.woff2"
        font.save(file)
        print(f"{file.name}: {file.stat().st_size} bytes")
        units, lines = font["head"].unitsPerEm, font["hhea"]
        for name, other in stand_ins.items():
            adjust = width(font) / other
            above, below = (way / units / adjust for way in (lines.ascent, -lines.descent))
            print(f"  {name}: size-adjust {adjust:.1%}; ascent-override {above:.1%}; descent-override {below:.1%}")


main()
