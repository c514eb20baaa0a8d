"""What concerns the deadline of a table: setting it, pausing the game, and reminding who owes orders."""
