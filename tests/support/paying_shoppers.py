"""Shoppers who order, pay, cancel and return, and staff who confirm, send and refund, during kills.

Each request is repeated until it is answered, with the same idempotency key if the call accepts one. A 409 ends a
scenario if an earlier request, whose response was lost, may already have made the change.
"""

import asyncio
import random
import uuid
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import aiohttp

from shop.orders.status_rules import UNDO_TIME
from tests.support.live_browser import Browser, Refused, until_answered

TRY_AGAIN = {429, 503}
PAUSE_SECONDS = 0.4
METHODS = ("online", "online", "online", "online", "upi", "bank", "cod")


class PayingShoppers:
    """Runs scenarios with orders that are paid, cancelled, sent, returned and refunded.

    ``refunded`` has the paise by order that successful refund calls reported. ``ended`` counts the scenarios by name.
    ``faults`` has unexpected responses.
    """

    def __init__(
        self,
        shoppers: Sequence[Browser],
        admins: Sequence[Browser],
        pieces: list[dict[str, Any]],
        rng: random.Random,
    ) -> None:
        self._shoppers = shoppers
        self._admins = admins
        self._pieces = pieces
        self._rng = rng
        self.orders: list[int] = []
        self.refunded = Counter[int]()
        self.ended = Counter[str]()
        self.sold_out = 0
        self.sent_again = 0
        self.faults: list[str] = []
        self._stories: tuple[Callable[[Browser, dict[str, Any]], Awaitable[None]], ...] = (
            self._is_kept,
            self._is_cancelled,
            self._is_cancelled,
            self._is_cancelled_in_part,
            self._is_sent,
            self._is_sent_and_cancelled,
            self._is_returned,
            self._is_refunded_in_parts,
            self._is_cancelled_before_it_is_paid,
            self._is_paid_another_way,
            self._cancellation_is_undone,
        )

    async def run(self, number: int, *, at_once: int) -> None:
        """Run this number of scenarios, each with one order."""
        places = asyncio.Semaphore(at_once)
        async with asyncio.TaskGroup() as group:
            for _ in range(number):
                await places.acquire()
                task = group.create_task(self._live(self._rng.choice(self._shoppers)))
                task.add_done_callback(lambda _: places.release())

    async def _live(self, shopper: Browser) -> None:
        story = self._rng.choice(self._stories)
        early = story in {self._is_cancelled_before_it_is_paid, self._is_paid_another_way}
        method = "online" if early else self._rng.choice(METHODS)
        chosen = self._rng.sample(self._pieces, self._rng.choice((1, 1, 2)))
        lines = [(piece, self._rng.choice((1, 1, 2))) for piece in chosen]
        try:
            order = await self._order(shopper, lines, method)
            self.orders.append(order["id"])
            if not early:
                await self._pay(shopper, order, method)
            await story(shopper, order)
        except Refused as refusal:
            data = refusal.args[1].get("data") or {}
            if refusal.args[0] == 409 and data.get("reason") == "unavailable":
                self.sold_out += 1
                return
            self.faults.append(f"{story.__name__.strip('_')} was answered with {refusal.args}")
        else:
            self.ended[story.__name__.strip("_").replace("_", " ")] += 1

    async def _order(self, shopper: Browser, lines: Sequence[tuple[dict[str, Any], int]], method: str) -> Any:
        items = [
            {"productId": piece["id"], "productQuantity": quantity, "totalAmount": piece["ornamentPrice"] * quantity}
            for piece, quantity in lines
        ]
        body = {
            "customerId": shopper.person["id"],
            "totalQuantity": sum(item["productQuantity"] for item in items),
            "totalAmount": sum(item["totalAmount"] for item in items),
            "paymentMethod": method,
            "items": items,
        }
        return await self._send(shopper, "/api/order/", body, with_key=True)

    async def _pay(self, shopper: Browser, order: dict[str, Any], method: str) -> None:
        if method == "online":
            await self._pay_online(shopper, await self._start(shopper, order))
        elif method != "cod":
            digits = f"{self._rng.randrange(10**12):012d}"
            reference = digits if method == "upi" else f"DEMO{digits}"
            claim = {"orderId": order["id"], "reference": reference}
            await self._send_once(shopper, "/api/payment/claim/", claim)
            if self._rng.random() < 0.2:
                await self._decide(order, "reject", reason="It is not on our statement")
                await self._send_once(shopper, "/api/payment/claim/", claim)
            await self._decide(order, "confirm")

    async def _start(self, shopper: Browser, order: dict[str, Any]) -> str:
        return (await self._send(shopper, "/api/payment/start/", {"orderId": order["id"]}))["payUrl"]

    async def _pay_online(self, shopper: Browser, page: str) -> None:
        """Pay at the provider, sometimes after a failure. Half of the browsers do not return to the shop."""
        if self._rng.random() < 0.15:
            await self._press(page, "fail")
        back = await self._press(page, "pay")
        if back and self._rng.random() < 0.5:
            await self._until_answered(lambda: _visit(shopper, back))

    async def _press(self, page: str, button: str) -> str | None:
        """Press a button of the provider's page. Return None if it was pressed before and the response was lost."""

        async def press() -> str | None:
            timeout = aiohttp.ClientTimeout(10)
            async with (
                aiohttp.ClientSession(timeout=timeout) as session,
                session.post(page, data={"do": button}, allow_redirects=False) as answer,
            ):
                return answer.headers["Location"] if answer.status == 303 else None

        return await self._until_answered(press)

    async def _is_kept(self, shopper: Browser, order: dict[str, Any]) -> None:
        pass

    async def _is_cancelled(self, shopper: Browser, order: dict[str, Any]) -> None:
        await self._cancel(shopper, order)
        await self._pay_back(order)

    async def _is_cancelled_in_part(self, shopper: Browser, order: dict[str, Any]) -> None:
        await self._cancel(shopper, order, item_ids=[order["items"][0]["itemId"]])
        await self._pay_back(order)

    async def _is_sent(self, _: Browser, order: dict[str, Any]) -> None:
        await self._set_status(order, "packed", "shipped")

    async def _is_sent_and_cancelled(self, _: Browser, order: dict[str, Any]) -> None:
        await self._set_status(order, "packed", "shipped")
        await self._cancel(self._admin, order, item_ids=[order["items"][-1]["itemId"]])
        await self._pay_back(order)

    async def _is_returned(self, shopper: Browser, order: dict[str, Any]) -> None:
        await self._set_status(order, "packed", "shipped", "delivered")
        if (await self._payment(order))["method"] == "cod":
            await self._decide(order, "confirm")
        item = order["items"][0]
        wanted = {"itemId": item["itemId"], "quantity": 1, "reason": "It does not fit"}
        made = await self._send(shopper, "/api/return/", wanted, with_key=True)
        for version, step in enumerate(({"action": "approve"}, {"action": "receive", "intoStock": True}), start=1):
            await self._send_once(self._admin, f"/api/return/?id={made['id']}", {**step, "version": version})
        if (await self._payment(order))["paid"]:
            await self._refund(order, made["amount"], returnId=made["id"])

    async def _is_refunded_in_parts(self, _: Browser, order: dict[str, Any]) -> None:
        """Let two admins refund the same amount concurrently, then refund a part of the rest."""
        paid = (await self._payment(order))["paid"]
        if paid:
            await asyncio.gather(*(self._refund(order, paid - 100) for _ in range(2)))
            await self._refund(order, 40)

    async def _is_cancelled_before_it_is_paid(self, shopper: Browser, order: dict[str, Any]) -> None:
        page = await self._start(shopper, order)
        await self._cancel(shopper, order)
        await self._pay_online(shopper, page)

    async def _is_paid_another_way(self, shopper: Browser, order: dict[str, Any]) -> None:
        """Pay by UPI and also online, as the provider's page is still open in another tab."""
        page = await self._start(shopper, order)
        wanted = {"orderId": order["id"], "paymentMethod": "upi", "version": order["payment"]["version"]}
        await self._send_once(shopper, "/api/payment/method/", wanted)
        await self._send_once(
            shopper,
            "/api/payment/claim/",
            {"orderId": order["id"], "reference": f"{self._rng.randrange(10**12):012d}"},
        )
        await self._pay_online(shopper, page)
        await self._decide(order, "confirm")

    async def _cancellation_is_undone(self, shopper: Browser, order: dict[str, Any]) -> None:
        """One admin undoes a cancellation while another refunds it. One of them must be refused."""
        item = order["items"][0]["itemId"]
        await self._cancel(self._admin, order, item_ids=[item])
        present = await self._read(order)
        version = next(each["version"] for each in present["items"] if each["itemId"] == item)
        owed = present["payment"]["refundDue"]
        both = [self._send_once(self._admin, "/api/order/?flag=undoStatus", {"id": item, "version": version})]
        if owed:
            both.append(self._refund(order, owed, itemIds=[item]))
        await asyncio.gather(*both)

    async def _set_status(self, order: dict[str, Any], *statuses: str) -> None:
        for item in order["items"]:
            for status in statuses:
                wanted = {"id": item["itemId"], "status": status}
                await self._send(self._admin, "/api/order/?flag=updateStatus", wanted)

    async def _cancel(self, person: Browser, order: dict[str, Any], *, item_ids: list[int] | None = None) -> None:
        wanted = {"orderId": order["id"], "reason": "I changed my mind"} | ({"itemIds": item_ids} if item_ids else {})
        await self._send_once(person, "/api/order/cancel/", wanted)

    async def _pay_back(self, order: dict[str, Any]) -> None:
        """Refund the amount due for cancelled items. It may be zero, as the payment's webhook may arrive later.

        A manual refund waits until the cancellation can no longer be undone.
        """
        payment = await self._payment(order)
        if owed := payment["refundDue"]:
            if payment["method"] != "online":
                await asyncio.sleep(UNDO_TIME.total_seconds() + 1)
            await self._refund(order, owed)

    async def _refund(self, order: dict[str, Any], amount: float, **cause: Any) -> None:
        wanted = {"orderId": order["id"], "amount": amount, "reason": "For the fault test", **cause}
        try:
            await self._send(self._admin, "/api/payment/refund/", wanted, with_key=True)
        except Refused as refusal:
            if refusal.args[0] != 409:
                raise
        else:
            self.refunded[order["id"]] += round(amount * 100)

    async def _decide(self, order: dict[str, Any], decision: str, **fields: str) -> None:
        version = (await self._payment(order))["version"]
        await self._send_once(
            self._admin, f"/api/payment/{decision}/", {"orderId": order["id"], "version": version, **fields}
        )

    async def _payment(self, order: dict[str, Any]) -> dict[str, Any]:
        return (await self._read(order))["payment"]

    async def _read(self, order: dict[str, Any]) -> dict[str, Any]:
        admin = self._admin
        return await self._until_answered(lambda: admin.get(f"/api/order/?id={order['id']}"))

    @property
    def _admin(self) -> Browser:
        return self._rng.choice(self._admins)

    async def _send_once(self, person: Browser, path: str, body: dict[str, Any]) -> None:
        """Send a request that can succeed once. A 409 means that it, or another change, succeeded before."""
        try:
            await self._send(person, path, body)
        except Refused as refusal:
            if refusal.args[0] != 409:
                raise

    async def _send(self, person: Browser, path: str, body: dict[str, Any], *, with_key: bool = False) -> Any:
        headers = {"Idempotency-Key": uuid.UUID(int=self._rng.getrandbits(128)).hex} if with_key else None
        return await self._until_answered(lambda: person.post(path, body, headers=headers))

    async def _until_answered(self, call: Callable[[], Awaitable[Any]]) -> Any:
        attempts = await until_answered(call, again=TRY_AGAIN, pause=PAUSE_SECONDS)
        self.sent_again += len(attempts) - 1
        return attempts[-1].data()


async def _visit(shopper: Browser, url: str) -> None:
    """Follow the provider's redirect to the shop, as a browser does."""
    async with (
        aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(10)) as session,
        session.get(url, headers={"Cookie": shopper.cookie_header}, allow_redirects=False) as answer,
    ):
        if answer.status != 303:
            raise Refused(answer.status, {"message": await answer.text()})
