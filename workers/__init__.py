"""What happens because of an event: the relay that hands it over, and the consumers that react to it."""
