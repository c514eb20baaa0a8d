"""What runs the spines: scheduler, workers, start-up, doctor, backup, transfer, demo."""
