"""The command `shop events`."""

import pytest
from sqlalchemy import text
from sqlalchemy.orm import Session
from typer.testing import CliRunner

from shop.cli import events
from shop.cli.app import app
from tests.support import factories

ERROR = "SMTPRecipientsRefused: 452 mailbox full"


@pytest.fixture
def session(real_commits):
    with Session(real_commits) as made:
        yield made


@pytest.fixture
def run(session, database_url, monkeypatch):
    monkeypatch.setenv("SHOP_DATABASE_URL", database_url)

    def typed(*words: str) -> tuple[int, str]:
        result = CliRunner().invoke(app, ["events", *words])
        session.rollback()
        return result.exit_code, result.output

    return typed


@pytest.fixture
def dead_ids(session) -> list[int]:
    """Add an event with one done and two dead deliveries, and return the ids of the dead ones."""
    factories.record(session, number=7, aggregate="order:12", secret="Karthik")
    session.execute(
        text("""
            INSERT INTO delivery (event_id, consumer, queue, due_at, attempts, done_at, dead_at, last_error)
            SELECT id, consumer, queue, now(), attempts, done_at, dead_at, error FROM domain_event, (VALUES
                ('push', 'fanout', 1, now(), NULL, NULL),
                ('mail_status', 'mail', 8, NULL, now(), :error),
                ('mail_order_confirmation', 'mail', 8, NULL, now(), :error)
            ) AS given(consumer, queue, attempts, done_at, dead_at, error)
        """),
        {"error": ERROR},
    )
    session.execute(text("UPDATE domain_event SET position = id"))
    session.commit()
    return list(session.scalars(text("SELECT id FROM delivery WHERE dead_at IS NOT NULL ORDER BY id")))


def number_of(session) -> int:
    return session.scalar(text("SELECT id FROM domain_event"))


def test_the_list_shows_how_deliveries_stand_and_can_be_narrowed(run, dead_ids):
    code, said = run("list")
    assert code == 0
    assert "catalogue.changed  order:12  20" in said
    assert said.rstrip().endswith("push done, mail_status dead, mail_order_confirmation dead")
    assert run("list", "--type", "order.placed") == (0, "")
    assert run("list", "--about", "order:12")[1] == said
    assert run("list", "--limit", "0")[0] == 2


def test_what_waits_is_shown_the_oldest_first_with_its_error(run, session, dead_ids):
    assert run("waiting") == (0, "")
    session.execute(text("UPDATE delivery SET dead_at = NULL, attempts = 3 WHERE id = :id"), {"id": dead_ids[0]})
    session.commit()
    code, said = run("waiting")
    assert code == 0
    assert said.startswith(f"{number_of(session)}  mail  mail_status  catalogue.changed  order:12  20")
    assert said.endswith(f"  3  {ERROR}\n")
    assert run("waiting", "--queue", "mail")[1] == said
    assert run("waiting", "--queue", "images") == (0, "")


def test_a_queue_that_does_not_exist_is_refused_unless_deliveries_wait_in_it(run, session, dead_ids):
    code, said = run("waiting", "--queue", "mails")
    assert (code, said.startswith("There is no queue mails. The queues are fanout, mail, ")) == (1, True)
    session.execute(text("UPDATE delivery SET dead_at = NULL, queue = 'sms' WHERE id = :id"), {"id": dead_ids[0]})
    session.commit()
    code, said = run("waiting", "--queue", "sms")
    assert (code, "  sms  mail_status  " in said) == (0, True)


def test_event_probes_are_listed_only_when_asked_for(run, session, dead_ids):
    session.execute(text("UPDATE domain_event SET type = 'canary.sung'"))
    session.commit()
    assert run("list") == (0, "")
    assert "order:12" in run("list", "--type", "canary.sung")[1]


def test_an_event_is_shown_whole_with_its_deliveries(run, session, dead_ids):
    code, said = run("show", str(number_of(session)))
    assert code == 0
    assert '{"number": 7, "changedBy": "Karthik"}' in said
    assert f"delivery {dead_ids[0]}: mail_status dead" in said
    assert said.count(ERROR) == 2
    assert run("show", "999999") == (1, "There is no event 999999. It may be older than what is kept.\n")


def test_the_dead_are_listed_replayed_and_discarded_and_the_audit_tells(run, session, dead_ids):
    assert run("dead")[1].count(ERROR) == 2
    assert run("replay", str(dead_ids[0])) == (0, "1 delivery will be tried again.\n")
    assert run("discard", str(dead_ids[1])) == (0, "1 delivery discarded.\n")
    assert run("dead") == (0, "")
    states = session.execute(text("SELECT attempts, dead_at IS NULL, done_at IS NULL FROM delivery ORDER BY id")).all()
    assert states[1:] == [(0, True, True), (8, False, False)]
    entries = session.execute(text("SELECT actor, action, entity_id FROM audit_entry ORDER BY id")).all()
    assert [(row.action, row.entity_id) for row in entries] == [("retried", dead_ids[0]), ("discarded", dead_ids[1])]
    assert entries[0].actor.endswith(" at the terminal")
    assert "mail_order_confirmation discarded" in run("list")[1]


def test_what_came_too_late_is_told_as_expired(run, session, dead_ids):
    session.execute(text("UPDATE delivery SET done_at = now(), dead_at = NULL WHERE id = :id"), {"id": dead_ids[0]})
    session.commit()
    assert run("list")[1].rstrip().endswith("push done, mail_status expired, mail_order_confirmation dead")
    shown = run("show", str(number_of(session)))[1]
    assert f"delivery {dead_ids[0]}: mail_status expired" in shown
    assert str(dead_ids[0]) not in run("dead")[1].split()


def test_all_are_replayed_at_once(run, dead_ids):
    assert run("replay", "--all") == (0, "2 deliveries will be tried again.\n")


def test_more_dead_deliveries_than_one_batch_holds_are_replayed_and_the_older_ones_named(
    run, session, dead_ids, monkeypatch
):
    monkeypatch.setattr(events, "BATCH", 1)
    assert run("replay", *map(str, dead_ids)) == (0, "2 deliveries will be tried again.\n")
    session.execute(text("UPDATE delivery SET dead_at = now() WHERE id = ANY(:ids)"), {"ids": dead_ids})
    session.commit()
    assert run("discard", str(dead_ids[0])) == (0, "1 delivery discarded.\n")
    session.execute(text("UPDATE delivery SET done_at = NULL WHERE id = :id"), {"id": dead_ids[0]})
    session.commit()
    assert run("replay", "--all") == (0, "2 deliveries will be tried again.\n")
    assert run("dead") == (0, "")
    actions = text("SELECT action, entity_id FROM audit_entry ORDER BY id DESC LIMIT 2")
    assert sorted(session.execute(actions).all()) == [("retried", number) for number in dead_ids]
    assert run("replay", "--all") == (0, "0 deliveries will be tried again.\n")


def test_a_dead_webhook_is_replayed_on_the_page_of_integrations(run, session, dead_ids):
    session.execute(text("UPDATE delivery SET queue = 'webhooks' WHERE id = :id"), {"id": dead_ids[0]})
    session.commit()
    code, said = run("replay", str(dead_ids[0]))
    assert (code, "Not dead" in said) == (1, False)
    assert said.startswith(f"These are webhooks, which are retried on the portal's page Integrations: {dead_ids[0]}. ")


def test_a_dead_delivery_that_somebody_else_settles_is_named(run, session, dead_ids, engine):
    with engine.begin() as other:
        other.execute(text("SELECT FROM delivery WHERE id = :id FOR UPDATE"), {"id": dead_ids[0]})
        code, said = run("discard", *map(str, dead_ids))
    assert (code, said.startswith(f"Somebody else retries or discards now: {dead_ids[0]}. Nothing was changed.")) == (
        1,
        True,
    )
    assert run("dead")[1].count(ERROR) == 2


def test_what_is_not_dead_is_named_and_nothing_is_changed(run, session, dead_ids):
    code, said = run("replay", str(dead_ids[0]), "999999")
    advice = "Nothing was changed. `shop events dead` lists what was given up.\n"
    assert (code, said) == (1, f"There is no delivery 999999. {advice}")
    session.execute(text("UPDATE delivery SET dead_at = NULL WHERE id = :id"), {"id": dead_ids[1]})
    session.commit()
    code, said = run("discard", str(dead_ids[1]))
    assert (code, said) == (1, f"Not dead: {dead_ids[1]}. {advice}")
    session.execute(text("UPDATE delivery SET dead_at = now() WHERE id = :id"), {"id": dead_ids[1]})
    session.commit()
    for command in ("replay", "discard", "show"):
        code, said = run(command, "9" * 30)
        assert (code, said.startswith("There is no ")) == (1, True)
    assert run("dead")[1].count(ERROR) == 2
    code, said = run("replay")
    assert (code, "Name deliveries" in said) == (2, True)


def test_a_delivery_shows_its_history(run, dead_ids, session):
    run("replay", str(dead_ids[0]))
    code, said = run("delivery", str(dead_ids[0]))
    assert code == 0
    assert said.startswith("mail_status of catalogue.changed, order:12: failing")
    assert "retried" in said
    assert "at the terminal" in said
    assert run("delivery", "999999")[0] == 1


@pytest.fixture
def queues(session, database_url, monkeypatch):
    monkeypatch.setenv("SHOP_DATABASE_URL", database_url)

    def typed(*words: str) -> tuple[int, str]:
        result = CliRunner().invoke(app, ["queues", *words])
        return result.exit_code, result.output

    return typed


def test_a_queue_is_paused_and_resumed_at_the_terminal(queues):
    assert queues("pause", "mail") == (0, "The queue mail is paused.\n")
    assert "paused by" in queues("list")[1]
    assert queues("pause", "mail")[0] == 1
    assert queues("resume", "mail") == (0, "The queue mail goes on.\n")
    assert "paused by" not in queues("list")[1]
    assert queues("pause", "post") == (
        1,
        "There is no queue post. The queues are fanout, mail, images, imports, webhooks, push.\n",
    )
