class StartError(Exception):
    """The shop cannot start. The message is one sentence that says what to do."""
