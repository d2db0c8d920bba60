"""The words of a search.

Words are separated by spaces and punctuation, without accents, as the function ``search_words`` of the database
separates those of names. A name with "22-K" has "22k" as a word too; a search for it also matches the parts of a name.

Shoppers write a purity in more ways than the shop: "22 carat", "22kt" or "916", the fineness of 22k.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from shop.text.words import words_of

MIN_LENGTH = 3
"""A shorter text matches the beginning of the whole name."""
MAX_WORDS = 8

_KARATS = re.compile(r"(18|22|24) ?(?:k|kt|ct|karat|carat)s?")
_FINENESSES = {"916": "22k", "999": "24k"}
_ACCENTS = re.compile("[\u0300-\u036f]")


@dataclass(frozen=True)
class Word:
    """A word of a search, in lower case.

    ``parts`` are those that punctuation joined to it, if any. ``spelling`` is the word as it was typed: names keep
    their accents and punctuation, too, where matches are sorted.
    """

    text: str
    parts: tuple[str, ...] = ()
    spelling: str = field(default="", compare=False)

    @property
    def forms(self) -> Sequence[str]:
        """The word and, if it looks like a plural, its singular."""
        text = self.text
        is_plural = len(text) > MIN_LENGTH and text.endswith("s") and not text.endswith("ss")
        return [text, *(text.removesuffix(end) for end in ("s", "es") if is_plural and text.endswith(end))]

    @property
    def prefixes(self) -> str:
        """The query of words that begin with it, or of words that begin with each of its parts."""
        return _query_of(self, ":*")

    @property
    def whole_words(self) -> str:
        """The query of the word itself, or of its parts."""
        return _query_of(self, "")


def _query_of(word: Word, suffix: str) -> str:
    """Return the query of a word or of all its parts."""
    forms = [f"'{form}'{suffix}" for form in word.forms]
    if word.parts:
        forms.append("({})".format("&".join(_query_of(Word(part), suffix) for part in word.parts)))
    return "({})".format("|".join(forms))


def searched_words(text: str) -> Iterator[Word]:
    """Return the words of a text. Parts that punctuation joins are one word if one of them is short, as in "22-K"."""
    for written in unicodedata.normalize("NFKD", text.lower()).split():
        words = [Word(plain, (), _composed(each)) for each in words_of(written) if (plain := _ACCENTS.sub("", each))]
        if len(words) > 1 and any(len(word.text) < MIN_LENGTH for word in words):
            parts = tuple(word.text for word in words[:MAX_WORDS])
            yield Word("".join(parts), parts, _composed(written))
        else:
            yield from words


def with_purities(words: Sequence[Word]) -> Iterator[Word]:
    """Return the words with each purity as the shop writes it, such as "22k"; its parts are the words as typed."""
    place = 0
    while place < len(words):
        pair, word = words[place : place + 2], words[place]
        written = pair if len(pair) == 2 and _purity_of(pair) else [word]
        purity = _purity_of(written)
        if purity and purity != word.text:
            parts = word.parts if len(written) == 1 else ()
            spelling = " ".join(each.spelling for each in written)
            yield Word(purity, parts or tuple(each.text for each in written), spelling)
        else:
            yield word
        place += len(written)


def _purity_of(words: Sequence[Word]) -> str | None:
    text = " ".join(word.text for word in words)
    karats = _KARATS.fullmatch(text)
    return f"{karats[1]}k" if karats else _FINENESSES.get(text)


def _composed(text: str) -> str:
    return unicodedata.normalize("NFC", text)
