"""SET and HOUSE RULES: change a house rule, and list all of them as written for SET."""

from collections.abc import Sequence

import msgspec

from pbem.core.sentences import Words, sentence
from pbem.gamemaster import rule_votes
from pbem.tables import rule_changes
from pbem.tables.gm_actions import GmAction, GmContext, GmRequest
from pbem.tables.gm_sight import gm_plays
from pbem.tables.house_rules import house_rules, sentences
from pbem.tables.rule_changes import FIXED_RULES, RULES, as_set_takes

NAMES = "|".join(key.replace("_", "[ _]") for key in sorted(RULES, key=len, reverse=True))


def change_rule(gm: GmContext, request: GmRequest) -> Sequence[Words]:
    """Change a house rule, or ask the players to agree to the change: SET silence wait."""
    key, value = request.arguments[0].lower().replace(" ", "_"), request.arguments[1].strip()
    change = rule_changes.checked(gm, key, value)
    if rule_votes.must_agree(gm):
        return rule_votes.ask(gm, request, change)
    return rule_changes.make(gm, request, change)


def show_rules(gm: GmContext, _request: GmRequest) -> Sequence[Words]:
    """List each house rule as written for SET, with its meaning: HOUSE RULES, or SET alone."""
    now = msgspec.to_builtins(house_rules(gm.table))
    rules = [f"{key} = {as_set_takes(now[key])}" for key in RULES if key not in FIXED_RULES]
    fixed = [sentence("rule_changes", "fixed_rule", key=key, value=now[key]) for key in FIXED_RULES]
    meaning = sentences(gm.table, gm.game.card, gm_plays=gm_plays(gm.session, gm.table))
    return [f"pace = {gm.table.pace}", *rules, *fixed, "", *meaning]


ACTIONS = (
    GmAction("SET", rf"set\s+({NAMES}|[a-z_]+)\s*(?:=|to\s|\s)\s*(.{{1,200}})", change_rule, "rules"),
    GmAction("HOUSE RULES", r"(?:house(?:\s+rules)?|rules|set)", show_rules, "always", is_page=True),
)
