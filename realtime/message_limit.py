"""Limit the messages of a client: when it must connect, and how many it may send."""

import asyncio
from collections.abc import Callable

from starlette.types import Message, Receive

CONNECT_SECONDS = 10.0
MAX_MESSAGES = 20
"""Messages that a client may send in :data:`WINDOW_SECONDS`. It needs only one CONNECT and the pongs."""
WINDOW_SECONDS = 10.0
POLICY_VIOLATION = 1008


def limited_messages(receive: Receive, is_connected: Callable[[], bool]) -> Receive:
    """Receive messages. End a connection that sends no CONNECT in time, or too many messages.

    :param is_connected: whether the client has sent Socket.IO's CONNECT.
    """
    loop = asyncio.get_running_loop()
    opened = loop.time()
    window, count = opened, 0

    async def limited() -> Message:
        nonlocal window, count
        if is_connected():
            message = await receive()
        else:
            try:
                async with asyncio.timeout(max(0.0, opened + CONNECT_SECONDS - loop.time())):
                    message = await receive()
            except TimeoutError:
                if is_connected():
                    return await limited()
                return {"type": "websocket.disconnect", "code": POLICY_VIOLATION}
        if loop.time() - window > WINDOW_SECONDS:
            window, count = loop.time(), 0
        count += 1
        if count > MAX_MESSAGES:
            return {"type": "websocket.disconnect", "code": POLICY_VIOLATION}
        return message

    return limited
