"""The page of 24 products that is asked for, over and over, by browsers that each have a connection of their own."""

import itertools
from collections.abc import Iterator, Sequence

from shop.db.engine import make_engine
from shop.settings import settings
from tests.support import large_catalogue
from tests.support.http_load import request

SIZE = 24
PATH = f"/api/product/customer/?limit={SIZE}&facets=false"
CONNECTIONS = 32

_numbers = itertools.count()


def fill(count: int) -> None:
    """Put so many products on sale in our empty shop."""
    engine = make_engine(settings(), "bench")
    large_catalogue.stock(engine, count=count)
    engine.dispose()


def again(asked: bytes = request(PATH)) -> Sequence[Iterator[bytes]]:
    """Return browsers that ask the same each time."""
    return [itertools.repeat(asked) for _ in range(CONNECTIONS)]


def never_asked() -> Sequence[Iterator[bytes]]:
    """Return browsers that ask for the page by addresses that nobody asked before, so that no answer is kept."""
    return [_new(browser) for browser in range(CONNECTIONS)]


def _new(browser: int) -> Iterator[bytes]:
    for number in _numbers:
        yield request(f"{PATH}&search={browser}.{number}&search=")  # the last value counts
