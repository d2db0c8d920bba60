"""Mails to customers, with a record of each, which staff see on the customer's page at once."""

from collections.abc import Sequence

from sqlalchemy import Connection, text

from shop.clock import now
from shop.customer_record.events import notice
from shop.customer_record.model import MailOutcome
from shop.events.deliveries import ClaimedEvent
from workers.mail import rendering, smtp
from workers.mail.rendering import Email

_RECORD = text("""
    INSERT INTO sent_mail (customer_id, delivery_id, kind, subject, about, outcome, tries, seconds, at)
    SELECT customer.id, delivery.id, delivery.consumer, :subject, :about, :outcome, delivery.attempts,
        greatest(extract(epoch FROM CAST(:at AS timestamptz) - greatest(event.recorded_at, delivery.postponed_to)), 0),
        :at
    FROM delivery JOIN domain_event AS event ON event.id = delivery.event_id
    JOIN customer ON customer.id = :customer_id
    WHERE delivery.id = :delivery_id
    ON CONFLICT (delivery_id) DO NOTHING
""")


def send(
    connection: Connection,
    event: ClaimedEvent,
    mail: Email,
    *,
    customer_id: int,
    about: str = "",
    reported: Sequence[int] = (),
) -> None:
    """Send a mail and record that the mail server accepted it.

    :param about: what it is about, such as ``order 12``.
    :param reported: the ids of the deliveries that the mail reports, if there are several.
    """
    if smtp.send(rendering.render(mail, delivery_id=event.delivery_id, reported=reported)):
        _record(connection, event, mail.subject, MailOutcome.SENT, customer_id=customer_id, about=about)


def note_unwanted(
    connection: Connection, event: ClaimedEvent, subject: str, *, customer_id: int, about: str = ""
) -> None:
    """Record that a mail is not sent, because the customer wants none of its kind."""
    _record(connection, event, subject, MailOutcome.UNWANTED, customer_id=customer_id, about=about)


def _record(
    connection: Connection, event: ClaimedEvent, subject: str, outcome: MailOutcome, *, customer_id: int, about: str
) -> None:
    parameters = {
        "customer_id": customer_id,
        "delivery_id": event.delivery_id,
        "subject": subject,
        "about": about,
        "outcome": outcome.value,
        "at": now(),
    }
    if connection.execute(_RECORD, parameters).rowcount:
        connection.execute(notice(customer_id, "mails"))
