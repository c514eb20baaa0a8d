"""Describe every fault in the facts of a map in a sentence, for `adjudicator board check`.

The loader of boards stops at the first fault; this module checks all rows.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adjudicator.core.board import NEUTRAL, Board, load, tables_of
from adjudicator.core.board_rows import BoardError, did_you_mean
from adjudicator.core.language.words import key
from adjudicator.games import name_of_another, on_map
from adjudicator.standard import map_limits
from adjudicator.standard.language.grammar import PHASES
from adjudicator.standard.language.names import Ground
from adjudicator.standard.language.rewording import is_order
from adjudicator.standard.language.word_names import is_never_a_name
from adjudicator.standard.map_facts import table_of
from adjudicator.standard.resolve.board_tables import tables
from adjudicator.standard.view.notation import place as start_of

Row = Mapping[str, Any]


def faults(package: str) -> list[str]:
    """Return a sentence for each fault of the map in a package or folder; empty if it can be played."""
    try:
        rows = tables_of(package)
    except (BoardError, OSError) as fault:
        return [str(fault)]
    for name in ("province", "border", "start"):
        if not _are_rows(rows.get(name, [])):
            return [f"{name}: write a list of tables, such as {name} = [{{ ... }}, {{ ... }}]."]
    for name in ("board", "game", "victory"):
        if not isinstance(rows.get(name, {}), dict):
            return [f"{name}: write a table, such as [{name}] with its keys below it."]
    provinces = [row for row in rows.get("province", ()) if isinstance(row.get("id"), str)]
    if not _can_be_checked(rows, provinces):
        return list(_of_the_whole(package))
    found = [
        *_of_names(provinces),
        *_of_borders(rows, provinces),
        *_of_homes(rows, provinces),
        *_of_units(rows, provinces),
    ]
    if not found:
        found += _of_the_whole(package)
    return list(dict.fromkeys(found))


def _are_rows(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(row, dict) for row in value)


def _can_be_checked(rows: Mapping[str, Any], provinces: Sequence[Row]) -> bool:
    """Return whether the keys checked here have the right types. If one has not, the loader names it."""
    lists = [rows.get("board", {}).get("powers", [])]
    lists += [row.get(name, []) for row in provinces for name in ("aliases", "coasts")]
    lists += [row.get("between", []) for row in rows.get("border", ())]
    texts = [row.get("home", "") for row in provinces]
    texts += [row.get("power", "") for row in rows.get("start", ())]
    return (
        all(isinstance(value, list) for value in lists)
        and all(isinstance(value, str) for value in texts)
        and not any("/" in row["id"] for row in provinces)  # which would read as a coast
    )


def remarks(package: str) -> list[str]:
    """Return what is allowed but rarely intended: borders that lead one way, and rivers."""
    rows = tables_of(package)
    shores = _on_shores(rows, {row["id"]: row for row in rows["province"]})
    rivers = sorted({end for ends in _for_fleets(rows) for end in ends} - shores)
    return [
        *(
            f"{id_}: a fleet comes there, although it has no shore; write fleet = false if it is on no river."
            for id_ in rivers
        ),
        *_one_way(load(package)),
    ]


def _one_way(board: Board) -> list[str]:
    return [
        f"{border.between[0]} to {border.between[1]} leads one way only; drop one_way if that is not meant."
        for border in board.borders
        if border.one_way
    ]


# ---- names


def _of_names(provinces: Sequence[Row]) -> Iterator[str]:
    called: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for row in provinces:
        for name in (row["id"], row.get("name", ""), *row.get("aliases", ())):
            if is_never_a_name(str(name)):
                yield f'{row["id"]}: the name "{name}" is a word of orders; choose another.'
            if (row["id"], str(name)) not in called[key(str(name))]:
                called[key(str(name))].append((row["id"], str(name)))
    for ids, times in Counter(row["id"] for row in provinces).items():
        if times > 1:
            yield f"{ids}: {times} provinces have this id; give each its own."
    for owners in called.values():
        (one, name), *others = owners
        for other, again in others:
            if other != one:
                yield f'{other}: the name "{again}" is that of {one} ("{name}") too; choose another.'


# ---- borders


def _of_borders(rows: Mapping[str, Any], provinces: Sequence[Row]) -> Iterator[str]:
    known = {row["id"]: row for row in provinces}
    places = [*known, *(f"{id_}/{coast}" for id_, row in known.items() for coast in row.get("coasts", ()))]
    given: dict[tuple[str, ...], str] = {}
    passed: Counter[str] = Counter()
    wet = _by_water(rows, known)
    for row in rows.get("border", ()):
        ends = [str(end) for end in row.get("between", ())]
        where = "-".join(ends)
        if len(ends) != 2:
            yield f"border {where or 'without ends'}: write between = [ONE, OTHER]."
            continue
        unknown = [end for end in ends if end not in places]
        for end in unknown:
            yield f'border {where}: there is no province "{end}"{did_you_mean(end, places)}.'
        if unknown:
            continue
        passed.update(end.partition("/")[0] for end in ends)
        passed.update(end for end in ends if "/" in end)
        yield from _of_border(row, ends, known, wet)
        same = tuple(sorted(ends)) if not row.get("one_way") else tuple(ends)
        if same in given:
            yield f"border {where}: given twice ({given[same]} is the other); keep one."
        given.setdefault(same, where)
    for row in provinces:
        if not passed[row["id"]]:
            yield f"{row['id']}: it borders on nothing; write at least one border."
        for coast in row.get("coasts", ()):
            if not passed[f"{row['id']}/{coast}"]:
                yield f"{row['id']}: no fleet comes to its coast {row['id']}/{coast}; write a border for it."


def _of_border(row: Row, ends: Sequence[str], known: Mapping[str, Row], wet: set[str]) -> Iterator[str]:
    where = "-".join(ends)
    sides = [known[end.partition("/")[0]] for end in ends]
    if sides[0] is sides[1]:
        yield f"border {where}: a province is not its own neighbour."
    if not row.get("army") and not row.get("fleet"):
        yield f"border {where}: neither army nor fleet passes; write true for one, or drop the border."
    if row.get("army") and any(_is_water(side) for side in sides):
        yield f"border {where}: an army cannot go to sea; write army = false."
    if row.get("army") and any("/" in end for end in ends):
        yield f"border {where}: coasts are for fleets; name the province without coast for armies."
    if not row.get("fleet"):
        return
    for end, side in zip(ends, sides, strict=True):
        if "/" not in end and side.get("coasts"):
            coast = f"{end}/{side['coasts'][0]}"
            yield f"border {where}: {end} has several coasts; name the one, such as {coast}."
        if not _is_water(side) and side["id"] not in wet:
            yield f"border {where}: {end} has no shore, so no fleet comes there; write fleet = false."


def _on_shores(rows: Mapping[str, Any], known: Mapping[str, Row]) -> set[str]:
    """Return the waters, and the provinces next to them."""
    return {row["id"] for row in known.values() if _is_water(row)} | {
        end
        for ends in _for_fleets(rows)
        for end in ends
        if any(_is_water(known[one]) for one in ends if one in known)
    }


def _by_water(rows: Mapping[str, Any], known: Mapping[str, Row]) -> set[str]:
    """Return where a fleet can be: coasts, and what it can reach from them along a river."""
    found = _on_shores(rows, known)
    before = 0
    while len(found) > before:
        before = len(found)
        found.update(end for ends in _for_fleets(rows) if found & set(ends) for end in ends)
    return found


def _for_fleets(rows: Mapping[str, Any]) -> list[list[str]]:
    found = [row for row in rows.get("border", ()) if row.get("fleet") and len(row.get("between", ())) == 2]
    return [[str(end).partition("/")[0] for end in row["between"]] for row in found]


def _is_water(row: Row) -> bool:
    return row.get("kind", "land") in ("sea", "river")


# ---- homes and centres


def _of_homes(rows: Mapping[str, Any], provinces: Sequence[Row]) -> Iterator[str]:
    powers = _powers(rows)
    for row in provinces:
        home = row.get("home")
        if home is None:
            continue
        if home not in powers:
            yield f'{row["id"]}: home of "{home}", but no power is called so{did_you_mean(home, powers)}.'
        elif not row.get("centre"):
            yield f"{row['id']}: the home of {home} is no supply centre; write centre = true or drop home."
    centres = [row["id"] for row in provinces if row.get("centre")]
    wanted = rows.get("victory", {}).get("centres")
    if isinstance(wanted, int) and wanted > len(centres):
        yield f"victory.centres is {wanted}, but there are {len(centres)} supply centres; nobody could win."
    reached = _reached(rows, provinces)
    for centre in centres:
        if centre not in reached:
            yield f"{centre}: no unit can ever come to this supply centre; write a border to it."


def _reached(rows: Mapping[str, Any], provinces: Sequence[Row]) -> set[str]:
    """Return the places that units can reach from where they start and are built."""
    beside: dict[str, set[str]] = defaultdict(set)
    for row in rows.get("border", ()):
        ends = [str(end).partition("/")[0] for end in row.get("between", ())]
        if len(ends) == 2 and (row.get("army") or row.get("fleet")):
            beside[ends[0]].add(ends[1])
            if not row.get("one_way"):
                beside[ends[1]].add(ends[0])
    waiting = [row["id"] for row in provinces if row.get("home")]
    waiting += [str(row.get("at", "")).partition("/")[0] for row in _starting(rows)]
    found = set(waiting)
    while waiting:
        new = beside[waiting.pop()] - found
        found |= new
        waiting += sorted(new)
    return found


# ---- units


def _of_units(rows: Mapping[str, Any], provinces: Sequence[Row]) -> Iterator[str]:
    known, powers = {row["id"]: row for row in provinces}, _powers(rows)
    wet, standing = _by_water(rows, known), Counter[str]()
    for row in rows.get("start", ()):
        power, unit, at = (str(row.get(word, "")) for word in ("power", "unit", "at"))
        what, id_ = f"start {power} {unit} {at}", at.partition("/")[0]
        if power not in (*powers, NEUTRAL):
            yield f'{what}: no power is called "{power}"{did_you_mean(power, powers)}.'
        if id_ not in known:
            yield f'{what}: there is no province "{at}"{did_you_mean(id_, known)}.'
            continue
        standing[id_] += 1
        yield from _of_unit(what, unit, at, known[id_], wet)
    for id_, times in standing.items():
        if times > 1:
            yield f"{id_}: {times} units begin there; a province holds one."
    begins_empty = rows.get("game", {}).get("begins") == "adjustment"
    homes = {row.get("home") for row in provinces}
    for power in powers:
        if power not in {row.get("power") for row in _starting(rows)} and not begins_empty:
            yield f'{power}: it has no unit; write one under start, or game.begins = "adjustment".'
        elif begins_empty and power not in homes:
            yield f"{power}: it has no home, so it builds nothing in the first turn; give it a centre."


def _of_unit(what: str, unit: str, at: str, province: Row, wet: set[str]) -> Iterator[str]:
    coasts = province.get("coasts", ())
    if unit not in ("A", "F"):
        yield f'{what}: write unit = "A" or unit = "F".'
    elif unit == "A" and _is_water(province):
        yield f"{what}: an army cannot begin at sea."
    elif unit == "F" and not _is_water(province) and province["id"] not in wet:
        yield f"{what}: a fleet cannot begin on land that has no shore."
    elif unit == "F" and coasts and at.partition("/")[2] not in coasts:
        yield f'{what}: on which coast? Write at = "{province["id"]}/{coasts[0]}" or another.'
    elif unit == "A" and "/" in at:
        yield f'{what}: armies stand on no coast; write at = "{province["id"]}".'


def _powers(rows: Mapping[str, Any]) -> list[str]:
    return [str(power) for power in rows.get("board", {}).get("powers", ())]


def _starting(rows: Mapping[str, Any]) -> list[Row]:
    return [row for row in rows.get("start", ()) if row.get("power") != NEUTRAL]


# ---- the loader's own faults


def _of_the_whole(package: str) -> Iterator[str]:
    try:
        board = load(package)
        if beyond_limits := list(map_limits.faults(board, table_of(board))):
            yield from (f"{fault}." for fault in beyond_limits)
            return
        card = on_map(package).card
    except (BoardError, OSError) as fault:
        yield f"{fault}."
        return
    if taken := name_of_another(card.key, (card.title, *card.aliases)):
        yield f"game.title or game.aliases: {taken}."
    yield from _of_examples(board)


def _of_examples(board: Board) -> Iterator[str]:
    the_tables = tables(board)
    ground = Ground(the_tables, start_of(the_tables, {}), board.powers[0])
    for phase in PHASES:
        for order in getattr(the_tables.facts.examples, phase):
            if not is_order(ground, phase, order):
                yield f'examples.{phase}: "{order}" is no order, or it names no province of this map.'
