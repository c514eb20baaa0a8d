"""The steps of a turn of Downfall of Empires, with their order and clauses in `phases.py`."""
