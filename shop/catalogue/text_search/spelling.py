"""Replaces words of a search that match nothing in the shop by the nearest words of names and categories."""

import asyncio
import re
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from rapidfuzz import process
from rapidfuzz.distance import OSA

from shop.catalogue.text_search.matching import WordMatch
from shop.db import sql_files
from shop.db.pool import Pool

COUNT_WORDS = sql_files.query("count_name_words")
"""Query ``word`` and ``products``: the words of names and categories, and how many have each."""

VOCABULARY_SECONDS = 600.0
"""How long a process uses the words that it has read. Words of newer products are not used as corrections until
then."""

_CANDIDATES = 20
_MIN_WRONG_HALF = 4
"""The minimum length of a misspelt word that is written together with another."""


@dataclass(frozen=True)
class Vocabulary:
    """The words of names and categories, with the number of products that have each."""

    products: Mapping[str, int]

    def correct(self, matches: Sequence[WordMatch], *, only_whole_words: bool = False) -> str:
        """Return the words of a search with the nearest words instead of those that match nothing.

        Two words may be replaced by one word of the shop, and one word by two. A word that resembles no known word is
        omitted.

        :param only_whole_words: whether a word that is only a prefix of a known word is replaced too.
        """
        texts = [match.word.text for match in matches]
        words: list[str] = []
        place = 0
        while place < len(matches):
            joined = "".join(texts[place : place + 2])
            is_pair = place + 1 < len(matches) and joined in self.products
            if is_pair or self._is_right(matches[place], only_whole_words=only_whole_words):
                words.append(joined if is_pair else texts[place])
            else:
                words += self.nearest(texts[place])
            place += 2 if is_pair else 1
        return " ".join(words)

    def nearest(self, word: str) -> Sequence[str]:
        """Return the nearest word, or the two words that it consists of; an empty result if there is none."""
        found = process.extract(
            word, self.products.keys(), scorer=OSA.distance, score_cutoff=_max_distance(word), limit=_CANDIDATES
        )
        if found:
            return [min(found, key=lambda each: self._rank(word, each[0], int(each[1])))[0]]
        halves = [(word[:end], word[end:]) for end in range(3, len(word) - 2)]
        known = (pair for pair in halves if all(half in self.products for half in pair))
        return next(known, None) or next(filter(None, map(self._nearest_pair, halves)), ())

    def _nearest_pair(self, halves: tuple[str, str]) -> Sequence[str]:
        """Return the halves with the misspelt one corrected by one edit; empty unless exactly one is misspelt."""
        wrong = [half for half in halves if half not in self.products]
        if len(wrong) != 1 or len(wrong[0]) < _MIN_WRONG_HALF:
            return ()
        found = process.extract(wrong[0], self.products.keys(), scorer=OSA.distance, score_cutoff=1, limit=_CANDIDATES)
        if not found:
            return ()
        nearest = min(found, key=lambda each: self._rank(wrong[0], each[0], int(each[1])))[0]
        return [nearest if half == wrong[0] else half for half in halves]

    def _is_right(self, match: WordMatch, *, only_whole_words: bool) -> bool:
        return match.is_known and (not only_whole_words or any(form in self.products for form in match.word.forms))

    def _rank(self, word: str, candidate: str, distance: int) -> tuple[int, bool, int]:
        """Return the sort key of a candidate: fewest edits, then the same first letter, then the most products."""
        return distance, candidate[0] != word[0], -self.products[candidate]


def _max_distance(word: str) -> int:
    """Return how many edits a word may have: letters omitted, added, replaced or exchanged."""
    if re.search("[0-9]", word) or len(word) < 3:
        return 0
    return 1 if len(word) < 5 else 2 if len(word) < 8 else 3


def vocabulary_of(rows: Iterable[tuple[str, int]]) -> Vocabulary:
    """Return the vocabulary from the rows of :data:`COUNT_WORDS`."""
    return Vocabulary(dict(rows))


@dataclass
class SpellingCorrection:
    """The words of the shop's names, read when the first search needs them. There is one for each process."""

    _vocabulary: Vocabulary | None = None
    _expires_at: float = 0.0
    _lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def vocabulary(self, pool: Pool) -> Vocabulary:
        """Return the words. Searches that need them at the same time wait for one query."""
        async with self._lock:
            if self._vocabulary is None or time.monotonic() >= self._expires_at:
                rows = await pool.fetch(COUNT_WORDS())
                self._vocabulary = vocabulary_of((row.word, row.products) for row in rows)
                self._expires_at = time.monotonic() + VOCABULARY_SECONDS
        return self._vocabulary
