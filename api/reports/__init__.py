"""The reports of a month."""
