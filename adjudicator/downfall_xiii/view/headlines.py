"""A headline and a lead paragraph, only from what `sight` allows."""

from collections.abc import Sequence

from adjudicator.core.game import Retold
from adjudicator.downfall_xiii.ground import HOMES, SPEECH
from adjudicator.downfall_xiii.sentences import group, say
from adjudicator.downfall_xiii.view.news import tidings
from adjudicator.downfall_xiii.view.sight import Seen
from adjudicator.middle_earth.resolve.record import Result
from adjudicator.middle_earth.view import headlines
from adjudicator.middle_earth.view.headlines import LOST_AT_HOME, Moment
from adjudicator.middle_earth.view.own_moments import HEADLINES as OWN
from adjudicator.middle_earth.view.own_moments import OF_BOTH, OWNER, PERISHED, WINNER, OwnMoment

HEADLINES, LEADS = group("headlines"), group("leads")

# Other news never makes a headline.
MOMENTS: Sequence[Moment] = (
    Moment("ring.sauron", HEADLINES["ring.sauron"], 430),
    Moment("ring.destroyed", HEADLINES["ring.destroyed"], 420, ""),
    Moment("victory", HEADLINES["victory"], 410),
    Moment("ring.worn", HEADLINES["ring.worn"], 400, LEADS["ring.worn"]),
    Moment("ring.lost by wearer", HEADLINES["ring.lost by wearer"], 390, ""),
    Moment("eliminated", HEADLINES["eliminated"], 380, LEADS["eliminated"]),
    Moment("fellowship.dies", HEADLINES["fellowship.dies"], 370, ""),
    Moment("piece.fire", HEADLINES["piece.fire"], 360),
    Moment("fire.unmade", HEADLINES["fire.unmade"], 350),
    Moment("balrog.dead", HEADLINES["balrog.dead"], 340),
    Moment("dead.join", HEADLINES["dead.join"], 330, ""),
    Moment("ring.taken", HEADLINES["ring.taken"], 320, LEADS["yours to use"]),
    Moment("ring.given", HEADLINES["ring.given"], 310, LEADS["yours to use"]),
    Moment("ring.found", HEADLINES["ring.found"], 300, LEADS["yours alone"]),
    Moment("ring.taken from", HEADLINES["ring.taken from"], 290, LEADS["lost to one"]),
    Moment("piece.destroyed", HEADLINES["piece.destroyed"], 280, pieces=("Sauron",)),
    Moment("piece.destroyed", HEADLINES["piece.destroyed"], 270, LEADS["Gandalf slain"], pieces=("Gandalf",)),
    Moment("piece.destroyed", HEADLINES["piece.destroyed"], 260, LEADS["Aragorn slain"], pieces=("Aragorn",)),
    Moment("piece.destroyed", HEADLINES["piece.destroyed"], 250, LEADS["Nazgul slain"], pieces=("Nazgul",)),
    Moment(
        "piece.destroyed",
        HEADLINES["piece.destroyed"],
        240,
        "",
        pieces=("Lord of the Nazgul", "Saruman", "Faramir", "Theoden", "Dain", "Fellowship"),
    ),
    Moment("piece.destroyed", HEADLINES["piece.destroyed"], 230),
    Moment("piece.ents", HEADLINES["piece.ents"], 220),
    Moment("piece.wights", HEADLINES["piece.wights"], 210),
    Moment("piece.balrog", HEADLINES["piece.balrog"], 200),
    Moment("faramir.dead", HEADLINES["faramir.dead"], 190),
    Moment("theoden.awake", HEADLINES["theoden.awake"], 180),
    Moment("ents.march", HEADLINES["ents.march"], 170, LEADS["ents.march"]),
    Moment("faramir.defects", HEADLINES["faramir.defects"], 160),
    Moment("alignment", HEADLINES["alignment"], 150),
    Moment("centre.taken", HEADLINES["centre.taken"], 140, LOST_AT_HOME, at_home=True),
    Moment("centre.taken", HEADLINES["centre.taken"], 130),
    Moment("unit.ents", HEADLINES["unit.ents"], 120),
    Moment("unit.balrog", HEADLINES["unit.balrog"], 110),
    Moment("neutralised", HEADLINES["neutralised"], 100),
    Moment("unit.no order", HEADLINES["unit.no order"], 90),
    Moment("unit.trapped", HEADLINES["unit.trapped"], 80),
    Moment("unit.barred", HEADLINES["unit.barred"], 70),
    Moment("unit.disbanded", HEADLINES["unit.disbanded"], 60),
    Moment("unit.clash", HEADLINES["unit.clash"], 50),
)
OWN_MOMENTS: Sequence[OwnMoment] = (  # the greatest first
    OwnMoment("ring.worn", OWN["ring.worn"], WINNER),
    OwnMoment("ring.lost by wearer", OWN["ring.lost by wearer"], WINNER),
    OwnMoment("eliminated", OWN["eliminated"], WINNER),
    OwnMoment("fellowship.dies", HEADLINES["fellowship.dies"]),
    OwnMoment("ring.taken", HEADLINES["ring.taken"]),
    OwnMoment("ring.given", HEADLINES["ring.given"]),
    OwnMoment("ring.found", HEADLINES["ring.found"]),
    OwnMoment("ring.taken from", HEADLINES["ring.taken from"]),
    OwnMoment("piece.fire", HEADLINES["piece.fire"]),
    OwnMoment("piece.destroyed", OWN["piece.destroyed"], OWNER),
    *PERISHED,
    OwnMoment("faramir.defects", HEADLINES["faramir.defects"]),
    *OF_BOTH,
)
ORDINARY = ("A", "C", "F")
PERILS = ("ents", "wights", "balrog", "fate")


def _is_beaten(row: Result) -> bool:
    """Return whether another unit drove it out; perils and pieces have headlines of their own."""
    kind = getattr(getattr(row.order, "unit", None), "kind", "A")
    return kind in ORDINARY and headlines.is_driven_out(row, PERILS)


def _retreating(seen: Seen) -> set[tuple[str, str]]:
    return {(stack.power, stack.place) for beaten in seen.beaten for stack in beaten.stacks}


def _standing(seen: Seen) -> set[tuple[str, str]]:
    return {(stack.power, stack.place) for stack in seen.stacks}


ZINE = headlines.Zine(
    moments=MOMENTS,
    own_moments=OWN_MOMENTS,
    homes=HOMES,
    tidings=tidings,
    speech=SPEECH,
    is_beaten=_is_beaten,
    all_quiet=say("all_quiet"),
    retreating=_retreating,
    standing=_standing,
)


def headline(seen: Seen) -> str:
    """Return the headline, at most ten words."""
    return headlines.headline(seen, ZINE)


def lead(seen: Seen) -> str:
    return headlines.lead(seen, ZINE)


def retold(seen: Seen) -> tuple[Retold, ...]:
    """Return the sentences of the lead that the reader's own headline may tell in other words."""
    return tuple(headlines.retold(seen, ZINE))


def place_of_headline(seen: Seen) -> str:
    """Return the place that the headline is about, "" for none."""
    return headlines.place_of_headline(seen, ZINE)
