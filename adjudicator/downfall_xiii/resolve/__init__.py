"""The steps of a turn of Downfall XIII, with their order and clauses in `phases.py`."""
