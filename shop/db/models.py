"""Every table, imported in one place for the migrations and for SQLAlchemy's registry."""

from shop.audit.model import AuditEntry
from shop.carts.model import CartItem
from shop.catalogue.importing.model import ImportRow, ProductImport
from shop.catalogue.listing import Listing, Shelf
from shop.catalogue.model import Category, Product, ProductImage, Vendor
from shop.contact.model import ContactMessage
from shop.customers.codes import OneTimeCode
from shop.customers.model import Address, Customer
from shop.db.counters import LINES, LISTED, SHELVED
from shop.events.model import Delivery, DomainEvent, EventStream
from shop.idempotency.model import KEPT_ANSWERS, IdempotencyKey
from shop.newsletter.model import NewsletterReader
from shop.operations.model import Process, Tally
from shop.orders.mails import OrderMail
from shop.orders.model import Order, OrderItem, StatusChange
from shop.rates.model import GoldRate, RateInForce
from shop.reviews.model import Review
from shop.sessions.endings import EndedSession
from shop.sessions.model import Session
from shop.staff.model import Admin, AdminPreferences
from shop.throttles.model import Throttle
from shop.wishlists.model import WishlistEntry

__all__ = [
    "KEPT_ANSWERS",
    "LINES",
    "LISTED",
    "SHELVED",
    "Address",
    "Admin",
    "AdminPreferences",
    "AuditEntry",
    "CartItem",
    "Category",
    "ContactMessage",
    "Customer",
    "Delivery",
    "DomainEvent",
    "EndedSession",
    "EventStream",
    "GoldRate",
    "IdempotencyKey",
    "ImportRow",
    "Listing",
    "NewsletterReader",
    "OneTimeCode",
    "Order",
    "OrderItem",
    "OrderMail",
    "Process",
    "Product",
    "ProductImage",
    "ProductImport",
    "RateInForce",
    "Review",
    "Session",
    "Shelf",
    "StatusChange",
    "Tally",
    "Throttle",
    "Vendor",
    "WishlistEntry",
]
