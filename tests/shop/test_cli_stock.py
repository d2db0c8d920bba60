"""The command `shop stock`."""

import pytest
from sqlalchemy import text
from sqlalchemy.orm import Session
from typer.testing import CliRunner

from shop.cli.app import app
from tests.support import factories


@pytest.fixture
def session(real_commits):
    with Session(real_commits) as made:
        yield made


@pytest.fixture
def verify(session, database_url, monkeypatch):
    monkeypatch.setenv("SHOP_DATABASE_URL", database_url)

    def typed() -> tuple[int, str]:
        result = CliRunner().invoke(app, ["stock", "verify"])
        session.rollback()
        return result.exit_code, result.output

    return typed


def test_counts_that_agree_with_the_ledger_are_said_to(session, verify):
    factories.stock_product(session, stock_quantity=5)
    factories.stock_product(session)
    session.commit()
    assert verify() == (0, "1 counted product checked; every count is the sum of its movements.\n")


def test_a_count_that_was_changed_past_the_ledger_is_named(session, verify):
    product = factories.stock_product(session, name="Lotus Ring", stock_quantity=5)
    session.execute(text("UPDATE product SET stock_quantity = 6"))
    session.commit()
    code, said = verify()
    assert code == 1
    assert said == (
        f"product {product.id} (Lotus Ring): its count is 6, its movements make 5\n"
        "1 counted product checked, 1 wrong.\n"
    )


def test_an_order_line_that_took_more_than_it_has_is_named(session, verify):
    product = factories.stock_product(session, stock_quantity=5)
    order = factories.order(session, factories.register_shopper(session), [product])
    item = order.items[0].id
    session.execute(
        text(
            "INSERT INTO stock_movement (product_id, quantity, reason, order_item_id, at)"
            " VALUES (:product, -2, 'order', :item, now())"
        ),
        {"product": product.id, "item": item},
    )
    session.execute(text("UPDATE product SET stock_quantity = 3"))
    session.commit()
    assert verify() == (
        1,
        f"order item {item}: it has 1 pieces, its movements took 2\n1 counted product checked, 1 wrong.\n",
    )
