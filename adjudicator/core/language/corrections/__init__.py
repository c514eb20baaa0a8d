"""Corrections in a message: orders that a later sentence withdraws, replaces or puts in doubt."""
