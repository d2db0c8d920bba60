"""Mails: what they say, and how they reach the SMTP server."""
