"""Create the people and orders of a measurement directly in the database."""

from dataclasses import dataclass

from sqlalchemy.orm import Session

from api.auth.identity import xsrf_token
from shop.db.engine import make_engine
from shop.sessions.cookies import XSRF_HEADER
from shop.settings import settings
from tests.support import factories


@dataclass(frozen=True)
class Person:
    """A signed-in person: id and request headers. ``items`` are the ids of a shopper's order lines."""

    id: int
    headers: dict[str, str]
    items: list[int]

    @property
    def cookie(self) -> str:
        return self.headers["Cookie"]


def create_people(*, shoppers: int, orders: int = 0, lines: int = 1) -> tuple[Person, list[Person]]:
    """Return an admin, and shoppers with this number of orders each."""
    engine = make_engine(settings(), "bench")
    with Session(engine, expire_on_commit=False) as session, session.begin():
        admin = factories.hire_admin(session, email="admin@bench.example")
        products = [factories.stock_product(session) for _ in range(lines)]
        made = []
        for number in range(shoppers):
            shopper = factories.register_shopper(session, email=f"shopper{number}@bench.example")
            factories.note_address(session, shopper)
            placed = [factories.order(session, shopper, products) for _ in range(orders)]
            items = [item.id for order in placed for item in order.items]
            made.append(Person(shopper.id, _headers("customer", factories.sign_in(session, shopper)), items))
        staff = Person(admin.id, _headers("admin", factories.sign_in(session, admin)), [])
    engine.dispose()
    return staff, made


def _headers(role: str, token: str) -> dict[str, str]:
    return {"Cookie": f"swarna_{role}={token}", XSRF_HEADER: xsrf_token(token)}
