"""Which characters a text may contain."""

import pytest

from shop.text import allowed_characters

HIDDEN = "\x00\x07\x1b\x7f\x85\x9f\u202a\u202e\u2066\u2069\ufff9"


@pytest.mark.parametrize("character", [*HIDDEN, *"\t\n\r\v\f\u2028\u2029"])
def test_a_line_holds_none_of_these(character):
    assert not allowed_characters.is_line(f"Asha{character}Verma")
    assert allowed_characters.cleaned_line(f" Asha{character}Verma\n") == "Asha Verma"


@pytest.mark.parametrize("character", HIDDEN)
def test_lines_hold_no_hidden_characters(character):
    assert not allowed_characters.are_lines(f"Asha{character}Verma")
    assert allowed_characters.cleaned_lines(f"Asha{character}Verma\r\nChennai") == "Asha Verma\nChennai"


@pytest.mark.parametrize(
    "text",
    [
        "Asha Verma",
        "आशा",
        "\u0d2e\u0d32\u0d2f\u0d3e\u0d33\u200d",
        "\U0001f469\u200d\U0001f527",
        "\u05d0\u200f!",
        "O'Brien-Łukasz",
        "12½",
        "a\u00a0b",
    ],
)
def test_every_script_may_be_written(text):
    assert allowed_characters.is_line(text)
    assert allowed_characters.line(text) == text


def test_what_looks_the_same_is_the_same():
    assert allowed_characters.line(" Rene\u0301 ") == "Ren\u00e9"
    assert allowed_characters.lines("Rene\u0301\r\nb\rc\u2028d\te\n\n") == "Ren\u00e9\nb\nc\nd e"


@pytest.mark.parametrize("text", ["", " \u00a0", "\u0301", "\u0301 \u0300", "\u200b", "\u200d\ufe0f", "\u3164"])
def test_of_these_nothing_is_seen(text):
    assert allowed_characters.is_blank(text)


@pytest.mark.parametrize("text", ["a", "e\u0301", "\u0906", "\u2764\ufe0f", "\u00bd", "-", "\U000e0fff"])
def test_of_these_something_is(text):
    assert not allowed_characters.is_blank(text)
