"""Who owns the centres, and where do garrisons stand?  (HB 5.2(d), 5.2(e), 6.1(a), 6.2)"""

from adjudicator.hardbop import ground
from adjudicator.hardbop.resolve.turn_state import TurnState
from adjudicator.middle_earth.language.orders import Place, Power


def settle(f: TurnState) -> None:
    """First part of step x: by the Military Units that stand in them."""
    for place in sorted(ground.CENTRES):
        part = f.part_in(place)
        if part is None or (place == ground.ISENGARD and f.isengard == "destroyed"):
            continue
        if f.owners.get(place) != part.power and not f.is_barred_home(place, part.power):
            _capture(f, place, part.power)


def _capture(f: TurnState, place: Place, power: Power) -> None:
    before = f.owners.get(place, "")
    f.tell("centre.taken" if before else "centre.gained", None, power=power, place=place, before=before)
    f.owners[place] = power
    if place in f.neutralised:
        f.neutralised.remove(place)
    if place not in ground.garrisons(f.before.options):
        return
    if ground.PROVINCES[place].home == power:
        f.garrisons_gone.discard(place)
    else:
        f.garrisons_gone.add(place)
