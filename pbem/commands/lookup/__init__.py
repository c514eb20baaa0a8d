"""What players can ask for: help, rules, places, the state and the history of a game."""
