"""What stands where, and who is aboard or has the Ring, before anything is done?  (XIII 6b.8, 6g.5, 8.3)"""

from adjudicator.downfall_xiii import ground
from adjudicator.downfall_xiii.field import Field, Holder, Part
from adjudicator.middle_earth.actions import Accompany, Command, Lead


def place_bearer(field_: Field) -> None:
    """Find the Ring's bearer among parts and tokens (after they were made)."""
    bearer = field_.ring.bearer
    if bearer is None:
        return
    for token in field_.tokens:
        if (token.power, token.kind, token.place) == (bearer.power, bearer.kind, bearer.place):
            field_.holder = token
            return
    may = [
        part
        for part in field_.parts
        if (part.power, part.origin) == (bearer.power, bearer.place) and bearer.kind in part.men
    ]
    if may:  # of a divided stack the largest part, else the first (8.3)
        field_.holder, field_.holder_kind = max(may, key=lambda part: part.men[bearer.kind]), bearer.kind


def stand(field_: Field) -> None:
    """Parts for all that stands there, where nobody moves: in retreats and adjustments."""
    for power, place, fleets in sorted({(s.power, s.place, s.kind == "F") for s in field_.before.stacks}):
        there = [
            s for s in field_.before.stacks if (s.power, s.place, s.kind == "F") == (power, place, fleets)
        ]
        field_.parts.append(Part(power, {stack.kind: stack.count for stack in there}, place, place))
    form_the_dead(field_)
    go_aboard(field_)


def form_the_dead(field_: Field) -> None:
    """The Dead, with Aragorn, act as an ordinary stack (6b.8)."""
    aragorn = field_.token("Aragorn")
    if field_.dead.word != "awake" or aragorn is None or not aragorn.here:
        return
    host = Part(aragorn.power, {"Dead": 2}, aragorn.origin, aragorn.place)
    if not isinstance(aragorn.act, Accompany | Lead | Command):
        host.act, host.said = aragorn.act, [aragorn.said] if aragorn.said else []
    for said in host.said:
        said.public = True  # their place is always printed, and so is what they do
    host.company.append(aragorn)
    aragorn.stack, aragorn.ordered, aragorn.shown, aragorn.idle = host, True, True, False
    field_.parts.append(host)


def go_aboard(field_: Field) -> None:
    """Armies and pieces in a water area are aboard the fleet there, of their own power if they can."""
    passengers: list[Holder] = [part for part in field_.parts if not part.is_fleet]
    for one in [*passengers, *field_.tokens]:
        if one.place in ground.WATER and not one.dead:
            fleets = [p for p in field_.parts if p.is_fleet and p.place == one.place]
            one.fleet = min(fleets, key=lambda p: (p.power != one.power, p.power), default=None)
