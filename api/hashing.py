"""Password hashing off the event loop, two at a time, so that a crowd at the door delays nobody inside."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

from shop import passwords

_pool = ThreadPoolExecutor(max_workers=2, thread_name_prefix="passwords")


async def hash_password(password: str) -> str:
    """Return the hash to store."""
    return await asyncio.get_running_loop().run_in_executor(_pool, passwords.hash_password, password)


async def verify(password: str, password_hash: str | None) -> bool:
    """Whether the password is right; the same work for an unknown person."""
    return await asyncio.get_running_loop().run_in_executor(_pool, passwords.verify, password, password_hash)
