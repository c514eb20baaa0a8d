"""Settings, clock, logging, deadlines and small parts that everything else uses.

Nothing here knows the database, a message or a game.
"""
