"""Parse and print positions in the notation of rule cases.

The keys are listed in `tests/cases/domination/README.md`.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from adjudicator.core.game import Facts
from adjudicator.domination.data import FORT, WATER, data
from adjudicator.domination.language.vocabulary import vocabulary
from adjudicator.domination.position import (
    BEFORE_TURN_1,
    CASE,
    MINI,
    PHASES,
    Effect,
    Position,
    Settings,
    Units,
    cities,
    data_of,
    ground_of,
    in_play,
    income,
    morale,
    player_order,
)
from adjudicator.domination.record import Record
from adjudicator.domination.resolve import set_up
from adjudicator.domination.sentences import say
from adjudicator.domination.view.wording import sentence, stack

SpacesOf = Mapping[str, str | tuple[str, ...]]  # by player: a list, or names with commas
Shape = TypeVar("Shape", bound=Struct)


class OptionFacts(Struct, frozen=True):
    seats: tuple[str, ...] = ("Red", "Blue")
    board: str = "A B"
    side: Literal["front", "back"] = "front"
    cards: tuple[str, ...] | None = None  # None: all
    variant: Literal["", "none", "mini", "double"] = ""
    know_land: bool = False
    private: Mapping[str, str] = {}
    first: str = ""
    rules: Mapping[str, object] = {}


class StateFacts(Struct, frozen=True):
    first: str = ""
    control: SpacesOf = {}
    claimed: SpacesOf = {}
    forts: Mapping[str, int] = {}
    dead: Mapping[str, int] = {}
    reserves: Mapping[str, int] = {}
    hand: Mapping[str, tuple[str, ...]] = {}
    deck: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()
    spent: Mapping[str, int] = {}
    effects: tuple[str, ...] = ()
    final: bool = False


class PositionFacts(Struct, frozen=True):
    phase: str = "turn"
    turn: int = 1
    units: Mapping[str, tuple[str, ...]] | None = None
    state: Mapping[str, object] | None = None
    options: Mapping[str, object] | None = None


BY_NAME = {  # facts of each player or city, with an example
    "control": 'Blue = ["A7"]',
    "claimed": 'Blue = ["A7"]',
    "forts": "A7 = 2",
    "dead": "Red = 3",
    "reserves": "Red = 30",
    "hand": 'Red = ["Ward"]',
    "spent": "Red = 4",
}
_UNIT = re.compile(r"(?:(\d+) )?(.+)")
_BEFORE_SPACE = re.compile(r"\A\s*(?:in|at|on)\s+", re.I)


def place(facts: Facts) -> Position:
    """Return the position with these facts. Raises ValueError that names the key at fault."""
    given = _converted(facts, PositionFacts, "a position")
    options = _converted(given.options or {}, OptionFacts, "options", "options, ")
    for key, example in BY_NAME.items():
        if not isinstance((given.state or {}).get(key, {}), Mapping):
            raise ValueError(say("position_fact_has_no_player", key=key, example=example))
    state = _converted(given.state or {}, StateFacts, "state", "state, ")
    if given.phase not in PHASES:
        raise ValueError(say("position_phase_is_unknown", phase=given.phase, phases=", ".join(PHASES)))
    position = _at_start(_settings(options), given, options, state)
    if given.phase not in ("setup", "opening"):
        position = _on_board(position, options, state)
    units = tuple(_units(position, given.units or {}))
    position = _with_state(replace(position, units=units), state)
    _check(position)
    return position


def _converted(given: Mapping[str, object], shape: type[Shape], what: str, where: str = "") -> Shape:
    known = shape.__struct_fields__
    for key in given:
        if key not in known:
            raise ValueError(
                say("position_key_is_unknown", where=where, key=key, what=what, known=", ".join(known))
            )
    try:
        return msgspec.convert(given, shape, strict=False)
    except msgspec.ValidationError as fault:
        raise ValueError(f"{what}: {fault}") from None


def _check(position: Position) -> None:
    """Raise ValueError for units without a board, or more units than there are; 2.1, 2.3."""
    if position.units and not position.slots:
        raise ValueError(say("position_has_no_board_yet"))
    kinds = {card.name: card.kind for card in in_play(position.settings)}
    for row in position.units:
        if row.kind not in kinds:
            raise ValueError(say("position_kind_is_not_in_play", kind=row.kind, kinds=", ".join(kinds)))
        if kinds[row.kind] == WATER and not ground_of(position).spaces[row.space].is_water:
            raise ValueError(say("position_ship_is_on_land", kind=row.kind, space=row.space))
    for key, counts in (("dead", position.dead), ("reserves", position.reserves)):
        for player, count in counts.items():
            if count < 0:
                raise ValueError(say("position_count_is_negative", key=key, player=player, count=count))


def _settings(options: OptionFacts) -> Settings:
    changes: dict[str, object] = {"mail": {"scheme": CASE}}
    if options.rules:
        changes["rules"] = dict(options.rules)
    the_data = data(changes)
    for seat in options.seats:
        if seat not in the_data.colours:
            raise ValueError(
                say("position_colour_is_unknown", seat=seat, colours=", ".join(the_data.colours))
            )
    cards = tuple(the_data.units) if options.cards is None else options.cards
    for key, named in (("cards", cards), ("private", tuple(options.private.values()))):
        for card in named:
            if card not in the_data.units:
                known = ", ".join(the_data.units)
                raise ValueError(say("position_card_is_unknown", key=key, card=card, known=known))
    return Settings(
        seats=options.seats,
        cards=cards,
        side=options.side,
        private=options.private,
        variant="" if options.variant == "none" else options.variant,
        know_land=options.know_land,
        changes=changes,
    )


def _at_start(settings: Settings, given: PositionFacts, options: OptionFacts, state: StateFacts) -> Position:
    first = state.first or options.first or settings.seats[0]
    _check_seat(settings, first, "first")
    position = Position(
        settings=settings,
        number=1,
        turn=given.turn if given.phase not in BEFORE_TURN_1 else 0,
        phase=given.phase,
        first=first,
        reserves=dict.fromkeys(settings.seats, data(settings.changes).rules.reserves),
        dead=dict.fromkeys(settings.seats, 0),
    )
    return replace(position, acting=player_order(position))


def _check_seat(settings: Settings, player: str, key: str) -> None:
    if player not in settings.seats:
        raise ValueError(
            say("position_names_no_player", key=key, player=player, seats=", ".join(settings.seats))
        )


def _on_board(position: Position, options: OptionFacts, state: StateFacts) -> Position:
    """Lay the pieces and give the spaces their first owners, then their conquerors."""
    settings = position.settings
    the_data = data_of(position)
    slots = tuple(options.board.split())
    known = all(piece in the_data.pieces for piece in slots) and len(slots) in the_data.layouts
    if not known or len(set(slots)) < len(slots):
        raise ValueError(say("position_board_has_other_pieces", slots=" ".join(slots)))
    owners, forts = set_up.possession(settings, slots)
    position = replace(position, slots=slots)
    if settings.variant == MINI:
        owners = _spaces(position, state.claimed, "claimed")
    home = dict(owners)
    for space, player in _spaces(position, state.control, "control").items():
        owners[space] = player
        if space in forts:
            forts[space] = 0
    return replace(position, owners=owners, home=home, forts=forts)


def _spaces(position: Position, rows: SpacesOf, key: str) -> dict[str, str]:
    found = {}
    for player, spaces in rows.items():
        _check_seat(position.settings, player, f"state, {key}")
        for space in spaces.split(",") if isinstance(spaces, str) else spaces:
            found[_space(position, space.strip(), f"state, {key}")] = player
    return found


def _space(position: Position, space: str, key: str) -> str:
    known = ground_of(position)
    plain = _BEFORE_SPACE.sub("", space, 1).casefold()
    first, _, called = plain.partition(" ")
    is_both = known.names.get(called) == first.upper()  # "A7 Aldgate", as reports print it
    found = first.upper() if is_both else known.names.get(plain, plain.upper())
    if found not in known.spaces:
        raise ValueError(say("position_space_is_unknown", key=key, space=space))
    return found


def _units(position: Position, rows: Mapping[str, Iterable[str]]) -> list[Units]:
    counted: dict[tuple[str, str, str], int] = {}
    for player, items in rows.items():
        _check_seat(position.settings, player, "units")
        for item in items:
            number, kind, space = _standing(position, item)
            counted[player, kind, space] = counted.get((player, kind, space), 0) + number
    return [Units(*row, number) for row, number in counted.items()]


def _standing(position: Position, item: str) -> tuple[int, str, str]:
    """Return number, kind and space of "3 Militia B4"; all names that orders may use are accepted."""
    kinds = vocabulary(data_of(position)).units
    found = _UNIT.fullmatch(" ".join(item.split()))
    words = found[2].split(" ") if found else []
    for cut in range(len(words) - 1, 0, -1):
        kind = kinds.get(" ".join(words[:cut]).casefold(), FORT)
        if found and kind != FORT:
            return int(found[1] or 1), kind, _space(position, " ".join(words[cut:]), "units")
    raise ValueError(say("position_is_not_a_unit", item=item))


def _with_state(position: Position, state: StateFacts) -> Position:
    seats = position.settings.seats
    by_player = {"dead": state.dead, "reserves": state.reserves, "hand": state.hand, "spent": state.spent}
    for key, rows in by_player.items():
        for player in rows:
            _check_seat(position.settings, player, f"state, {key}")
    dead = dict.fromkeys(seats, 0) | dict(state.dead)
    on_board = {seat: sum(row.count for row in position.units if row.player == seat) for seat in seats}
    most = data_of(position).rules.reserves
    forts = {_space(position, city, "state, forts"): left for city, left in state.forts.items()}
    for space in forts:
        if not ground_of(position).spaces[space].city:
            raise ValueError(say("position_fort_is_in_no_city", space=space))
    return replace(
        position,
        dead=dead,
        reserves={seat: most - on_board[seat] - dead[seat] for seat in seats} | dict(state.reserves),
        forts=dict(position.forts) | forts,
        hands={player: _cards(position, cards, "hand") for player, cards in state.hand.items()},
        deck=_cards(position, state.deck, "deck"),
        discard=_cards(position, state.discard, "discard"),
        spent=dict(state.spent),
        effects=tuple(_effect(position, text) for text in state.effects),
        final=state.final,
    )


def _cards(position: Position, names: Sequence[str], key: str) -> tuple[str, ...]:
    spells = {spell.casefold(): spell for spell in data_of(position).spells}
    for name in names:
        if name.casefold() not in spells:
            raise ValueError(say("position_spell_is_unknown", key=key, called=name))
    return tuple(spells[name.casefold()] for name in names)


def _effect(position: Position, text: str) -> Effect:
    """Parse "War Cry Red B4" or "Mist B4"."""
    the_data = data_of(position)
    words = text.split()
    space = _space(position, words.pop(), "state, effects") if words else ""
    player = words.pop() if words and words[-1] in position.settings.seats else ""
    spell = _cards(position, (" ".join(words),), "effects")[0]
    if not player and the_data.spells[spell].effect != "mist":
        raise ValueError(say("position_effect_has_no_player", text=text))
    return Effect(spell, player or position.settings.seats[0], space)


def describe(position: Position, record: Record | None) -> dict[str, object]:
    """Return the whole position, and the outcome of each line by its reading."""
    return {
        "phase": position.phase,
        "turn": position.turn,
        "options": _options(position),
        "units": units(position),
        "centres": {seat: cities(position, seat) for seat in position.settings.seats},
        "dislodged": {},
        "state": _state(position),
        "results": _results(position, record) if record else {},
        "winner": list(position.winners),
    }


def _options(position: Position) -> dict[str, object]:
    """Return the options with which `place` gives the same board and players."""
    settings = position.settings
    rules = settings.changes.get("rules")
    return {
        "seats": list(settings.seats),
        "cards": list(settings.cards),
        "side": settings.side,
        "private": dict(settings.private),
        "variant": settings.variant,
        "know_land": settings.know_land,
        **({"board": " ".join(position.slots)} if position.slots else {}),
        **({"rules": rules} if rules else {}),
    }


def units(position: Position) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {seat: [] for seat in position.settings.seats}
    for row in position.units:
        found[row.player].append(f"{stack(row.kind, row.count)} {row.space}")
    return found


def _state(position: Position) -> dict[str, object]:
    return {
        **public_state(position),
        "hand": {seat: list(position.hands.get(seat, ())) for seat in position.settings.seats},
        "deck": list(position.deck),
    }


def public_state(position: Position) -> dict[str, object]:
    """Return the state without hands and deck."""
    seats = position.settings.seats
    return {
        "first": position.first,
        "control": {seat: _conquered(position, seat) for seat in seats},
        "claimed": {
            seat: [space for space, owner in position.home.items() if owner == seat] for seat in seats
        },
        "forts": dict(position.forts),
        "dead": dict(position.dead),
        "reserves": dict(position.reserves),
        "discard": list(position.discard),
        "spent": {seat: position.spent.get(seat, 0) for seat in seats},
        "effects": [_effect_in_words(position, row) for row in position.effects],
        "final": position.final,
        "income": {seat: income(position, seat) for seat in seats},
        "cities": {seat: len(cities(position, seat)) for seat in seats},
        "morale": {seat: morale(position, seat) for seat in seats},
        "owner": dict(position.owners),
        "over": position.over,
        "slots": list(position.slots),
    }


def _conquered(position: Position, player: str) -> list[str]:
    return [
        space
        for space, owner in position.owners.items()
        if owner == player and position.home.get(space) != player
    ]


def _effect_in_words(position: Position, effect: Effect) -> str:
    of_nobody = data_of(position).spells[effect.spell].effect == "mist"
    return " ".join(filter(None, (effect.spell, "" if of_nobody else effect.player, effect.space)))


def _results(position: Position, record: Record) -> dict[str, dict[str, str]]:
    """Return the outcome of each line by its words; of equal lines the first counts."""
    found: dict[str, dict[str, str]] = {seat: {} for seat in position.settings.seats}
    names = ground_of(position).titles
    for row in record.results:
        found[row.player].setdefault(sentence(row.line, names), row.outcome.word)
    return found
