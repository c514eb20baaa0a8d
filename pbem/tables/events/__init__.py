"""Tournaments: several tables with drawn seats and one list of scores."""
