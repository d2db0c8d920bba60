import datetime as dt
from dataclasses import replace
from decimal import Decimal

import pytest

import shop.db.models  # noqa: F401 - registers all tables
from demo.orders import new_line
from shop.catalogue.model import Product
from shop.customers.model import Customer
from shop.orders import status_writes
from shop.orders.model import Order, Status
from shop.orders.status_rules import Line, StaleVersion, TooManyWeights, change_status

PLACED = dt.datetime(2026, 11, 20, 9, tzinfo=dt.UTC)
LATER = PLACED + dt.timedelta(hours=2)


def an_order(*statuses: Status) -> Order:
    product = Product(
        id=1,
        name="Lotus Ring",
        weight=Decimal(10),
        making_charge=Decimal(1000),
        wastage_charge=Decimal(500),
        discount=Decimal(0),
        stones=[],
        purity="22k",
    )
    lines = []
    for number, status in enumerate(statuses, start=1):
        price = product.price_at(Decimal(9000))
        line = new_line(product, price, line=number, quantity=2, image_url="/x.webp", at=PLACED)
        line.id, line.order_id, line.status = number, 7, status.value
        lines.append(line)
    return Order(id=7, customer_id=3, customer=Customer(id=3), items=lines)


def lines(*statuses: Status, text: str | None = None) -> list[Line]:
    return [
        Line(
            id=number,
            order_id=7,
            customer_id=3,
            quantity=2,
            status_text=text,
            status=status.value,
            ordered_at=PLACED,
            packed_at=None,
            shipped_at=None,
            delivered_at=None,
            cancelled_at=None,
            version=1,
            changed_by=None,
        )
        for number, status in enumerate(statuses, start=1)
    ]


def change(order: list[Line], status: Status, *, seen_version: int | None = None):
    return change_status(order, 1, status, changed_by="Karthik", at=LATER, seen_version=seen_version)


SETTABLE = [status for status in Status if status is not Status.CANCELLED]


@pytest.mark.parametrize("previous", SETTABLE)
@pytest.mark.parametrize("status", SETTABLE)
def test_any_status_may_follow_any_other(previous, status):
    event = change(lines(previous), status, seen_version=1)
    assert (event.previous, event.status, event.version, event.at) == (previous, status, 2, LATER)
    assert event.changed_by == "Karthik"
    assert getattr(event, f"{status}_at") == LATER
    untouched = {"ordered", "packed", "shipped", "delivered"} - {status.value, "ordered"}
    assert all(getattr(event, f"{name}_at") is None for name in untouched)


def test_a_change_says_all_that_a_page_needs():
    event = change(lines(Status.ORDERED, Status.SHIPPED), Status.PACKED)
    assert event.aggregate == "order:7"
    assert event.data() == {
        "orderId": 7,
        "itemId": 1,
        "customerId": 3,
        "from": "ordered",
        "status": "packed",
        "orderedAt": "2026-11-20T09:00:00.000Z",
        "packedAt": "2026-11-20T11:00:00.000Z",
        "shippedAt": None,
        "deliveredAt": None,
        "cancelledAt": None,
        "version": 2,
        "currentStatus": "packed",
        "at": "2026-11-20T11:00:00.000Z",
        "undoes": None,
        "reason": None,
    }
    assert event.admin_data() == {"changedBy": "Karthik", "weights": []}
    assert event.for_admins() == event.data() | event.admin_data()


def test_a_packed_line_keeps_what_its_pieces_weighed_which_the_shopper_does_not_see():
    seen = lines(Status.ORDERED)
    weights = [Decimal("10.010"), Decimal("9.98")]
    event = change_status(seen, 1, Status.PACKED, changed_by="Karthik", at=LATER, seen_version=1, weights=weights)
    assert event.for_admins()["weights"] == [10.01, 9.98]
    assert "weights" not in event.data()
    assert status_writes.change_status(event, seen, admin_id=5).values["weights"] == weights


def test_a_line_has_no_more_weights_than_pieces():
    with pytest.raises(TooManyWeights, match="2 pieces, and not 3"):
        change_status(
            lines(Status.ORDERED),
            1,
            Status.PACKED,
            changed_by="Karthik",
            at=LATER,
            seen_version=1,
            weights=[Decimal(10)] * 3,
        )


def test_what_is_kept_in_the_history_is_what_happened():
    seen = lines(Status.PACKED)
    event = change(seen, Status.SHIPPED)
    step = status_writes.change_status(event, seen, admin_id=5).values
    assert (step["item_id"], step["version"], step["previous_status"], step["status"]) == (
        1,
        2,
        "packed",
        "shipped",
    )
    assert (step["changed_at"], step["admin_id"], step["changed_by"]) == (LATER, 5, "Karthik")


@pytest.mark.parametrize("seen", [1, 3, 99])
def test_a_stale_version_is_refused(seen):
    now = [replace(line, version=2, packed_at=LATER, changed_by="Karthik") for line in lines(Status.PACKED)]
    with pytest.raises(StaleVersion) as refusal:
        change_status(now, 1, Status.SHIPPED, changed_by="Meera", at=LATER, seen_version=seen)
    assert "Karthik" in refusal.value.message
    assert refusal.value.data is not None
    assert {key: refusal.value.data[key] for key in ("itemId", "status", "version", "changedBy", "at")} == {
        "itemId": 1,
        "status": "packed",
        "version": 2,
        "changedBy": "Karthik",
        "at": "2026-11-20T11:00:00.000Z",
    }


def test_who_saw_no_version_may_change_anyway():
    now = [replace(line, version=2) for line in lines(Status.PACKED)]
    assert change(now, Status.ORDERED).version == 3


@pytest.mark.parametrize(
    ("statuses", "current"),
    [
        ([Status.ORDERED], "ordered"),
        ([Status.DELIVERED, Status.PACKED, Status.SHIPPED], "packed"),
        ([Status.SHIPPED, Status.DELIVERED], "shipped"),
        ([Status.DELIVERED, Status.DELIVERED], "delivered"),
    ],
)
def test_an_order_is_as_far_as_its_last_line(statuses, current):
    assert an_order(*statuses).current_status == current
    assert change(lines(Status.ORDERED, *statuses), Status.DELIVERED).current_status == current


def test_what_an_admin_wrote_goes_before_the_lines():
    order = an_order(Status.DELIVERED)
    order.status_text = "held at customs"
    assert order.current_status == "held at customs"
    assert change(lines(Status.DELIVERED, text="held at customs"), Status.PACKED).current_status == "held at customs"


def test_a_line_keeps_its_price_when_the_product_changes():
    item = an_order(Status.ORDERED).items[0]
    assert (item.price.ornament_price, item.total_amount) == (Decimal(91500), Decimal(183000))
    assert [(step.version, step.from_status, step.to_status, step.at) for step in item.history] == [
        (1, None, "ordered", PLACED)
    ]
