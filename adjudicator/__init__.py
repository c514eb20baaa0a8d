"""The rules of the games, pure: no clock, no network, no database, no chance of their own."""
