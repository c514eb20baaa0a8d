"""A headline and a lead paragraph, only from what `sight` allows."""

from collections.abc import Sequence

from adjudicator.core.game import Retold
from adjudicator.hardbop.ground import HOMES, SPEECH
from adjudicator.hardbop.sentences import group, say
from adjudicator.hardbop.view.news import tidings
from adjudicator.hardbop.view.second_losses import with_second_losses
from adjudicator.hardbop.view.sight import Seen
from adjudicator.middle_earth.resolve.pieces import is_piece
from adjudicator.middle_earth.resolve.record import Result
from adjudicator.middle_earth.view import headlines
from adjudicator.middle_earth.view.headlines import LOST_AT_HOME, Moment
from adjudicator.middle_earth.view.own_moments import HEADLINES as OWN
from adjudicator.middle_earth.view.own_moments import OF_BOTH, OWNER, PERISHED, WINNER, OwnMoment

HEADLINES, LEADS = group("headlines"), group("leads")

# Other news never makes a headline.
MOMENTS: Sequence[Moment] = (
    Moment("ring.destroyed", HEADLINES["ring.destroyed"], 370, ""),
    Moment("victory", HEADLINES["victory"], 360),
    Moment("ring.worn", HEADLINES["ring.worn"], 350, LEADS["ring.worn"]),
    Moment("ring.lost by wearer", HEADLINES["ring.lost by wearer"], 340, ""),
    Moment("eliminated", HEADLINES["eliminated"], 330, LEADS["eliminated"]),
    Moment("piece.destroyed", HEADLINES["piece.destroyed"], 325, "", pieces=("Sauron",)),
    Moment("out", HEADLINES["out"], 320, ""),
    Moment("ents.march", HEADLINES["ents.march"], 310, LEADS["ents.march"]),
    Moment("balrog.dead", HEADLINES["balrog.dead"], 300),
    Moment("balrog.serves", HEADLINES["balrog.serves"], 290),
    Moment("paths", HEADLINES["paths"], 280),
    Moment("ring.taken", HEADLINES["ring.taken"], 270, LEADS["yours to use"]),
    Moment("ring.given", HEADLINES["ring.given"], 260, LEADS["yours to use"]),
    Moment("ring.found", HEADLINES["ring.found"], 250, LEADS["yours alone"]),
    Moment("ring.lost", HEADLINES["ring.lost"], 240, LEADS["lost to one"]),
    Moment(
        "piece.destroyed",
        HEADLINES["piece.destroyed"],
        230,
        LEADS["Gandalf slain"],
        pieces=("Gandalf",),
        unless="gandalf.due",
    ),
    Moment(
        "piece.destroyed",
        HEADLINES["piece.destroyed"],
        220,
        LEADS["Nazgul slain"],
        pieces=("Nazgul",),
        unless="nazgul.due",
    ),
    Moment(
        "piece.destroyed",
        HEADLINES["piece.destroyed"],
        200,
        LEADS["others slain"],
        pieces=("Saruman", "Faramir", "Ranger", "Fellowship"),
    ),
    Moment("piece.destroyed", HEADLINES["piece.destroyed"], 190),
    Moment("piece.balrog", HEADLINES["piece.balrog"], 180),
    Moment("piece.ents", HEADLINES["piece.ents"], 170),
    Moment("alignment", HEADLINES["alignment"], 160),
    Moment("alignment.captured", HEADLINES["alignment.captured"], 155),
    Moment("centre.taken", HEADLINES["centre.taken"], 150, LOST_AT_HOME, at_home=True),
    Moment("centre.taken", HEADLINES["centre.taken"], 140),
    Moment("unit.ents", HEADLINES["unit.ents"], 130),
    Moment("unit.balrog", HEADLINES["unit.balrog"], 120),
    Moment("unit.trapped", HEADLINES["unit.trapped"], 110),
    Moment("unit.no order", HEADLINES["unit.no order"], 100),
    Moment("unit.clash", HEADLINES["unit.clash"], 90),
    Moment("neutralised", HEADLINES["neutralised"], 80),
    Moment("gandalf.back", HEADLINES["gandalf.back"], 70),
    Moment("nazgul.back", HEADLINES["nazgul.back"], 60),
)
OWN_MOMENTS: Sequence[OwnMoment] = (  # the greatest first
    OwnMoment("ring.worn", OWN["ring.worn"], WINNER),
    OwnMoment("ring.lost by wearer", OWN["ring.lost by wearer"], WINNER),
    OwnMoment("eliminated", OWN["eliminated"], WINNER),
    OwnMoment("out", OWN["out"], WINNER),
    OwnMoment("ring.taken", HEADLINES["ring.taken"]),
    OwnMoment("ring.given", HEADLINES["ring.given"]),
    OwnMoment("ring.found", HEADLINES["ring.found"]),
    OwnMoment("ring.lost", HEADLINES["ring.lost"]),
    OwnMoment("piece.destroyed", OWN["piece.destroyed"], OWNER),
    *PERISHED,
    OwnMoment("nazgul.driven", OWN["nazgul.driven"]),
    OwnMoment("alignment.captured", OWN["alignment.captured"], WINNER),
    *OF_BOTH,
)
PERILS = ("ents", "balrog", "fate")


def _is_beaten(row: Result) -> bool:
    unit = getattr(row.order, "unit", None)
    is_military = unit is not None and not is_piece(unit.kind)
    return is_military and headlines.is_driven_out(row, PERILS)


def _retreating(seen: Seen) -> set[tuple[str, str]]:
    return {(beaten.unit.power, beaten.unit.place) for beaten in seen.beaten}


def _standing(seen: Seen) -> set[tuple[str, str]]:
    return {(unit.power, unit.place) for unit in seen.military}


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
    return headlines.headline(with_second_losses(seen), ZINE)


def lead(seen: Seen) -> str:
    """Return the paragraph below the headline."""
    return headlines.lead(with_second_losses(seen), ZINE)


def retold(seen: Seen) -> tuple[Retold, ...]:
    """Return the sentences of the lead that the reader's own headline may tell in other words."""
    return tuple(headlines.retold(seen, ZINE))


def place_of_headline(seen: Seen) -> str:
    """Return the place that the headline is about, "" for none."""
    return headlines.place_of_headline(with_second_losses(seen), ZINE)
