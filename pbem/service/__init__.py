"""Run the spines: scheduler, workers, start-up; and doctor, backup, transfer, demo."""
