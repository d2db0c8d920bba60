"""Uploads by admins during faults. Each accepted upload must become ready."""

import asyncio
import time
from dataclasses import dataclass, field

import aiohttp
import psycopg

from shop.text.urls import driver_url
from tests.support.chaos_shop import ChaosShop
from tests.support.live_browser import Browser

READY_LIMIT = 300.0
"""Seconds after which an image that is not ready counts as lost."""
ANSWERED_WITHIN = 45.0
REFUSAL = "The shop cannot reach its pictures just now."


@dataclass
class Uploads:
    """The ids of the accepted images, and how many uploads were refused with the expected message."""

    taken: list[int] = field(default_factory=list)
    refused: int = 0
    faults: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return f"{len(self.taken)} taken, {self.refused} refused with the expected message"

    async def add(self, admin: Browser, product_id: int, content: bytes) -> None:
        """Upload an image of a product."""
        form = aiohttp.FormData({"productId": str(product_id), "type": "gallery"})
        form.add_field("imageUrl", content, filename="photo.jpg", content_type="image/jpeg")
        status, body = await admin.send_form("/api/productimage/", form, seconds=ANSWERED_WITHIN)
        if status == 200:
            self.taken.append(body["data"]["id"])
        elif status == 503 and body["message"].startswith(REFUSAL):
            self.refused += 1
        else:
            self.faults.append(f"an upload was answered with {status}: {body}")

    async def ready(self, chaos: ChaosShop, *, limit: float) -> None:
        """Wait until all accepted images are ready. Each that is not ready in time is a fault."""
        deadline, image_ids = time.monotonic() + limit, list(self.taken)
        query = "SELECT id, status FROM product_image WHERE id = ANY(%s) AND status <> 'ready'"
        async with await psycopg.AsyncConnection.connect(
            driver_url(chaos.shop.database_url), autocommit=True
        ) as connection:
            while left := await (await connection.execute(query, [image_ids])).fetchall():
                if time.monotonic() > deadline:
                    self.faults += [f"picture {id_} was taken and is {status}" for id_, status in left]
                    return
                await asyncio.sleep(0.2)
