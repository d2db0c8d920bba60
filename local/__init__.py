"""The whole shop on one machine: real PostgreSQL and Redis out of wheels, a mailbox, and a supervisor."""
