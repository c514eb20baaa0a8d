"""Computer players, which know a game only through its interface."""
