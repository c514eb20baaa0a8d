"""Seats: those that nobody plays, their former holders, and powers that share a player."""
