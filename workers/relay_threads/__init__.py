"""The threads of a relay, beside its own loop."""
