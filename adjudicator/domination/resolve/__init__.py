"""The steps of a turn of Epic Domination, with their order and clauses in `phases.py`."""
