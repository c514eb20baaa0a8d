"""Sentences about moves and holds: "the knight and both griffins from A7 march to B5"."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from adjudicator.domination.language.legality import ReadingContext, number_at, stack_size
from adjudicator.domination.language.sentences.lexicon import SOMEONE, Word
from adjudicator.domination.language.sentences.prose_units import (
    Found,
    Pattern,
    SomeUnits,
    counted,
    notation,
    units_of,
)
from adjudicator.domination.language.sentences.rewording import units_without_a_space
from adjudicator.domination.language.sentences.same_stack import (
    ANOTHER,
    BESIDE,
    LAST,
    ORDINALS,
    OTHERS,
    blank,
)

LIKEWISE = "likewise"  # stands for the goal or the hold of the order above: "the knight B6 too"
THERE = "there"  # stands for the goal of the order above
ALONG = "along"  # stands for where the units of the order right above go: "the griffin goes with them"
_FROM = frozenset(("from", "out of", "aus", "von", "depuis"))
_JOINS = frozenset(("join", "joins"))
_SOME = r"Y?[*]?#{0,2}Un?"  # Y: "the last knight"
_UNITS = rf"{_SOME}(?:&+{_SOME}|#U)*"
_REF = rf"(?:{_UNITS}f*Z|[*]?Uf*Zn|[*]+f*Z|f*Z[:&]*{_UNITS}|f*Z:?[*]+)"
_REFS = rf"{_REF}(?:[&O]+o*(?:{_REF}|f*Z))*"
_PATH = r"[mtvfo:*]*Z(?:[&]+v[&f]*Z|[&O]*[fo]*[mtv][mtvfo]*Z)*(?:&*O&*f*Z)*"
_STEPS = r"[mt]+Z(?:[&]?Z)*[&O]*N+f*Z"  # "go E11 E15 E16 and end on H13"
_SOMES = rf"{_SOME}(?:&+{_SOME})*"
_GOES = (
    rf"(?:{_SOMES}|D?#|E)(?:h+[fT]*(?!Z)|[mo]*(?:m+t*|t+)f*Z)"  # one row of "F10: 3 knights to F9, 2 hold"
)
_OF_KIND = r"Y?[*]?#{0,2}Un?(?:h+[fT]*(?!Z)|[mo]*(?:m+t*|t+)f*Z)"  # the first row of "F10 3K-F9, 2K H"
_ROWS = rf"(?P<rows>{_GOES}(?:[&O]+{_GOES})*)"
_LEFT_THERE = frozenset(
    (
        "leave",
        "hold",
        "do not move",
        "don't move",
        "dont move",
        "not moving",
        "do not touch",
        "don't touch",
        "keep still",
    )
)
_DEPARTS = frozenset(("leave",))  # after the units: "6 knights leave B6"
_ALONG = frozenset(
    f"{verb} {with_whom}"
    for verb in (
        "go",
        "goes",
        "come",
        "comes",
        "going",
        "go along",
        "goes along",
        "accompany",
        "accompanies",
        "join",
        "joins",
        "follow",
        "follows",
    )
    for with_whom in ("with it", "with them", "with him", "it", "them", "him")
)
_THEN = frozenset(
    ("then", "and then", "afterwards", "dann", "und dann", "danach", "puis", "et puis", "ensuite")
)
_WITH = frozenset(("with", "mit", "avec"))
_EVERYTHING = re.compile(r"\b(?:everything|all|alles?|tout|tous|toutes)\b")
_BUT = r"X[:f]*#U?"


def _moves(found: Found) -> Sequence[str]:
    path = found.words("path")
    verb = found.words("verb") or [word for word in path if word.letter == "m"]
    is_move = verb or set("to") & set(found.letters("path")) or "o" in found.letters("also")
    is_other = any(word.said in ORDINALS for word in path)  # "to A7, the second to A8"
    if not is_move or is_other or any(word.letter == "O" and word.said not in _THEN for word in path):
        return ()
    steps, way, is_via = [], [], False
    for word in path:
        is_via = is_via or word.letter == "v"
        if word.letter == "Z" and is_via:
            way.append(word.said)
        elif word.letter == "Z":
            steps.append(word.said)
        is_via = is_via and word.letter in "vf&"
        is_via = is_via and word.letter != "Z"
    if not steps:
        return ()
    goal = " - ".join([*steps[:-1], *way, steps[-1]])
    said = verb[0].said if verb else ""
    units = units_of(found, "refs", said)
    both = [*found.named("both", "#"), *found.named("sum", "n")]
    if both and both[0] not in (str(len(units)), str(_sum(found.context, units))):
        return ()
    if len(units) > 1 and both and both[0] == str(_sum(found.context, units)):
        units = [_with_number(found.context, one) for one in units]
    return (
        [f"{notation(one)} - {goal}" for one in units if one.space != steps[-1]]
        if _all_go(units, steps)
        else ()
    )


def _sum(context: ReadingContext, units: Sequence[SomeUnits]) -> int:
    return sum(
        int(one.number) if one.number.isdigit() else stack_size(context, one.kind, one.space) for one in units
    )


def _with_number(context: ReadingContext, one: SomeUnits) -> SomeUnits:
    """Return the units with their number in place of "all", where a word says how many they are together."""
    size = stack_size(context, one.kind, one.space) if one.kind else 0
    return one._replace(number=str(size)) if size and not one.number.isdigit() else one


def _all_go(units: Sequence[SomeUnits], steps: Sequence[str]) -> bool:
    return bool(units) and all(one.space != steps[0] for one in units)


def _moves_there(found: Found) -> Sequence[str]:
    verb = found.words("verb")
    return (
        [f"{notation(one)} - {THERE}" for one in units_of(found, "refs", verb[0].said if verb else "")]
        if verb
        else ()
    )


def _moves_along(found: Found) -> Sequence[str]:
    """Return the moves of "the griffin at C6 goes with them", "the knights at C2 come as well"."""
    verbs = found.named("verb", "m")
    goal = ALONG if {*verbs} & _ALONG else THERE
    if goal == THERE and not (found.letters("also") or found.letters("more")):
        return ()
    return [f"{notation(one)} - {goal}" for one in units_of(found, "refs", verbs[0])]


def _with_the_stack(found: Found) -> Sequence[str]:
    """Return the orders of ", with the militia and the griffon": more units than those of the order above."""
    kinds = [word for word in found.words("units") if word.letter == "U"]
    counts = {word.said for word in found.words("units") if word.letter in "#*n"}
    if found.all_words[0].said not in _WITH or counts - {"1"} or SOMEONE in {kind.said for kind in kinds}:
        return ()
    numbers = (0 if kind.is_plural or kind.said == "Militia" else 1 for kind in kinds)
    return [
        blank(f"{BESIDE}{number}", kind.said, f" - {LIKEWISE}")
        for number, kind in zip(numbers, kinds, strict=True)
    ]


def _moves_with(found: Found) -> Sequence[str]:
    [goal] = found.named("goal", "Z")
    if any(stack_size(found.context, kind, goal) for kind in found.named("foe", "U")):
        return ()  # "move the Knight at F6 with the Griffin from F10": who goes where?
    return [f"{notation(one)} - {goal}" for one in units_of(found, "refs") if one.space != goal]


def _moves_of_list(found: Found) -> Sequence[str]:
    """Return the moves of "from F10 to F9: 3 knights, 1 griffin"."""
    [origin], [goal] = found.named("origin", "Z"), found.named("goal", "Z")
    units = counted(found.context, found.words("units"), origin, "")
    return [f"{notation(one)} - {goal}" for one in units] if origin != goal else ()


def _moves_without_arrow(found: Found) -> Sequence[str]:
    """Return the move of "D5 6Kn D8", if the units stand in the first space and not in the other."""
    [origin], [goal] = found.named("origin", "Z"), found.named("goal", "Z")
    units = counted(found.context, found.words("units"), origin, "")
    numbers = ((int(one.number) if one.number.isdigit() else 1, one.kind) for one in units)
    are_there = all(
        stack_size(found.context, kind, origin) >= number and not stack_size(found.context, kind, goal)
        for number, kind in numbers
    )
    return [f"{notation(one)} - {goal}" for one in units] if are_there and origin != goal else ()


def _rows_of_a_space(found: Found) -> Sequence[str]:
    """Return the orders of "F10: 3 knights to F9, 2 hold": each row is about units of that space.

    A row with a number alone has the kind of the row before it, or the only kind that stands there.
    """
    [place], kinds = found.named("space", "Z"), found.words("kind")
    kind = kinds[0] if kinds else _only_kind(found.context, place)
    orders: list[str] = []
    row: list[Word] = []
    ordered = 0
    for word, after in pairwise([*found.words("first"), *found.words("rows"), Word("", "")]):
        row.append(word)
        if word.letter == "Z" or (word.letter == "h" and after.letter != "h"):
            kind = next((one for one in row if one.letter == "U"), kind)
            if kind is None or (word.letter == "Z" and word.said == place):
                return ()
            units = _of_row(found.context, row, kind, place, ordered)
            if not units or not all(stack_size(found.context, one.kind, place) for one in units):
                return ()
            ordered += sum(int(one.number) for one in units if one.number.isdigit())
            end = "holds" if word.letter == "h" else f"- {word.said}"
            orders += [f"{notation(one)} {end}" for one in units]
            row = []
    return orders


def _rows_behind_a_space(found: Found) -> Sequence[str]:
    """Return the orders of "F10 3K-F9, 2K H": () if more units are ordered than stand there."""
    orders = _rows_of_a_space(found)
    [place] = found.named("space", "Z")
    wanted: Counter[str] = Counter()
    for order in orders:
        number, kind = order.partition(f" {place} ")[0].split(" ", 1)
        wanted[kind] += int(number) if number.isdigit() else stack_size(found.context, kind, place)
    are_there = all(number <= stack_size(found.context, kind, place) for kind, number in wanted.items())
    return orders if are_there else ()


def _of_row(
    context: ReadingContext, row: Sequence[Word], kind: Word, space: str, ordered: int
) -> list[SomeUnits]:
    """Return the units of a row; "the others" are those of the only kind that no row before it orders."""
    letters, left = "".join(word.letter for word in row), stack_size(context, kind.said, space) - ordered
    if "D" in letters and str(left) not in {word.said for word in row if word.letter == "#"}:
        return []  # not "the other four"
    if "E" in letters:
        is_plain = _only_kind(context, space) is not None and left > 0
        return [SomeUnits(str(left), kind.said, space)] if is_plain else []
    words = [word for word in row if word.letter in "#*Un"]
    return counted(context, words if "U" in letters else [*words, kind], space, "")


def _only_kind(context: ReadingContext, space: str) -> Word | None:
    """Return the kind of the player's units in a space if only one kind is there."""
    kinds = {row.kind for row in context.position.units if (row.player, row.space) == (context.player, space)}
    return Word("U", kinds.pop()) if len(kinds) == 1 else None


def _others_go(found: Found) -> Sequence[str]:
    """Return the orders of "leave 2 militia in A10, the others go to A9"."""
    [space], [kind] = found.named("space", "Z"), found.words("kind")
    [number], [goal] = found.named("rows", "#"), found.named("others", "Z")
    units = _of_row(found.context, [Word("E", "")], kind, space, int(number))
    if not units or goal == space:
        return ()
    return [f"{number} {kind.said} {space} holds", *(f"{notation(one)} - {goal}" for one in units)]


def _moves_joined(found: Found) -> Sequence[str]:
    """Return the moves of "the knight H2 attacks H5 with the griffins from H1 and H9"."""
    moves = _moves(found)
    others = units_of(found, "refs2", "") if moves else []
    goal = moves[0].partition(" - ")[2].rpartition(" - ")[2] if moves else ""
    if not moves or not others or any(one.space == goal for one in others) or moves[0].count(" - ") > 1:
        return ()
    return [*moves, *(f"{notation(one)} - {goal}" for one in others)]


def _moves_of_one_place(found: Found) -> Sequence[str]:
    """Return the moves of "three knights from F10 and one griffin go to F5": () if it may stand elsewhere."""
    moves = _moves(found)
    others = _others_of_one_place(found) if moves else []
    way = moves[0].partition(" - ")[2] if others else ""
    return [*moves, *(f"{notation(one)} - {way}" for one in others)] if others else ()


def _holds_of_one_place(found: Found) -> Sequence[str]:
    """Return the holds of "8 knights at G9 and the griffin stay": () if it may stand elsewhere."""
    others = _others_of_one_place(found)
    return [f"{notation(one)} holds" for one in (*units_of(found, "refs"), *others)] if others else ()


def _others_of_one_place(found: Found) -> list[SomeUnits]:
    """Return the units named without a space after those of one; [] if they may stand elsewhere."""
    places = {one.space for one in units_of(found, "refs")}
    place = places.pop() if len(places) == 1 else ""
    others = counted(found.context, found.words("more"), place, "")
    own = [row for row in found.context.position.units if row.player == found.context.player]
    stand = {(row.kind, row.space) for row in own if row.kind in {one.kind for one in others}}
    return others if stand == {(one.kind, place) for one in others} else []


def _joins(found: Found) -> Sequence[str]:
    """Return the move of "the knight at H8 joins the knight at H6"."""
    [goal], units = found.named("goal", "Z"), units_of(found, "refs", found.words("verb")[0].said)
    is_clear = found.words("verb")[0].said in _JOINS and all(one.space != goal for one in units)
    return [f"{notation(one)} - {goal}" for one in units] if is_clear else ()


def _from_everywhere(found: Found) -> Sequence[str]:
    """Return the moves of "all griffins home to H3"."""
    [kind], [goal] = found.words("unit"), found.named("goal", "Z")
    number = " ".join(word.said for word in found.words("all"))
    said = f"{number} {kind.said}{'s' if kind.is_plural and not number else ''} - {goal}".strip()
    orders = units_without_a_space(found.context, said)
    return orders if not any(f" {goal} - " in order for order in orders) else ()


def _of_each_space(found: Found) -> Sequence[str]:
    """Return the orders of "H7 and H13 M hold": () if not every space has exactly one such unit."""
    [kind] = [word for word in found.words("unit") if word.letter == "U"]
    spaces, path = found.named("spaces", "Z"), found.named("path", "Z")
    is_all = "*" in found.letters("unit")
    sizes = [stack_size(found.context, kind.said, space) for space in spaces]
    if (
        not all(sizes)
        or not (is_all or set(sizes) == {1} or not path)
        or len(path) > 1
        or set(path) & set(spaces)
    ):
        return ()
    end = f"- {path[0]}" if path else "holds"
    return [f"{size} {kind.said} {space} {end}" for size, space in zip(sizes, spaces, strict=True)]


def _all_hold(found: Found) -> Sequence[str]:
    """Return the holds of "hold: H3, H7"."""
    return [f"all {space} holds" for space in found.named("spaces", "Z")]


def _moves_except(found: Found) -> Sequence[str]:
    """Return the orders of "everything holds except the knights from H11, which attack H5"."""
    moves = _moves(found)
    return [*moves, "everything else holds"] if moves else ()


def _goal_first(found: Found) -> Sequence[str]:
    """Return the moves of "the griffins return to A8 from G3"."""
    return _between(found) if found.words("from")[0].said in _FROM else ()


def _between(found: Found) -> Sequence[str]:
    """Return the moves of "the knights march A6 to A5", "3 knights go B6 - B11 - B12"."""
    [origin], way = found.named("origin", "Z"), found.named("goal", "Z")
    units = counted(found.context, found.words("units"), origin, "")
    are_there = all(stack_size(found.context, one.kind, origin) for one in units)
    goal = " - ".join(way)
    is_via = "v" in found.letters("goal").partition("t")[2]  # "from A7 to A9 via A8"
    if is_via or any(word.said in ORDINALS for word in found.words("goal")):
        return ()
    return [f"{notation(one)} - {goal}" for one in units] if origin not in way and are_there else ()


def _departs(found: Found) -> Sequence[str]:
    """Return the moves of "my five knights leave B12 and attack C5", "the knights leave B12 for C5"."""
    [leave], [origin], [goal] = found.words("leave"), found.named("origin", "Z"), found.named("goal", "Z")
    goes = found.words("goal")[:-1]
    is_move = any(word.letter in "mt" for word in goes) or {word.said for word in goes} <= {"for"}
    if not is_move or origin == goal or (leave.letter == "h" and leave.said not in _DEPARTS):
        return ()
    units = counted(found.context, found.words("units"), origin, leave.said)
    are_there = all(stack_size(found.context, one.kind, origin) for one in units)
    return [f"{notation(one)} - {goal}" for one in units] if are_there else ()


def _all_but(found: Found) -> Sequence[str]:
    """Return the move of "all knights but one from F10 to F9": () if the exception is of another kind."""
    exceptions = [word for group in ("but", "but2", "but3") for word in found.words(group)]
    numbers = [int(word.said) for word in exceptions if word.letter == "#"]
    kinds = {word.said for word in exceptions if word.letter == "U"}
    [kind], [space] = found.named("unit", "U"), found.named("space", "Z")
    left = stack_size(found.context, kind, space) - sum(numbers)
    if len(numbers) != 1 or not kinds <= {kind} or left <= 0:
        return ()
    goals, is_way = found.named("path", "Z"), "v" in found.letters("path")
    return [f"{left} {kind} {space} - {goals[0]}"] if len(goals) == 1 and not is_way else ()


def _guard(found: Found) -> Sequence[str]:
    """Return the holds of "the militia and one knight guard Fenbridge"; who leaves it does not hold."""
    if {word.said for word in found.words("keep")} & _DEPARTS:
        return ()
    [place], verb = found.named("place", "Z"), _verb_of_one_kind(found, "units")
    return [f"{notation(one)} holds" for one in counted(found.context, found.words("units"), place, verb)]


def _verb_of_one_kind(found: Found, group: str) -> str:
    """Return the verb after the units: with it, "the militia at E15 hold" are all of them.

    It is "" for several kinds, and for notation: "Militia E15 hold" is one.
    """
    letters = found.letters(group)
    is_sentence = letters.count("U") == 1 and "UZ" not in letters and bool(found.words("keep"))
    return found.words("keep")[0].said if is_sentence else ""


def _stay(found: Found) -> Sequence[str]:
    return _held(found, units_of(found, "refs", _verb_of_one_kind(found, "refs")))


def _holds(found: Found) -> Sequence[str]:
    return _held(found, units_of(found, "refs"))


def _held(found: Found, units: Sequence[SomeUnits]) -> Sequence[str]:
    place = found.named("place", "Z")
    if place and any(one.space != place[0] for one in units):
        return ()
    return [f"{notation(one)} holds" for one in units]


def _left_there(found: Found) -> Sequence[str]:
    """Return the holds of "don't move the militia at D8"."""
    return _holds(found) if {word.said for word in found.words("keep")} <= _LEFT_THERE else ()


def _stay_everywhere(found: Found) -> Sequence[str]:
    """Return the holds of "Greifen bleiben, wo sie sind"."""
    [kind] = found.words("unit")
    number = " ".join(word.said for word in found.words("all"))
    if number.isdigit() and any(word.letter == "T" for word in found.all_words):
        return ()  # "two wizards sit there", at a space that was named before
    said = f"{number} {kind.said}{'s' if kind.is_plural and not number else ''} holds".strip()
    return units_without_a_space(found.context, said) if kind.said != SOMEONE else ()


def _kinds_stay(found: Found) -> Sequence[str]:
    """Return the holds of "the Militia and the Griffin stay at home", if each kind stands in one space."""
    own = [row for row in found.context.position.units if row.player == found.context.player]
    orders: list[str] = []
    number = ""
    for word in found.words("units"):
        number = word.said if word.letter == "#" else number
        if word.letter != "U":
            continue
        stacks = [row for row in own if row.kind == word.said]
        is_all = word.is_plural or word.said == "Militia"
        is_plain = len(stacks) == 1 and (number or is_all or stacks[0].count == 1)
        if not is_plain or (number and int(number) > stacks[0].count):
            return ()
        orders.append(f"{number or stacks[0].count} {word.said} {stacks[0].space} holds")
        number = ""
    return orders


def _kind_and_others_hold(found: Found) -> Sequence[str]:
    """Return the holds of "Ships & the Aldgate Militia: no move": all ships, and the units of a space."""
    kinds, others = _stay_everywhere(found), _holds(found)
    return [*kinds, *others] if found.words("unit")[0].is_plural and kinds and others else ()


def _everybody_holds(found: Found) -> Sequence[str]:
    """Return the holds of "in A7 everybody stays: the Knight and both Griffins"; () if it names others."""
    [place] = found.named("place", "Z")
    units = counted(found.context, found.words("units"), place, "")
    player = found.context.player
    own = [row for row in found.context.position.units if (row.player, row.space) == (player, place)]
    named = {(one.kind, one.number if one.number != "all" else "") for one in units}
    are_all = {kind for kind, _ in named} == {row.kind for row in own}
    are_there = all(number in ("", str(stack_size(found.context, kind, place))) for kind, number in named)
    return [f"{notation(one)} holds" for one in units] if are_all and are_there else ()


def _whole_way(found: Found) -> Sequence[str]:
    """Return the moves of "the 4 Knights from H10 follow: H10 - H5 - A8", whose way begins where they are."""
    origin, *way = found.named("path", "Z")
    units = units_of(found, "refs")
    is_theirs = bool(units) and all(one.space == origin for one in units) and origin not in way
    return [f"{notation(one)} - {' - '.join(way)}" for one in units] if is_theirs else ()


def _hold_both(found: Found) -> Sequence[str]:
    """Return the holds of "the knight in F10 stays there and so does the griffin": both stand there."""
    return _hold_beside(found, "")


def _hold_with(found: Found) -> Sequence[str]:
    """Return the holds of "the knight in F10 stays, with the militia": all of the militia."""
    return _hold_beside(found, "stay")


def _hold_beside(found: Found, verb: str) -> Sequence[str]:
    units = units_of(found, "refs")
    spaces = {one.space for one in units}
    if len(spaces) != 1 or not spaces >= {*found.named("place", "Z")}:
        return ()
    others = counted(found.context, found.words("units"), spaces.pop(), verb)
    are_there = all(stack_size(found.context, one.kind, one.space) for one in others)
    return [f"{notation(one)} holds" for one in (*units, *others)] if others and are_there else ()


def _stand(found: Found) -> Sequence[str]:
    [place] = [*found.named("refs", "Z"), *found.named("refs2", "Z"), *found.named("refs3", "Z")]
    return [f"all {place} holds"]


def _all_left_there(found: Found) -> Sequence[str]:
    """Return the hold of "leave everything at G9 where it is"."""
    where = " ".join(word.said for word in found.words("all"))
    [place] = found.named("place", "Z")
    return [f"all {place} holds"] if _EVERYTHING.search(where) else ()


def _as_many_stand(found: Found) -> Sequence[str]:
    """Return the hold of "E15 holds both" or "E15: both hold", if that many are there in all."""
    [space], [number] = found.named("space", "Z"), [*found.named("number", "#"), *found.named("no", "#")]
    return [f"all {space} holds"] if number_at(found.context, space) == int(number) else ()


def _one_of_each_holds(found: Found) -> Sequence[str]:
    """Return the holds of "A7 M K H", if one unit of each kind stands there."""
    [place], kinds = found.named("place", "Z"), found.named("units", "U")
    are_alone = all(stack_size(found.context, kind, place) == 1 for kind in kinds)
    return [f"1 {kind} {place} holds" for kind in kinds] if are_alone and len({*kinds}) == len(kinds) else ()


def _lone_unit_goes(found: Found) -> Sequence[str]:
    """Return the move of "A11 goes to A10", if a single unit of the player stands at A11."""
    [space], [goal] = found.named("space", "Z"), found.named("goal", "Z") or [LIKEWISE]
    one = _only_kind(found.context, space) if number_at(found.context, space) == 1 else None
    return [f"1 {one.said} {space} - {goal}"] if one and space != goal else ()


def _others_hold(_: Found) -> Sequence[str]:
    return ("everything else holds",)


def _both(found: Found) -> Sequence[str]:
    """Return the move in "C12: both to C7" or "the two in C12 attack C7", if that many are there in all."""
    [space] = [*found.named("space", "Z"), *found.named("at", "Z")]
    [number] = [*found.named("number", "#"), *found.named("no", "#")]
    goals = found.named("path", "Z")
    is_move = bool(found.words("verb")) or bool(set("mt") & set(found.letters("path")))
    here = number_at(found.context, space)
    is_one_way = len(goals) == 1 and goals[0] != space and "v" not in found.letters("path")
    return [f"all {space} - {goals[0]}"] if is_move and is_one_way and here == int(number) else ()


def _which(found: Found) -> str:
    """Return which unit of the stack above is meant; "" if the word says something else here."""
    [who], number = found.words("who"), found.named("number", "#")
    if number:
        return f"{OTHERS}{number[0]}"
    if who.letter == "O" or who.said in ORDINALS:
        return str(ORDINALS.get(who.said, ""))
    if who.letter == "A":
        return ANOTHER
    return LAST if who.said.startswith(("the last", "the other", "last one")) else ""


def _one_goes(found: Found) -> Sequence[str]:
    """Return the move of "another one goes to B10": of the stack that the order above names."""
    goals, kinds = found.named("path", "Z"), found.named("unit", "U")
    is_move = bool(found.words("verb")) or bool(set("mt") & set(found.letters("path")))
    is_plain = is_move and len(goals) == 1 and "v" not in found.letters("path")
    which = _which(found) if is_plain else ""
    return [blank(which, (kinds or [""])[0], f" - {goals[0]}")] if which else ()


def _one_holds(found: Found) -> Sequence[str]:
    place, kinds, which = found.named("place", "Z"), found.named("unit", "U"), _which(found)
    number = found.named("number", "#")
    if number and kinds and place and stack_size(found.context, kinds[0], place[0]) >= int(number[0]):
        return [f"{number[0]} {kinds[0]} {place[0]} holds"]
    end = f" holds at {place[0]}" if place else " holds"
    return [blank(which, (kinds or [""])[0], end)] if which else ()


def _others_hold_with(found: Found) -> Sequence[str]:
    """Return the holds of "the other two remain in E6 with the Militia": of the stack above and beside it."""
    first = _one_holds(found)
    units = [word for word in found.words("units") if word.letter in "#U"]
    beside = [
        blank(f"{BESIDE}{_how_many(number, word)}", word.said, " holds")
        for number, word in pairwise([Word("", ""), *units])
        if word.letter == "U"
    ]
    return [*first, *beside] if first and not {SOMEONE} & {word.said for word in units} else ()


def _how_many(number: Word, unit: Word) -> str:
    """Return how many units of a kind are meant, "0" for all."""
    return number.said if number.letter == "#" else "0" if unit.is_plural or unit.said == "Militia" else "1"


def _likewise_alone(found: Found) -> Sequence[str]:
    """Return the order of "the griffin too", if the player has only one such stack."""
    [kind], number = found.named("unit", "U"), (found.named("unit", "#") or ["1"])[0]
    rows, player = found.context.position.units, found.context.player
    own = [row for row in rows if (row.player, row.kind) == (player, kind)]
    if len(own) != 1 or str(own[0].count) != number:
        return _beside(found, f" - {LIKEWISE}")
    return [f"{number} {kind} {own[0].space} - {LIKEWISE}"]


def _beside(found: Found, end: str) -> Sequence[str]:
    """Return the order of "the griffin there stays": where the order above begins or ends."""
    [unit], number = [word for word in found.words("unit") if word.letter == "U"], found.named("unit", "#")
    is_all = unit.is_plural or unit.said == "Militia" or "*" in found.letters("unit")
    if unit.said == SOMEONE or (number and is_all and "*" in found.letters("unit")):
        return ()
    return [blank(f"{BESIDE}{number[0] if number else 0 if is_all else 1}", unit.said, end)]


def _beside_goes(found: Found) -> Sequence[str]:
    goals = found.named("path", "Z")
    is_plain = len(goals) == 1 and "v" not in found.letters("path")
    is_move = bool(found.words("verb")) or bool(set("mt") & set(found.letters("path")))
    return _beside(found, f" - {goals[0]}") if is_plain and is_move else ()


def _beside_holds(found: Found) -> Sequence[str]:
    return _beside(found, " holds")


def _beside_likewise(found: Found) -> Sequence[str]:
    return _beside(found, f" - {LIKEWISE}")


def _likewise(found: Found) -> Sequence[str]:
    group = "refs" if found.letters("refs") else "refs2"
    return [f"{notation(one)} - {LIKEWISE}" for one in units_of(found, group)]


MOVES: tuple[Pattern, ...] = (
    (
        rf"[Oo]*m*(?P<refs>{_REFS})(?P<also>[oO&]*)(?P<both>#?)(?P<verb>m*)"
        rf"(?P<path>{_PATH})(?P<sum>n?)(?P<more>[omt]*)",
        _moves,
    ),
    (rf"[O]*(?P<refs>{_REFS})(?P<path>{_STEPS})", _moves),
    (rf"[O]*m*(?P<refs>{_REFS})o*(?P<verb>[mt]*)o*T[om]*", _moves_there),
    (rf"[O]*(?P<refs>{_REFS})(?P<also>o*)(?P<verb>m+)(?P<more>o*)", _moves_along),
    (rf"[O&]*w(?P<units>{_UNITS})", _with_the_stack),
    (rf"m(?:[*#]?(?P<foe>U))?(?P<goal>f*Z)[&]*w(?P<refs>{_REFS})", _moves_with),
    (rf"m*f*(?P<origin>Z)[mo]*t+f*(?P<goal>Z)[:&w]*(?P<units>{_UNITS})", _moves_of_list),
    (rf"f*(?P<origin>Z)(?P<units>{_SOME})(?P<goal>Z)", _moves_without_arrow),  # "D5 6Kn D8"
    (rf"[mt]+f*(?P<goal>Z)[:]+(?P<refs>{_REFS})", _moves_with),
    (rf"f*(?P<spaces>Z(?:&f*Z)+)(?P<unit>[*]?U[*]?)(?:h+|(?P<verb>m*)(?P<path>{_PATH}))", _of_each_space),
    (r"h+:?f*(?P<spaces>Z(?:&f*Z)*)", _all_hold),
    (rf"[*E]h+&?X(?P<refs>{_REFS})[&]*(?P<verb>m*)(?P<path>{_PATH})", _moves_except),
    (rf"m*f*(?P<space>Z)[:mo]+{_ROWS}", _rows_behind_a_space),
    (
        rf"[O]*m*(?P<first>#f*(?:#f*)?U)[tom]*f*(?P<space>Z)(?P<rows>[mo]*(?:m+t*|t+)f*Z(?:[&O]+{_GOES})+)",
        _rows_behind_a_space,
    ),
    (rf"[mO]*[*]?#?(?P<kind>U)h*f*(?P<space>Z)m*[:]+{_ROWS}", _rows_behind_a_space),
    (rf"m*f*(?P<space>Z)(?P<kind>U)m*[:]+{_ROWS}", _rows_behind_a_space),
    (rf"f*(?P<space>Z)(?P<rows>{_OF_KIND}(?:[&O]+{_GOES})+)", _rows_behind_a_space),
    (r"[h]?(?P<rows>#)(?P<kind>U)f*(?P<space>Z)h*(?P<others>[&O:]+E[mo]*(?:m+t*|t+)f*Z)", _others_go),
    (rf"m*(?P<refs>{_REFS})o*(?P<verb>m*)(?P<path>{_PATH})[&]*[wo]+(?P<refs2>{_REFS})o*", _moves_joined),
    (rf"[O]*m*(?P<refs>{_REF})&+(?P<more>{_UNITS})o*(?P<verb>m+)(?P<path>{_PATH})", _moves_of_one_place),
    (rf"(?P<refs>{_REFS})m*w(?P<refs2>{_REFS})o*(?P<verb>m*)(?P<path>{_PATH})", _moves_joined),
    (rf"(?P<refs>{_REFS})(?P<verb>m+)Uf*(?P<goal>Z)", _joins),
    (r"m*(?P<all>[*]?#?)(?P<unit>U)[mo]*t+f*(?P<goal>Z)", _from_everywhere),
    (rf"m*(?P<units>{_UNITS})o*[mt]+(?P<goal>Z)(?P<from>f)(?P<origin>Z)", _goal_first),
    (rf"(?P<units>{_UNITS})o*m+f*(?P<origin>Z)[mo&]*(?P<goal>(?:[tv]+f*Z[&O]*)+)", _between),
    (
        rf"m*[*](?P<unit>U)(?P<but>(?:{_BUT})?)m*f*(?P<space>Z)(?P<but3>(?:{_BUT})?)m*(?P<path>{_PATH})(?P<but2>(?:{_BUT})?)",
        _all_but,
    ),
    (rf"[O]*(?P<units>{_UNITS})o*(?P<leave>[Lh])f*(?P<origin>Z)[&o]*(?P<goal>[tmf]+Z)", _departs),
    (rf"(?P<units>{_UNITS})o*(?P<keep>h+)o*f*(?P<place>Z)", _guard),
    (rf"[rE]f*(?P<place>Z)[:&]*(?P<units>{_UNITS})[:&]*h+", _guard),
    (rf"h+:+(?P<refs>{_REFS})(?P<place>)", _holds),
    (rf"[O]*h+w(?P<refs>{_REFS})(?P<place>)T?", _holds),  # "hold with the Militia in F10"
    (rf"[O]*f*(?P<place>Z):?[*E]o*h+T?[:&]+(?P<units>{_UNITS})h*", _everybody_holds),
    (rf"[O]*[*E]f*(?P<place>Z)o*h+T?[:&]*(?P<units>{_UNITS})h*", _everybody_holds),
    (rf"[O]*f+(?P<place>Z)o*h+T?:+(?P<units>{_UNITS})h*", _everybody_holds),  # "everything at" is one word
    (rf"[O]*(?P<refs>{_REF})[mow]*:+(?P<path>Z(?:t+Z)+)", _whole_way),
    (rf"[O]*(?P<keep>h+)(?P<refs>{_REFS})(?P<place>)T?", _left_there),
    (r"m*(?P<all>[*]?#?)(?P<unit>U)o*h+[oT]*(?P<goal>)", _stay_everywhere),
    (r"[O]*(?P<units>#?U(?:&+#?U)+)o*h+[o]*", _kinds_stay),
    (r"[O]*(?P<unit>U):(?P<all>[*]?)o*h+[oT]*(?P<goal>)", _stay_everywhere),  # "Militia: all stay put"
    (r"[O&]*h+(?P<unit>[*]?#?U)h+", _beside_holds),  # "leave the Militia behind"
    (rf"[O]*h+(?P<refs>{_REFS})(?P<place>)h+", _holds),  # "leave the G16 militia where it is"
    (rf"[O]*(?P<refs>{_REFS})[o:]*[*]?(?P<keep>h+)o*f*(?P<place>Z?)T?", _stay),
    (rf"[O]*(?P<unit>U)&+(?P<refs>{_REFS})[o:]*h+[oT]*(?P<all>)(?P<place>)", _kind_and_others_hold),
    (rf"[O]*(?P<refs>{_REFS})[o:]*h+(?P<place>)T?[&]*o+(?P<units>{_UNITS})", _hold_both),
    (rf"[O]*(?P<refs>{_REFS})[o:]*h+f*(?P<place>Z?)T?[&]*w(?P<units>{_UNITS})T?", _hold_with),
    (r"[O]*(?P<refs>f*Z):?f*[*E]?h+(?P<refs2>)", _stand),
    (r"[O]*(?:(?:[*E][#o]*f+|rf*)(?P<refs>Z)h+[oT]*|rh+f+(?P<refs2>Z))", _stand),  # "all others in D2 hold"
    (r"[O]*f*(?P<refs>Z):?f*(?:h+[oT]*[*]+h*|Qo*[mB]+|[mB]+o*Q)(?P<refs2>)", _stand),  # "in G9 bleiben alle"
    (r"[O]*(?:Qf+(?P<refs>Z)o*[mB]+|(?:[mB]+f+(?P<refs2>Z)o*Q|Qo*[mB]+f+(?P<refs3>Z)))", _stand),
    (r"[O]*(?:f*(?P<refs>Z)y|yf*(?P<refs2>Z))h+[oT]*", _stand),
    (r"[O]*h+(?P<all>[*f]+)(?P<place>Z)h+[oT]*", _all_left_there),
    (r"[O]*f*(?P<space>Z):?f*(?:h+[oT]*(?P<number>#)|(?P<no>#)h+[oT]*)", _as_many_stand),
    (r"[O]*(?P<no>#)f+(?P<space>Z)h+[oT]*(?P<number>)", _as_many_stand),  # "the 3 in A7 stay"
    (r"[O]*f*(?P<place>Z):?(?P<units>U{2,})h+[oT]*", _one_of_each_holds),  # "A7 M K H"
    (r"[O&]*f*(?P<space>Z)o+(?P<goal>)", _lone_unit_goes),  # "B10 ditto"
    (r"[O&]*f*(?P<space>Z)[mo]*(?:m+t*|t+)f*(?P<goal>Z)", _lone_unit_goes),  # "A11 goes home to A10"
    (r"[O]*f*(?P<refs>Z):?[rE]+o*h+[oT]*(?P<refs2>)(?P<refs3>)", _stand),  # "H10: the rest holds"
    (rf"[O]*(?P<refs>{_REF})&+(?P<more>{_UNITS})[o*]*h+[oT]*", _holds_of_one_place),
    (r"[O]*[hk]+(?:E|r)+o*h+[oOT]*", _others_hold),  # "keep everyone else in place"
    (r"[O]*(?:[Er]+o*h+[oOT]*|Q[oO]*[mB]+[oOT]*|[mB]+o*Q|h+o*[*E]+)", _others_hold),
    (rf"(?:f*(?P<space>Z):*(?P<number>#)|[*]?(?P<no>#)f+(?P<at>Z))o*(?P<verb>m*)(?P<path>{_PATH})", _both),
    (rf"f*(?P<space>Z)o*(?P<verb>m*)(?P<path>{_PATH})(?P<no>#)(?P<number>)(?P<at>)", _both),
    (rf"(?P<who>[AYDO])(?P<number>)(?P<unit>U?)o*(?P<verb>m*)(?P<path>{_PATH})", _one_goes),
    (r"(?P<who>[AYDO])(?P<number>)(?P<unit>U?)o*h+o*f*(?P<place>Z?)T?", _one_holds),
    (rf"&*(?P<who>D)(?P<number>#)(?P<unit>U?)o*(?P<verb>m*)(?P<path>{_PATH})", _one_goes),
    (r"&*(?P<who>D)(?P<number>#)(?P<unit>U?)o*h+o*f*(?P<place>Z?)T?", _one_holds),
    (
        rf"&*(?P<who>[YDO])(?P<number>#?)(?P<unit>U?)o*h+o*f*(?P<place>Z?)T?w(?P<units>{_UNITS})[hoT]*",
        _others_hold_with,
    ),
    (rf"[O&]*(?P<unit>[*]?#?U)f*To*(?P<verb>m*)(?P<path>{_PATH})", _beside_goes),
    (r"[O&]*(?P<unit>[*]?#?U)f*To*h+[oT]*", _beside_holds),
    (r"[O&]*o+(?P<unit>[*]?#?U)f*To*", _beside_likewise),
    (r"[O&]*(?P<unit>#?U)o+", _likewise_alone),
    (rf"o+[&]*(?P<refs>{_REFS})o*|(?P<refs2>{_REFS})o+", _likewise),
)  # fmt: skip
