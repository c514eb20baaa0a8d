"""Change a house rule or the pace, and inform everybody.

A game master changes rules with SET (`pbem.gamemaster.rule_changes`); with the house rule `rule_votes`, the
players vote on it (`pbem.commands.voting.rule_votes`).
"""

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from pbem.core.sentences import Sentence, Words, cause_of, sentence
from pbem.tables.gm_actions import GmContext, GmRequest, NotDone
from pbem.tables.house_rules import HouseRules, as_stored, house_rules, pace_of, sentences

RULES = HouseRules.__struct_fields__
OF_PEOPLE = ("invited", "denied")  # addresses, which only the game master gets
FIXED_RULES = ("names", "votes")  # players who were promised a secret must be able to rely on it
PACE = "pace"
OF_DEADLINES = (PACE, "night", "rest_weekdays", "rest_days", "first_time", "least_time")


class Change(Struct, frozen=True):
    """A rule (or "pace"), its new value as written for SET, and its present value."""

    key: str
    value: str
    before: str


def checked(gm: GmContext, key: str, value: str) -> Change:
    """Return the change if it can be made, without making it. Raises NotDone with a remedy."""
    table = gm.table
    if key != PACE:
        _check_key(gm, key)
    house, pace = table.house, table.pace
    try:
        _put(gm, key, value)
        pace_of(table, gm.game.card.phases)
        now = msgspec.to_builtins(house_rules(table)).get(key)
    except ValueError as fault:
        raise NotDone(sentence("gm_actions", "unusable", why=cause_of(fault))) from None
    finally:
        table.house, table.pace = house, pace
    before = pace if key == PACE else as_set_takes(msgspec.to_builtins(house_rules(table)).get(key))
    return Change(key, as_set_takes(now) if isinstance(now, bool) else value, before)


def make(gm: GmContext, request: GmRequest, change: Change) -> Sequence[Words]:
    """Make a checked change, log it, and inform everybody."""
    meant_before = sentences(gm.table, gm.game.card)
    _put(gm, change.key, change.value)
    answer = in_words(change)
    said = answer
    if change.key in OF_PEOPLE:
        said = sentence("rule_changes", "change_of_people", key=change.key)
    meaning = [line for line in sentences(gm.table, gm.game.card) if line not in meant_before]
    gm.write_down(request, said, for_bulletin=True)
    gm.notify_table(request, "rule_changed", change=gm.in_words(said), meaning=meaning)
    is_due = gm.table.deadline_utc is not None and change.key in OF_DEADLINES
    return [answer, sentence("rule_changes", "announced", is_due=is_due)]


def in_words(change: Change) -> Sentence:
    return sentence("rule_changes", "change", key=change.key, value=change.value, before=change.before)


def as_set_takes(value: object) -> str:
    """Return a value as written for SET."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return (", ".join(map(str, value)) or "none") if isinstance(value, list | tuple) else str(value)


def _put(gm: GmContext, key: str, value: str) -> None:
    if key == PACE:
        gm.table.pace = value
    else:
        gm.table.house = {**gm.table.house, key: as_stored(key, value)}


def _check_key(gm: GmContext, key: str) -> None:
    """Raise NotDone for what SET cannot change."""
    if key == "grace":
        raise NotDone(sentence("rule_changes", "grace", pace=gm.table.pace))
    if key in FIXED_RULES:
        raise NotDone(sentence("rule_changes", "fixed", key=key))
    if key not in RULES and key.startswith("deadline"):
        raise NotDone(sentence("rule_changes", "deadline"))
