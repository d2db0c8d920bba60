"""Resolve the text of a search: correct misspelt words, and find the matches of all words."""

from collections.abc import Iterator, Sequence

from shop.catalogue.text_search import matching
from shop.catalogue.text_search.matching import SearchText, TextMatch, WordMatch
from shop.catalogue.text_search.spelling import SpellingCorrection, Vocabulary
from shop.catalogue.text_search.words import Word
from shop.db.pool import CUSTOM_PLANS, Pool


async def resolve(pool: Pool, correction: SpellingCorrection, typed: str) -> TextMatch:
    """Return the matches of a text.

    If no product matches, ``text`` of the result is the nearest text that matches: unknown words are replaced by the
    nearest known words, or omitted. If no such text matches either, a text with a word for the whole range, such as
    "jewellery", matches everything.
    """
    text = SearchText(typed)
    code_ids = await _match_code(pool, text) if text.code else []
    text = SearchText(typed, is_code=bool(code_ids))
    match = TextMatch(text, await _match(pool, text.words), code_ids)
    is_found = code_ids or (match.is_known and (len(text.words) == 1 or await _finds_any(pool, match)))
    if is_found or not text.is_by_word:
        return match
    if text.whole_shop is not text:
        vocabulary = await correction.vocabulary(pool)
        for corrected in map(SearchText, _nearest_texts(vocabulary, match)):
            if corrected.words and corrected.words != text.words:
                nearest = TextMatch(corrected, await _match(pool, corrected.words))
                if await _finds_any(pool, nearest):
                    return nearest
    return TextMatch(text.whole_shop, is_whole_shop=True) if text.whole_shop else match


def _nearest_texts(vocabulary: Vocabulary, match: TextMatch) -> Iterator[str]:
    yield vocabulary.correct(match.matches)
    yield vocabulary.correct(match.matches, only_whole_words=True)
    yield " ".join(each.word.text for each in match.matches if each.is_known)


async def _finds_any(pool: Pool, match: TextMatch) -> bool:
    return bool(await pool.fetch(matching.any_product(match.shape)(**match.values)))


async def _match_code(pool: Pool, text: SearchText) -> list[int]:
    # Only a plan for the text itself can use the indexes of codes.
    *_, rows = await pool.fetch_all(CUSTOM_PLANS(), matching.match_code(text))
    return [row.id for row in rows]


async def _match(pool: Pool, words: Sequence[Word]) -> Sequence[WordMatch]:
    if not words:
        return []
    rows = await pool.fetch(matching.match_words(words))
    return [WordMatch(word, row.is_in_names, row.group_ids) for word, row in zip(words, rows, strict=True)]
