"""Every table, imported in one place for the migrations and for SQLAlchemy's registry."""
# ruff: noqa: F401 - an import registers its tables

from shop.api_keys.model import ApiKey
from shop.audit.model import AuditEntry
from shop.carts.model import CartItem
from shop.catalogue.model import Category, Product, Vendor
from shop.catalogue.price_listing import FACET_GROUP_COUNTS, FacetGroup, Listing
from shop.catalogue.text_search.product_names import ProductName
from shop.contact.model import ContactMessage
from shop.customer_record.model import CustomerNote, SentMail
from shop.customers.model import Address, Customer
from shop.customers.one_time_codes import OneTimeCode
from shop.desk.model import OrderAssignment, OrderNote
from shop.events.model import Delivery, DeliveryAttempt, DomainEvent, EventStream, QueuePause
from shop.huids.model import HallmarkedPiece
from shop.idempotency.model import STORED_RESPONSES, IdempotencyKey
from shop.integrations.model import WebhookDelivery, WebhookEndpoint, WebhookTally
from shop.invoices.model import Invoice, InvoiceCounter
from shop.newsletter.model import NewsletterReader
from shop.notifications.model import MailChoice, PushDevice, PushSent
from shop.operations.model import Process, Tally
from shop.orders.mail_limit import OrderMail
from shop.orders.model import Order, OrderItem, StatusChange
from shop.orders.statistics import STATUS_AMOUNTS, STATUS_COUNTS
from shop.pan.model import OrderPan
from shop.payments.model import Payment, PaymentEntry, PaymentLink, PaymentNotice, PaymentRefund
from shop.personal_data.model import DataExport
from shop.policies.model import PolicyVersion
from shop.price_holds.model import PriceHold
from shop.product_images.model import ProductImage
from shop.product_imports.model import ImportRow, ProductImport
from shop.rates.model import GoldRate, RateInForce
from shop.returns.model import Return, ReturnStep
from shop.reviews.model import HelpfulMark, Review, ReviewPhoto
from shop.saved_views.model import DefaultView, SavedView
from shop.sessions.model import EndedSession, Session
from shop.shipping.model import ShipmentChange
from shop.staff.model import Admin, AdminPreferences, StaffInvitation
from shop.staff.second_factor import SecondFactor, StaffPolicy
from shop.stock.model import BackInStockRequest, StockMovement
from shop.stuck.model import StuckReport
from shop.throttles.model import Throttle
from shop.tracking.model import TrackingLink
from shop.wishlists.model import WishlistEntry

COUNTERS = (FACET_GROUP_COUNTS, STATUS_AMOUNTS, STATUS_COUNTS)
"""The tables that :func:`shop.db.counters.compact` keeps small."""
