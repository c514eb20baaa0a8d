"""The kinds of unit on the boards of Middle-earth, their names, and which of them are pieces.

An ordinary unit is an Army (A), Cavalry (C) or Fleet (F); everything else that moves is a piece.
"""

ORDINARY = ("A", "C", "F")

PERSONALITIES = (
    "Faramir",
    "Dain",
    "Saruman",
    "Sauron",
    "Lord of the Nazgul",
    "Theoden",
    "Galadriel",
    "Boromir",
    "Eomer",
    "Balrog",
)
SPECIAL = ("Gandalf", "Aragorn", "Nazgul", "R", "Fe")
PIECES = (*PERSONALITIES, *SPECIAL)
_PIECES, _PERSONALITIES = frozenset(PIECES), frozenset(PERSONALITIES)  # looked up for every order

NAMES = {
    "A": "Army",
    "C": "Cavalry",
    "F": "Fleet",
    "A/F": "Army/Fleet",
    "E": "Easterling Army",
    "P": "Pirate",
    "R": "Ranger",
    "Fe": "Fellowship",
}
PLURALS = {
    "A": "Armies",
    "C": "Cavalry",
    "F": "Fleets",
    "E": "Easterling Armies",
    "P": "Pirates",
    "R": "Rangers",
}

PIECE_TITLES = {kind: NAMES.get(kind, kind) for kind in (*PIECES, "Fellowship")}

WRITTEN = {  # the kind for each word that players write
    **dict.fromkeys(("a", "army", "armies"), "A"),
    **dict.fromkeys(("c", "cav", "cavalry"), "C"),
    **dict.fromkeys(("f", "fleet", "fleets", "flt"), "F"),
    **dict.fromkeys(("a/f", "af", "army/fleet"), "A/F"),
    **dict.fromkeys(("p", "pirate", "pirates"), "P"),
    **dict.fromkeys(("e", "ea", "easterling", "easterlings"), "E"),
    **dict.fromkeys(("r", "ranger", "rangers"), "R"),
    **dict.fromkeys(("fe", "fellowship", "hobbit", "hobbits"), "Fe"),
    "lotn": "Lord of the Nazgul",
    "aragon": "Aragorn",
}

GOOD, NEUTRAL, EVIL = "Good", "Neutral", "Evil"
_OPPOSED = frozenset([(GOOD, EVIL), (EVIL, GOOD)])
ALIGNMENTS = (GOOD, NEUTRAL, EVIL)  # alignments change in this order, never back


def is_piece(kind: str) -> bool:
    return kind in _PIECES


def is_personality(kind: str) -> bool:
    return kind in _PERSONALITIES


def opposed(one: str, other: str) -> bool:
    """Return whether one is Good and the other Evil: they neither support nor carry each other (XIII 9.2)."""
    return (one, other) in _OPPOSED
