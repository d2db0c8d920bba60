"""Mails: links, rendering, sending to the SMTP server, and the record of mails to customers."""
