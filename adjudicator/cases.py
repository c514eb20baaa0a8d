"""Rule cases: a position, orders, and what must follow by the rules.

Their files are read in `adjudicator.case_files`. Each case is adjudicated separately, through the functions
that the service uses too: place, read, judge, show and describe. A difference says what was expected and
what came out.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from adjudicator.case_files import Case, Sections
from adjudicator.core.dice import ListedDice
from adjudicator.core.game import (
    NOTED,
    REFUSED,
    REMARK,
    TAKEN,
    Facts,
    Game,
    Power,
    Reading,
    ReadLine,
    Record,
    State,
)
from adjudicator.core.language import words
from adjudicator.core.language.words import clean
from adjudicator.core.sentences import say

THE_SHEET = "sheet"  # in `refused`: no single line, but the sheet as a whole
InOwnWords = Callable[[str], str]  # "Minas Tirith" as the game writes it, "MTi"
AS_MAILED = "state_after, standing"  # a text names the lines that it is about; a list names all
IN_ORDER = ("deck", "slots")  # lists whose order matters; of any other list only the items count
ALL_DICE = ("domination",)  # games whose cases fail if dice are left over
UNREAD = ("#", "--", ">")  # beginnings of lines that no game reads


class Difference(NamedTuple):
    """A part of a case, *what*, that did not come out as expected: "after, Mordor"."""

    what: str
    expected: str
    came: str


class Played(NamedTuple):
    """A case that has been adjudicated."""

    game: Game
    case: Case
    sheets: Sections
    readings: Mapping[Power, Reading]
    state: State
    record: Record
    described: Facts
    dice_left: tuple[int, ...]


def check(case: Case, find: Callable[[str], Game]) -> tuple[Difference, ...]:
    """Adjudicate *case* and return what differs from its expectations. *find* returns a game by its key."""
    try:
        played = _play(case, find(case.game))
    except ValueError as fault:
        return (Difference("the case", "to be played", str(fault)),)
    return tuple(_differences(played))


def _play(case: Case, game: Game) -> Played:
    state = game.place(case.facts)
    sheets = _sheets(case, game, state)
    readings = {power: game.read(state, power, None, lines) for power, lines in sheets.items()}
    orders = {power: reading.orders for power, reading in readings.items()}
    dice = ListedDice(case.dice)
    turn = game.judge(state, orders, dice)
    described = game.describe(turn.state, turn.record)
    return Played(game, case, sheets, readings, turn.state, turn.record, described, dice.left())


def _is_of_sheet(line: ReadLine) -> bool:
    """Return whether *line* is an order, or the heading of orders below it."""
    return line.verdict in (TAKEN, NOTED)


def _sheets(case: Case, game: Game, state: State) -> Sections:
    """Return the lines by power.

    A heading that names no power may be an order that ends with a colon ("Activate:").
    """
    sheets: dict[str, tuple[str, ...]] = {}
    power: Power | None = None
    for heading, lines in case.orders:
        name = heading.rstrip(":").strip()
        if name in game.card.seats:
            power, sheets[name] = name, (*sheets.get(name, ()), *lines)
        elif power and (name.isupper() or _is_of_sheet(game.read(state, power, None, [heading]).lines[0])):
            sheets[power] = (*sheets[power], heading, *lines)
        else:
            raise ValueError(say("case_power_is_unknown", called=name, title=game.card.title))
    return sheets


def _differences(played: Played) -> Iterator[Difference]:
    yield from _remarks(played)
    if played.dice_left and played.case.game in ALL_DICE:
        yield Difference("dice", "all of them used", f"left over: {_told(map(str, played.dice_left))}")
    for key, expected in played.case.expected.items():
        yield from CHECKS[key](played, expected)


def _remarks(played: Played) -> Iterator[Difference]:
    for power, reading in played.readings.items():
        for line in reading.lines:
            if line.verdict == REMARK and not line.text.startswith(UNREAD):
                yield Difference(f"orders, {power}", "orders only", f'"{line.text}" is taken for a remark')


def _same(text: str) -> str:
    return clean(text).casefold()


def _told(items: Iterable[str]) -> str:
    return ", ".join(items) or "none"


def _by_power(
    key: str, expected: Sections, came: Mapping[str, Iterable[str]], own: InOwnWords = str
) -> Iterator[Difference]:
    """Yield the powers whose items differ, in any order; *own* writes an item as the game does."""
    for power, items in expected.items():
        found = tuple(came.get(power, ()))
        if _counted(items) != _counted(found) and _counted(map(own, items)) != _counted(found):
            yield Difference(f"{key}, {power}", _told(items), _told(found))


def _unit(played: Played, text: str) -> str:
    """Return *text* as the game writes it if it is a unit or the Ring: "R And" of Downfall is "R VAn"."""
    kind, _, place = text.partition(" ")
    if kind == "Ring":
        return f"{kind} {_place(played, place)}"
    try:
        nothing, units = (_placed(played, played.game.card.seats[0], words) for words in ((), (text,)))
    except ValueError:
        return text
    return units[0] if len(units) == 1 and list(units) != list(nothing) else text


def _place(played: Played, text: str) -> str:
    """Return the name of a place as the game writes it for an Army there."""
    return _unit(played, f"A {text}").removeprefix("A ")


def _counted(items: Iterable[str]) -> Counter[str]:
    """Count the items; "2 Militia B4" is the same as "Militia B4, Militia B4"."""
    counts: Counter[str] = Counter()
    for item in map(_same, items):
        number, blank, unit = item.partition(" ")
        counts.update({unit: int(number)} if blank and number.isdecimal() else {item: 1})
    return counts


def _after(played: Played, expected: Sections) -> Iterator[Difference]:
    came = played.described["units"]
    for difference in _by_power("after", expected, came):
        power = difference.what.removeprefix("after, ")
        without = [unit for unit in came.get(power, ()) if _same(unit) not in _company(played, power)]
        is_same = _counted(expected[power]) == _counted(without)
        if not is_same and not _says_the_same(played, power, expected[power], came.get(power, ())):
            yield difference


def _company(played: Played, power: Power) -> set[str]:
    """Return the pieces that retreat with a dislodged unit.

    A case may list them with the unit, or on the board, or not at all.
    """
    return {_same(piece) for piece in played.described.get("company", {}).get(power, ())}


def _says_the_same(played: Played, power: Power, expected: Sequence[str], came: Iterable[str]) -> bool:
    """Return whether these are the same units in other words ("2 Armies Metz", "Army Metz, Army Metz").

    The game places and describes them again; this proves nothing if it places other units than it was given,
    or without their marks: "Gandalf Bre [Ring]" has no Ring where the case says that it lies elsewhere.
    """
    try:
        nothing, units = (_placed(played, power, words) for words in ((), expected))
    except ValueError:
        return False
    is_empty_without = all(_same(word) == "none" for word in nothing)
    is_faithful = is_empty_without and bool(units) == bool(expected) and _marks(units) == _marks(expected)
    return is_faithful and Counter(map(_same, units)) == Counter(map(_same, came))


def _marks(units: Iterable[str]) -> int:
    return sum(unit.count("[") for unit in units)


def _placed(played: Played, power: Power, units: Sequence[str]) -> Sequence[str]:
    """Return *units* as the game describes them when no others are on the board."""
    facts = {name: value for name, value in played.case.facts.items() if name != "units"}
    placed = played.game.place({**facts, "units": {power: units}})
    described: Mapping[Power, Sequence[str]] = played.game.describe(placed)["units"]
    return described.get(power, ())


def _centres_after(played: Played, expected: Sections) -> Iterator[Difference]:
    return _by_power("centres_after", expected, played.described["centres"], partial(_place, played))


def _dislodged_after(played: Played, expected: Sections) -> Iterator[Difference]:
    waiting: Mapping[str, Mapping[str, Sequence[str]]] = played.described["dislodged"]
    wanted = {power: _ways_out(items) for power, items in expected.items()}
    for power, units in wanted.items():
        for unit in [unit for unit in units if _same(unit) in _company(played, power)]:
            del units[unit]
    units_of = {power: tuple(units) for power, units in wanted.items()}
    yield from _by_power("dislodged_after", units_of, waiting, partial(_unit, played))
    for power, units in wanted.items():
        may_go = {_same(unit): places for unit, places in waiting.get(power, {}).items()}
        given = {unit: places for unit, places in units.items() if places is not None}
        yield from _by_power(
            f"dislodged_after, {power}",
            {u: tuple(p) for u, p in given.items()},
            {u: may_go.get(_same(u), may_go.get(_same(_unit(played, u)), ())) for u in given},
            partial(_place, played),
        )


def _ways_out(items: Sequence[str]) -> dict[str, list[str] | None]:
    """Join the parts of `A MTi: Los, Ano`, which was split at its commas; None where no places are given."""
    units: dict[str, list[str] | None] = {}
    places: list[str] | None = None
    for item in items:
        unit, colon, place = (part.strip() for part in item.partition(":"))
        if colon or " " in unit or places is None:
            places = [place][: bool(place)] if colon else None
            units[unit] = places
        else:
            places.append(unit)
    return units


def _lines(played: Played, order: str) -> list[tuple[Power, ReadLine]]:
    """Return the lines that are *order* in the words of the case; a sheet may contain it twice."""
    found = []
    for power, lines in played.sheets.items():
        numbers = [number for number, line in enumerate(lines, 1) if _same(line) == _same(order)]
        if order == THE_SHEET:
            numbers = [0]  # what the reading says about the sheet as a whole
        found += [(power, line) for line in played.readings[power].lines if line.number in numbers]
    return found


def _line(played: Played, order: str) -> tuple[Power, ReadLine] | None:
    """Return the first of these lines that was taken, else the first of all."""
    found = _lines(played, order)
    taken = [(power, line) for power, line in found if line.verdict == TAKEN]
    return next(iter(taken or found), None)


def _results(played: Played, expected: Mapping[str, str]) -> Iterator[Difference]:
    for order, outcome in expected.items():
        came = _result(played, order)
        if came != outcome:
            yield Difference(f'results, "{order}"', outcome, came + _why_refused(played, order))


def _result(played: Played, order: str) -> str:
    found = _line(played, order)
    if found and found[1].verdict == REFUSED:
        return "void"  # a refused order was never given
    told = found and _results_of(played, found[0]).get(found[1].reading)
    missing = "no result" if found else "no such line in the orders"
    return told or _result_in_other_words(played, order) or missing


def _why_refused(played: Played, order: str) -> str:
    """Return ", refused: There is no province ...", or "" if the order was not refused."""
    found = _line(played, order)
    return f", refused: {found[1].reason}" if found and found[1].verdict == REFUSED else ""


def _results_of(played: Played, power: Power) -> Mapping[str, str]:
    results: Mapping[str, str] = played.described["results"].get(power, {})
    return results


def _result_in_other_words(played: Played, order: str) -> str | None:
    """Return the result of an order that is not a line of a sheet: spelt otherwise, standing, part of one."""
    said = order.removeprefix("STANDING:").strip()
    for results in played.described.get("notation", {}).values():
        if word := {_same(written): word for written, word in results.items()}.get(_same(said)):
            return str(word)
    before = played.game.place(played.case.facts)
    for power in played.described["results"]:
        line = next(iter(played.game.read(before, power, None, [said]).lines), None)
        if line and line.reading in _results_of(played, power):
            return _results_of(played, power)[line.reading]
    return None


def _scores(played: Played, expected: Mapping[str, str]) -> Iterator[Difference]:
    """Compare totals with the dice, "9-6": the attacker's, then the defender's."""
    for order, score in expected.items():
        found = _line(played, order)
        if not found:
            yield Difference("scores", order, "no such line in the orders")
            continue
        power, line = found
        scores = {} if line.verdict == REFUSED else played.described.get("scores", {}).get(power, {})
        came = scores.get(line.reading, "no combat")
        if came != score:
            yield Difference(f'scores, "{order}"', score, came)


def _refused(played: Played, expected: Sequence[str]) -> Iterator[Difference]:
    for order in expected:
        found = [line for _, line in _lines(played, order)]
        if not found:
            yield Difference("refused", order, "no such line in the orders")
        elif all(_counted_as_taken(played, power, line) for power, line in _lines(played, order)):
            yield Difference("refused", order, f"taken: {found[0].reading}")


def _counted_as_taken(played: Played, power: Power, line: ReadLine) -> bool:
    """Return whether *line* was taken and its condition, such as a proxy, is met by a sheet of the case."""
    if line.verdict != TAKEN or not line.condition:
        return line.verdict == TAKEN
    results: Mapping[str, str] = played.described["results"].get(power, {})
    return results.get(line.reading) != "void"


def _state_after(played: Played, expected: Facts) -> Iterator[Difference]:
    told = _with_what_goes_unsaid(played.described)
    for key in expected:
        if _called(key, told) is None:
            yield Difference(f"state_after, {key}", "a fact of this game", f"its facts are {_told(told)}")
    known = {key: expected[key] for key in expected if _called(key, told) is not None}
    yield from _facts("state_after", known, told, partial(_place, played))


def _with_what_goes_unsaid(described: Facts) -> dict[str, Any]:
    """Return the facts, with those that the game leaves out because nothing has happened there."""
    state: dict[str, Any] = described["state"]
    return {**state, **{key: {**facts, **state[key]} for key, facts in described.get("unsaid", {}).items()}}


def _facts(where: str, expected: Facts, came: Any, own: InOwnWords) -> Iterator[Difference]:
    for key, wanted in expected.items():
        found = _called(key, came) if isinstance(came, Mapping) else None
        if found is None and isinstance(came, Mapping):
            found = came.get(own(key))
        if isinstance(wanted, Mapping):
            yield from _facts(f"{where}, {key}", wanted, found, own)
        elif where == AS_MAILED and wanted and isinstance(wanted, str) and isinstance(found, list | tuple):
            missing = [line for line in wanted.splitlines() if _same(line) not in map(_same, found)]
            if missing:
                yield Difference(f"{where}, {key}", _told(missing), _told(found))
        elif isinstance(wanted, str) and isinstance(found, str) and _same(own(wanted)) == _same(found):
            continue
        elif _value(key, wanted) != _value(key, found):
            yield Difference(f"{where}, {key}", str(wanted), str(found))


def _called(name: str, came: Mapping[str, Any]) -> Any:
    """Return what *came* has under *name*, whatever its capitals and accents."""
    if name in came:
        return came[name]
    return next((value for other, value in came.items() if words.key(other) == words.key(name)), None)


def _value(key: str, value: Any) -> Any:
    if key in IN_ORDER and isinstance(value, list | tuple):
        return [_comparable(each) for each in value]
    return _comparable(value)


def _comparable(value: Any) -> Any:
    if isinstance(value, str):
        return _same(value)
    if isinstance(value, list | tuple):
        return sorted((_comparable(each) for each in value), key=repr)
    return (type(value), value)  # True is not 1 here


def _shown(played: Played, power: str) -> set[str]:
    sheet = played.game.show(played.state, played.record, None if power == "public" else power)
    return {_same(piece) for piece in sheet.facts["sees"]}


def _is_among(shown: set[str], played: Played, piece: str) -> bool:
    return _same(piece) in shown or _same(_unit(played, piece)) in shown


def _sees(played: Played, expected: Sections) -> Iterator[Difference]:
    for power, pieces in expected.items():
        shown = _shown(played, power)
        if not all(_is_among(shown, played, piece) for piece in pieces):
            yield Difference(f"sees, {power}", _told(pieces), _told(sorted(shown)))


def _unseen(played: Played, expected: Sections) -> Iterator[Difference]:
    for power, pieces in expected.items():
        shown = _shown(played, power)
        betrayed = [piece for piece in pieces if _is_among(shown, played, piece)]
        if betrayed:
            yield Difference(f"unseen, {power}", "not shown", _told(betrayed))


def _winner(played: Played, expected: str | Sequence[str]) -> Iterator[Difference]:
    wanted, came = _winners(expected), _winners(played.described["winner"])
    if wanted != came:
        yield Difference("winner", _told(wanted), _told(came))


def _winners(value: str | Sequence[str] | None) -> list[str]:
    names = [value] if isinstance(value, str) else list(value or ())
    return sorted(name for name in names if name != "none")


CHECKS: dict[str, Callable[[Played, Any], Iterator[Difference]]] = {
    "after": _after,
    "dislodged_after": _dislodged_after,
    "results": _results,
    "scores": _scores,
    "refused": _refused,
    "centres_after": _centres_after,
    "state_after": _state_after,
    "sees": _sees,
    "unseen": _unseen,
    "winner": _winner,
}
