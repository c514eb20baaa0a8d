"""Dates, lengths of time, rest days and time zones: parsing them as people write them, and wording them."""
