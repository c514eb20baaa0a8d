"""The rules of the games, pure: no clock, no network, no database, no randomness of their own."""
