"""The shelf of ready answers: each for a while, none older than the last change that was announced.

A new picture does not take an answer that is asked for often: it is torn, and whoever asks for it waits for the moment
until the product to which the picture belongs is read anew and put in the old one's place.
"""

import asyncio
import hashlib
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from functools import cached_property, lru_cache
from typing import Any

from starlette.types import Scope

from api import compression
from api.whole import Fields, head_of
from shop.clock import today

PICTURES = "product_image"
"""The table of which no part of answers is made. What is announced of it names the product too: ``product_image 6``."""

MOST_BYTES = 32 * 1024 * 1024
LARGEST_ANSWER = 2 * 1024 * 1024
KEPT_SECONDS = 60.0
"""What follows no announcement, such as how well a product sells, shows after this time at the latest."""

LATELY_SECONDS = 2.0
MOST_MENDED = 8
"""A new picture tears so many answers, of those that were asked for lately; what else shows its product is dropped."""

Key = tuple[str, bytes, date]
ReadProducts = Callable[[Collection[int]], Awaitable[Mapping[int, str]]]
"""Reads products by their numbers, each as the JSON that answers show of it; what may not be shown is left out."""


@dataclass(frozen=True)
class Sent:
    """An answer as those get it who take one encoding."""

    headers: Fields
    body: bytes

    @cached_property
    def head(self) -> bytes:
        """The headers put together."""
        return head_of(self.headers)


@dataclass(frozen=True)
class Answer:
    """A whole answer with its time; the headers hold its ETag. It is compressed once for all who take that.

    ``products`` are those whose pictures it shows, by number, each as the JSON that stands in the body; None where it
    may show any.
    """

    headers: Fields
    body: bytes
    etag: bytes
    made_at: float
    status: int = 200
    products: Mapping[int, str] | None = None
    _sent: dict[str | None, Sent] = field(default_factory=dict, init=False, compare=False)

    def sent_as(self, encoding: str | None) -> Sent:
        """Return it as who takes this encoding gets it."""
        sent = self._sent.get(encoding)
        if sent is None:
            sent = self._sent[encoding] = self._encoded(encoding)
        return sent

    @property
    def is_everybodys(self) -> bool:
        """Whether it may be given to others than who asked for it."""
        return all(name != b"set-cookie" for name, _ in self.headers)

    def shows_pictures_of(self, product_id: int | None) -> bool:
        """Whether pictures of this product may be in it; of any, where None is given."""
        if self.products is None or product_id is None:
            return self.products is None or bool(self.products)
        return product_id in self.products

    def mended(self, anew: Mapping[int, str]) -> "Answer":
        """Return it with these of its products as they are now, as old as it is: of what else it shows, nothing is new.

        It is compressed for those who took the old one, before they ask.
        """
        body, held = self.body, self.products or {}
        for product_id, shown in anew.items():
            body = body.replace(held[product_id].encode(), shown.encode(), 1)
        etag = etag_of(body)
        changed = {b"etag": etag, b"content-length": b"%d" % len(body)}
        headers = [(name, changed.get(name, value)) for name, value in self.headers]
        mended = Answer(headers, body, etag, self.made_at, self.status, {**held, **anew})
        for encoding in self._sent:
            mended.sent_as(encoding)
        return mended

    def _encoded(self, encoding: str | None) -> Sent:
        if encoding is None or len(self.body) < compression.LEAST:
            return Sent(self.headers, self.body)
        body = compression.compress(self.body, encoding)
        sent = [(b"content-encoding", encoding.encode()), (b"content-length", b"%d" % len(body))]
        return Sent([*(header for header in self.headers if header[0] != b"content-length"), *sent], body)


@dataclass
class _Torn:
    """An answer of which some products are to be read anew; ``mended`` stays None where it is given up."""

    answer: Answer
    stale: set[int]
    asked_at: float
    mended: Answer | None = None
    is_over: asyncio.Event = field(default_factory=asyncio.Event)


class Shelf:
    """The answers that are kept, the least recently used first; ``generation`` counts how often it was cleared."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._answers: OrderedDict[Key, Answer] = OrderedDict()
        self._asked_at: dict[Key, float] = {}
        self._torn: dict[Key, _Torn] = {}
        self._tore = asyncio.Event()
        self._parts: dict[str, Any] = {}
        self._most = most_bytes
        self.size = 0
        self.generation = 0
        self.is_open = False

    def clear(self, changed: str = "") -> None:
        """Forget what an announcement is about, or everything: also what is being answered now."""
        self.generation += 1
        table, _, product = changed.partition(" ")
        if table == PICTURES:
            self._forget_pictures(int(product) if product else None)
            return
        self._answers.clear()
        self._asked_at.clear()
        self.size = 0
        self._parts.clear()
        self._give_up()

    def _forget_pictures(self, product_id: int | None) -> None:
        gone = [key for key, answer in reversed(self._answers.items()) if answer.shows_pictures_of(product_id)]
        if product_id is None:
            self._give_up()
        else:
            self._tear(product_id, gone)
        for key in gone:
            self._drop(key)

    def _tear(self, product_id: int, gone: list[Key]) -> None:
        for torn in self._torn.values():
            if torn.answer.shows_pictures_of(product_id):
                torn.stale.add(product_id)
        since = time.monotonic() - LATELY_SECONDS
        lately = [key for key in gone if self._answers[key].products and self._asked_at.get(key, since) > since]
        for key in lately[:MOST_MENDED]:
            self._torn[key] = _Torn(self._answers[key], {product_id}, self._asked_at[key])
            self._tore.set()

    def get(self, key: Key) -> Answer | None:
        """Return the answer if it is kept and fresh."""
        answer = self._answers.get(key)
        if answer is None or not self.is_open:
            return None
        asked_at = time.monotonic()
        if asked_at - answer.made_at > KEPT_SECONDS:
            self._drop(key)
            return None
        self._asked_at[key] = asked_at
        self._answers.move_to_end(key)
        return answer

    async def get_mended(self, key: Key) -> Answer | None:
        """Return the answer as soon as it is mended; None where it is not torn, or was given up."""
        torn = self._torn.get(key)
        if torn is None:
            return None
        torn.asked_at = time.monotonic()
        await torn.is_over.wait()
        return torn.mended

    def put(self, key: Key, answer: Answer, generation: int) -> None:
        """Keep an answer unless something changed since the request came in."""
        if not self.is_open or generation != self.generation or len(answer.body) > LARGEST_ANSWER:
            return
        if not answer.is_everybodys:
            return
        if key in self._answers:
            self._drop(key)
        self._answers[key] = answer
        self.size += _weight(key, answer)
        while self.size > self._most:
            self._drop(next(iter(self._answers)))

    async def until_torn(self) -> None:
        """Wait until there is something to mend."""
        await self._tore.wait()

    async def mend(self, read: ReadProducts) -> None:
        """Mend what is torn. What a change took meanwhile is not put back; what a picture tore again is mended again.

        :raises Exception: where ``read`` raises; then all that is torn is given up.
        """
        try:
            await self._mend(read)
            self._tore.clear()
        except BaseException:
            self._give_up()
            raise

    async def _mend(self, read: ReadProducts) -> None:
        while self._torn:
            reading = {key: (torn, set(torn.stale)) for key, torn in self._torn.items()}
            for torn in self._torn.values():
                torn.stale.clear()
            anew = await read(set().union(*(stale for _, stale in reading.values())))
            for key, (torn, stale) in reading.items():
                if self._torn.get(key) is torn:
                    self._put_back(key, torn, {number: anew.get(number) for number in stale})

    def _put_back(self, key: Key, torn: _Torn, anew: Mapping[int, str | None]) -> None:
        """Mend an answer with what was read; where a product of it is not to be seen any more, give it up."""
        shown = {number: each for number, each in anew.items() if each is not None}
        if len(shown) < len(anew):
            self._torn.pop(key).is_over.set()
            return
        torn.answer = torn.answer.mended(shown)
        if not torn.stale:
            del self._torn[key]
            self.put(key, torn.answer, self.generation)
            if key in self._answers:
                self._asked_at[key] = torn.asked_at
            torn.mended = torn.answer
            torn.is_over.set()

    def _give_up(self) -> None:
        """Mend nothing of what is torn: who waits is answered anew."""
        torn, self._torn = self._torn, {}
        self._tore.clear()
        for each in torn.values():
            each.is_over.set()

    def part(self, name: str) -> Any:
        """Return what many answers are made from, or None where it is not kept."""
        return self._parts.get(name) if self.is_open else None

    def put_part(self, name: str, value: Any, generation: int) -> None:
        """Keep a part unless something changed since it was read; the caller sees to it that it is small."""
        if self.is_open and generation == self.generation:
            self._parts[name] = value

    def _drop(self, key: Key) -> None:
        self.size -= _weight(key, self._answers.pop(key))
        self._asked_at.pop(key, None)


def _weight(key: Key, answer: Answer) -> int:
    """Estimate what an answer takes, with its products beside; compressed, it is a small part of itself."""
    return len(answer.body) * (2 if answer.products else 1) + len(key[1]) + 1000


def key_of(scope: Scope) -> Key:
    """Return what the answer to a request is kept under, on this day of the shop's: it turns with a minute."""
    return scope["path"], scope["query_string"], _day_of(int(time.time() // 60))


@lru_cache(maxsize=2)
def _day_of(minute: int) -> date:
    return today(datetime.fromtimestamp(minute * 60, UTC))


def etag_of(body: bytes) -> bytes:
    """Return the ETag of a body: weak, since it stands for the same words however they are compressed."""
    return b'W/"' + hashlib.sha256(body).hexdigest()[:32].encode() + b'"'


def is_known(etag: str, known: str) -> bool:
    """Whether ``If-None-Match`` names what would be sent, in the weak comparison (RFC 9110, 13.1.2)."""
    tags = {tag.strip().removeprefix("W/") for tag in known.split(",")}
    return etag.removeprefix("W/") in tags or known.strip() == "*"
