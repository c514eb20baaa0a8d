"""News in sentences of the game, with related news joined."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from adjudicator.core.language.words import listed
from adjudicator.core.phrasing import Speech, capital, spoils, with_article
from adjudicator.middle_earth.resolve.pieces import NAMES
from adjudicator.middle_earth.resolve.record import News
from adjudicator.middle_earth.sentences import form, say


class Tiding(NamedTuple):
    """News of one *key* as a sentence; *is_public* if everybody may read it."""

    sentence: str
    key: str
    is_public: bool


# Joined with others of the same key if this word is the same.
TOGETHER: Mapping[str, str] = {
    "centre.taken": "power",
    "centre.gained": "power",
    "alignment": "alignment",
    "first alignment": "alignment",
}
SINCE: Mapping[str, str] = {
    "alignment": form("alignments_change"),
    "first alignment": form("alignments_declared"),
}
TAKING: Mapping[str, str] = {
    "centre.taken": form("takes_centres"),
    "centre.gained": form("gains_these"),
}
IN_THE_ORDERS = ("unit.removed",)  # told by the outcome of the order
SIDES = frozenset({"Gandalf"})  # powers with the name of a person who acts: their news say "Gandalf's side"
COUNTED = frozenset(NAMES[kind] for kind in ("A", "F", "A/F", "E", "P"))


def tidings(news: Sequence[News], told: Callable[[News], str], speech: Speech) -> list[Tiding]:
    """Return the sentences that *told* makes, in the order of the first news of each."""
    groups: dict[tuple[object, ...], list[News]] = {}
    for number, one in enumerate(news):
        if one.key not in IN_THE_ORDERS:
            together = one.words[TOGETHER[one.key]] if one.key in TOGETHER else number
            groups.setdefault((one.key, one.readers, together), []).append(one)
    return [
        Tiding(_sentence(group, told, speech), group[0].key, group[0].readers is None)
        for group in groups.values()
    ]


def words(news: News, speech: Speech) -> dict[str, str]:
    """Return the facts for a sentence, with full place names; *whose* if a piece's name does not say it."""
    filled = {
        key: speech.places.get(value, value) if key == "place" else value for key, value in news.words.items()
    }
    owner = filled.get("owner", "")
    filled["whose"] = (
        say("whose_piece", power=_side(speech.named(owner))) if owner and owner != filled.get("piece") else ""
    )
    if "power" in filled:
        filled["power"] = _side(filled["power"])
    by = _victor(news)
    filled["beaten"] = say("beaten_by", power=speech.named(by)) if by else ""
    return filled


def _side(power: str) -> str:
    """Return the power as it is called where its name alone could be that of a person."""
    return say("side_of", power=power) if power in SIDES else power


def _victor(news: News) -> str:
    """Return the power that beat a unit with nowhere to go, "" for other news and where nobody did."""
    return news.words.get("by", "") if news.key.startswith("unit.") else ""


def unit(text: str) -> str:
    """Return "an Army" for "A" or "Army"; Cavalry and the names of pieces are unchanged."""
    name = NAMES.get(text, text)
    return with_article(name) if name in COUNTED else name


def is_own_ring(news: News) -> bool:
    """Return whether it is about the Ring of one's own unit or piece, which others do not learn."""
    return news.key.startswith("ring.") and news.readers is not None


def _sentence(group: Sequence[News], told: Callable[[News], str], speech: Speech) -> str:
    first = group[0]
    if len(group) == 1:
        return told(first)
    if first.key in SINCE:
        powers = [speech.named(one.words["power"]) for one in group]
        told_together = SINCE[first.key].format(
            powers=listed(powers, "and"), alignment=first.words["alignment"]
        )
        return capital(told_together)
    taken: dict[str, list[str]] = {}
    for one in group:
        taken.setdefault(speech.named(one.words.get("before", "")), []).append(
            speech.place(one.words["place"])
        )
    return speech.sentence(TAKING[first.key], power=first.words["power"], spoils=spoils(taken))
