"""The first spine: one message, from raw bytes to its answer in the outbox (`intake.py`)."""
