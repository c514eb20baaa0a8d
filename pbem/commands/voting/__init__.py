"""Decisions of players: votes, polls, draws, and requests for more time."""
