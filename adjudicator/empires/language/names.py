"""Which army does a line mean?  By where it stood when the turn began, and as much of its kind as given."""

from collections.abc import Callable

from adjudicator.core.words import NotAllowed, listed
from adjudicator.empires.ground import AUSTRIA, BOARD, GERMANY, NATIONS, Power, Zone, zone_name
from adjudicator.empires.language.orders import ArmyOrder, Ref
from adjudicator.empires.position import Army, Position, of_power
from adjudicator.empires.resolve.combat import fits


def meant(position: Position, ref: Ref, order: ArmyOrder | None) -> Army:
    """The army that a line names; it stood there when the turn began and no line has taken it yet."""
    of_zone = [army for army in _own(position, order) if _named_at(position, army) == ref.zone]
    fit = [army for army in of_zone if fits(army, ref.kind)]
    free = [army for army in fit if army.id not in position.turn.activated]
    if free:
        return min(free, key=_preferred(position.power))
    if fit:
        raise NotAllowed(
            f"The army of {zone_name(ref.zone)} is activated already (9.0.3).", "An army acts once a turn."
        )
    kind = " ".join(filter(None, (ref.kind.step, ref.kind.size, ref.kind.nation)))
    there = f"; there: {', '.join(sorted(_described(army) for army in of_zone))}" if of_zone else ""
    what = f"{kind} army" if kind else "army"
    raise NotAllowed(
        f"{position.power} has no {what} in {zone_name(ref.zone)}{there}.",
        "Name one of these." if of_zone else _where(position, order),
    )


def _where(position: Position, order: ArmyOrder | None) -> str:
    """The zones with armies that a line could name."""
    zones = {zone_name(_named_at(position, army)) for army in _own(position, order)}
    return f"Its armies stand in {listed(sorted(zones), 'and')}." if zones else "It has no army left."


def _described(army: Army) -> str:
    return f"{'full' if army.steps == 2 else 'reduced'} {army.size + ' ' if army.size else ''}{army.nation}"


def _own(position: Position, order: ArmyOrder | None) -> list[Army]:
    """The Power's armies; for a strategic move of Germany's the ceded ones too, after its own."""
    own = list(of_power(position.armies, position.power))
    if position.power == GERMANY and order is not None:
        own += [army for army in of_power(position.armies, AUSTRIA) if army.is_ceded]
    return own


def _named_at(position: Position, army: Army) -> Zone:
    return position.turn.named_at.get(army.id, army.zone)


def _preferred(power: Power) -> Callable[[Army], tuple[int, int, int, str, int]]:
    """Full before reduced, the Power's own before ceded ones, then by nation, then large before small."""
    nations = BOARD.powers[power].nations

    def rank(army: Army) -> tuple[int, int, int, str, int]:
        is_own = army.nation in nations
        place = nations.index(army.nation) if is_own else len(nations) + NATIONS.index(army.nation)
        return (-army.steps, army.power != power, place, army.size, army.id)

    return rank
