"""Parse the recipients of a message, and false names: PRESS TO Blue FROM Red FAKE TO Green."""

import re
from collections.abc import Callable, Sequence

from msgspec import Struct

from pbem.commands.context import power_meant
from pbem.core.sentences import Unusable, sentence

GM, BULLETIN = "GM", "bulletin"
OFFICES = {
    **dict.fromkeys(("gm", "the gm", "master", "gamemaster", "game master", "moderator", "judge"), GM),
    **dict.fromkeys(("bulletin", "the bulletin", "newspaper", "paper", "press", "observers"), BULLETIN),
}
ALL = ("all", "everybody", "everyone", "all players", "broadcast", "world", "the world")
BETWEEN = re.compile(r"[,;&+/\u2026]|\.{2,}|\band\b", re.I)
SENDER = re.compile(r"\s+(?:fake\s+)?(?:from|as)\s+(?!(?:if\s+)?to\b)", re.I)
FAKES = re.compile(r"\s+(?:(?:fake|faked|shown|pretend|as(?:\s+if)?)\s+to)\s+", re.I)

FindPlayer = Callable[[str], Sequence[str]]
"""Return the powers of the player of a name, none if there is no such player. Raises Unusable."""


def _nobody(_name: str) -> Sequence[str]:
    return ()


class Addressed(Struct, frozen=True):
    """The recipients of a message, and false names that its readers see; None if the names are true."""

    to: list[str]
    shown_as: str | None = None
    shown_to: list[str] | None = None


def addressed(written: str, powers: Sequence[str], find_player: FindPlayer = _nobody) -> Addressed:
    """Return the recipients and the false names. Raises Unusable."""
    sender = _after(SENDER, written)
    shown_to = _after(FAKES, written)
    first = min((found.start() for one in (SENDER, FAKES) if (found := one.search(written))), default=None)
    return Addressed(
        recipients(written[:first], powers, find_player),
        power_meant(sender, powers) if sender is not None else None,
        recipients(shown_to, powers, find_player) if shown_to is not None else None,
    )


def _after(pattern: re.Pattern[str], written: str) -> str | None:
    """Return the text after the words of *pattern*, up to the next such words."""
    found = pattern.search(written)
    if found is None:
        return None
    rest = f" {written[found.end() :]}"
    ends = [other.start() for one in (SENDER, FAKES) if (other := one.search(rest))]
    return rest[: min(ends, default=None)].strip()


def recipients(written: str, powers: Sequence[str], find_player: FindPlayer = _nobody) -> list[str]:
    """Return the powers in the game's order, then GM and bulletin. Raises Unusable.

    *find_player* must find nobody where names are hidden.
    """
    wanted, *but = re.split(r"\s+(?:but|except)\s+", written, maxsplit=1, flags=re.I)
    names = _names(wanted, powers, find_player)
    if not names:
        raise Unusable(sentence("press", "to_whom"))
    without = _names(but[0], powers, find_player) if but else []
    left = [name for name in (*powers, GM, BULLETIN) if name in names and name not in without]
    if not left:
        raise Unusable(sentence("press", "leaves_nobody", written=written))
    return left


def _names(written: str, powers: Sequence[str], find_player: FindPlayer) -> list[str]:
    pieces = [piece.strip() for piece in BETWEEN.split(written)]
    return [name for piece in pieces if piece for name in _piece(piece, powers, find_player)]


def _piece(piece: str, powers: Sequence[str], find_player: FindPlayer) -> Sequence[str]:
    """Return the recipients of one name; words that are not a name together may each be one."""
    plain = " ".join(piece.lower().split())
    if plain in ALL:
        return powers
    if plain in OFFICES:
        return [OFFICES[plain]]
    try:
        return [power_meant(piece, powers)]
    except Unusable:
        if initials := by_initials(piece, powers):
            return initials
        if played := find_player(piece):
            return played
        if " " not in plain:
            raise
    return [name for word in piece.split() for name in _piece(word, powers, find_player)]


def by_initials(piece: str, powers: Sequence[str]) -> list[str]:
    """Return the powers of "FGI", as on older judges; M is the master, O the observers. Else []."""
    if not re.fullmatch(r"[A-Z]{1,12}", piece.strip()):
        return []
    found = [_by_initial(letter, powers) for letter in piece.strip()]
    return [] if "" in found else found


def _by_initial(letter: str, powers: Sequence[str]) -> str:
    begun = [power for power in powers if power.startswith(letter)]
    if begun:
        return begun[0] if len(begun) == 1 else ""
    return {"M": GM, "O": BULLETIN}.get(letter, "")
