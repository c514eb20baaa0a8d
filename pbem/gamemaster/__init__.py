"""Actions of a game master, one module for each kind."""
