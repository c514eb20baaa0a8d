"""The names of turns: the calendar of the Hobbits, two turns to a month, from 3019 (HB 10)."""

MONTHS = (
    *("Afteryule", "Solmath", "Rethe", "Astron", "Thrimidge", "Forelithe"),
    *("Afterlithe", "Wedmath", "Halimath", "Winterfilth", "Blotmath", "Foreyule"),
)
FIRST_YEAR = 3019


def is_second(turn: int) -> bool:
    """Return whether it is turn II of a month, with ownership, builds and removals (10.1)."""
    return turn % 2 == 0


def name(turn: int) -> str:
    """Return the name of a turn: "AFTERYULE I 3019" for turn 1."""
    month, half = divmod(turn - 1, 2)
    year, month = divmod(month, len(MONTHS))
    return f"{MONTHS[month].upper()} {'II' if half else 'I'} {FIRST_YEAR + year}"
