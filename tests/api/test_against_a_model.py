"""Two shoppers do random steps of Hypothesis; the shop must always agree with a model.

The model has carts, wishlists, addresses, orders and the current gold rate; each step compares the shop with it. This
finds errors that no single test looks for: an order that removes too much from a cart, an entry that another shopper's
step changed, a placed order that a new rate changed, an accepted order with wrong prices.
"""

import asyncio
from collections.abc import Awaitable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, ClassVar
from unicodedata import normalize

import httpx2
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test
from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker

from api.app import create_app
from shop.db.engine import make_async_engine
from shop.rates.model import GoldRate
from tests.support import factories
from tests.support.http_client import Browser, failed, succeeded

WEIGHTS = (10, 5, 2)
CHARGES = 1500
"""Making and wastage charges of a piece, in rupees; see `factories.stock_product`."""
MAX_OF_ONE = 10
FIGURES = ("totalAmount", "weight", "goldRate", "productRate", "makingCharge", "wastageCharge", "discount")

shoppers = st.sampled_from([0, 1])
pieces = st.sampled_from(range(len(WEIGHTS)))
quantities = st.integers(1, MAX_OF_ONE)
baskets = st.dictionaries(pieces, quantities, min_size=1)
streets = st.text(st.characters(categories=["L", "N"]), min_size=1, max_size=20)
"""The shop stores them in Unicode's normal form C."""
places = st.integers(0, 2)
rates = st.integers(1000, 20_000)


@dataclass
class Shopper:
    """The model of a shopper. It identifies products by their index in `WEIGHTS`."""

    id: int
    browser: Browser
    cart: dict[int, int] = field(default_factory=dict)
    wishes: set[int] = field(default_factory=set)
    streets: list[str] = field(default_factory=list)
    orders: dict[int, list[tuple[int, int, int]]] = field(default_factory=dict)
    last: tuple[str, dict[str, Any], int] | None = None


class Shop(RuleBasedStateMachine):
    """Each step does the same in the shop and in the model."""

    sessions: ClassVar[async_sessionmaker[AsyncSession]]
    app: ClassVar[Any]
    runner: ClassVar[asyncio.Runner]
    empty: ClassVar[Any]

    def __init__(self) -> None:
        super().__init__()
        self.keys = 0
        self.rate = int(factories.RATE)
        self.people: list[Shopper] = []
        self.products: list[int] = []
        self.run(self._add_people())

    async def _add_people(self) -> None:
        async with self.sessions() as session:
            await session.run_sync(factories.set_gold_rate)
            for weight in WEIGHTS:
                made = await session.run_sync(factories.stock_product, weight=Decimal(weight))
                self.products.append(made.id)
            for _ in range(2):
                customer = await session.run_sync(factories.register_shopper)
                token = await session.run_sync(factories.sign_in, customer)
                self.people.append(Shopper(customer.id, Browser(self.app).hold(customer, token)))
            await session.commit()

    def teardown(self) -> None:
        for who in self.people:
            self.run(who.browser.aclose())
        self.empty()

    def run(self, work: Awaitable[Any]) -> Any:
        return self.runner.run(work)

    def ask(self, who: Shopper, method: str, path: str, body: Any = None, **headers: str) -> httpx2.Response:
        answer = self.run(who.browser.request(method, path, json=body, headers=headers))
        assert answer.status_code < 500, answer.text
        return answer

    def price(self, piece: int) -> int:
        return WEIGHTS[piece] * self.rate + CHARGES

    @rule(of=shoppers, piece=pieces, quantity=quantities)
    def add_to_cart(self, of: int, piece: int, quantity: int) -> None:
        who = self.people[of]
        body = {"customerId": who.id, "productId": self.products[piece], "quantity": quantity}
        added = succeeded(self.ask(who, "POST", "/cart/", body))
        who.cart[piece] = min(MAX_OF_ONE, who.cart.get(piece, 0) + quantity)
        assert added["quantity"] == who.cart[piece]

    @rule(of=shoppers, by=shoppers, piece=pieces, quantity=quantities)
    def set_quantity(self, of: int, by: int, piece: int, quantity: int) -> None:
        """Set a quantity in the shopper's own cart, or try it in the other shopper's."""
        owner, who = self.people[of], self.people[by]
        line = self._line(owner, piece)
        body = {"customerId": who.id, "productId": self.products[piece], "quantity": quantity}
        answer = self.ask(who, "POST", f"/cart/?id={line}", body)
        if owner is who and piece in owner.cart:
            succeeded(answer)
            owner.cart[piece] = quantity
        else:
            failed(answer, 404)

    @rule(of=shoppers, by=shoppers, piece=pieces)
    def take_out_of_cart(self, of: int, by: int, piece: int) -> None:
        owner, who = self.people[of], self.people[by]
        answer = self.ask(who, "DELETE", f"/cart/?id={self._line(owner, piece)}")
        if owner is who and piece in owner.cart:
            succeeded(answer)
            del owner.cart[piece]
        else:
            failed(answer, 404)

    @rule(of=shoppers, piece=pieces)
    def wish(self, of: int, piece: int) -> None:
        who = self.people[of]
        succeeded(self.ask(who, "POST", "/wishlist/", {"customerId": who.id, "productId": self.products[piece]}))
        who.wishes.add(piece)

    @rule(of=shoppers, by=shoppers, piece=pieces)
    def wish_no_more(self, of: int, by: int, piece: int) -> None:
        owner, who = self.people[of], self.people[by]
        held = {entry["productId"]: entry["wishlistId"] for entry in self._wishlist(owner)}
        answer = self.ask(who, "DELETE", f"/wishlist/?id={held.get(self.products[piece], 2_000_000_000)}")
        if owner is who and piece in owner.wishes:
            succeeded(answer)
            owner.wishes.remove(piece)
        else:
            failed(answer, 404)

    @rule(of=shoppers, street=streets)
    def save_address(self, of: int, street: str) -> None:
        who = self.people[of]
        place = {"name": "A", "city": "Chennai", "state": "Tamil Nadu", "country": "India", "zipCode": "600001"}
        succeeded(self.ask(who, "POST", "/address/", {"customerId": who.id, "address": street} | place))
        who.streets.append(normalize("NFC", street))

    @rule(of=shoppers, by=shoppers, place=places, street=streets)
    def change_address(self, of: int, by: int, place: int, street: str) -> None:
        """Change the shopper's own address, or try to change the other shopper's."""
        owner, who = self.people[of], self.people[by]
        answer = self.ask(who, "POST", f"/address/?id={self._address(owner, place)}", {"address": street})
        if owner is who and place < len(owner.streets):
            succeeded(answer)
            owner.streets[place] = normalize("NFC", street)
        else:
            failed(answer, 404)

    @rule(of=shoppers, by=shoppers, place=places)
    def delete_address(self, of: int, by: int, place: int) -> None:
        owner, who = self.people[of], self.people[by]
        answer = self.ask(who, "DELETE", f"/address/?id={self._address(owner, place)}")
        if owner is who and place < len(owner.streets):
            succeeded(answer)
            del owner.streets[place]
        else:
            failed(answer, 404)

    @rule(of=shoppers, basket=baskets)
    def order(self, of: int, basket: dict[int, int]) -> None:
        who, body = self.people[of], self._body(of, basket)
        self.keys += 1
        key = f"key {self.keys}"
        placed = succeeded(self.ask(who, "POST", "/order/", body, **{"Idempotency-Key": key}))
        assert placed["totalAmount"] == body["totalAmount"]
        who.orders[placed["id"]] = [(self.products[p], n, self.price(p) * n) for p, n in basket.items()]
        who.cart = {piece: quantity for piece, quantity in who.cart.items() if piece not in basket}
        who.last = (key, body, placed["id"])

    @precondition(lambda self: any(who.last for who in self.people))
    @rule(of=shoppers, by=shoppers)
    def order_again_with_the_same_key(self, of: int, by: int) -> None:
        """The same shopper gets the same order for a key, whatever the rate; the other may use the key too."""
        owner, who = self.people[of], self.people[by]
        if owner.last is None:
            return
        key, body, number = owner.last
        answer = self.ask(who, "POST", "/order/", body, **{"Idempotency-Key": key})
        if owner is who:
            assert succeeded(answer)["id"] == number
        else:
            failed(answer, 404)

    @rule(of=shoppers, basket=baskets, figure=st.sampled_from(FIGURES), by=st.sampled_from([-1, -0.02, 0.02, 1, 1000]))
    def tamper(self, of: int, basket: dict[int, int], figure: str, by: float) -> None:
        who, body = self.people[of], self._body(of, basket)
        body["items"][0] |= self._figures(next(iter(basket)))
        body["items"][0][figure] = max(0, body["items"][0][figure] + by)
        if figure == "discount" and by < 0:
            body["totalAmount"] += by
        answer = failed(self.ask(who, "POST", "/order/", body), 409)
        assert answer["data"]["totalAmount"] == sum(self.price(p) * n for p, n in basket.items())

    @rule(of=shoppers, basket=baskets)
    def order_in_anothers_name(self, of: int, basket: dict[int, int]) -> None:
        failed(self.ask(self.people[1 - of], "POST", "/order/", self._body(of, basket)), 404)

    @rule(rate=rates)
    def change_the_rate(self, rate: int) -> None:
        async def change() -> None:
            async with self.sessions() as session:
                await session.execute(update(GoldRate).values(r22k=rate))
                await session.commit()

        self.run(change())
        self.rate = rate

    @invariant()
    def each_has_what_the_model_says(self) -> None:
        for who in self.people:
            cart = {(line["productId"], line["quantity"], line["product"]["ornamentPrice"]) for line in self._cart(who)}
            assert cart == {(self.products[piece], n, self.price(piece)) for piece, n in who.cart.items()}
            assert {entry["productId"] for entry in self._wishlist(who)} == {self.products[p] for p in who.wishes}
            assert [address["address"] for address in self._addresses(who)] == who.streets[::-1]
            held: dict[int, list[tuple[int, int, int]]] = {}
            for line in succeeded(self.ask(who, "GET", f"/order/?customerId={who.id}&limit=200")):
                figures = (line["productId"], line["productQuantity"], line["itemTotalAmount"])
                held.setdefault(line["orderId"], []).append(figures)
            assert {id_: sorted(lines) for id_, lines in held.items()} == {
                id_: sorted(lines) for id_, lines in who.orders.items()
            }

    def _cart(self, who: Shopper) -> list[dict[str, Any]]:
        return self.ask(who, "GET", f"/cart/?custId={who.id}").json()

    def _wishlist(self, who: Shopper) -> list[dict[str, Any]]:
        return self.ask(who, "GET", f"/wishlist/?customerId={who.id}").json()

    def _addresses(self, who: Shopper) -> list[dict[str, Any]]:
        listed: list[dict[str, Any]] = succeeded(self.ask(who, "GET", f"/address/?customerId={who.id}"))
        return listed

    def _address(self, owner: Shopper, place: int) -> int:
        """Return the id of an address by its index, or an unused id if there is none."""
        held = self._addresses(owner)[::-1]
        return held[place]["id"] if place < len(held) else 2_000_000_000

    def _line(self, owner: Shopper, piece: int) -> int:
        """Return the id of a cart item, or an unused id if the product is not in the cart."""
        lines = {line["productId"]: line["cartId"] for line in self._cart(owner)}
        return lines.get(self.products[piece], 2_000_000_000)

    def _body(self, of: int, basket: dict[int, int]) -> dict[str, Any]:
        items = [
            {"productId": self.products[piece], "productQuantity": n, "totalAmount": self.price(piece) * n}
            for piece, n in basket.items()
        ]
        return {
            "customerId": self.people[of].id,
            "totalQuantity": sum(basket.values()),
            "totalAmount": sum(item["totalAmount"] for item in items),
            "items": items,
        }

    def _figures(self, piece: int) -> dict[str, float]:
        return {
            "weight": WEIGHTS[piece],
            "goldRate": self.rate,
            "productRate": WEIGHTS[piece] * self.rate,
            "makingCharge": 1000,
            "wastageCharge": 500,
            "discount": 0,
        }


@pytest.fixture
def prepared(shop_settings, real_commits) -> Iterator[None]:
    """Run the state machine against an application with real transactions, in its own event loop."""
    with asyncio.Runner() as runner:
        engine = make_async_engine(shop_settings, "tests", pool_size=4)
        Shop.runner, Shop.sessions = runner, async_sessionmaker(engine, expire_on_commit=False)
        Shop.app, Shop.empty = create_app(shop_settings), staticmethod(lambda: factories.delete_all_rows(real_commits))
        Shop.app.state.sessions = Shop.sessions
        yield
        runner.run(Shop.app.state.pool.close())
        runner.run(engine.dispose())


@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    ("examples", "is_seeded"), [(6, True), pytest.param(100, False, marks=pytest.mark.long)], ids=["short", "long"]
)
def test_whatever_two_shoppers_do_the_shop_agrees_with_the_model(prepared, examples, is_seeded):
    bounds = settings(
        max_examples=examples,
        stateful_step_count=20,
        derandomize=is_seeded,
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(Shop, settings=bounds)
