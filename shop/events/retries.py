"""When a failed delivery is tried again, and when it is given up."""

MAX_ATTEMPTS = 8
SERVERS_FAULT = {
    "mail": ("SMTP", "ConnectionRefused", "TimeoutError", "OSError", "gaierror", "CodeNotSentYet"),
    "images": ("StorageUnavailable",),
    "imports": ("ProviderAway",),
    "push": ("PushServiceRefused", "ConnectionError", "ConnectTimeout", "ReadTimeout", "SSLError"),
}
"""By queue, the beginnings of errors that are caused by the server that the queue needs."""


def retry_pause(attempts: str, longest: str) -> str:
    """Return SQL for the pause after this many attempts: 1, 2, 4 … seconds with jitter.

    :param attempts: SQL of the number of attempts.
    :param longest: SQL of the longest pause in seconds.
    """
    return f"make_interval(secs => least({longest}, 2 ^ ({attempts} - 1)) * (0.75 + random() / 2))"
