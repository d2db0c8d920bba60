"""The words of a text."""

import unicodedata

_VOWEL_SIGNS = {"Mn", "Mc", "Me"}
"""The Unicode categories of characters that are parts of words, other than letters and digits."""
_JOINERS = "\u200c\u200d"
"""The characters that join or separate the letters of a word, as in Hindi."""


def words_of(text: str) -> list[str]:
    """Return the words of a text, which spaces and punctuation separate."""
    return "".join(letter if _is_of_word(letter) else " " for letter in text).split()


def _is_of_word(letter: str) -> bool:
    return letter.isalnum() or letter in _JOINERS or unicodedata.category(letter) in _VOWEL_SIGNS
