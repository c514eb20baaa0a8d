"""The second spine: one turn, from the deadline to the reports in the outbox (`turn.py`)."""
