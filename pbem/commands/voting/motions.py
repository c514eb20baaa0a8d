"""The motions that can be voted on: those of the game, and draws of some of its survivors.

A game says how its players may agree to end it (`Due.motions`). If the house rules allow it (`draws =
"any"`), a draw can be shared by some of the survivors: everybody whose vote a draw needs must agree, so only
the winners differ. This works for every game with draws.
"""

import re
from collections.abc import Sequence
from pathlib import Path

from adjudicator.core.game import Motion
from pbem.commands.context import power_meant
from pbem.commands.press.recipients import by_initials
from pbem.commands.voting import ending
from pbem.core.sentences import Unusable, sentence

DRAW, OF_SOME = "draw", "draw "
FEWEST = 2  # must share a draw; one alone would be a win
LEADING = re.compile(r"^(?:(?:shared\s+)?(?:between|among|amongst|for|of|by|to|only)\b\s*)+", re.I)
DIAS = re.compile(r"^(?:draw\s+)?(?:dias|draw\s+includes\s+all\s+survivors)$", re.I)  # as on older judges
FOR_ALL = re.compile(
    r"(?:(?:for|of|between|among|by)\s+)?(?:all|everybody|everyone|all\s+(?:survivors|powers))"
)


def draw_of(motions: Sequence[Motion]) -> Motion | None:
    """Return the draw that the game allows now, or None."""
    return next((motion for motion in motions if motion.key == DRAW), None)


def of_some(draw: Motion, sharers: Sequence[str], own_templates: Path | None) -> Motion:
    """Return *draw* shared by *sharers* only; with all its winners it is the draw itself."""
    winners = tuple(power for power in draw.winners if power in sharers)
    if winners == draw.winners:
        return draw
    said = sentence("votes", "draw_of_some", winners=winners, voters=draw.voters).words(own_templates)
    return Motion(f"{OF_SOME}{', '.join(winners)}", said, draw.voters, winners)


def of_key(
    key: str, motions: Sequence[Motion], own_templates: Path | None, *, any_draw: bool
) -> Motion | None:
    """Return the motion with *key*; None if it is no longer possible, for example without a sharer."""
    found = next((motion for motion in motions if motion.key == key), None)
    draw = draw_of(motions)
    if found is not None or draw is None or not any_draw or not key.startswith(OF_SOME):
        return found
    named = key.removeprefix(OF_SOME).split(", ")
    return of_some(draw, named, own_templates) if set(named) <= set(draw.winners) else None


def meant(
    written: str, motions: Sequence[Motion], own_templates: Path | None = None, *, any_draw: bool = False
) -> Motion:
    """Return the motion that *written* names. Raises Unusable.

    Every word counts: other words besides the motion's name change it or are refused.
    """
    plain = DIAS.sub(DRAW, re.sub(r"\s+to\s+", " ", written, flags=re.I))
    verb, _, rest = plain.lower().partition(" ")
    exact = [motion for motion in motions if motion.key.lower() == plain.lower()]
    if exact:
        return exact[0]
    if verb.startswith("conce"):
        return _concession(plain[len(verb) :].strip(), motions)
    begun = [motion for motion in motions if verb and motion.key.startswith(verb)]
    if len(begun) != 1:
        known = [motion.key for motion in motions]
        raise Unusable(sentence("votes", "no_motion", written=written, motions=known))
    if not rest.strip() or FOR_ALL.fullmatch(rest.strip()):
        return begun[0]
    if any_draw and begun[0].key == DRAW:
        return _of_named(begun[0], plain[len(verb) :].strip(), own_templates)
    fact = ending.fact(begun[0])
    limit, is_draw = rest.strip(), begun[0].key == DRAW
    raise Unusable(sentence("votes", "limited", limit=limit, fact=fact, motion=begun[0].key, is_draw=is_draw))


def _of_named(draw: Motion, written: str, own_templates: Path | None) -> Motion:
    """Return the draw of the powers that *written* names. Raises Unusable for one that is not a survivor."""
    named: list[str] = []
    for piece in re.split(r"[,;/&+]|\band\b", LEADING.sub("", written), flags=re.I):
        named.extend(_powers(piece.split(), draw.winners))
    if len(set(named)) < FEWEST:
        raise Unusable(sentence("votes", "too_few", written=written, survivors=draw.winners))
    return of_some(draw, named, own_templates)


def _powers(words: Sequence[str], powers: Sequence[str]) -> list[str]:
    """Return the powers that the words name one after the other: "Dark Green Red". Raises Unusable."""
    if not words:
        return []
    for length in range(len(words), 1, -1):
        whole = " ".join(words[:length]).lower()
        found = [power for power in powers if power.lower() == whole]
        if found:
            return [*found, *_powers(words[length:], powers)]
    letters = by_initials(words[0], powers) if len(words[0]) > 1 else []
    return [*(letters or [power_meant(words[0], powers)]), *_powers(words[1:], powers)]


def _concession(to: str, motions: Sequence[Motion]) -> Motion:
    by_name = {
        motion.key.removeprefix("concede "): motion for motion in motions if motion.key.startswith("concede ")
    }
    if by_name and not to:
        known = [motion.key for motion in motions]
        raise Unusable(sentence("votes", "no_motion", written="concede", motions=known))
    if not by_name:
        has_draw = draw_of(motions) is not None
        raise Unusable(sentence("votes", "no_concession", has_draw=has_draw))
    return by_name[power_meant(to, list(by_name))]
