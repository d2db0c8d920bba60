"""Limit the messages of a client: when it must connect, what it may send, and how many messages."""

import asyncio
import json
import re
from collections.abc import Callable
from typing import Any

from starlette.types import Message, Receive

CONNECT_SECONDS = 10.0
MAX_MESSAGES = 20
"""Messages that a client may send in :data:`WINDOW_SECONDS`. It needs only one CONNECT and the pongs."""
WINDOW_SECONDS = 10.0
POLICY_VIOLATION = 1008

_BARE_PACKETS = {"1", "2", "3", "40", "41"}
"""Close, ping and pong of Engine.IO; CONNECT and DISCONNECT of Socket.IO without data."""
_CONNECT = re.compile(r"40(?:/[^,]*,)?")
_EVENT = re.compile(r"42[0-9]{0,100}")
_HANDLERS_OF_THE_SERVER = {"connect", "disconnect", "*"}
"""Socket.IO would call the server's own handlers for events of these names."""


def limited_messages(receive: Receive, is_connected: Callable[[], bool]) -> Receive:
    """Receive messages. End a connection that sends no CONNECT in time, too many messages, or no packet of a client.

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
        is_junk = message["type"] == "websocket.receive" and not _is_packet(message.get("text"))
        if count > MAX_MESSAGES or is_junk:
            return {"type": "websocket.disconnect", "code": POLICY_VIOLATION}
        return message

    return limited


def _is_packet(text: str | None) -> bool:
    """Whether a frame is a packet that clients send. Engine.IO logs a traceback for most others.

    No client of this server has reason to send binary frames, acknowledgements, or events outside of the namespace.
    """
    if not text or text in _BARE_PACKETS:
        return bool(text)
    if connect := _CONNECT.match(text):
        rest = text[connect.end() :]
        return not rest or isinstance(_parsed(rest), dict)
    if event := _EVENT.match(text):
        match _parsed(text[event.end() :]):
            case [str(name), *_]:
                return name not in _HANDLERS_OF_THE_SERVER
    return False


def _parsed(text: str) -> Any:
    """Return the value of a JSON text, or None if it cannot be parsed."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
