"""Resolve the text of a search: replace misspelt words by the nearest known words, and find what the words match."""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from shop.catalogue.text_search import matching, spelling
from shop.catalogue.text_search.matching import SearchText, TextMatch, Word, WordMatch
from shop.catalogue.text_search.spelling import Vocabulary
from shop.db.pool import Pool

VOCABULARY_SECONDS = 600.0
"""How long a process uses the words that it has read. Words of newer products are not used as corrections until then.
"""


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
                rows = await pool.fetch(spelling.COUNT_WORDS())
                self._vocabulary = spelling.vocabulary_of((row.word, row.products) for row in rows)
                self._expires_at = time.monotonic() + VOCABULARY_SECONDS
        return self._vocabulary


async def resolve(pool: Pool, correction: SpellingCorrection, typed: str) -> TextMatch:
    """Return the matches of a text. If no product matches, ``text`` of the result is the nearest text that matches."""
    text = SearchText(typed)
    code_ids = [row.id for row in await pool.fetch(matching.match_code(text))] if text.code else []
    match = TextMatch(text, await _match(pool, text.words), code_ids)
    is_found = code_ids or (match.is_known and (len(text.words) == 1 or await _finds_any(pool, match)))
    if is_found or not text.is_by_word:
        return match
    vocabulary = await correction.vocabulary(pool)
    for only_whole_words in (False, True):
        corrected = SearchText(vocabulary.correct(match.matches, only_whole_words=only_whole_words))
        if corrected.words and corrected.words != text.words:
            nearest = TextMatch(corrected, await _match(pool, corrected.words))
            if await _finds_any(pool, nearest):
                return nearest
    return match


async def _finds_any(pool: Pool, match: TextMatch) -> bool:
    return bool(await pool.fetch(matching.any_product(match.shape)(**match.values)))


async def _match(pool: Pool, words: Sequence[Word]) -> Sequence[WordMatch]:
    if not words:
        return []
    rows = await pool.fetch(matching.match_words(words))
    return [WordMatch(word, row.is_in_names, row.group_ids) for word, row in zip(words, rows, strict=True)]
