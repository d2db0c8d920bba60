"""Which pages may act for who is signed in: the shop's own."""

from urllib.parse import urlsplit

from shop.settings import Settings


def is_own(origin: str, host: str, settings: Settings) -> bool:
    """Tell whether a request's ``Origin`` is the shop's; on one machine also where it is the host that is asked."""
    try:
        given = urlsplit(origin)
    except ValueError:
        return False
    own = urlsplit(settings.public_url)
    if settings.is_local:
        return given.netloc in {own.netloc, host}
    return (given.scheme, given.netloc) == (own.scheme, own.netloc)
