"""Take "Research Attack" for the only level of that branch which the Power may research now (10.0.4)."""

import re
from collections.abc import Sequence

from adjudicator.core.language.words import Unreadable, listed
from adjudicator.core.languages import condition_in, gives_reason
from adjudicator.empires.ground import TECHNOLOGY_NAMES
from adjudicator.empires.language.orders import Research
from adjudicator.empires.language.sentences.lexicon import heard
from adjudicator.empires.language.splitting import Said
from adjudicator.empires.position import Position
from adjudicator.empires.resolve import research
from adjudicator.empires.sentences import say

_MOST_WORDS = 12
_ABOUT_RESEARCH = re.compile(r"\b(?:research\w*|tech(?:nology)?|forsch\w*|recherche\w*)\b", re.IGNORECASE)
_OF_OTHERS = re.compile(r"\b(?:their|his|her|your|enem(?:y|ies)|ihre?|leur)\b", re.IGNORECASE)
_BRANCH = re.compile(r"\b(?P<branch>attack|defen[cs]e|tanks?)\b(?! ?\d)", re.IGNORECASE)
_RESEARCH = re.compile(r"research(?:es)?:?\s+(?P<branch>[^\W\d_]+)[ .!]*", re.IGNORECASE)


def with_only_levels(position: Position, said: Sequence[Said]) -> list[Said]:
    """Return *said*; a branch with a single possible level is an order to research that."""
    return [_with_level(position, one) for one in said]


def _with_level(position: Position, one: Said) -> Said:
    if isinstance(one.order, Unreadable) and (found := _RESEARCH.fullmatch(one.text.strip())):
        possible = _possible(position, found["branch"])
        return one._replace(order=Research(possible[0])) if len(possible) == 1 else one
    if one.order is None and not (one.is_noted or one.stays):
        return _with_advice(position, one)
    return one


def _with_advice(position: Position, one: Said) -> Said:
    """Refuse a short sentence about research that names a branch: "The tech for this turn: Defence"."""
    branches = _BRANCH.findall(one.text)
    is_order = (
        _ABOUT_RESEARCH.search(one.text) and len(one.text.split()) <= _MOST_WORDS and len(branches) == 1
    )
    is_talk = _OF_OTHERS.search(one.text) or any(word.letter == "Z" for word in heard(one.text))
    if not is_order or is_talk or one.text.endswith("?") or gives_reason(one.text) or condition_in(one.text):
        return one
    found = [f"RESEARCH {name}" for name in _possible(position, branches[0])]
    remedy = say("if_order_did_you_mean", found=listed(found))
    return one._replace(order=Unreadable(say("this_is_not_understood"), remedy)) if found else one


def _possible(position: Position, branch: str) -> list[str]:
    meant = TECHNOLOGY_NAMES.meant(branch)
    return [name for name in research.possible(position, position.power) if name in meant]
