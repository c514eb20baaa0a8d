"""The steps of a turn of Hardbop Downfall, with their order and clauses in `phases.py`."""
