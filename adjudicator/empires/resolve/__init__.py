"""The steps of a turn of Downfall of Empires; `phases.py` has their order and clauses."""
