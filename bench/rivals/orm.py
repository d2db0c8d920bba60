"""A shop in the style of FastAPI's and SQLAlchemy's guides: ORM objects and response models."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated

from fastapi import Depends, FastAPI
from pydantic import BaseModel, ConfigDict
from sqlalchemy import desc, select
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker, create_async_engine
from sqlalchemy.orm import selectinload

import shop.db.models  # noqa: F401 - all tables must be known
from api.catalogue.schemas import ProductOut
from demo.orders import new_line
from shop.catalogue.model import Category, Product
from shop.catalogue.price_listing import Listing
from shop.clock import now, today
from shop.customers.model import Customer
from shop.events.model import DomainEvent
from shop.orders.model import Order
from shop.rates.queries import current_rate

_engine = create_async_engine(os.environ["SHOP_DATABASE_URL"], pool_size=16, max_overflow=0)
_sessions = async_sessionmaker(_engine, expire_on_commit=False)


async def _session() -> AsyncIterator[AsyncSession]:
    async with _sessions() as session:
        yield session


Database = Annotated[AsyncSession, Depends(_session)]


class Page(BaseModel):
    """The page as the client reads it."""

    message: str
    data: list[ProductOut]


class LineIn(BaseModel):
    """A line of an order; every field has its name on the wire."""

    model_config = ConfigDict(extra="allow")
    productId: int  # noqa: N815
    productQuantity: int  # noqa: N815
    totalAmount: float  # noqa: N815


class OrderIn(BaseModel):
    """An order as the client sends it."""

    model_config = ConfigDict(extra="allow")
    customerId: int  # noqa: N815
    totalQuantity: int  # noqa: N815
    totalAmount: float  # noqa: N815
    items: list[LineIn]


class OrderOut(BaseModel):
    """The order that was placed."""

    id: int
    items: list[LineIn]


@asynccontextmanager
async def _life(_app: FastAPI) -> AsyncIterator[None]:
    yield
    await _engine.dispose()


app = FastAPI(lifespan=_life)


@app.get("/api/product/customer/")
async def products(database: Database, limit: int) -> Page:
    """List the newest products."""
    rate = (await database.scalars(current_rate(today(now())))).one()
    rows = await database.execute(
        select(Product, Category.name)
        .join(Listing, Listing.product_id == Product.id)
        .join(Category, Category.id == Product.category_id)
        .options(selectinload(Product.images))
        .order_by(desc(Listing.listed_at), desc(Listing.product_id))
        .limit(limit)
    )
    return Page(message="Products", data=[ProductOut.of(product, name, rate.r22k) for product, name in rows])


@app.post("/api/order/")
async def place(database: Database, wanted: OrderIn) -> OrderOut:
    """Write an order with its lines and its event, without checking the shop's rules."""
    at = now()
    customer = (await database.scalars(select(Customer).where(Customer.id == wanted.customerId))).one()
    ids = [item.productId for item in wanted.items]
    found = await database.scalars(select(Product).where(Product.id.in_(ids)).options(selectinload(Product.images)))
    products = {product.id: product for product in found}
    rate = (await database.scalars(current_rate(today(at)))).one()
    lines = [
        new_line(
            products[item.productId],
            products[item.productId].price_at(rate.r22k),
            line=line,
            quantity=item.productQuantity,
            image_url="",
            at=at,
        )
        for line, item in enumerate(wanted.items, start=1)
    ]
    order = Order(
        customer=customer,
        name=customer.name,
        email=customer.email,
        phone=customer.phone,
        total_quantity=wanted.totalQuantity,
        total_amount=wanted.totalAmount,
        ordered_at=at,
        items=lines,
    )
    database.add(order)
    await database.flush()
    data = wanted.model_dump(mode="json")
    event = {"type": "order.placed", "aggregate": f"order:{order.id}", "reach": "customer_and_admins"}
    database.add(DomainEvent(**event, customer_id=customer.id, data=data, occurred_at=at))
    await database.commit()
    return OrderOut(id=order.id, items=wanted.items)
