"""Spellings that are the same email address, and addresses in errors."""

import unicodedata

import pytest
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


@pytest.mark.parametrize(
    ("email", "stored", "mailbox"),
    [
        ("Asha@Swarna.Example", "Asha@Swarna.Example", "asha@swarna.example"),
        ("Asha@B\u00dcCHER.Example", "Asha@b\u00fccher.example", "asha@xn--bcher-kva.example"),
        ("Asha@XN--bcher-KVA.example", "Asha@b\u00fccher.example", "asha@xn--bcher-kva.example"),
        ("asha@\u02e2warna.example", "asha@swarna.example", "asha@swarna.example"),
        ("asha@\U0001d42c\uff57arna\u3002example\uff61", "asha@swarna.example", "asha@swarna.example"),
        ("asha@swarna\ufe0f.example", "asha@swarna.example", "asha@swarna.example"),
        ("asha@i\u2764.example", "asha@i\u2764.example", "asha@xn--i-7iq.example"),
        ("asha@xn--i-7iq.example", "asha@i\u2764.example", "asha@xn--i-7iq.example"),
        ("asha@\u0391\u03a3\u2764.example", "asha@\u03b1\u03c3\u2764.example", "asha@xn--mxa0b966q.example"),
        ("asha@a_b.example", "asha@a_b.example", "asha@a_b.example"),
        ("asha@xn--zz--abc.example", "asha@xn--zz--abc.example", "asha@xn--zz--abc.example"),
        ("\U0001d41asha@swarna.example", "\U0001d41asha@swarna.example", "\U0001d41asha@swarna.example"),
        ("xn--asha", "xn--asha", "xn--asha"),
    ],
)
def test_spellings_of_a_domain_whose_mails_go_to_one_server_are_one(email, stored, mailbox):
    assert email_addresses.with_one_domain(email) == stored
    assert email_addresses.mailbox_of(email) == email_addresses.mailbox_of(stored) == mailbox
    assert {email_addresses.without_case(each) for each in (email, stored, mailbox)} == {
        *email_addresses.spellings(email)
    }


@pytest.mark.parametrize("character", ["\x80", "\u200b", "\ud800"])
def test_an_encoded_domain_with_an_invisible_character_stays_encoded(character):
    encoded = f"asha@xn--{f'a{character}'.encode('punycode').decode()}.example"
    assert email_addresses.with_one_domain(encoded) == encoded
    assert email_addresses.spellings(encoded) == [encoded]
