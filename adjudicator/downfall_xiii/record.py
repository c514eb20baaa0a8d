"""What happened in a phase?  The record that all games of Middle-earth keep."""

from adjudicator.middle_earth.record import News, Record, Result, Sighting, from_text, to_text

__all__ = ["News", "Record", "Result", "Sighting", "from_text", "to_text"]
