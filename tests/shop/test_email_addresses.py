"""Spellings that are the same email address, and addresses in errors."""

import unicodedata

from sqlalchemy import text

from shop.text import email_addresses

ERROR = "SMTPRecipientsRefused: [SMTPRecipientRefused(550, 'no <asha+x@mail.example>, sorry', 'asha+x@mail.example')]"


def test_an_error_loses_its_addresses_in_python_as_in_the_database(engine):
    said = email_addresses.without_addresses(ERROR)
    assert said == "SMTPRecipientsRefused: [SMTPRecipientRefused(550, 'no <[address]>, sorry', '[address]')]"
    replaced = text("SELECT regexp_replace(:error, :address, '[address]', 'g')")
    with engine.connect() as connection:
        assert connection.scalar(replaced, {"error": ERROR, "address": email_addresses.ADDRESS}) == said


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
