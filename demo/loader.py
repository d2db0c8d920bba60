"""Load the demo shop in one transaction."""

import datetime as dt
import os

from sqlalchemy import delete, func, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Session

from demo import ADMIN, SHOPPER, carts, desk, invoices, orders, pans, payments, returns, reviews
from demo.catalogue import Catalogue
from shop.catalogue import sales_counts
from shop.clock import now, today
from shop.customers.model import Address, Customer
from shop.db.engine import make_async_engine, make_sessions
from shop.events import outbox
from shop.events.model import DomainEvent
from shop.personal_data import erasure
from shop.personal_data.events import AccountDeleted, AccountErased
from shop.rates import repricing
from shop.reviews.events import ReviewChanged, ReviewPhotoUploaded
from shop.reviews.model import ReviewPhoto
from shop.security.passwords import hash_password
from shop.settings import settings
from shop.staff.model import Admin
from shop.staff.roles import StaffRole

PEOPLE = (
    ("Meera Joshi", "Bengaluru", "Karnataka"),
    ("Arjun Nair", "Kochi", "Kerala"),
    ("Vikram Singh Rathore", "Mysuru", "Karnataka"),
    ("Kavitha Subramanian", "Madurai", "Tamil Nadu"),
    ("Rohan Mehta", "Bengaluru", "Karnataka"),
    ("Fatima Sheikh", "Chennai", "Tamil Nadu"),
    ("Leela Thomas", "Thiruvananthapuram", "Kerala"),
    ("Sanjay Kulkarni", "Mangaluru", "Karnataka"),
    ("Ananya Iyer", "Chennai", "Tamil Nadu"),
    ("Nisha Agarwal", "Coimbatore", "Tamil Nadu"),
    ("Priya Menon", "Kozhikode", "Kerala"),
    ("Harpreet Kaur", "Bengaluru", "Karnataka"),
)
STAFF = (
    ("Priya Menon", StaffRole.ORDERS),
    ("Devika Nambiar", StaffRole.CATALOGUE),
    ("Farah Khan", StaffRole.FINANCE),
    ("Thomas Jacob", StaffRole.OPERATOR),
    ("Ravi Balan", StaffRole.VIEWER),
)
"""Staff besides the owner. The sign-in name of each is their role ``@swarna.example``."""
ZIP_CODES = {
    "Chennai": 600001,
    "Coimbatore": 641001,
    "Madurai": 625001,
    "Kochi": 682001,
    "Kozhikode": 673001,
    "Thiruvananthapuram": 695001,
    "Bengaluru": 560001,
    "Mysuru": 570001,
    "Mangaluru": 575001,
}
"""The first ZIP code of each city."""
FORMER_SHOPPER = "Kavitha Subramanian"
"""This shopper has deleted her account. Her only order is closed, and is kept without her name."""
STREETS = ("Second Main Road", "Temple Street", "Lake View Road", "Gandhi Road", "Church Street")


async def load() -> str:
    """Load the demo shop if the database is empty. Return a sentence about the result."""
    engine = make_async_engine(settings(), "demo", pool_size=1)
    try:
        async with make_sessions(engine).begin() as session:
            if await session.scalar(select(func.count()).select_from(Admin)) or await session.scalar(
                select(func.count()).select_from(Customer)
            ):
                return "The database holds a shop already; the demo data was not loaded."
            return await _load(session)
    finally:
        await engine.dispose()


async def _load(session: AsyncSession) -> str:
    at = now()
    catalogue = Catalogue.from_files()
    rates = catalogue.rates(newest=today(at))
    session.add_all([*rates, catalogue.scheduled_rate(rates[-1])])
    staff = _staff(at)
    session.add_all(staff)
    admin = staff[0]
    renditions = os.environ.get("SHOP_DEMO_RENDITIONS") != "no"
    stocked = await catalogue.load(session, at=at, renditions=renditions)
    products = [product for product in stocked if product.on_sale_at is None]
    asha, others = _shoppers(at)
    session.add_all([asha, *others])
    await session.flush()
    former = next(shopper for shopper in others if shopper.name == FORMER_SHOPPER)
    addresses = [_address(number, customer) for number, customer in enumerate([asha, *others])]
    session.add_all(addresses)
    session.add_all(carts.fill(others, products, at=at))
    placed = orders.draw(asha, others, addresses, products, rates, admin, at=at)
    session.add_all(placed)
    await session.flush()
    await session.run_sync(payments.pay, placed, admin, at=at)
    await session.run_sync(orders.enter_huids, placed)
    await session.run_sync(pans.give, placed)
    await session.run_sync(returns.draw, placed, admin, at=at)
    await session.run_sync(invoices.issue, placed, at=at)
    await session.run_sync(desk.draw, placed, staff, at=at)
    written = reviews.draw(asha, placed, products, at=at)
    session.add_all(written)
    await session.flush()
    session.add_all(reviews.mark(written, [asha, *others]))
    if renditions:
        kept = [review for review in written if review.customer_id != former.id]
        await _add_photos(session, reviews.show(kept, products, catalogue.worn_originals()), at=at)
    await session.flush()
    await session.run_sync(_delete_account, former, at=at)
    await session.execute(sales_counts.refresh_all(at=at))
    await session.run_sync(repricing.apply_current_rate, day=today(at))
    return f"Loaded the demo shop: {len(stocked)} products, {len(others) + 1} shoppers, {len(placed)} orders."


async def _add_photos(session: AsyncSession, photos: list[ReviewPhoto], *, at: dt.datetime) -> None:
    """Add photos of reviews, which the workers render."""
    session.add_all(photos)
    await session.flush()
    for photo in photos:
        await outbox.record(session, ReviewPhotoUploaded(photo_id=photo.id, review_id=photo.review_id), at=at)


def _delete_account(session: Session, shopper: Customer, *, at: dt.datetime) -> None:
    """Delete an account as its shopper does, and delete the events, so that no worker processes them."""
    erasure.delete_account(session, shopper, at=at)
    told = {AccountDeleted.type, AccountErased.type, ReviewChanged.type}
    session.execute(delete(DomainEvent).where(DomainEvent.type.in_(told)))


def _staff(at: dt.datetime) -> list[Admin]:
    """Return an owner, then one person for each other role, all with the same password."""
    password_hash = hash_password(ADMIN[1])
    people = [("Karthik Rao", ADMIN[0], [StaffRole.OWNER])]
    people += [(name, f"{role}@swarna.example", [role]) for name, role in STAFF]
    return [
        Admin(name=name, email=email, password_hash=password_hash, created_at=at, roles=list(roles))
        for name, email, roles in people
    ]


def _shoppers(at: dt.datetime) -> tuple[Customer, list[Customer]]:
    joined = at - dt.timedelta(days=60)
    asha = Customer(
        name="Asha Verma",
        email=SHOPPER[0],
        phone="+91 98410 55001",
        password_hash=hash_password(SHOPPER[1]),
        created_at=joined,
        email_confirmed_at=joined,
    )
    shared = hash_password(os.urandom(16).hex())
    others = [
        Customer(
            name=name,
            email=f"{name.split()[0].lower()}@shoppers.swarna.example",
            phone=f"+91 98{number:03d} 55{number * 7 % 100:03d}",
            password_hash=shared,
            created_at=joined + dt.timedelta(days=number),
            email_confirmed_at=joined + dt.timedelta(days=number),
        )
        for number, (name, _, _) in enumerate(PEOPLE, start=10)
    ]
    return asha, others


def _address(number: int, customer: Customer) -> Address:
    _, city, state = PEOPLE[number - 1] if number else ("", "Chennai", "Tamil Nadu")
    return Address(
        customer_id=customer.id,
        name=customer.name,
        address=f"{12 + number * 3} {STREETS[number % len(STREETS)]}",
        city=city,
        state=state,
        country="India",
        zip_code=f"{ZIP_CODES[city] + number}",
    )
