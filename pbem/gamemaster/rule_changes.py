"""SET and HOUSE RULES: change a house rule, and show all of them as SET takes them."""

from collections.abc import Sequence

import msgspec

from pbem.core.sentences import Sentence, Words, cause_of, sentence
from pbem.tables.gm_actions import GmAction, GmContext, GmRequest, NotDone
from pbem.tables.gm_sight import gm_plays
from pbem.tables.house_rules import HouseRules, as_stored, house_rules, pace_of, sentences

RULES = HouseRules.__struct_fields__
OF_PEOPLE = ("invited", "denied")  # addresses, which nobody but the game master gets
FIXED_RULES = ("names", "votes")  # players who were promised a secret must be able to rely on it


def change_rule(gm: GmContext, request: GmRequest) -> Sequence[Words]:
    """Change a house rule: SET silence wait."""
    key, value = request.arguments[0].lower(), request.arguments[1].strip()
    if key == "pace":
        return _change_pace(gm, request, value)
    _check_key(gm, key)
    table, meant_before = gm.table, sentences(gm.table, gm.game.card)
    before = msgspec.to_builtins(house_rules(table)).get(key)
    old = table.house
    try:
        table.house = {**table.house, key: as_stored(key, value)}
        pace_of(table, gm.game.card.phases)
    except ValueError as fault:
        table.house = old
        raise NotDone(sentence("gm_actions", "unusable", why=cause_of(fault))) from None
    change = sentence("rule_changes", "change", key=key, value=value, before=_as_set_takes(before))
    if key in OF_PEOPLE:
        _announce(gm, request, sentence("rule_changes", "change_of_people", key=key), meant_before)
        return [change, sentence("rule_changes", "announced")]
    return _announce(gm, request, change, meant_before)


def _check_key(gm: GmContext, key: str) -> None:
    """Raise NotDone for what SET cannot change."""
    if key == "grace":
        raise NotDone(sentence("rule_changes", "grace", pace=gm.table.pace))
    if key in FIXED_RULES:
        raise NotDone(sentence("rule_changes", "fixed", key=key))
    if key not in RULES and key.startswith("deadline"):
        raise NotDone(sentence("rule_changes", "deadline"))


def _change_pace(gm: GmContext, request: GmRequest, pace: str) -> Sequence[Words]:
    meant_before = sentences(gm.table, gm.game.card)
    old, gm.table.pace = gm.table.pace, pace
    try:
        pace_of(gm.table, gm.game.card.phases)
    except ValueError as fault:
        gm.table.pace = old
        raise NotDone(sentence("gm_actions", "unusable", why=cause_of(fault))) from None
    change = sentence("rule_changes", "change", key="pace", value=pace, before=old)
    return _announce(gm, request, change, meant_before)


def _announce(
    gm: GmContext, request: GmRequest, change: Sentence, meant_before: Sequence[str]
) -> Sequence[Words]:
    meaning = [line for line in sentences(gm.table, gm.game.card) if line not in meant_before]
    gm.write_down(request, change, for_bulletin=True)
    gm.notify_table(request, "rule_changed", change=gm.in_words(change), meaning=meaning)
    return [change, sentence("rule_changes", "announced")]


def show_rules(gm: GmContext, _request: GmRequest) -> Sequence[Words]:
    """Show each house rule as SET takes it, and what they mean: HOUSE RULES, or SET alone."""
    now = msgspec.to_builtins(house_rules(gm.table))
    rules = [f"{key} = {_as_set_takes(now[key])}" for key in RULES if key not in FIXED_RULES]
    fixed = [sentence("rule_changes", "fixed_rule", key=key, value=now[key]) for key in FIXED_RULES]
    meaning = sentences(gm.table, gm.game.card, gm_plays=gm_plays(gm.session, gm.table))
    return [f"pace = {gm.table.pace}", *rules, *fixed, "", *meaning]


def _as_set_takes(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return (", ".join(map(str, value)) or "none") if isinstance(value, list | tuple) else str(value)


ACTIONS = (
    GmAction("SET", r"set\s+([a-z_]+)\s*(?:=|to\s|\s)\s*(.{1,200})", change_rule, "rules"),
    GmAction("HOUSE RULES", r"(?:house(?:\s+rules)?|rules|set)", show_rules, "always", is_page=True),
)
