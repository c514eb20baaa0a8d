"""SET and HOUSE RULES: change a house rule, show one, and list all of them as written for SET."""

from collections.abc import Sequence

import msgspec

from pbem.core.sentences import Words, sentence
from pbem.gamemaster import own_words, rule_votes
from pbem.tables import rule_changes
from pbem.tables.gm_actions import GmAction, GmContext, GmRequest, NotDone
from pbem.tables.gm_sight import gm_plays
from pbem.tables.house_rules import choices_of, explained, house_rules, sentences
from pbem.tables.rule_changes import FIXED_RULES, RULES, as_set_takes

NAMES = "|".join(key.replace("_", "[ _]") for key in sorted(RULES, key=len, reverse=True))


def change_rule(gm: GmContext, request: GmRequest) -> Sequence[Words]:
    """Change a house rule, or ask the players to agree: SET silence wait; SET denied + x@y.org."""
    key = request.arguments[0].lower().replace(" ", "_")
    _check_name(request.arguments[0], request.arguments[1])
    value = _whole_list(gm, key, request.arguments[1].strip())
    change = rule_changes.checked(gm, key, value)
    if rule_votes.must_agree(gm):
        return rule_votes.ask(gm, request, change)
    return rule_changes.make(gm, request, change)


def _whole_list(gm: GmContext, key: str, value: str) -> str:
    """Return the value with what is in the list already, if *value* is "+" and something to be added."""
    now = msgspec.to_builtins(house_rules(gm.table)).get(key)
    if not value.startswith("+") or not isinstance(now, list | tuple):
        return value
    before = [str(one) for one in now]
    added = [one.strip() for one in value[1:].split(",") if one.strip()]
    return ", ".join([*before, *(one for one in added if one not in before)])


def _one_rule(gm: GmContext, text: str) -> Sequence[Words]:
    """Show a rule with its value and possible values. Raises NotDone if there is none of that name."""
    _check_name(text)
    if not rule_named(text):
        rule_changes.checked(gm, text.lower().replace(" ", "_"), "")  # says which one may be meant
    return [line for one in about(gm, rule_named(text)) for line in (one, "")][:-1]


def _check_name(*words: str) -> None:
    """Raise NotDone for a setting of another judge, with the line that does it here."""
    if line := own_words.setting_meant(" ".join(words)):
        raise NotDone(sentence("rule_changes", "of_other_judges", line=line))


def rule_named(text: str) -> str:
    """Return the rule, "pace" or "zone" that *text* names; "" if none."""
    key = "_".join(text.lower().replace("_", " ").split())
    return key if key in (*RULES, *rule_changes.OF_TABLE) else ""


def about(gm: GmContext, key: str) -> Sequence[Words]:
    """Return the value of a house rule, its possible values, and what it means."""
    now = as_set_takes(rule_changes.value_of(gm.table, key))
    choices = choices_of(key) if key in RULES else ()
    is_fixed = key in FIXED_RULES
    shown = sentence("rule_changes", "about", key=key, value=now, choices=choices, is_fixed=is_fixed)
    values = [sentence("rule_changes", "of_pace")] if key == "pace" else explained(key)
    return [shown, *values]


def show_rules(gm: GmContext, request: GmRequest) -> Sequence[Words]:
    """List each house rule as written for SET, with its meaning: HOUSE RULES, or SET alone; SET silence."""
    if request.argument:
        return _one_rule(gm, request.argument)
    now = msgspec.to_builtins(house_rules(gm.table))
    rules = [f"{key} = {as_set_takes(now[key])}" for key in RULES if key not in FIXED_RULES]
    fixed = [sentence("rule_changes", "fixed_rule", key=key, value=now[key]) for key in FIXED_RULES]
    meaning = sentences(gm.table, gm.game.card, gm_plays=gm_plays(gm.session, gm.table))
    return [f"pace = {gm.table.pace}", f"zone = {gm.table.zone}", *rules, *fixed, "", *meaning]


ACTIONS = (
    GmAction(
        "HOUSE RULES",
        rf"(?:house(?:\s+rules?)?|rules|set)(?:\s+({NAMES}|[a-z_]+))?",
        show_rules,
        "always",
        is_page=True,
    ),
    GmAction("SET", rf"set\s+({NAMES}|[a-z_]+)\s*(?:=|to\s|\s)\s*(.{{1,200}})", change_rule, "rules"),
)
