"""What the turns of Downfall XIII and Hardbop share: battles, outcomes, pieces and records."""
