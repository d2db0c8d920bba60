"""The whole shop at one origin, for one machine: the site and Socket.IO.

In production they are separate processes behind a front server; the paths are the same.
"""

from starlette.types import Receive, Scope, Send

from api.site import Site
from realtime.main import Realtime
from shop.observability.logs import configure
from shop.settings import Settings
from shop.startup.load_settings import load_settings


class Shop:
    """Sends each request to the part that it is meant for."""

    def __init__(self, config: Settings) -> None:
        self._realtime = Realtime(config)
        self._site = Site(config, beside=self._realtime.running)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope.get("path", "").startswith("/socket.io") or scope["type"] == "websocket":
            await self._realtime(scope, receive, send)
        else:
            await self._site(scope, receive, send)


config = load_settings(shipping=True)
configure("web")
app = Shop(config)
