class StartError(Exception):
    """The shop cannot start; the message is one sentence that tells a person what to do."""
