"""End the remaining tasks of an event loop."""

import asyncio


async def end_other_tasks() -> None:
    """Cancel all other tasks of the loop repeatedly until they have ended: a library may swallow a cancellation."""
    while left := asyncio.all_tasks() - {asyncio.current_task()}:
        for task in left:
            task.cancel()
        await asyncio.wait(left, timeout=0.5)
