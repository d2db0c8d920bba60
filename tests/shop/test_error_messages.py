"""Readable error messages."""

import re

import pytest

from shop.text.error_messages import readable_message


@pytest.mark.parametrize(
    ("error", "words"),
    [
        ("SMTPDataError: (452, 'Mailbox full')", "452 Mailbox full"),
        ("SMTPDataError(452, 'Mailbox full')", "452 Mailbox full"),
        (
            "SMTPRecipientsRefused: [SMTPRecipientRefused(550, 'No such user', 'a@shop.example')]",
            "550 No such user (a@shop.example)",
        ),
        ("SMTPRecipientsRefused: 452 mailbox full", "452 mailbox full"),
        (
            "SMTPConnectError: Error connecting to host on port 25: [Errno 111] Connect call failed ('host', 25)",
            "Error connecting to host on port 25: Connect call failed",
        ),
        ("StorageUnavailable: The bucket of pictures does not answer.", "The bucket of pictures does not answer."),
        ("IntegrityError: (psycopg.errors.UniqueViolation) duplicate key value", "duplicate key value"),
        ("OSError: [Errno 28] No space left on device", "No space left on device"),
        ("KeyError: 'repriced'", "a fault in the shop's own work; the log of the worker has it"),
        ("TimeoutError: ", "it did not answer in time"),
        ("ConnectionRefusedError", "it cannot be reached"),
        (None, "no reason was given"),
        ("the worker was lost", "the worker was lost"),
    ],
)
def test_an_error_is_said_without_the_names_of_the_language(error, words):
    assert readable_message(error) == words
    assert not re.search(r"[A-Z]\w*(Error|Exception)\b", readable_message(error))
