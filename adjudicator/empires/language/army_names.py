"""Find the army that a line names, by its zone when the turn began and by what the line says of its kind."""

from collections.abc import Callable

from adjudicator.core.language.words import NotAllowed, listed
from adjudicator.empires.ground import AUSTRIA, BOARD, GERMANY, NATIONS, Power, Zone, zone_name
from adjudicator.empires.language.orders import ArmyOrder, Ref
from adjudicator.empires.position import Army, Position, of_power
from adjudicator.empires.resolve.combat import fits
from adjudicator.empires.sentences import say


def army_meant(position: Position, ref: Ref, order: ArmyOrder | None) -> Army:
    """Return an army that fits *ref* and is not activated yet. Raises NotAllowed."""
    of_zone = [army for army in _own(position, order) if _named_at(position, army) == ref.zone]
    fit = [army for army in of_zone if fits(army, ref.kind)]
    free = [army for army in fit if army.id not in position.turn.activated]
    if free:
        return min(free, key=_preferred(position.power))
    if fit:
        raise NotAllowed(
            say("army_of_is_activated_already", zone=zone_name(ref.zone)), say("army_acts_once_turn")
        )
    kind = " ".join(filter(None, (ref.kind.step, ref.kind.size, ref.kind.nation)))
    there = f"; there: {', '.join(sorted(_described(army) for army in of_zone))}" if of_zone else ""
    what = f"{kind} army" if kind else "army"
    raise NotAllowed(
        say("has_no", power=position.power, what=what, zone=zone_name(ref.zone), there=there),
        say("name_one_of_these") if of_zone else _where(position, order),
    )


def _where(position: Position, order: ArmyOrder | None) -> str:
    """Return a remedy that names the zones with armies."""
    zones = {zone_name(_named_at(position, army)) for army in _own(position, order)}
    return (
        say("its_armies_stand", zones=listed(sorted(zones), "and")) if zones else say("it_has_no_army_left")
    )


def _described(army: Army) -> str:
    return f"{'full' if army.steps == 2 else 'reduced'} {army.size + ' ' if army.size else ''}{army.nation}"


def _own(position: Position, order: ArmyOrder | None) -> list[Army]:
    """Return the Power's armies; for a leading army of Germany also the ceded ones, after its own."""
    own = list(of_power(position.armies, position.power))
    if position.power == GERMANY and order is not None:
        own += [army for army in of_power(position.armies, AUSTRIA) if army.is_ceded]
    return own


def _named_at(position: Position, army: Army) -> Zone:
    return position.turn.named_at.get(army.id, army.zone)


def _preferred(power: Power) -> Callable[[Army], tuple[int, int, int, str, int]]:
    """Return a sort key: full before reduced, own before ceded, then by nation, then large before small."""
    nations = BOARD.powers[power].nations

    def rank(army: Army) -> tuple[int, int, int, str, int]:
        is_own = army.nation in nations
        place = nations.index(army.nation) if is_own else len(nations) + NATIONS.index(army.nation)
        return (-army.steps, army.power != power, place, army.size, army.id)

    return rank
