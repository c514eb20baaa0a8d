"""The options of a table, and the position before its first turn. Clause 11.9."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from adjudicator.core.dice import Dice
from adjudicator.core.game import Facts, Option
from adjudicator.core.language.words import listed
from adjudicator.core.options import chosen
from adjudicator.core.toml import TomlError, tables_of
from adjudicator.domination.data import WATER, Changes, Data, data
from adjudicator.domination.position import (
    BY_PHASE,
    DOUBLE,
    MINI,
    ONE_MESSAGE,
    SHEET,
    SPLIT,
    TABLE,
    Position,
    Settings,
    data_of,
    in_play,
)
from adjudicator.domination.resolve import magic, set_up
from adjudicator.domination.sentences import group, say

FULL, SHORT = "full", "short"
SHORT_RESERVES = 30  # tokens, instead of the 40 of the book
YES, NO, USUAL = "yes", "no", "usual"
IN_MAIL = ("scheme", "start", "pieces", "first", "hands", "losses", "private_cards", "setup")
RANDOM = "random"

TITLES = group("options")
OPTIONS = (
    Option("players", TITLES["players"], ("2", "3", "4", "5", "6", "7", "8"), "2", "1.1"),
    Option("seats", TITLES["seats"], (), "", "1.1"),
    Option("side", TITLES["side"], ("front", "back"), "front", "2.1"),
    Option("cards", TITLES["cards"], (), "", "1.4"),
    Option("variant", TITLES["variant"], ("none", MINI, DOUBLE), "none", "10.3, 10.4"),
    Option("know_land", TITLES["know_land"], (NO, YES), NO, "10.1"),
    Option("private", TITLES["private"], (), NO, "10.2"),
    Option("private_cards", TITLES["private_cards"], ("public", "secret"), "public", "10.2"),
    Option("board", TITLES["board"], (), "", "2.1"),
    Option("scheme", TITLES["scheme"], (SHEET, SPLIT, TABLE), SHEET, "11.1 to 11.3"),
    Option("start", TITLES["start"], ("together", "in order"), "together", "11.4"),
    Option("setup", TITLES["setup"], (USUAL, ONE_MESSAGE, BY_PHASE), USUAL, "11.4"),
    Option("pieces", TITLES["pieces"], ("preference", RANDOM), "preference", "2.1"),
    Option("first", TITLES["first"], (), RANDOM, "2.6"),
    Option("hands", TITLES["hands"], ("secret", "open"), "secret", "8.4"),
    Option("losses", TITLES["losses"], ("standing", "ask"), "standing", "11.3"),
    Option("missing_sheet", TITLES["missing_sheet"], ("stand", "last"), "stand", "11.5"),
    Option("length", TITLES["length"], (FULL, SHORT), FULL, "1.5"),
    Option("changes", TITLES["changes"], (), "", "11.9"),
)


def option(key: str) -> Option:
    """Return the option with this key."""
    return next(one for one in OPTIONS if one.key == key)


def start(options: Facts, dice: Dice) -> Position:
    """Return the first position. Raises ValueError that names the option at fault.

    Dice are rolled for the first player, private cards, the deck, and pieces by lot, in this order.
    """
    given = _checked(options)
    settings = _settings(given)
    the_data = data(settings.changes)
    first = _first(the_data, settings, dice)
    if given["private"] == YES:
        settings = replace(settings, private=_dealt(settings, the_data, dice))
    _check_cards(settings, the_data)
    has_wizard = any(card.wizard for card in in_play(settings))
    position = Position(
        settings=settings,
        number=1,
        turn=0,
        phase="setup",
        first=first,
        acting=settings.seats,
        reserves=dict.fromkeys(settings.seats, the_data.rules.reserves),
        dead=dict.fromkeys(settings.seats, 0),
        deck=magic.shuffled(magic.full_deck(the_data.spells.values()), dice) if has_wizard else (),
    )
    slots = _slots(given["board"], settings, the_data, dice)
    if slots:
        position, _ = set_up.laid(position, slots)
    return replace(position, phase=_first_phase(position))


def _first_phase(position: Position) -> str:
    """Return the phase that the game begins with: "start" if only the starting builds are left; 11.4."""
    if position.slots and position.settings.variant != MINI:
        return "start"
    if data_of(position).mail.setup == ONE_MESSAGE:
        return "opening"
    return "claim" if position.slots else "setup"


def _checked(options: Facts) -> dict[str, str]:
    given = chosen({key: _word(value) for key, value in options.items()}, OPTIONS)
    defaults = {option.key: option.default for option in OPTIONS}
    return {**defaults, **given, "given": ",".join(options)}


def _word(value: object) -> str:
    if isinstance(value, bool):
        return YES if value else NO
    return str(value).strip()


def _settings(given: Mapping[str, str]) -> Settings:
    changes = _changes(given)
    the_data = data(changes)
    seats = _seats(given, the_data)
    variant = "" if given["variant"] == "none" else given["variant"]
    private = _private(given["private"], seats, the_data)
    cards = _cards(given, the_data, specialised=given["private"] != NO)
    found = Settings(
        seats=seats,
        cards=cards,
        side=given["side"],
        private=private,
        variant=variant,
        know_land=given["know_land"] == YES,
        changes=changes,
    )
    slots = set_up.slots_of(found)
    if slots not in the_data.layouts or slots > len(the_data.pieces):
        raise ValueError(say("option_no_board_of_that_size", slots=slots, seats=len(seats)))
    return found


def _changes(given: Mapping[str, str]) -> dict[str, object]:
    try:
        changes = tables_of(given["changes"])
    except TomlError as fault:
        raise ValueError(say("option_changes_are_not_toml", fault=fault)) from None
    chosen_keys = given["given"].split(",")
    mail = {key: given[key] for key in IN_MAIL if key in chosen_keys}
    if mail.get("losses") == "ask" and mail.get("scheme") != TABLE:
        raise ValueError(say("option_ask_is_for_the_table"))
    data(changes)  # raises ValueError if there is a mistake in them
    mail = {"setup": USUAL, **changes.get("mail", {}), **mail}
    changes["mail"] = mail | {"setup": _set_up_by({**changes, "mail": mail})}
    if given["length"] == SHORT:
        changes["rules"] = {"reserves": SHORT_RESERVES, **changes.get("rules", {})}
    if "missing_sheet" in chosen_keys:
        changes["rules"] = {**changes.get("rules", {}), "missing_sheet": given["missing_sheet"]}
    return changes


def _set_up_by(changes: Changes) -> str:
    """Return how pieces and starting builds are sent, `ONE_MESSAGE` or `BY_PHASE`; 11.4."""
    mail = data(changes).mail
    in_order = mail.start == "in order"
    if mail.setup == ONE_MESSAGE and in_order:
        raise ValueError(say("option_one_message_needs_builds_together", one_message=ONE_MESSAGE))
    if mail.setup in (ONE_MESSAGE, BY_PHASE):
        return mail.setup
    return ONE_MESSAGE if mail.scheme == SHEET and not in_order else BY_PHASE


def _seats(given: Mapping[str, str], the_data: Data) -> tuple[str, ...]:
    colours = {colour.casefold(): colour for colour in the_data.colours}
    wanted = _list(given["seats"]) or list(the_data.colours)[: int(given["players"])]
    for colour in wanted:
        if colour.casefold() not in colours:
            raise ValueError(
                say("option_colour_is_unknown", colour=colour, colours=", ".join(the_data.colours))
            )
    seats = tuple(colours[colour.casefold()] for colour in wanted)
    fewest, most = the_data.about.players
    if len(set(seats)) != len(seats) or not fewest <= len(seats) <= most:
        raise ValueError(
            say("option_seats_are_too_few_or_many", fewest=fewest, most=most, seats=", ".join(seats))
        )
    return seats


def _list(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]


def _cards(given: Mapping[str, str], the_data: Data, specialised: bool) -> tuple[str, ...]:
    """Return the common unit cards; with the sea frame also those that always belong to it; 1.4, 9.1."""
    usage = the_data.usage
    usual = usage.default_back if given["side"] == the_data.sea.used_with else usage.default_front
    chosen = given["cards"] or (usage.default_front if specialised else usual)
    named = list(the_data.sets.get(chosen, ())) or [_card(name, the_data) for name in _list(chosen)]
    if given["side"] == the_data.sea.used_with:
        named += usage.always_with_water
    return tuple(kind for kind in the_data.units if kind in named)


def _card(name: str, the_data: Data) -> str:
    found = next((kind for kind in the_data.units if kind.casefold() == name.casefold()), "")
    if not found:
        raise ValueError(say("option_card_is_unknown", called=name, units=", ".join(the_data.units)))
    return found


def _private(text: str, seats: Sequence[str], the_data: Data) -> dict[str, str]:
    """Return the private cards that the GM names; none if they are dealt; 10.2."""
    if text in (YES, NO):
        return {}
    found: dict[str, str] = {}
    for pair in _list(text):
        colour, _, name = pair.partition(" ")
        seat = next((seat for seat in seats if seat.casefold() == colour.casefold()), "")
        if not seat:
            raise ValueError(say("option_private_names_no_player", pair=pair, player=seats[0]))
        found[seat] = _card(name.strip(), the_data)
    return found


def _dealt(settings: Settings, the_data: Data, dice: Dice) -> dict[str, str]:
    """Deal each player a private card that is of use on this board; 10.2."""
    with_water = settings.side == the_data.sea.used_with
    free = [
        card.name
        for card in the_data.units.values()
        if card.name not in (*settings.cards, *the_data.usage.never_private)
        and (with_water or not (card.kind == WATER or card.wizard))
    ]
    if len(free) < len(settings.seats):
        raise ValueError(say("option_private_cards_run_out", free=len(free), seats=len(settings.seats)))
    return {player: free.pop(dice.roll(len(free)) - 1) for player in settings.seats}


def _check_cards(settings: Settings, the_data: Data) -> None:
    common, most = len(settings.cards), the_data.rules.max_types
    if common + bool(settings.private) > most:
        raise ValueError(say("option_too_many_kinds", most=most))
    if not common:
        raise ValueError(say("option_no_card_in_play"))
    if not settings.private:
        return
    if not 2 <= common <= 5:
        raise ValueError(say("option_common_cards_of_specialized_armies", common=common))
    without = [seat for seat in settings.seats if seat not in settings.private]
    if without:
        raise ValueError(say("option_private_card_is_missing", without=listed(without, "and")))
    for card in settings.private.values():
        if card in the_data.usage.never_private or card in settings.cards:
            raise ValueError(say("option_card_is_never_private", card=card))
    if len(set(settings.private.values())) != len(settings.private):
        raise ValueError(say("option_private_card_given_twice"))


def _first(the_data: Data, settings: Settings, dice: Dice) -> str:
    """Return the first player: by lot, unless the GM names one; 2.6."""
    named = the_data.mail.first
    if named == RANDOM:
        return settings.seats[dice.roll(len(settings.seats)) - 1]
    found = next((seat for seat in settings.seats if seat.casefold() == named.casefold()), "")
    if not found:
        raise ValueError(
            say("option_first_does_not_play", named=named, random=RANDOM, seats=", ".join(settings.seats))
        )
    return found


def _slots(board: str, settings: Settings, the_data: Data, dice: Dice) -> set_up.Slots:
    """Return the pieces that the GM names or that are drawn by lot; () if the players choose; 2.1."""
    slots = tuple(board.upper().replace(",", " ").split())
    if not slots:
        return set_up.drawn(settings, dice) if the_data.mail.pieces == RANDOM else ()
    wanted = set_up.slots_of(settings)
    if len(slots) != wanted or len(set(slots)) != wanted or not set(slots) <= set(the_data.pieces):
        raise ValueError(say("option_board_needs_pieces", wanted=wanted, pieces=", ".join(the_data.pieces)))
    return slots
