"""Responses are cached only while notifications of changes arrive."""

import asyncio

import pytest
from sqlalchemy import make_url

from api.cache import invalidation
from api.cache.store import ResponseCache
from shop.observability.logs import OutageLogger
from tests.support.tcp_proxy import SilentProxy, TcpProxy


async def follow(proxy: TcpProxy, settings, cache: ResponseCache) -> None:
    """Follow the notifications that a proxy lets through, for at most 5 s."""
    url = make_url(settings.database_url).set(port=proxy.port)
    url = url.update_query_dict({"sslmode": "disable", "gssencmode": "disable"})
    config = settings.model_copy(update={"database_url": url.render_as_string(hide_password=False)})
    async with asyncio.timeout(5):
        await invalidation._follow(cache, config, OutageLogger("nothing arrives"), {})


async def test_nothing_is_cached_where_no_notification_arrives(shop_settings):
    cache = ResponseCache()
    async with SilentProxy(make_url(shop_settings.database_url).port) as proxy:
        with pytest.raises(TimeoutError, match="session mode"):
            await follow(proxy, shop_settings, cache)
    assert not cache.is_open


async def test_responses_are_cached_where_notifications_arrive(shop_settings):
    cache = ResponseCache()
    async with TcpProxy(make_url(shop_settings.database_url).port) as proxy:
        following = asyncio.create_task(follow(proxy, shop_settings, cache))
        async with asyncio.timeout(5):
            while not cache.is_open:  # noqa: ASYNC110 - polls, as no event signals this
                await asyncio.sleep(0.01)
        following.cancel()
        await asyncio.gather(following, return_exceptions=True)
