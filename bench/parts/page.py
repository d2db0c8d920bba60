"""Requests for a page of 24 products. Each client has its own connection."""

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
    """Put this number of products on sale in the empty shop."""
    engine = make_engine(settings(), "bench")
    large_catalogue.stock(engine, count=count)
    engine.dispose()


def again(asked: bytes = request(PATH)) -> Sequence[Iterator[bytes]]:
    """Return clients that repeat the same request."""
    return [itertools.repeat(asked) for _ in range(CONNECTIONS)]


def never_asked() -> Sequence[Iterator[bytes]]:
    """Return clients whose requests all differ, so that no response comes from a cache."""
    return [_new(browser) for browser in range(CONNECTIONS)]


def _new(browser: int) -> Iterator[bytes]:
    for number in _numbers:
        yield request(f"{PATH}&search={browser}.{number}&search=")  # the API uses the last value of ``search``
