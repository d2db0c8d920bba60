"""Mails: rendering, and sending to the SMTP server."""
