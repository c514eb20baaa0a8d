"""Sentences of players in the notation of orders."""
