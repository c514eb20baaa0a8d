"""What the reading of orders shares in all games: words, grammar, lists, slips, sentences."""
