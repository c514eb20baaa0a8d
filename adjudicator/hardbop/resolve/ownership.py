"""Ownership of centres, and garrisons (HB 5.2(d), 5.2(e), 6.1(a), 6.2)."""

from adjudicator.hardbop import ground
from adjudicator.hardbop.resolve.turn_state import TurnState
from adjudicator.middle_earth.language.orders import Place, Power


def settle(turn: TurnState) -> None:
    """Give centres to the units that stand in them, the first part of step x."""
    for place in sorted(ground.CENTRES):
        unit = turn.unit_in(place)
        if unit is None or (place == ground.ISENGARD and turn.isengard == "destroyed"):
            continue
        if turn.owners.get(place) != unit.power and not turn.is_barred_home(place, unit.power):
            _capture(turn, place, unit.power)


def _capture(turn: TurnState, place: Place, power: Power) -> None:
    before = turn.owners.get(place, "")
    turn.add_news(
        "centre.taken" if before else "centre.gained", None, power=power, place=place, before=before
    )
    turn.owners[place] = power
    if place in turn.neutralised:
        turn.neutralised.remove(place)
    if place not in ground.garrisons(turn.before.options):
        return
    if ground.PROVINCES[place].home == power:
        turn.garrisons_gone.discard(place)
    else:
        turn.garrisons_gone.add(place)
