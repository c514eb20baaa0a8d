"""Shared by all games: the interface of a game, boards, words and spelling, grammar helpers, solving.

No module here knows a game.
"""
