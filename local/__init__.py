"""Run the whole shop on one machine: PostgreSQL and Redis from wheels, a mailbox, and a supervisor."""
