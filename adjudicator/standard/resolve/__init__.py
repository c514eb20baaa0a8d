"""The steps of a turn of standard Diplomacy, with their order and clauses in `phases.py`."""
