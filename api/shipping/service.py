"""Sets courier and tracking number of an order line, with history and event; the caller commits."""

from sqlalchemy.ext.asyncio import AsyncSession

from api.auth.identity import Person
from api.shipping.schemas import ShipmentIn, ShipmentOut
from shop.audit.context import record_action
from shop.clock import now
from shop.errors import Conflict, Invalid, NotFound
from shop.events import outbox
from shop.orders.model import OrderItem
from shop.shipping import queries, rules
from shop.shipping.events import OrderShipmentChanged
from shop.shipping.model import ShipmentChange
from shop.shipping.settings import couriers


async def set_shipment(database: AsyncSession, wanted: ShipmentIn, admin: Person) -> ShipmentOut:
    """Set courier and tracking number of a line, and of other lines of its order.

    Return the new values of the first one.

    :raises NotFound: if there is no such line, or another one is not of the same order.
    :raises Invalid: if the shop does not use that courier, or only one of the two values is given.
    :raises shop.shipping.rules.NotShipped, shop.shipping.rules.StaleShipment: see there.
    """
    seen = {wanted.item_id: wanted.version} | {each.item_id: each.version for each in wanted.also_items}
    items = [await _checked_line(database, item_id, version) for item_id, version in seen.items()]
    if len({item.order_id for item in items}) > 1:
        raise NotFound("There is no such item in this order.")
    if (wanted.courier is None) != (wanted.tracking_number is None):
        missing = "courier" if wanted.courier is None else "trackingNumber"
        sentence = "Courier and tracking number belong together."
        raise Invalid(sentence, fields={missing: sentence})
    courier = couriers().get(wanted.courier) if wanted.courier else None
    if wanted.courier and courier is None and any(wanted.courier != item.courier for item in items):
        sentence = f"The shop sends with {' and '.join(couriers()) or 'no courier'}."
        raise Invalid(sentence, fields={"courier": sentence})
    link = courier.link(wanted.tracking_number or "") if courier else None
    first, *_ = [await _write(database, item, wanted, link, admin) for item in items]
    return first


async def _checked_line(database: AsyncSession, item_id: int, version: int) -> OrderItem:
    """Lock a line with its order, and return it."""
    item = await database.scalar(queries.line_for_update(item_id))
    if item is None:
        raise NotFound("There is no such order item.")
    try:
        rules.check_change(item, seen_version=version)
    except Conflict as refusal:
        refusal.data = {
            "itemId": item.id,
            "courier": item.courier,
            "trackingNumber": item.tracking_number,
            "shipmentVersion": item.shipment_version,
        }
        raise
    return item


async def _write(
    database: AsyncSession, item: OrderItem, wanted: ShipmentIn, link: str | None, admin: Person
) -> ShipmentOut:
    at = now()
    customer_id = await database.scalar(queries.owner_of(item.order_id))
    wanted_fields = {"courier": wanted.courier, "tracking_number": wanted.tracking_number}
    changes = {
        name: {"from": getattr(item, name), "to": value}
        for name, value in wanted_fields.items()
        if getattr(item, name) != value
    }
    for name, value in wanted_fields.items():
        setattr(item, name, value)
    item.tracking_url, item.shipment_version = link, item.shipment_version + 1
    database.add(
        ShipmentChange(
            order_item_id=item.id,
            version=item.shipment_version,
            at=at,
            admin_id=admin.id,
            changed_by=admin.name,
            **wanted_fields,
        )
    )
    label = f"item {item.line}, {item.product_name}"
    await database.run_sync(record_action, "changed", "order", entity_id=item.order_id, label=label, changes=changes)
    event = OrderShipmentChanged(
        order_id=item.order_id,
        item_id=item.id,
        customer_id=customer_id or 0,
        tracking_url=link,
        shipment_version=item.shipment_version,
        changed_by=admin.name,
        at=at,
        **wanted_fields,
    )
    await outbox.record(database, event, at=at)
    return ShipmentOut.model_validate(event.for_admins())
