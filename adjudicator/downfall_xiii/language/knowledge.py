"""The position of XIII as the author of a sheet knows it, and the units and places that words refer to.

Everything is public or the author's own: no answer depends on a hidden piece of another power (H.1, H.2).
Raises `Unreadable` for an unknown name, and `NotAllowed` for a unit that the author may not order.
"""

from collections.abc import Sequence
from functools import cached_property, lru_cache

from adjudicator.core.language.words import Names, NotAllowed, listed
from adjudicator.downfall_xiii import ground, options, position
from adjudicator.downfall_xiii.position import ADJUSTMENT, MOVEMENT, RETREAT, Beaten, Piece, Stack, State
from adjudicator.downfall_xiii.resolve import alignments
from adjudicator.downfall_xiii.resolve.company import PROTECTORS
from adjudicator.downfall_xiii.sentences import group, say
from adjudicator.downfall_xiii.view.wording import place_name
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.knowledge import Knowledge, NotYours, by_place, of_position
from adjudicator.middle_earth.language.names import Powers, spellings
from adjudicator.middle_earth.language.orders import Order, Place, Power, Unit
from adjudicator.middle_earth.resolve.pieces import NAMES as KINDS
from adjudicator.middle_earth.resolve.pieces import NEUTRAL, PIECES, is_piece
from adjudicator.middle_earth.view import ring
from adjudicator.middle_earth.view.wording import short_unit

FLEETS = ("F", "A/F")
NAZGUL = ("Nazgul", "Lord of the Nazgul")
SHOWN = ("Sauron", "Theoden", "Dain")  # 5.6: their places are public
COME_WITH_THE_RING = {
    "Galadriel": "Elves",
    "Boromir": "Gondor",
    "Eomer": "Rohan",
    "Balrog": "Saruman",
}  # 8.15 to 8.19
OWNER_OF_PROTECTORS = "Gandalf"
ALSO = {"CDm": ("CDu",)}  # 2.3
NOT_IN_XIII = group("not_in_xiii")


SPELLINGS = spellings(ground.PROVINCES, ALSO)
PLACES = Names(SPELLINGS, called="place")
POWERS = Powers(ground.POWERS)


@lru_cache(maxsize=4096)
def place_meant(words: str, water: bool = False) -> Place:
    """Return the place; of two with the same name the water if *water*, else the land (1.2)."""
    if not PLACES.is_name(words):
        return PLACES.find(words)
    return PLACES.find(words, lambda place: (place in ground.WATER) == water)


def of(stack: Stack) -> Unit:
    """Return the unit as an order names it."""
    return Unit(stack.kind, stack.place, stack.count)


class Known(Knowledge[State]):
    """The position of XIII as one power knows it."""

    places, names = PLACES, ground.SPOKEN

    @cached_property
    def _own(self) -> dict[tuple[Unit, bool], Unit]:
        return {}

    # Units.

    @of_position
    def at(self) -> dict[Place, list[Stack]]:
        """All ordinary units, which are public."""
        return by_place(self.state.stacks)

    @of_position
    def stacks(self) -> tuple[Stack, ...]:
        """The ordinary units that the power may order, including those of other powers (9.7, proxies)."""
        return tuple(stack for stack in self.state.stacks if self.orders(stack))

    @of_position
    def stacks_in(self) -> dict[Place, list[Stack]]:
        """The units that the power may order, by place."""
        return by_place(self.stacks)

    @of_position
    def mixed(self) -> frozenset[Place]:
        """The places with Army and Cavalry of one power."""
        there = {(stack.power, stack.kind, stack.place) for stack in self.state.stacks}
        return frozenset(
            place for power, kind, place in there if kind == "A" and (power, "C", place) in there
        )

    @of_position
    def owners(self) -> dict[tuple[Place, str], set[Power]]:
        """The owners of the units that the power may order, by place and kind."""
        found: dict[tuple[Place, str], set[Power]] = {}
        for stack in self.stacks:
            found.setdefault((stack.place, stack.kind), set()).add(stack.power)
        return found

    def orders(self, stack: Stack) -> bool:
        if self.by_proxy:
            return True
        return self.controller(stack) == self.power

    def controller(self, stack: Stack) -> Power:
        """Return the power that orders these units this turn, as of the last report."""
        commander = position.commander(self.state, stack.power)
        if commander != stack.power:
            return commander
        for proxy in self.state.proxies:
            covers = proxy.unit is None or (
                proxy.unit.place == stack.place and proxy.unit.kind in ("", stack.kind)
            )
            if proxy.power == stack.power and covers:
                return proxy.to
        return stack.power

    def mine(self) -> list[Unit]:
        return [*map(of, self.stacks), *(Unit(piece.kind, piece.place) for piece in self.pieces)]

    def public(self, place: Place) -> list[Unit]:
        return [of(stack) for stack in self.at.get(place, ())]

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """Return the pieces of the power, including Gandalf before he is placed."""
        own = [piece for piece in self.state.pieces if piece.power == self.power]
        if self.power == "Gandalf" and self.state.gandalf.word == "unplaced":
            own.append(Piece("Gandalf", "Gandalf", self.first_place))
        return tuple(own)

    @cached_property
    def foes(self) -> Sequence[str]:
        """Return the kinds of others' pieces that may be on the board, as far as everybody knows."""
        on_board = {piece.kind for piece in self.state.pieces if piece.kind in SHOWN}
        worn_by = ring.wearer(self.state)
        come = {kind for kind, power in COME_WITH_THE_RING.items() if power == worn_by}
        doubtful = {*SHOWN, *COME_WITH_THE_RING} - on_board - come
        own = {piece.kind for piece in self.pieces} - {"R"}
        own |= {*PROTECTORS} if self.power == OWNER_OF_PROTECTORS else set()
        return [kind for kind in PIECES if kind not in doubtful | own]

    def protectors_near(self, unit: Unit) -> Sequence[str]:
        """Return those who may go with *unit*: another power's may be there unseen (H.1)."""
        if self.power != OWNER_OF_PROTECTORS:
            return PROTECTORS
        there = {piece.kind for piece in self.pieces_in.get(unit.place, ())}
        return [kind for kind in PROTECTORS if kind in there]

    @cached_property
    def pieces_in(self) -> dict[Place, list[Piece]]:
        """Return the pieces of the power, by place."""
        return by_place(self.pieces)

    @property
    def first_place(self) -> Place:
        chosen = [order.place for order in self.ordered if type(order) is act.StartsAt]
        return chosen[-1] if chosen else "Iml"

    @of_position
    def beaten(self) -> tuple[Beaten, ...]:
        """The units and pieces that the power must order to retreat."""
        return tuple(row for row in self.state.beaten if position.who_orders(self.state, row) == self.power)

    # Alignments and rivers.

    def announced(self, power: Power) -> str:
        return self.state.alignments.get(power, alignments.START.get(power, NEUTRAL))

    def sides(self, power: Power) -> set[str]:
        """Return the alignments that it may have this turn: the declarations of others are hidden."""
        now = {self.align(power)}
        return now if power == self.power else now | set(alignments.may_declare(self.state, power))

    def is_fellow(self, other: Power) -> bool:
        """Return whether *other* may be of the same alignment (4.10, 4.11)."""
        return bool(self.sides(self.power) & self.sides(other))

    @cached_property
    def barred(self) -> frozenset[Place]:
        """Rivers with a fleet that is hostile, whatever its power declares this turn (7h.1)."""
        return frozenset(
            place
            for place in ground.RIVERS
            for stack in self.at.get(place, ())
            if stack.power != self.power and self._is_hostile(stack.power)
        )

    def _is_hostile(self, other: Power) -> bool:
        mine, theirs = self.sides(self.power), self.sides(other)
        return all(options.is_hostile(self.state, one, another) for one in mine for another in theirs)

    # The units and places that words refer to.

    def own(self, written: Unit, part: bool = False) -> Unit:
        """Return one's own unit or piece that *written* names; with *part* a part of a stack is allowed."""
        found = self._own.get((written, part))
        if found is None:
            found = self._own[written, part] = self._look_up(written, part)
        return found

    def _look_up(self, written: Unit, part: bool) -> Unit:
        _check_kind(written)
        if is_piece(written.kind):
            return self.own_piece(written)
        place = self.place_of(written)
        there = self.stacks_in.get(place, [])
        if written.kind:
            kind = "F" if written.kind == "A/F" else written.kind
            there = [stack for stack in there if stack.kind == kind]
        elif not there:
            return self.piece_in(written, place)
        if not there:
            raise self.not_yours(written, place)
        kinds = sorted({stack.kind for stack in there})
        if kinds == ["A", "F"]:
            kinds = ["F"]
            there = [stack for stack in there if stack.kind == "F"]
        if len(kinds) > 1:
            units = [short_unit(Unit(stack.kind, place, stack.count)) for stack in there]
            raise NotAllowed(
                say("holds", place=place_name(place), units=listed(units, "and")),
                say("write_which_one_you_mean"),
            )
        return self._counted(written, kinds[0], place, there, part)

    def place_named(self, written: Unit) -> Place:
        return place_meant(written.place, written.kind in FLEETS)

    def _counted(self, written: Unit, kind: str, place: Place, there: list[Stack], part: bool) -> Unit:
        count = sum([stack.count for stack in there])
        own = sum([stack.count for stack in there if stack.power == self.power])
        kind = "A/F" if written.kind == "A/F" else kind
        if not written.kind and written.count == 1:
            return Unit(kind, place, own if self.by_proxy and own else count)
        wholes = (count, own, *[stack.count for stack in there])
        if written.count in wholes or (part and written.count < count):
            return Unit(kind, place, written.count)
        others = [
            stack for stack in self.at.get(place, ()) if stack.kind == there[0].kind and stack not in there
        ]
        more = [stack for stack in others if self.is_fellow(stack.power)]
        if count < written.count <= count + sum(stack.count for stack in more):
            reason = say("you_do_not_own_all", short=short_unit(Unit(kind, place, written.count)))
            raise NotYours(reason, say("you_have", short=short_unit(Unit(kind, place, count))), more[0].power)
        holds, asked = short_unit(Unit(kind, "", count)), short_unit(Unit(kind, "", written.count))
        whole = short_unit(Unit(kind, place, count))
        remedy = say("write_or_divide_it_d_h", whole=whole, short=short_unit(Unit(kind, place)))
        raise NotAllowed(
            say("holds_not", place=place, holds=holds, asked=asked),
            remedy if written.count < count else say("write", whole=whole),
        )

    def own_piece(self, written: Unit) -> Unit:
        """Return the power's own piece. Its place may be left out; a wrong one is refused (1.5)."""
        _check_kind(written)
        mine = [piece for piece in self.pieces if piece.kind == written.kind]
        if not mine:
            raise NotAllowed(self.without_piece(written.kind), self.to_order)
        if not written.place:
            if len(mine) > 1:
                raise NotAllowed(
                    say("you_have_2", number=len(mine), kind=KINDS[written.kind]),
                    say("write_where_one_that_you_mean"),
                )
            return Unit(written.kind, mine[0].place)
        place = place_meant(written.place)
        if any(piece.place == place for piece in mine):
            return Unit(written.kind, place)
        where = listed((place_name(piece.place) for piece in mine), "and")
        raise NotAllowed(
            say(
                "your_is_in_not",
                kind=KINDS.get(written.kind, written.kind),
                where=where,
                place=place_name(place),
            ),
            self._namesake(written.kind, place) or say("write_where_it_stands"),
        )

    def _namesake(self, kind: str, place: Place) -> str:
        """Return how to write one's own piece there that shares a name with *kind*; "" if there is none."""
        if kind not in NAZGUL:
            return ""
        there = [piece.kind for piece in self.pieces if piece.place == place and piece.kind in NAZGUL]
        return say("two_kinds_of_nazgul", place=place_name(place), name=there[0]) if there else ""

    def without_piece(self, kind: str) -> str:
        """Return why the power has no such piece."""
        if kind == "Gandalf" and self.power == "Gandalf":
            away = self.state.gandalf.word in ("away", "returning")
            return say("gandalf_is_away") if away else say("gandalf_is_dead")
        return say("you_do_not_command", piece=_the(kind))

    def not_yours(self, written: Unit, place: Place) -> NotAllowed:
        there = [stack for stack in self.at.get(place, ()) if written.kind in ("", stack.kind)]
        if not there:
            return self.not_there(written, place)
        unit = of(there[0])
        if there[0].power == self.power:
            reason = say("obeys_this_turn", short=short_unit(unit), power=self.controller(there[0]))
            return NotAllowed(reason, self.to_order)
        return self.by_proxy_only(unit, there[0].power)

    def any_unit(self, written: Unit) -> Unit:
        """Return the ordinary unit of any power that *written* names, or a part of it."""
        _check_kind(written)
        place = self.place_of(written)
        kind = "F" if written.kind == "A/F" else written.kind
        there = [stack for stack in self.at.get(place, ()) if kind in ("", stack.kind)]
        count = sum(stack.count for stack in there)
        if not there or written.count > count:
            raise self.no_such_unit(written, place)
        kinds = {stack.kind for stack in there}
        only = kinds.pop() if len(kinds) == 1 else ""
        if not written.kind:
            return Unit(only, place, count)
        return Unit(written.kind, place, written.count)

    # Where units will be.

    def ends(self, unit: Unit) -> set[Place]:
        """Return where *unit* may stand at the end of the move, given its orders."""
        found = {unit.place}
        for order in self.ordered:
            if (
                isinstance(order, act.Accompany | act.Lead)
                and order.unit.kind == unit.kind
                and not order.path
            ):
                found |= self._ends_of_stack(order.led if isinstance(order, act.Lead) else order.companion)
            for one, path in ways(order):
                if one.place == unit.place and (one.kind == unit.kind or not is_piece(unit.kind)):
                    found.update(path)
        return found

    def _ends_of_stack(self, stack: Unit) -> set[Place]:
        """Return where the stack may be. Orders of others are hidden: they may go to any place in reach."""
        if is_piece(stack.kind) or not stack.place:
            return set()
        if any(self.orders(one) for one in self.at.get(stack.place, ())):
            return self.ends(stack)
        return {stack.place, *ground.steps(stack.kind, stack.place)}

    def is_movement(self) -> bool:
        return self.state.phase == MOVEMENT

    def is_retreat(self) -> bool:
        return self.state.phase == RETREAT

    def is_adjustment(self) -> bool:
        return self.state.phase == ADJUSTMENT


Ways = list[tuple[Unit, tuple[Place, ...]]]


def ways(order: Order) -> Ways:  # noqa: C901, PLR0911  (one case a kind)
    """Return the units that *order* moves, with their paths."""
    if type(order) is act.Move:
        return [(order.unit, order.path)]
    if act.is_plain(order) or type(order) is act.Destroy:
        return []
    match order:
        case act.Neutralise() | act.Accompany():
            return [(order.unit, order.path)]
        case act.HoldThenMove() | act.Disembark():
            return [(order.unit, (order.target,))]
        case act.Lead():
            return [(order.unit, order.path), (order.led, order.path)]
        case act.Merge():
            return [(part.unit, (part.target,)) for part in order.parts if part.target]
        case act.Divide():
            return [way for part in order.parts for way in ways(part)]
        case act.Embark():
            return [(order.unit, (order.fleet.place,))]
        case act.FastFerry():
            return [(order.passenger, (order.target,))]
        case act.Command():
            return ways(order.order)
        case act.PathsOfTheDead():
            return [(order.unit, ("MVa",))]
        case act.MarchWithEnts():
            return [(order.unit, ("Ise",))]
    return []


def _check_kind(written: Unit) -> None:
    if written.kind in NOT_IN_XIII:
        raise NotAllowed(say("xiii_has_no", unit=NOT_IN_XIII[written.kind]), say("its_units_are_c_and_f"))
    if written.count < 1:
        raise NotAllowed(say("stack_has_at_least_one_unit"), say("write_bar_or_bar"))


def _the(kind: str) -> str:
    return (
        f"the {KINDS.get(kind, kind)}"
        if kind in ("R", "Fe", "Nazgul", "Balrog", "Lord of the Nazgul")
        else kind
    )
