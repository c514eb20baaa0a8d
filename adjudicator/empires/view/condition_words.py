"""Say how a condition was understood, for confirmations: "Warsaw is held by your side"."""

from collections.abc import Sequence

from adjudicator.core.language.words import listed
from adjudicator.empires.ground import NATIONS, SURRENDER, zone_name
from adjudicator.empires.language.conditions import ANYBODY, ENEMY, ME, US, Condition
from adjudicator.empires.language.orders import Conditional
from adjudicator.empires.sentences import group, say

CONDITIONS, BELONGING = group("conditions"), group("belonging")
IN_A_SENTENCE = group("powers_in_a_sentence")
_BELONGING = {ANYBODY: "anybody", ME: "me", US: "us", ENEMY: "enemy"}


def condition_words(condition: Condition) -> str:
    """Return *condition* as a clause for the Power that wrote it."""
    kind = " ".join(filter(None, (condition.kind, condition.how)))
    if condition.track == SURRENDER and condition.kind == "joined":
        kind = "surrendered"
    if condition.kind == "attack" and condition.who:
        kind += " by"
    if condition.is_denied:
        kind = f"not {kind}"
    return CONDITIONS[kind].format(
        zone=zone_name(condition.zone) if condition.zone else "",
        who=IN_A_SENTENCE.get(condition.who, condition.who),
        army=_thing("army", condition.who),
        armies=_thing("armies", condition.who),
        trench=_thing("trench", condition.who),
        number=condition.number,
        track=condition.track,
        words=condition.words,
    )


def _thing(thing: str, who: str) -> str:
    name = _BELONGING.get(who) or ("nation" if who in NATIONS else "power")
    return BELONGING[name].format(thing=thing, who=IN_A_SENTENCE.get(who, who))


def conditions_words(conditions: Sequence[Condition]) -> str:
    return listed([condition_words(one) for one in conditions], "and")


def conditional_words(order: Conditional) -> str:
    """Return the keyword and the conditions in words: "If Warsaw is held by your side"."""
    if order.is_end:
        return say("if_ends")
    if not order.conditions:
        return say("otherwise")
    words = conditions_words(order.conditions)
    return say("otherwise_if", conditions=words) if order.is_else else say("if_conditions", conditions=words)
