"""Find the future turn that a player's words mean: "Autumn 1902", "F1902M", "Turn 7, retreat", "RETREAT".

A game names a turn by a year or a number, by a season, or by both, and by its phase; its `Card` lists the
seasons and phases, and nothing else here depends on the game. Words that name no turn are refused with an
example in the game's own form.
"""

import re
from collections.abc import Sequence
from difflib import get_close_matches

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.core.game import Card, Due
from pbem.core.lists import listed
from pbem.core.sentences import Unusable, sentence

SHORT = re.compile(r"([a-z])\s?(\d{4})\s?([a-z])?")  # F1902M
NUMERALS = {"i": 1, "ii": 2}
SAME = {"fall": "autumn"}
PHASES = {"build": "adjustment", "builds": "adjustment", "removal": "adjustment", "removals": "adjustment"}
IDLE = ("turn", "the", "phase", "orders", "for", "in", "of")


class Label(Struct, frozen=True):
    """The parts of a turn's name: phase, year or number, season, half; "" or 0 for one that is left out."""

    phase: str = ""
    number: int = 0
    season: str = ""
    half: int = 0

    @property
    def is_of_a_turn(self) -> bool:
        return bool(self.number or self.season)


def read_label(said: str, card: Card) -> Label:
    """Parse *said* as the name of a turn or phase. Raises ValueError with a remedy."""
    plain = said.lower().strip(" :.,")
    whole = "" if re.search(r"\d", plain) else phase_of(plain, card.phases)
    if whole:
        return Label(whole)
    if short := SHORT.fullmatch(plain):
        return _short(short, card)
    label = Label()
    for word in re.findall(r"[\w-]+", plain):
        label = _with_word(label, SAME.get(word, word), said, card)
    if label.half and not label.season:  # "I move"
        raise _no_turn(said, card)
    return _of_winter(label, card)


def is_nearly_part(word: str, card: Card) -> bool:
    """Return whether *word* is a part of the name of a turn, with a slip or without one."""
    known = [name.lower() for name in (*card.seasons, *card.phases, *PHASES, *SAME)]
    return word.isdigit() or bool(phase_of(word, card.phases) or get_close_matches(word, known, 1, 0.7))


def _of_winter(label: Label, card: Card) -> Label:
    """Rename the builds of Autumn 1902 to those of the winter, if the game has one."""
    if label.phase == "adjustment" and label.season == "Autumn" and "Winter" in card.seasons:
        return replace(label, season="Winter")
    return label


def _short(found: re.Match[str], card: Card) -> Label:
    """F1902M, W1902A, F1902B: the initials of season and phase."""
    initial = "a" if found[1] == "f" else found[1]  # fall
    phase = phase_of({"b": "a"}.get(found[3], found[3]) if found[3] else "", card.phases)
    seasons = [season for season in card.seasons if season.lower().startswith(initial)]
    if len(seasons) != 1 or (found[3] and not phase):
        raise Unusable(sentence("written", "no_turn_here", turn=found[0].upper()))
    # If a game has a winter, builds of F1902 are printed as those of the winter.
    is_late = phase == card.phases[-1] and found[3] == "b"
    return Label(phase, int(found[2]), "" if is_late else seasons[0])


def _with_word(label: Label, word: str, said: str, card: Card) -> Label:
    season = next((one for one in card.seasons if len(word) > 2 and one.lower().startswith(word)), "")
    phase = phase_of(word, card.phases)
    if word in IDLE:
        return label
    if word.isdigit() and not label.number:
        return Label(label.phase, int(word), label.season, label.half)
    if word in NUMERALS:
        return Label(label.phase, label.number, label.season, NUMERALS[word])
    if season:
        return Label(label.phase, label.number, season, label.half)
    if phase:
        return Label(phase, label.number, label.season, label.half)
    raise _no_turn(said, card)


def _no_turn(said: str, card: Card) -> Unusable:
    return Unusable(
        sentence("written", "no_turn", said=said, phases=listed(card.phases), seasons=listed(card.seasons))
    )


def phase_of(said: str, phases: Sequence[str]) -> str:
    """Return the phase of the game that *said* names ("retreats", "adj"); "" for none or several."""
    plain = " ".join(said.lower().split())
    wanted = PHASES[plain] if PHASES.get(plain) in phases else plain
    exact = [phase for phase in phases if phase.lower() == wanted]
    found = exact or [
        phase
        for phase in phases
        if wanted and (phase.lower().startswith(wanted) or wanted.startswith(phase.lower()))
    ]
    near = found or get_close_matches(wanted, phases, 1, 0.7)
    return near[0] if len(near) == 1 else ""


def is_named(label: Label, due: Due, card: Card) -> bool:
    """Return whether the label means the turn that is due."""
    now = _of_due(due, card)
    return (
        label.phase in ("", due.phase)
        and label.number in (0, now.number)
        and label.season in ("", now.season)
        and label.half in (0, now.half)
    )


def is_over(label: Label, due: Due, card: Card) -> bool:
    """Return whether the turn that the label means is over, so that it never comes again."""
    now = _of_due(due, card)
    if not label.number or not now.number:
        return False
    return _rank(label, card) < _rank(now, card)


def _of_due(due: Due, card: Card) -> Label:
    """Parse the printed name of the turn that is due."""
    words = [SAME.get(word, word) for word in re.findall(r"[\w-]+", due.turn.lower())]
    numbers = [int(word) for word in words if word.isdigit()]
    seasons = [season for season in card.seasons if season.lower() in words]
    halves = [NUMERALS[word] for word in words if word in NUMERALS]
    return Label(due.phase, (numbers or [0])[0], (seasons or [""])[0], (halves or [0])[0])


def _rank(label: Label, card: Card) -> tuple[int, int, int, int]:
    """Return a sort key; what a label leaves open counts as the last that it may be."""
    season = card.seasons.index(label.season) if label.season else len(card.seasons)
    return label.number, season, label.half or 9, card.phases.index(label.phase) if label.phase else 99
