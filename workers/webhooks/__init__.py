"""Webhooks: a thread of the relay leases deliveries; a worker of the queue ``webhooks`` sends many at the same time."""
