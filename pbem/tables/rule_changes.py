"""Change a house rule or the pace, and inform everybody.

A game master changes rules with SET (`pbem.gamemaster.rule_changes`); with the house rule `rule_votes`, the
players vote on it (`pbem.commands.voting.rule_votes`).
"""

from collections.abc import Sequence

import msgspec
from msgspec import Struct
from sqlmodel import select

from pbem.core.dates.moments import date_soon_after
from pbem.core.dates.zones import zone_named
from pbem.core.deadlines import known_zone
from pbem.core.sentences import Sentence, Words, cause_of, sentence
from pbem.store.game_tables import GameTable
from pbem.store.player_tables import Applicant
from pbem.tables.gm_actions import GmContext, GmRequest, NotDone
from pbem.tables.house_rules import HouseRules, as_stored, house_rules, pace_of, sentences

RULES = HouseRules.__struct_fields__
OF_PEOPLE = ("invited", "denied")  # addresses, which only the game master gets
FIXED_RULES = ("names", "votes")  # players who were promised a secret must be able to rely on it
PACE, ZONE = "pace", "zone"
OF_TABLE = (PACE, ZONE)  # kept beside the house rules
OF_DEADLINES = (PACE, ZONE, "night", "rest_weekdays", "rest_days", "first_time", "least_time")


class Change(Struct, frozen=True):
    """A rule, "pace" or "zone", its new value as written for SET, and its present value.

    *meaning* are the sentences for players that would be new.
    """

    key: str
    value: str
    before: str
    meaning: Sequence[str] = ()


def checked(gm: GmContext, key: str, value: str) -> Change:
    """Return the change if it can be made, without making it. Raises NotDone with a remedy."""
    table = gm.table
    if key not in OF_TABLE:
        _check_key(gm, key)
    house, pace, zone = table.house, table.pace, table.zone
    before = value_of(table, key) if key in (*OF_TABLE, *RULES) else ""
    meant_before = sentences(table, gm.game.card)
    try:
        _put(gm, key, value)
        pace_of(table, gm.game.card.phases)
        now = value_of(table, key)
        meaning = [line for line in sentences(table, gm.game.card) if line not in meant_before]
    except ValueError as fault:
        raise NotDone(sentence("gm_actions", "unusable", why=cause_of(fault))) from None
    finally:
        table.house, table.pace, table.zone = house, pace, zone
    is_rewritten = key == ZONE or isinstance(now, bool)
    return Change(key, as_set_takes(now) if is_rewritten else value, as_set_takes(before), meaning)


def value_of(table: GameTable, key: str) -> object:
    """Return the present value of a rule, of the pace or of the time zone."""
    return getattr(table, key) if key in OF_TABLE else msgspec.to_builtins(house_rules(table)).get(key)


def make(gm: GmContext, request: GmRequest, change: Change) -> Sequence[Words]:
    """Make a checked change, log it, and inform everybody."""
    meant_before = sentences(gm.table, gm.game.card)
    _put(gm, change.key, change.value)
    if change.key == ZONE:
        _follow(gm, change.before)
    answer = in_words(change)
    said = answer
    if change.key in OF_PEOPLE:
        said = sentence("rule_changes", "change_of_people", key=change.key)
    meaning = [line for line in sentences(gm.table, gm.game.card) if line not in meant_before]
    gm.write_down(request, said, for_bulletin=True)
    is_due = leaves_deadline(gm, change.key)
    gm.notify_table(request, "rule_changed", change=gm.in_words(said), meaning=meaning, is_due=is_due)
    return [answer, sentence("rule_changes", "announced", is_due=is_due)]


def leaves_deadline(gm: GmContext, key: str) -> bool:
    """Return whether the rule is about deadlines, of which the present one stays as it is."""
    return gm.table.deadline_utc is not None and key in OF_DEADLINES


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
    elif key == ZONE:
        gm.table.zone = known_zone(zone_named(value) or value)
    else:
        gm.table.house = {**gm.table.house, key: as_stored(key, value)}


def _follow(gm: GmContext, before: str) -> None:
    """Let those who have the time zone *before* of the table, seated or not yet, have the new one, too."""
    waiting = gm.session.exec(select(Applicant).where(Applicant.table_key == gm.table.key))
    for one in (*gm.seats, *waiting):
        if one.zone == before:
            one.zone = gm.table.zone


def _check_key(gm: GmContext, key: str) -> None:
    """Raise NotDone for what SET cannot change."""
    if key == "grace":
        parts = [part for part in gm.table.pace.split("; ") if not part.startswith("grace ")]
        raise NotDone(sentence("rule_changes", "grace", pace=gm.table.pace, parts=parts))
    if key in FIXED_RULES:
        raise NotDone(sentence("rule_changes", "fixed", key=key))
    if key not in RULES and key.startswith("deadline"):
        soon = date_soon_after(gm.table.zone, gm.now, gm.table.deadline_utc)
        raise NotDone(sentence("rule_changes", "deadline", soon=soon))
