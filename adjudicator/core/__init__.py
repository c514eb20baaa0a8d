"""What every game shares: the interface of a game, boards, words and spelling, grammar helpers, solving.

No module here knows a game.
"""
