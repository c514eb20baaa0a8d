"""Refusals with a remedy: what was probably meant, and what a line contradicts."""
