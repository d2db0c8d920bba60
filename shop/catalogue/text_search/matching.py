"""Finds products by the text of a search: by words of names, categories, types and purities, and by codes.

A word matches the beginning of a word, in any case, in the singular or the plural. A product must match all words. A
text of one or two characters, or without words, matches the beginning of the whole name instead, because as a prefix of
words it would match too many products. :mod:`shop.catalogue.text_search.spelling` replaces words that match nothing in
the shop.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from sqlalchemy import (
    ARRAY,
    BigInteger,
    ColumnElement,
    String,
    bindparam,
    case,
    cast,
    column,
    exists,
    func,
    literal_column,
    not_,
    or_,
    select,
)
from sqlalchemy.dialects.postgresql import TSQUERY

from shop.catalogue.model import Product
from shop.catalogue.price_listing import Listing
from shop.catalogue.queries import is_any
from shop.catalogue.text_search.words import MAX_WORDS, MIN_LENGTH, Word, searched_words, with_purities
from shop.db import sql_files
from shop.db.query import BoundQuery, Query
from shop.text.words import words_of

MAX_CODES = 50

_FILLERS = frozenset({"and", "by", "for", "from", "gold", "in", "jewellery", "jewelry", "of", "on", "the", "with"})
"""Words that do not narrow a search in a jewellery shop. They are ignored if the search has other words."""

_WHOLE_SHOP = frozenset({"gold", "jewellery", "jewelry"})
"""The fillers that name the whole range of the shop."""

_MATCH_WORDS = sql_files.query("match_search_words")


@dataclass(frozen=True)
class SearchText:
    """The text of a search, as it was typed.

    ``is_code`` is whether products on sale have a code that begins with it. Its words are then not read as purities.
    """

    text: str
    is_code: bool = False

    @cached_property
    def words(self) -> Sequence[Word]:
        """Its words, in the order of the text, without repetitions."""
        found = self._all_words
        return ([word for word in found if word.text not in _FILLERS] or found)[:MAX_WORDS]

    @cached_property
    def whole_shop(self) -> "SearchText | None":
        """Its words that name the whole range, such as "jewellery"; None if it has no such word."""
        if not any(word.text in _WHOLE_SHOP for word in self._all_words):
            return None
        if all(word.text in _FILLERS for word in self._all_words):
            return self
        return SearchText(" ".join(word.text for word in self._all_words if word.text in _WHOLE_SHOP))

    @cached_property
    def _all_words(self) -> list[Word]:
        words = list(searched_words(self.text))
        return list(dict.fromkeys(words if self.is_code else with_purities(words)))

    @property
    def is_by_word(self) -> bool:
        """Whether it is matched word by word."""
        return len(self.text) >= MIN_LENGTH and bool(self.words)

    @property
    def code(self) -> str:
        """The text as a product code without punctuation; empty if it does not look like one: codes have a digit."""
        plain = "".join(words_of(self.text.lower()))
        return plain if len(plain) >= MIN_LENGTH and any(letter.isdigit() for letter in plain) else ""


@dataclass(frozen=True)
class WordMatch:
    """The matches of a word: whether a product on sale has it in its name, and the facet groups that it names."""

    word: Word
    is_in_names: bool
    group_ids: Sequence[int] = ()

    @property
    def is_known(self) -> bool:
        """Whether it matches anything."""
        return self.is_in_names or bool(self.group_ids)


@dataclass(frozen=True)
class TextShape:
    """The conditions that a text has, without their values.

    ``has_groups`` is whether it names whole facet groups. ``partial_matches`` counts the sets of facet groups that
    match some of its words, so that the name need only match the others.
    """

    is_by_word: bool = False
    has_groups: bool = False
    partial_matches: int = 0
    has_codes: bool = False


@dataclass(frozen=True)
class TextMatch:
    """The matches of a text: those of each word, and the ids of products on sale whose code begins with the text.

    With ``is_whole_shop`` each product matches.
    """

    text: SearchText
    matches: Sequence[WordMatch] = ()
    code_ids: Sequence[int] = ()
    is_whole_shop: bool = False

    @property
    def is_known(self) -> bool:
        """Whether each word matches anything."""
        return all(match.is_known for match in self.matches)

    @cached_property
    def group_ids(self) -> Sequence[int]:
        """The facet groups that match all words. All of their products match."""
        return self._groups_by_words.get(frozenset(range(len(self.matches))), ())

    @cached_property
    def shape(self) -> TextShape:
        """The conditions of this text."""
        return TextShape(self.text.is_by_word, bool(self.group_ids), len(self._partial_matches), bool(self.code_ids))

    @cached_property
    def values(self) -> dict[str, Any]:
        """The values for the statements of the shape."""
        values: dict[str, Any] = {
            "phrase": " ".join(self.text.text.split()),
            "plain_phrase": " ".join(word.text for word in self.text.words),
            "search_words": [Word(match.word.spelling).forms[-1] for match in self.matches],
            "all_words": "&".join(match.word.prefixes for match in self.matches),
            "text_groups": self.group_ids,
            "code_ids": self.code_ids,
        }
        for number, (words, group_ids) in enumerate(self._partial_matches):
            others = (match for place, match in enumerate(self.matches) if place not in words)
            values[f"other_words_{number}"] = "&".join(match.word.prefixes for match in others)
            values[f"groups_{number}"] = group_ids
        return values

    @cached_property
    def _partial_matches(self) -> Sequence[tuple[frozenset[int], Sequence[int]]]:
        every = frozenset(range(len(self.matches)))
        return [(words, ids) for words, ids in self._groups_by_words.items() if words != every]

    @cached_property
    def _groups_by_words(self) -> dict[frozenset[int], Sequence[int]]:
        """The facet groups, by the positions of the words that they match."""
        places: defaultdict[int, set[int]] = defaultdict(set)
        for place, match in enumerate(self.matches):
            for group_id in match.group_ids:
                places[group_id].add(place)
        groups: defaultdict[frozenset[int], list[int]] = defaultdict(list)
        for group_id, words in places.items():
            groups[frozenset(words)].append(group_id)
        return dict(sorted(groups.items(), key=lambda each: (-len(each[0]), sorted(each[0]))))


def match_words(words: Collection[Word]) -> BoundQuery:
    """Query the matches of each word, in the order of the words: ``number``, ``is_in_names`` and ``group_ids``."""
    return _MATCH_WORDS(prefixes=[word.prefixes for word in words], whole_words=[word.whole_words for word in words])


def match_code(text: SearchText) -> BoundQuery:
    """Query the ids of the products on sale whose code begins with the text, in any case.

    Codes are compared with the punctuation as typed, and also without spaces and ``-_./``.
    """
    return _MATCH_CODE(code=text.code, typed=text.text)


@lru_cache(maxsize=200)
def any_product(shape: TextShape) -> Query:
    """Select the id of a product that matches the text, if there is one."""
    return Query.of(select(Listing.product_id).where(*conditions(shape)).limit(literal_column("1")))


def conditions(shape: TextShape) -> list[ColumnElement[bool]]:
    """Return the condition that a product matches the text."""
    groups = [is_any(Listing.facet_group_id, "text_groups")] if shape.has_groups else []
    return [or_(*groups, *_conditions_by_row(shape))]


def conditions_outside_groups(shape: TextShape) -> list[ColumnElement[bool]]:
    """Return the conditions that a product matches the text, but is in none of the facet groups that match it."""
    groups = [not_(is_any(Listing.facet_group_id, "text_groups"))] if shape.has_groups else []
    return [or_(*_conditions_by_row(shape)), *groups]


def best_match(shape: TextShape) -> ColumnElement[int]:
    """Return the relevance of a product as a number, by which the matches are sorted.

    A match of the code counts most, then a match of the beginning of the name, as it was typed or by its words alone,
    then the number of search words in the name. Equally relevant products are sorted by the number of pieces sold.
    """
    begins = _begins_with(Listing.name, bindparam("phrase", type_=String()))
    if shape.is_by_word:
        begins |= _begins_with(Listing.name, bindparam("plain_phrase", type_=String()))
    score: ColumnElement[int] = case((begins, literal_column("10")), else_=literal_column("0"))
    if shape.is_by_word:
        word = func.unnest(bindparam("search_words", type_=ARRAY(String()))).table_valued(column("text", String()))
        has_word = func.strpos(literal_column("' '") + Listing.name, literal_column("' '") + word.c.text) > 0
        score = score + select(func.count()).select_from(word).where(has_word).scalar_subquery()
    if shape.has_codes:
        score = score + case((is_any(Listing.product_id, "code_ids"), literal_column("100")), else_=literal_column("0"))
    return cast(score, BigInteger) * literal_column("100000000") + func.least(Listing.sold, literal_column("99999999"))


def _conditions_by_row(shape: TextShape) -> Iterator[ColumnElement[bool]]:
    if not shape.is_by_word:
        yield _begins_with(Listing.name, bindparam("phrase", type_=String()))
        return
    words = func.search_words(Listing.name)
    yield words.bool_op("@@")(cast(bindparam("all_words", type_=String()), TSQUERY))
    for number in range(shape.partial_matches):
        others = words.bool_op("@@")(cast(bindparam(f"other_words_{number}", type_=String()), TSQUERY))
        yield others & is_any(Listing.facet_group_id, f"groups_{number}")
    if shape.has_codes:
        yield is_any(Listing.product_id, "code_ids")


def _begins_with(text: Any, prefix: ColumnElement[str]) -> ColumnElement[bool]:
    lowered = func.lower(prefix.collate("pg_c_utf8")).collate("C")
    begins: ColumnElement[bool] = text.bool_op("^@")(lowered)
    return begins


_PLAIN_CODE = func.translate(func.lower(Product.code.collate("C")), literal_column("' -_./'"), literal_column("''"))
_MATCH_CODE = Query.of(
    select(Product.id)
    .where(
        or_(
            _begins_with(_PLAIN_CODE, bindparam("code", type_=String())),
            func.starts_with(func.lower(Product.code), func.lower(bindparam("typed", type_=String()))),
        ),
        exists().where(Listing.product_id == Product.id),
    )
    .order_by(func.length(Product.code), Product.id)
    .limit(literal_column(str(MAX_CODES)))
)
