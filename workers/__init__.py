"""Event processing: the relay, which publishes deliveries, and the consumers, which react to events."""
