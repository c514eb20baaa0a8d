"""The outbox, delivery to the relay, and what bounces mean for an address."""
