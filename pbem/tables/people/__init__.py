"""People at tables: readers, preferences, reliability, reply addresses and pages."""
