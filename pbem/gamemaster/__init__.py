"""What a game master may write, one module for each kind of action."""
