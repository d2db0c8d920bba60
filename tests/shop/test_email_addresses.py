"""Spellings that are the same email address."""

import unicodedata

from sqlalchemy import text

from shop.text import email_addresses


def test_letters_lose_their_case_as_in_the_database(engine):
    letters = "".join(
        letter
        for letter in map(chr, range(1, 0x110000))
        if not 0xD800 <= ord(letter) < 0xE000 and unicodedata.category(letter) != "Cn" and not letter.isspace()
    )
    with engine.connect() as connection:
        lowered = connection.scalar(text("SELECT lower(:letters)"), {"letters": letters})
    assert email_addresses.without_case(letters) == lowered


def test_a_letter_loses_its_case_whatever_stands_beside_it():
    assert email_addresses.without_case(" \u039f\u03a3@Shop.Example ") == "\u03bf\u03c3@shop.example"
