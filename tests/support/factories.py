"""Insert rows for tests. Each function writes into the caller's session; the caller commits or rolls back.

The functions are synchronous. Call them on an asynchronous session with `run_sync`.
"""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cache
from itertools import count
from typing import Any

from pwdlib.hashers.argon2 import Argon2Hasher
from sqlalchemy import Engine, text
from sqlalchemy.orm import Session

import shop.db.models  # noqa: F401 - registers all tables
from demo.orders import new_line
from shop.catalogue.model import Category, Product, Vendor
from shop.clock import now, today
from shop.customers.model import Address, Customer
from shop.db.base import Base
from shop.events import outbox
from shop.events.model import Audience
from shop.integrations import signing
from shop.integrations.model import WebhookEndpoint
from shop.orders.consistency import total_of
from shop.orders.model import DELIVERED_WITHIN, Order
from shop.payments import methods
from shop.payments.model import Method, Payment, PaymentEntry
from shop.product_images.model import ProductImage
from shop.rates.model import GoldRate
from shop.sessions.model import Role
from shop.sessions.model import Session as SignIn
from shop.staff.model import Admin
from shop.stock.model import MovementReason
from shop.stock.rules import record_movement

PASSWORD = "Secret@2026"
WEBHOOK_SECRET = "whsec_c2VjcmV0IG9mIHRoZSB0ZXN0cyBvZiBTd2FybmE="
RATE = Decimal(9000)

_numbers = count(1)


@cache
def _password_hash() -> str:
    """Return a hash of the lowest cost. The hash sets how long each sign-in takes: 27 ms at the cost of production."""
    return Argon2Hasher(memory_cost=8, time_cost=1, parallelism=1).hash(PASSWORD)


def add_webhook(session: Session, url: str = "https://erp.invalid/hook", **fields: Any) -> WebhookEndpoint:
    """Insert an enabled endpoint that gets all events from now on; `fields` override the defaults."""
    given = {
        "name": "ERP",
        "url": url,
        "types": None,
        "is_on": True,
        "position": session.scalar(text("SELECT position FROM event_stream")),
        "secret": signing.encrypt(WEBHOOK_SECRET),
        "created_at": now(),
        "created_by": "Karthik Rao",
    }
    endpoint = WebhookEndpoint(**given | fields)
    session.add(endpoint)
    session.flush()
    return endpoint


def set_gold_rate(session: Session, r22k: Decimal = RATE, *, date: dt.date | None = None) -> GoldRate:
    rate = GoldRate(date=date or today(now()), r22k=r22k, r24k=(r22k * 24 / 22).quantize(Decimal(1)))
    session.add(rate)
    session.flush()
    return rate


def open_category(session: Session, name: str = "Rings") -> Category:
    category = Category(code=f"C{next(_numbers)}", name=name, image_url="/media/categories/rings.webp")
    session.add(category)
    session.flush()
    return category


def stock_product(session: Session, *, category: Category | None = None, pictures: int = 1, **fields: Any) -> Product:
    """Insert a product of 10 g, making charge 1,000, wastage 500, no discount; `fields` override the defaults."""
    vendor = Vendor(name="Goldsmith", address1="1 Lane", address2="Chennai", address4="600001", contact_numbers="1")
    session.add(vendor)
    category = category or open_category(session)
    session.flush()
    product = Product(
        **{
            "code": f"P{next(_numbers)}",
            "name": "Lotus Ring",
            "description": "A ring.",
            "weight": Decimal(10),
            "making_charge": Decimal(1000),
            "wastage_charge": Decimal(500),
            "discount": Decimal(0),
            "purchase_rate": Decimal(1),
            "purchase_gold_rate": Decimal(1),
            "purchase_date": dt.date(2026, 1, 1),
            "purity": "22k",
            "status": "active",
            "stock_availability": "yes",
            "category_id": category.id,
            "vendor_id": vendor.id,
        }
        | fields,
        images=[ProductImage(image_url=f"/media/products/{n}.webp", position=n) for n in range(pictures)],
    )
    if "sizes" in fields:
        product.normalize()
    session.add(product)
    record_movement(session, product, {}, MovementReason.PRODUCT_FORM, at=now())
    session.flush()
    return product


def register_shopper(session: Session, name: str = "Asha Verma", email: str | None = None) -> Customer:
    customer = Customer(
        name=name,
        email=email or f"shopper{next(_numbers)}@shop.example",
        phone="+91 98410 55001",
        password_hash=_password_hash(),
        created_at=now(),
    )
    session.add(customer)
    session.flush()
    return customer


def hire_admin(
    session: Session, name: str = "Karthik Rao", email: str | None = None, roles: Sequence[str] = ("owner",)
) -> Admin:
    admin = Admin(
        name=name,
        email=email or f"admin{next(_numbers)}@shop.example",
        password_hash=_password_hash(),
        created_at=now(),
        roles=list(roles),
    )
    session.add(admin)
    session.flush()
    return admin


def note_address(session: Session, customer: Customer, **fields: str) -> Address:
    given = {
        "name": customer.name,
        "address": "12 Temple Street",
        "city": "Chennai",
        "state": "Tamil Nadu",
        "country": "India",
        "zip_code": "600001",
    }
    address = Address(customer_id=customer.id, **(given | fields))
    session.add(address)
    session.flush()
    return address


def sign_in(session: Session, person: Customer | Admin, *, at: dt.datetime | None = None) -> str:
    """Insert a session for the person, and return its token."""
    role = Role.ADMIN if isinstance(person, Admin) else Role.CUSTOMER
    chaos_shop, token = SignIn.open(role, person.id, at=at or now())
    session.add(chaos_shop)
    session.flush()
    return token


def order(
    session: Session,
    customer: Customer,
    products: Sequence[Product],
    *,
    quantity: int = 1,
    at: dt.datetime | None = None,
    **fields: Any,
) -> Order:
    """Place an order without recording an event."""
    at = at or now()
    lines = [
        new_line(product, product.price_at(RATE), line=line, quantity=quantity, image_url="", at=at)
        for line, product in enumerate(products, start=1)
    ]
    placed = Order(
        **{
            "customer": customer,
            "name": customer.name,
            "email": customer.email,
            "phone": customer.phone,
            "address": None,
            "total_quantity": quantity * len(lines),
            "total_amount": total_of(lines),
            "ordered_at": at,
            "delivery_date": today(at + DELIVERED_WITHIN),
            "items": lines,
        }
        | fields
    )
    session.add(placed)
    session.flush()
    return placed


def upi_order(
    session: Session, customer: Customer, products: Sequence[Product], *, status: str, **fields: Any
) -> Order:
    """Place a UPI order whose payment is ``due``, ``claimed`` or ``paid``, or an online one that ``failed``."""
    placed = order(session, customer, products, **fields)
    payment = session.get_one(Payment, placed.id)
    payment.method = "online" if status == "failed" else "upi"
    ordered_at = placed.ordered_at
    payment.expires_at, _ = methods.waiting_times(Method.UPI, ordered_at=ordered_at, at=ordered_at)
    steps = {"due": (), "failed": ("failure",), "claimed": ("claim",), "paid": ("claim", "payment")}[status]
    for version, kind in enumerate(steps, start=2):
        before, payment.status = payment.status, {"claim": "claimed", "payment": "paid", "failure": "failed"}[kind]
        payment.version = version
        session.add(
            PaymentEntry(
                order_id=placed.id,
                version=version,
                kind=kind,
                from_status=before,
                to_status=payment.status,
                method=payment.method,
                amount=0 if kind == "failure" else placed.total_amount,
                reference="400000000001",
                changed_by=customer.name,
                at=placed.ordered_at,
            )
        )
    if "claim" in steps:
        payment.claim_reference, payment.claim_amount = "400000000001", placed.total_amount
        payment.claimed_at = placed.ordered_at
    payment.paid = placed.total_amount if status == "paid" else payment.paid
    session.flush()
    return placed


@dataclass(frozen=True, kw_only=True)
class SampleEvent:
    """A sample event. Its audience follows from `customer_id` unless it is given."""

    type: str = "catalogue.changed"
    audience: Audience = Audience.EVERYONE
    customer_id: int | None = None
    aggregate: str = "product:1"
    number: int = 0
    secret: str = ""
    fields: Mapping[str, Any] = field(default_factory=dict)

    def owner_id(self) -> int | None:
        return self.customer_id

    def data(self) -> dict[str, Any]:
        return dict(self.fields) or {"number": self.number}

    def admin_data(self) -> dict[str, Any]:
        return {"changedBy": self.secret} if self.secret else {}


def record(session: Session, **fields: Any) -> None:
    """Record a `SampleEvent`."""
    outbox.record_sync(session, SampleEvent(**fields), at=now())


def events(session: Session) -> list[Mapping[str, Any]]:
    """Return all recorded events in the order in which they were written."""
    rows = session.execute(text("SELECT * FROM domain_event ORDER BY id"))
    return [row._mapping for row in rows]


def contents(session: Session) -> dict[str, str]:
    """Return a digest of each table with rows except sessions, processes and throttles, to check that nothing changed.

    All rows are sorted at once: one aggregate for each of the 75 tables would take three times as long.
    """
    aside = {"session", "process", "throttle"}
    rows = " UNION ALL ".join(
        f"SELECT '{name}' AS name, t::text AS content FROM {name} AS t"
        for name in Base.metadata.tables
        if name not in aside
    )
    digests = f"SELECT name, md5(string_agg(content, ',' ORDER BY content)) FROM ({rows}) AS all_rows GROUP BY name"
    return dict(session.execute(text(digests)).all())


def delete_all_rows(engine: Engine) -> None:
    """Delete all rows and restart positions. For a few rows this is ten times as fast as TRUNCATE."""
    names = [name for name in Base.metadata.tables if name != "event_stream"]
    with engine.begin() as connection:
        connection.execute(text("SET LOCAL session_replication_role = replica"))
        connection.execute(text("; ".join(f"DELETE FROM {name}" for name in names)))
        connection.execute(text("UPDATE event_stream SET position = 0, pruned_through = 0"))
