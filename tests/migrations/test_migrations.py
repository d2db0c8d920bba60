"""The migrations create exactly the tables that the code declares, and can be reverted."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path

import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import String, bindparam, create_engine, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from shop.clock import now
from shop.returns.model import Return, ReturnStep
from shop.stock.model import StockMovement
from tests.support import factories
from tests.support.migrations import CONFIG, alembic
from tests.support.push_service import Device


def test_the_migrated_tables_are_the_declared_ones(new_database):
    alembic(new_database(), "check")


def test_every_migration_can_be_undone_and_done_again(new_database):
    database_url = new_database()
    for words in (("downgrade", "base"), ("upgrade", "head"), ("check",)):
        alembic(database_url, *words)


def test_there_is_one_newest_migration():
    assert len(ScriptDirectory.from_config(CONFIG).get_heads()) == 1


STOP_ONCE = """
    CREATE SEQUENCE attempt;
    CREATE FUNCTION stop_once() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF NEW.version_num = ANY(TG_ARGV) AND nextval('attempt') % 2 = 1 THEN
            RAISE 'stopped';
        END IF;
        RETURN NEW;
    END $$;
    CREATE TRIGGER stop_once BEFORE INSERT OR UPDATE ON alembic_version FOR EACH ROW EXECUTE FUNCTION stop_once({})
"""


def test_a_migration_that_was_stopped_can_be_run_again(new_database):
    """Those that commit a part by themselves are stopped once each, after that part and before they are recorded."""
    database_url = new_database(template="template0")
    first, *others = reversed(list(ScriptDirectory.from_config(CONFIG).walk_revisions()))
    stopped = [
        script.revision
        for script in others
        if any(word in Path(script.path).read_text("utf-8") for word in ("autocommit_block", "indexes.build"))
    ]
    alembic(database_url, "upgrade", first.revision)
    engine = create_engine(database_url)
    with engine.begin() as connection:
        connection.execute(text(STOP_ONCE.format(", ".join(map("'{}'".format, stopped)))))
    for revision in stopped:
        with pytest.raises(DBAPIError, match="stopped"):
            alembic(database_url, "upgrade", revision)
    alembic(database_url, "upgrade", "head")
    with engine.begin() as connection:
        connection.execute(text("DROP SEQUENCE attempt"))
        broken = connection.scalars(text("SELECT indexrelid::regclass::text FROM pg_index WHERE NOT indisvalid"))
        assert broken.all() == []
    engine.dispose()


UNINDEXED = """
    SELECT conrelid::regclass::text, attname
    FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
    WHERE contype = 'f' AND confrelid IN ('customer'::regclass, 'product'::regclass) AND NOT EXISTS (
        SELECT FROM pg_index
        WHERE indrelid = conrelid AND indkey[0] = conkey[1] AND indpred IS NULL AND indisvalid
    )
    ORDER BY 1, 2
"""


def test_the_rows_of_a_customer_or_product_are_found_by_index(new_database):
    """The deletion of a customer or a product looks for these rows while it holds locks."""
    engine = create_engine(new_database())
    with engine.connect() as connection:
        assert connection.execute(text(UNINDEXED)).all() == []
    engine.dispose()


def test_orders_of_a_running_shop_are_found_by_the_names_under_which_they_were_placed(new_database):
    database_url = new_database()
    engine = create_engine(database_url)
    with Session(engine) as session, session.begin():
        factories.set_gold_rate(session)
        product = factories.stock_product(session, name="Old name")
        factories.order(session, factories.register_shopper(session), [product])
    alembic(database_url, "downgrade", "20261127_stars_by_reviews")
    with engine.begin() as connection:
        connection.execute(text("UPDATE product SET name = 'Later name'"))
    alembic(database_url, "upgrade", "head")
    with engine.begin() as connection:
        connection.execute(text("UPDATE product SET name = 'Last name'"))
        names = set(connection.scalars(text("SELECT name FROM product_name")))
    engine.dispose()
    assert names == {"Old name", "Later name", "Last name"}


@pytest.mark.usefixtures("shop_settings")  # orders by UPI have its hours
def test_payments_that_the_previous_version_records_have_their_times(new_database):
    database_url = new_database()
    engine = create_engine(database_url)
    with Session(engine) as session, session.begin():
        factories.set_gold_rate(session)
        factories.upi_order(
            session, factories.register_shopper(session, "Asha"), [factories.stock_product(session)], status="paid"
        )
    alembic(database_url, "downgrade", "20261203_orders_without_items")
    with engine.begin() as connection:
        connection.execute(text("UPDATE payment SET paid_at = NULL"))
    alembic(database_url, "upgrade", "head")
    with Session(engine) as session, session.begin():
        placed = factories.upi_order(
            session, factories.register_shopper(session, "Ben"), [factories.stock_product(session)], status="paid"
        )
        session.execute(
            text("""
                INSERT INTO payment_entry (order_id, version, kind, from_status, to_status, method, amount, at)
                VALUES (:id, 4, 'refund', 'paid', 'part_refunded', 'upi', 1, '2026-12-01 10:00:00+00')
            """),
            {"id": placed.id},
        )
    times = text("""
        SELECT kind, count(*) FROM payment JOIN payment_entry USING (order_id)
        WHERE at = CASE kind WHEN 'payment' THEN paid_at WHEN 'refund' THEN refunded_at END GROUP BY kind
    """)
    with engine.begin() as connection:
        assert dict(connection.execute(times).all()) == {"payment": 2, "refund": 1}
    engine.dispose()


def test_devices_of_a_running_shop_belong_to_the_sign_in_that_was_used_last(new_database):
    database_url = new_database()
    engine = create_engine(database_url)
    with Session(engine) as session, session.begin():
        asha, ben = factories.register_shopper(session, "Asha"), factories.register_shopper(session, "Ben")
        for hours in (1, 2, 3):
            factories.sign_in(session, asha, at=now() - timedelta(hours=hours))
        for shopper in (asha, ben):
            session.add(Device(f"https://push.example/{shopper.name}").row(shopper.id))
    alembic(database_url, "downgrade", "20261129_sold_without_cancelled")
    alembic(database_url, "upgrade", "head")
    with engine.begin() as connection:
        kept = connection.execute(
            text("SELECT endpoint, seen_at FROM push_device JOIN session ON session.id = session_id")
        ).all()
        newest = connection.scalar(text("SELECT max(seen_at) FROM session"))
        assert kept == [("https://push.example/Asha", newest)]
        connection.execute(text("DELETE FROM session"))
        lapsed = connection.scalars(text("SELECT endpoint FROM push_device WHERE session_id IS NULL ORDER BY endpoint"))
        assert lapsed.all() == ["https://push.example/Asha", "https://push.example/Ben"]
    engine.dispose()


@pytest.mark.usefixtures("shop_settings")  # orders by UPI have its hours
def test_the_histories_of_customers_who_were_removed_before_lose_their_names(new_database):
    database_url = new_database()
    engine = create_engine(database_url)
    with Session(engine) as session, session.begin():
        asha = factories.register_shopper(session, "Asha")
        order = factories.upi_order(session, asha, [factories.stock_product(session)], status="claimed").id
        moved = {"customer_id": {"from": asha.id + 1, "to": asha.id}, "name": {"from": "A name", "to": "Asha"}}
        for entity, id_, action, changes in (
            ("customer", asha.id, "changed", {}),
            ("customer", asha.id + 1, "changed", {}),
            ("customer", asha.id + 1, "deleted", {}),
            ("order", order, "changed", moved),
            ("order", order, "changed", {}),
        ):
            session.execute(
                text("""
                    INSERT INTO audit_entry (actor, action, entity, entity_id, label, changes)
                    VALUES ('Karthik Rao', :action, :entity, :id, 'A name', :changes)
                """).bindparams(bindparam("changes", type_=JSONB)),
                {"action": action, "entity": entity, "id": id_, "changes": changes},
            )
    alembic(database_url, "downgrade", "20261129_low_stock_of_sizes")
    alembic(database_url, "upgrade", "head")
    with engine.begin() as connection:
        labels = connection.scalars(text("SELECT label FROM audit_entry ORDER BY id")).all()
        name = connection.scalar(text("SELECT changes -> 'name' FROM audit_entry WHERE changes ? 'customer_id'"))
        payers = connection.scalars(text("SELECT changed_by FROM payment_entry")).all()
    engine.dispose()
    assert labels == ["A name", *["Deleted account"] * 3, "A name"]
    assert (name, payers) == ({"secret": True}, ["Deleted account"])


@pytest.mark.usefixtures("shop_settings")  # orders by UPI have its hours
def test_the_histories_of_a_running_shop_lose_names_that_look_like_those_of_commands(new_database):
    database_url = new_database()
    engine = create_engine(database_url)
    name = "Asha at the terminal"
    with Session(engine) as session, session.begin():
        asha = factories.register_shopper(session, name)
        order = factories.upi_order(session, asha, [factories.stock_product(session)], status="claimed")
        texts = {"reason": "Too small", "note": "", "answer": "", "status": "requested"}
        returned = Return(item=order.items[0], customer_id=asha.id, quantity=1, version=1, requested_at=now(), **texts)
        returned.history = [ReturnStep(version=1, to_status="requested", at=now(), changed_by=name, note="")]
        session.add(returned)
        asha.deleted_at = order.erased_at = now()
    alembic(database_url, "downgrade", "20261214_labels_of_deleted")
    alembic(database_url, "upgrade", "head")
    query = "SELECT changed_by FROM payment_entry UNION ALL SELECT changed_by FROM return_step"
    with engine.connect() as connection:
        assert connection.scalars(text(query)).all() == ["Deleted account"] * 2
    engine.dispose()


def test_returns_of_a_running_shop_know_how_many_pieces_are_in_no_count(new_database):
    database_url = new_database()
    engine = create_engine(database_url)
    texts = {"reason": "Too small", "note": "", "answer": "", "status": "received", "version": 2, "quantity": 1}
    with Session(engine) as session, session.begin():
        asha, ring = factories.register_shopper(session, "Asha"), factories.stock_product(session)
        item = factories.order(session, asha, [ring]).items[0]
        for at, bookings in ((now(), (1, -1)), (now() + timedelta(hours=1), (1,))):
            returned = Return(item=item, customer_id=asha.id, requested_at=at, **texts)
            returned.history = [ReturnStep(version=2, to_status="received", at=at, changed_by="Karthik Rao", note="")]
            moved = {"product_id": ring.id, "order_item_id": item.id, "reason": "return", "at": at}
            session.add_all([returned, *(StockMovement(quantity=pieces, **moved) for pieces in bookings)])
            session.flush()
    alembic(database_url, "downgrade", "20261214_labels_of_deleted")
    alembic(database_url, "upgrade", "head")
    with engine.connect() as connection:
        assert connection.scalars(text("SELECT stranded FROM return_request ORDER BY id")).all() == [1, None]
    engine.dispose()


def test_errors_in_the_audit_of_a_running_shop_lose_their_addresses(new_database):
    database_url = new_database()
    alembic(database_url, "downgrade", "20261210_keys_of_devices")
    engine = create_engine(database_url)
    errors = {"delivery": "550 no <asha@mail.example>: 'asha@mail.example'", "vendor": "a@b.example"}
    entry = text("""
        INSERT INTO audit_entry (actor, action, entity, entity_id, changes)
        VALUES ('Karthik Rao', 'retried', :entity, 1, jsonb_build_object('error', jsonb_build_object('from', :error)))
    """).bindparams(bindparam("error", type_=String))
    with engine.begin() as connection:
        connection.execute(entry, [{"entity": entity, "error": error} for entity, error in errors.items()])
    alembic(database_url, "upgrade", "head")
    with engine.begin() as connection:
        kept = dict(connection.execute(text("SELECT entity, changes #>> '{error,from}' FROM audit_entry")).all())
    assert kept == errors | {"delivery": "550 no <[address]>: '[address]'"}
    with engine.connect() as connection, pytest.raises(DBAPIError, match="only ever added to"):
        connection.execute(text("UPDATE audit_entry SET label = 'Another'"))
    engine.dispose()


def test_the_audit_of_a_running_shop_has_shared_views_by_number(new_database):
    database_url = new_database()
    alembic(database_url, "downgrade", "20261212_errors_of_mails")
    engine = create_engine(database_url)
    entries = [("view", 7, "Asha of Velachery of order"), ("view", 8, "view 8 of order"), ("order", 9, "A of b")]
    with engine.begin() as connection:
        connection.execute(
            text("""
                INSERT INTO audit_entry (actor, action, entity, entity_id, label, changes)
                VALUES ('Karthik Rao', 'changed', :entity, :id, :label, '{}')
            """),
            [{"entity": entity, "id": id_, "label": label} for entity, id_, label in entries],
        )
    alembic(database_url, "upgrade", "head")
    with engine.connect() as connection:
        labels = connection.scalars(text("SELECT label FROM audit_entry ORDER BY id")).all()
        with pytest.raises(DBAPIError, match="only ever added to"):
            connection.execute(text("UPDATE audit_entry SET label = 'Another'"))
    engine.dispose()
    assert labels == ["view 7 of order", "view 8 of order", "A of b"]


def test_errors_of_mails_without_a_customer_lose_their_addresses(new_database):
    """The deletion of an account finds the errors with a customer."""
    database_url = new_database()
    alembic(database_url, "downgrade", "20261211_errors_in_audit")
    engine = create_engine(database_url)
    with engine.begin() as connection:
        connection.execute(
            text("""
                WITH event AS (
                    INSERT INTO domain_event (type, aggregate, reach, customer_id, data, occurred_at)
                    SELECT 'test', 'order:1', 'nobody', customer, '{}', now() FROM unnest(ARRAY[NULL, 1]) AS customer
                    RETURNING id
                ), failed AS (
                    INSERT INTO delivery (event_id, consumer, queue, due_at, last_error)
                    SELECT id, consumer, 'mail', now(), '550 no <asha@mail.example>'
                    FROM event, unnest(ARRAY['mail_code', 'mail_contact']) AS consumer
                    RETURNING id, last_error
                )
                INSERT INTO delivery_attempt (delivery_id, outcome, error, began_at, ended_at, attempts)
                SELECT id, 'failed', last_error, now(), now(), 1 FROM failed
            """)
        )
    alembic(database_url, "upgrade", "head")
    with engine.begin() as connection:
        replaced = connection.execute(
            text("""
                SELECT consumer, last_error, error
                FROM delivery JOIN domain_event AS event ON event.id = event_id
                    JOIN delivery_attempt ON delivery_id = delivery.id
                WHERE last_error NOT LIKE '%asha%' OR error NOT LIKE '%asha%'
            """)
        ).all()
        attempts = connection.scalar(text("SELECT count(*) FROM delivery_attempt"))
    engine.dispose()
    assert (replaced, attempts) == ([("mail_code", "550 no <[address]>", "550 no <[address]>")], 4)


def test_searches_of_open_connections_use_an_index_while_it_is_built_anew(new_database):
    database_url = new_database()
    alembic(database_url, "downgrade", "20261129_removed_customers")
    engine = create_engine(database_url)
    search = text("EXPLAIN SELECT FROM listing WHERE search_words(name) @@ 'ring'::tsquery")
    with engine.connect() as searching, engine.connect() as writing:
        searching.execute(text("CREATE INDEX listing_words_idx_ccold ON listing (name)"))
        for scan in ("seqscan", "indexscan", "indexonlyscan"):  # the table is empty
            searching.execute(text(f"SET enable_{scan} = off"))
        assert "Bitmap Index Scan on listing_words_idx " in "".join(searching.scalars(search))
        searching.commit()
        writing.execute(text("LOCK TABLE listing IN ROW EXCLUSIVE MODE"))
        with pytest.raises(SystemExit, match="lock timeout"):
            alembic(database_url, "upgrade", "head")
        assert "Bitmap Index Scan on listing_words_idx " in "".join(searching.scalars(search))
        searching.commit()
        writing.rollback()
        alembic(database_url, "upgrade", "head")
        assert "Bitmap Index Scan on listing_words_idx " in "".join(searching.scalars(search))
        indexes = text("SELECT indexname FROM pg_indexes WHERE indexname LIKE 'listing_words_idx%'")
        assert searching.scalars(indexes).all() == ["listing_words_idx"]
    engine.dispose()


def test_a_migration_that_waits_for_a_lock_holds_none_of_those_before_it(new_database):
    database_url = new_database()
    alembic(database_url, "downgrade", "20261129_sold_without_cancelled")
    engine = create_engine(database_url)
    waiting = text("SELECT EXISTS (SELECT FROM pg_locks WHERE relation = 'wishlist_entry'::regclass AND NOT granted)")
    with ThreadPoolExecutor(1) as thread, engine.connect() as reading, engine.connect() as writing:
        writing.execute(text("LOCK TABLE wishlist_entry IN ROW SHARE MODE"))
        upgrade = thread.submit(alembic, database_url, "upgrade", "head")
        while not reading.scalar(waiting):
            assert not upgrade.done()
        reading.execute(text("LOCK TABLE push_device IN ACCESS SHARE MODE NOWAIT"))
        reading.rollback()
        writing.rollback()
        upgrade.result()
    engine.dispose()


def test_imports_that_were_finished_before_keep_only_their_refused_rows(new_database):
    database_url = new_database()
    alembic(database_url, "downgrade", "20261129_search_words_by_parts")
    engine = create_engine(database_url)
    with engine.begin() as connection:
        connection.execute(
            text("""
                WITH import AS (
                    INSERT INTO product_import (admin_name, file_name, digest, status, checked_at, rows, to_do)
                    VALUES ('Karthik Rao', 'a.csv', 'a', 'done', now(), 4, 4),
                        ('Karthik Rao', 'b.csv', 'b', 'running', now(), 4, 4)
                    RETURNING id
                )
                INSERT INTO product_import_row (import_id, number, given, outcome)
                SELECT id, number, '{}', outcome FROM import, unnest(ARRAY['created', 'updated', 'refused', NULL])
                    WITH ORDINALITY AS row(outcome, number)
            """)
        )
    alembic(database_url, "upgrade", "head")
    with engine.begin() as connection:
        kept = connection.execute(
            text("""
                SELECT status, array_agg(number ORDER BY number)
                FROM product_import_row JOIN product_import ON product_import.id = import_id GROUP BY status
            """)
        ).all()
    engine.dispose()
    assert dict(kept) == {"done": [3, 4], "running": [1, 2, 3, 4]}
