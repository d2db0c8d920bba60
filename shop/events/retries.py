"""The rules by which a failed delivery is retried or given up."""

MAX_ATTEMPTS = 8
MAX_UNCOUNTED = MAX_ATTEMPTS - 2
"""The maximum of counted attempts while a server is unavailable, so that the delivery does not become dead."""
MAX_DEFERRAL_DAYS = 2
"""For how long temporary refusals do not count as attempts. Mail servers have quotas for a day."""
MIN_REFUSED = 3
"""If so many different mails, or notifications of so many shoppers, are refused, their content or address is not the
cause."""
DEFERRED = {
    "mail": r"^SMTP(DataError: \(|RecipientsRefused: \[SMTPRecipientRefused\()4",
    "push": "^Push(ServiceUnavailable|NotSentYet): ",
}
"""By queue, the pattern of errors that show that another server did not take a delivery for now."""
SERVERS_FAULT = {
    "mail": ("SMTP", "ConnectionRefused", "TimeoutError", "OSError", "gaierror", "CodeNotSentYet"),
    "images": ("StorageUnavailable",),
    "imports": ("ProviderAway",),
    "push": (
        "PushServiceUnavailable",
        "PushNotSentYet",
        "ConnectionError",
        "ConnectTimeout",
        "ReadTimeout",
        "SSLError",
    ),
}
"""By queue, the beginnings of errors that are caused by the server that the queue needs."""


def retry_pause(attempts: str, longest: str) -> str:
    """Return SQL for the pause after this many attempts: 1, 2, 4 … seconds with jitter.

    :param attempts: SQL of the number of attempts.
    :param longest: SQL of the longest pause in seconds.
    """
    return f"make_interval(secs => least({longest}, 2 ^ ({attempts} - 1)) * (0.75 + random() / 2))"
