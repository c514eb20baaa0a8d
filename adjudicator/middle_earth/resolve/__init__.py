"""Shared by the turns of Downfall XIII and Hardbop: battles, outcomes, pieces and records."""
