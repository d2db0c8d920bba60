"""When a failed delivery is tried again, and when it is given up."""

MAX_ATTEMPTS = 8


def retry_pause(attempts: str, longest: str) -> str:
    """Return SQL for the pause after this many attempts: 1, 2, 4 … seconds with jitter.

    :param attempts: SQL of the number of attempts.
    :param longest: SQL of the longest pause in seconds.
    """
    return f"make_interval(secs => least({longest}, 2 ^ ({attempts} - 1)) * (0.75 + random() / 2))"
