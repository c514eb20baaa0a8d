"""The parts of a position in the notation of the rule cases, as far as the two games agree.

Raises ValueError that names the key at fault.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, Protocol

from adjudicator.core.game import Facts
from adjudicator.core.language.words import key as spelling
from adjudicator.middle_earth.language.orders import Place, Power, Standable
from adjudicator.middle_earth.resolve.pieces import ALIGNMENTS
from adjudicator.middle_earth.sentences import say


class Piece(Protocol):
    """A piece of which there is only one."""

    @property
    def kind(self) -> str: ...

    @property
    def place(self) -> Place: ...


KEYS = ("phase", "turn", "units", "dislodged", "contested", "centres", "state", "options")
NOBODY = "none"  # owns a centre, or wins
NOWHERE = "nowhere"  # the Ring is not in play
MULTIPLES = {"double": 2, "triple": 3}  # "Double Army Barad-dûr", as reports print 2A Bar
SMALL_WORDS = ("in", "at", "the", "army", "armies")  # between kind and place: "Ranger in the Shire"
UNIT = re.compile(r"^(?P<count>\d*)\s*(?P<words>.+?)(?P<marks>(\s*\[[^]]*\])*)$")


def season(facts: Facts, phases: Sequence[str]) -> dict[str, Any]:
    """Return the phase, by default the first of *phases*, and the turn, by default 1 (2 in the last one)."""
    for key in facts:
        if key not in KEYS:
            raise ValueError(say("position_key_is_unknown", key=key, keys=", ".join(KEYS)))
    phase = facts.get("phase", phases[0])
    if phase not in phases:
        raise ValueError(say("position_phase_is_unknown", phase=phase, phases=", ".join(phases)))
    turn = facts.get("turn", 2 if phase == phases[-1] else 1)
    return {"phase": phase, "turn": turn, "number": turn}


def rows(
    given: Mapping[str, Sequence[str]], key: str, powers: Sequence[Power]
) -> Iterator[tuple[Power, str]]:
    for power, items in given.items():
        if power not in powers:
            raise ValueError(say("position_power_is_unknown", key=key, power=power, powers=", ".join(powers)))
        for item in items:
            yield power, item


def owners(
    given: Mapping[str, Sequence[str]],
    at_start: Mapping[Place, Power],
    powers: Sequence[Power],
    centres: Collection[Place],
    place: Callable[[str, str], Place],
) -> dict[Place, Power]:
    """Return the owners of centres; others are as *at_start*, and a power named without centres has none.

    *place* parses a name for a key.
    """
    found = {centre: owner for centre, owner in at_start.items() if owner not in given or given[owner]}
    for power, texts in given.items():
        if power not in (*powers, NOBODY):
            raise ValueError(say("position_owner_is_unknown", power=power, nobody=NOBODY))
        for text in texts:
            where = place(text, "centres")
            if where not in centres:
                raise ValueError(say("position_is_not_a_centre", text=text))
            found.pop(where, None)
            if power != NOBODY:
                found[where] = power
    return found


def unit(
    text: str, key: str, kinds: Mapping[str, str], place: Callable[[str, str, str], Place], example: str
) -> tuple[int, str, Place, str]:
    """Return number, kind, place and marks of a unit.

    *kinds* are the kinds by their words; *place* finds the place by its words, the key and the kind.
    """
    found = UNIT.match(text.strip())
    written = found["words"].split() if found else []
    many = MULTIPLES.get(written[0].casefold(), 0) if written else 0
    named = _kind_and_place(written[1:] if many else written, kinds)
    if found is None or named is None:
        raise ValueError(say("position_is_not_a_unit", key=key, text=text, example=example))
    kind, words = named
    where = place(words, key, kind)
    return many or int(found["count"] or 1), kind, where, found["marks"].casefold()


def _kind_and_place(words: Sequence[str], kinds: Mapping[str, str]) -> tuple[str, str] | None:
    """Split "Lord of the Nazgul Minas Morgul": the longest kind, then at least one word for the place."""
    said = [word.casefold() if word.isascii() else spelling(word) for word in words]
    for many in range(len(words) - 1, 0, -1):
        if kind := kinds.get(" ".join(said[:many])):
            return kind, " ".join(_without_small_words(words[many:]))
    return None


def _without_small_words(words: Sequence[str]) -> Sequence[str]:
    """Return the place of "Easterling Army Off Board" or "Faramir in Minas Tirith"."""
    first = next((at for at, word in enumerate(words) if word.casefold() not in SMALL_WORDS), 0)
    return words[first:]


def check_alone(pieces: Sequence[Piece], many: Collection[str] = ()) -> None:
    """Raise ValueError if a piece is in two places, except for the kinds in *many*."""
    there: dict[str, Piece] = {}
    for piece in pieces:
        first = there.setdefault(piece.kind, piece)
        if first is not piece and piece.kind not in many:
            raise ValueError(
                say(
                    "position_piece_is_in_two_places",
                    kind=piece.kind,
                    place=first.place,
                    elsewhere=piece.place,
                )
            )


def check_one_ring(bearer: object) -> None:
    """Raise ValueError if the Ring has a *bearer* already."""
    if bearer is not None:
        raise ValueError(say("position_has_two_rings"))


def alignments(given: Mapping[str, str], powers: Sequence[Power]) -> Mapping[str, str]:
    for power, alignment in given.items():
        if power not in powers or alignment not in ALIGNMENTS:
            raise ValueError(
                say(
                    "position_alignment_is_unknown",
                    power=power,
                    alignment=alignment,
                    alignments=", ".join(ALIGNMENTS),
                )
            )
    return given


def standing(
    facts: Facts, read: Callable[[Power, Sequence[str]], tuple[Standable, ...]]
) -> dict[Power, tuple[Standable, ...]]:
    """Return standing orders in the notation of orders."""
    given = facts.get("state", {}).get("standing", {})
    return {power: read(power, texts) for power, texts in given.items()}


# Describing.


def centres(owners: Mapping[Place, Power], powers: Sequence[Power]) -> dict[Power, list[Place]]:
    return {power: sorted(place for place, owner in owners.items() if owner == power) for power in powers}


def winner(winners: Sequence[Power]) -> list[Power] | Power:
    """Return one winner by name, several as a list."""
    return list(winners) if len(winners) > 1 else (*winners, NOBODY)[0]
