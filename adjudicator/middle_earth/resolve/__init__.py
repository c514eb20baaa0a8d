"""What the turns of both games of Middle-earth share: battles, outcomes, pieces, records."""
