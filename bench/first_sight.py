"""Measure how well the program reads messages of people who knew only the reports.

    python -m bench.first_sight [--show]

The folder `written_sheets` has positions and messages, each with the orders that its writer meant, in the
notation of the order form. The messages in `sheets.toml` were known while the readers were developed, and
those in `later.toml` were written afterwards. Files whose names begin with `newcomers` have messages of
people who had never seen the program. Comments in the files say how a message is written, for instance on a
phone in a hurry. For each file it prints how many orders were read as meant, refused with a remedy or without
one, misread, and lost.
"""

import argparse
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from email.message import EmailMessage
from functools import partial
from pathlib import Path
from typing import Any

from msgspec.structs import replace
from rich.console import Console
from rich.table import Table

from adjudicator.core.game import REFUSED, TAKEN, THIS_MESSAGE, Game, Reading
from adjudicator.core.toml import tables_of
from adjudicator.games import find
from pbem.commands.registry import read_script
from pbem.commands.sheets import quoted_form
from pbem.messages.courtesies import not_read
from pbem.messages.message import IncomingMessage, read
from pbem.store.game_tables import GameTable
from pbem.tables.order_sheets import Place

FOLDER = Path(__file__).parent / "written_sheets"
CLASSES = ("as meant", "refused helpfully", "refused unhelpfully", "misread", "lost")
LIMIT = 10_000_000  # bytes of a message
BEGUN = datetime(2026, 1, 1, tzinfo=UTC)
FORM = "Order form"  # its heading in a report
HEADINGS = ("Activates armies", "Recruits")  # of Empires; they are not orders by themselves
_TOGETHER = re.compile(
    r"(?P<build>Build )?(?P<kinds>(?:\d+ )?\w+(?: \+ (?:\d+ )?\w+)+)(?P<what> (?:from|at) .+)"
)
_MADE_FULL = re.compile(r"Makes full: (?P<number>\d) (?P<kind>.*?)Armies (?P<where>.+)")
_ALL_AT = re.compile(r"All at (.+) holds?")  # includes the single orders of the units there
_ALL_OF_A_KIND = re.compile(r"All (?:(?P<kind>\w+) )??(?P<where>from \w+)(?P<rest> .+)")
_HELD_AT = re.compile(r".* at (.+) holds?")
_AS_THINGS_STAND = re.compile(r"\.? As things stand .*")
_IN_ANY_CASE = "The lines below count in any case"
_CONDITION_ABOVE = re.compile(r"(?:(?P<if>If .+?)|Otherwise), the lines below count")
_CONDITION_BESIDE = re.compile(
    r"(?:(?P<if>If [^:]+)|Otherwise): (?P<order>.+?)(?:\. Otherwise: (?P<otherwise>.+))?"
)
_STANDING = "Standing order: "
_BELOW_A_HEADING = re.compile(r".*\bArm(?:y|ies) .+ (?:moves?|goe?s?|attacks?)\b|Recruits .|Makes full")
_DENIED = re.compile(r"^If (?P<zone>[^,:]+?) is not held by")
_TARGET = re.compile(r"(?P<attack>.+ attacks) the (?P<step>full|reduced) army(?P<rest>.*)")  # of Empires
_OTHER_STEP = {"full": "reduced", "reduced": "full"}
_LED = re.compile(r".+ leads (?P<unit>.+), which (?P<does>.+)")  # this is an order for the unit, too
_WITHDRAWN = re.compile(r"Withdrawn: (.+)")  # the order of the same message is not in force
OF_ALL = ("holds", "hold")  # endings of the orders that "all others hold" includes


def message_of(sheet: dict[str, Any]) -> IncomingMessage:
    """Return the message as the service reads it."""
    mail = EmailMessage()
    for name, value in (("From", "ann@x.org"), ("To", "judge@y.org"), ("Message-ID", "<sheet@x.org>")):
        mail[name] = value
    mail["Subject"] = sheet.get("subject", "orders")
    mail.set_content(sheet["body"])
    return read(mail.as_bytes(), envelope_from="ann@x.org", recipients=["judge@y.org"], limit=LIMIT)


def lines_of(sheet: dict[str, Any]) -> list[str]:
    """Return the lines of the message for the game, as the service finds them."""
    script = read_script(message_of(sheet).text)
    lines = list(script.lines)
    for request in script.requests:  # "Spring 1902:" above the orders for Spring 1902
        if request.word == "LATER":
            for at, text in enumerate(request.text):
                lines[min(request.line + at, len(lines) - 1)] = text
    return lines


def meant_lines(sheet: dict[str, Any]) -> list[str]:
    """Return the orders that the writer meant, with RECRUIT of Empires first.

    RECRUIT may only be the first action (7.3), but writers list it where their message has it.
    """
    blocks: list[list[str]] = []  # an action with the indented lines below it
    for line in sheet["meant"].strip().splitlines():
        if line.startswith(" ") and blocks:
            blocks[-1].append(line)
        else:
            blocks.append([line])
    blocks.sort(key=lambda block: not block[0].startswith("RECRUIT"))
    return [line for block in blocks for line in block]


def readings(reading: Reading) -> Counter[str]:
    """Return the orders that were taken, each with its condition, without headings."""
    taken = _with_conditions([line.reading for line in reading.lines if line.verdict == TAKEN])
    found = Counter(
        one
        for words in taken
        if not words.endswith(":") and words not in HEADINGS
        for one in _one_by_one(words)
    )
    gone = {f"{one['unit']} {one['does']}" for one in map(_LED.fullmatch, found) if one}
    for withdrawn in filter(None, map(_WITHDRAWN.fullmatch, list(found))):
        gone |= {withdrawn[0], withdrawn[1]}
    return Counter({words: count for words, count in found.items() if words not in gone})


def _with_conditions(taken: Sequence[str]) -> Iterator[str]:
    """Yield each order with its condition, which in Empires is on a line above it or on its own line."""
    under = condition = heading = ""
    for words in (_AS_THINGS_STAND.sub("", one) for one in taken):
        if heading and _BELOW_A_HEADING.match(words):
            yield _denied_first(f"{heading}{words}")
            continue
        heading = ""
        if words == _IN_ANY_CASE:
            under = ""
        elif head := _CONDITION_ABOVE.fullmatch(words):
            condition = head["if"] or condition
            under = f"{condition}: " if head["if"] else f"not {condition}: "
        elif line := _CONDITION_BESIDE.fullmatch(words):
            condition = line["if"] or condition
            beside = f"{condition}: " if line["if"] else f"not {condition}: "
            if line["order"] in HEADINGS:  # the armies or recruits are on the lines below
                heading = beside
                continue
            yield _denied_first(f"{beside}{line['order']}")
            if line["otherwise"]:
                yield f"not {condition}: {line['otherwise']}"
        elif words.startswith(_STANDING):  # has no condition, wherever it is
            yield words
        elif words not in HEADINGS:
            yield _denied_first(f"{under}{words}")


def _denied_first(words: str) -> str:
    """Return "not If Warsaw is held by ..." for "If Warsaw is not held by ...", which is the same."""
    return _DENIED.sub(r"not If \g<zone> is held by", words)


def _not_held(orders: Counter[str], places: set[str]) -> Counter[str]:
    """Return *orders* without those that hold units at *places*."""
    held = {words for words in orders if (found := _HELD_AT.fullmatch(words)) and found[1] in places}
    return Counter({words: count for words, count in orders.items() if words not in held})


def _one_by_one(words: str) -> Sequence[str]:
    """Split "Knight + Griffin from B6 to B2" or "Makes full: 2 Armies Warsaw" into single orders."""
    if found := _MADE_FULL.fullmatch(words):
        return (f"Makes full: {found['kind']}Army {found['where']}",) * int(found["number"])
    if not (found := _TOGETHER.fullmatch(words)):
        return (words,)
    build = found["build"] or ""
    return tuple(
        f"{build}{kind}{found['what'] if kind[0].isdigit() else _of_one(found['what'])}"
        for kind in found["kinds"].split(" + ")
    )


def _of_one(what: str) -> str:
    """Return " at H10 holds" for " at H10 hold": one unit of several that stand together."""
    return f"{what}s" if what.endswith(" hold") else what


def in_force(reading: Reading) -> set[str]:
    return {row.order for row in reading.in_force if row.source == THIS_MESSAGE}


def classed(meant: Reading, got: Reading, again: Callable[[list[str]], Reading]) -> Counter[str]:
    """Return how many orders of one sheet fall into each of CLASSES.

    *again* reads lines in the position of the sheet. An order that was not meant does not count as misread if
    it has no effect: if the sheet is the same without it, because its writer replaced it further down, or if
    adding it to the orders that were meant changes nothing.
    """
    wanted, found = readings(meant), readings(got)
    if meant.orders == got.orders or in_force(meant) == in_force(got):
        found = wanted
    missed, strange = _differences(wanted, _with_numbers(found, wanted))
    wrong = (words for words in strange if not _is_harmless(words, meant, got, again))
    strange = Counter({words: strange[words] for words in wrong})
    for words, attack in _only_targets(strange, missed, again).items():
        del strange[words], missed[attack]
    refused = [line for line in got.lines if line.verdict == REFUSED]
    helped = sum(bool(line.remedy) for line in refused)
    helpfully = min(missed.total(), helped)
    others = len(refused) - helped + len(not_read(got.lines))
    unhelpfully = min(missed.total() - helpfully, others)
    return Counter(
        {
            "as meant": wanted.total() - missed.total(),
            "refused helpfully": helpfully,
            "refused unhelpfully": unhelpfully,
            "misread": strange.total(),
            "lost": missed.total() - helpfully - unhelpfully,
        }
    )


def _only_targets(
    strange: Counter[str], missed: Counter[str], again: Callable[[list[str]], Reading]
) -> dict[str, str]:
    """Return the attacks that name their target although the writer did not, each with what was meant.

    They are correct if the target is the only army in its zone. That is so if an attack on an army of the
    other strength is refused.
    """
    found: dict[str, str] = {}
    for words in strange:
        named = _TARGET.fullmatch(words)
        attack = f"{named['attack']}{named['rest']}" if named else ""
        if named and missed[attack] == strange[words]:
            other = f"{named['attack']} {_OTHER_STEP[named['step']]}{named['rest']}"
            alone, both = (readings(again(["ACTIVATE", one])) for one in (other, words))
            found |= {words: attack} if both and not alone else {}
    return found


def _differences(wanted: Counter[str], found: Counter[str]) -> tuple[Counter[str], Counter[str]]:
    """Return what was meant and not found, and what was found and not meant.

    "All others hold" includes every single order to hold, and "All at C5 hold" those there.
    """
    missed, strange = wanted - found, found - wanted
    if same := {_parts_sorted(words) for words in missed} & {_parts_sorted(words) for words in strange}:
        missed, strange = (
            Counter({words: count for words, count in some.items() if _parts_sorted(words) not in same})
            for some in (missed, strange)
        )
    if any(
        words.startswith("All ") and words.endswith("hold") for words in found if not _ALL_AT.match(words)
    ):
        missed = Counter({words: count for words, count in missed.items() if not words.endswith(OF_ALL)})
        strange = Counter({words: count for words, count in strange.items() if not words.startswith("All ")})
    if places := {place[1] for place in map(_ALL_AT.fullmatch, strange) if place}:
        missed = _not_held(missed, places)
        strange = _not_held(strange, places)
    return missed, strange


def _parts_sorted(words: str) -> str:
    """Return the order with the parts of a divided stack in one sequence, whichever they were written in."""
    stack, divides, parts = words.partition(" divide: ")
    return f"{stack}{divides}{'; '.join(sorted(parts.split('; ')))}" if divides else words


def offered(game: Game, place: Mapping[str, str], sheet: dict[str, Any]) -> Counter[str]:
    """Return the orders that the sender can confirm with YES.

    The answer offers that for a form that was changed inside the quotation, and for orders of the message
    that would be legal in another sequence.
    """
    message = message_of(sheet)
    row = GameTable(
        key="t1",
        title="",
        game=game.card.key,
        gm_name="",
        gm_address="",
        pace="",
        position=place["state"],
        start="",
        seed="",
        number=1,
        created_utc=BEGUN,
    )
    owner = Place(game, row, place["power"])
    says_so = quoted_form.says_so(message.text)
    lines = quoted_form.changed(message.quotation, FORM, owner, says_so=says_so)
    lines = lines or owner.read(None, lines_of(sheet)).offer
    return readings(owner.read(None, lines)) if lines else Counter()


def _is_harmless(words: str, meant: Reading, got: Reading, again: Callable[[list[str]], Reading]) -> bool:
    """Return whether the order *words* changes nothing if it is added to those that were meant.

    For that it is read once more, as it was written or in the words of its reading. If it is refused then, it
    does not count as harmless: perhaps it just cannot be read on its own.
    """
    said = [line for line in got.lines if line.verdict == TAKEN]
    taken = [line.reading for line in said]
    others = [one for one in taken if words not in (one, *_with_conditions([one]))]
    if len(others) < len(taken) and in_force(again(others)) == in_force(got):
        return True
    lines = [line.text for line in meant.lines if line.verdict == TAKEN]
    written = (line.text for line in said if words in readings(replace(got, lines=(line,))))
    return any(_adds_nothing(words, one, lines, meant, again) for one in (words, *written))


def _with_numbers(found: Counter[str], wanted: Counter[str]) -> Counter[str]:
    """Return *found* with "All Knights from H13" as "5 Knights from H13", if *wanted* has them like that."""
    said: Counter[str] = Counter()
    for words, count in found.items():
        match = _ALL_OF_A_KIND.fullmatch(words)
        same = [one for one in wanted if match and _is_of_kind_at(one, match["kind"], match["where"])]
        is_meant = match is not None and all(one.endswith(match["rest"]) for one in same)
        for one in same if is_meant and same else [words]:
            said[one] += count
    return said


def _is_of_kind_at(words: str, kind: str | None, where: str) -> bool:
    kinds = re.escape(kind.removesuffix("s")) if kind else r"\w+?"
    return re.match(rf"(?:\d+ )?{kinds}s? {re.escape(where)}\b", words) is not None


def _adds_nothing(
    words: str, written: str, lines: list[str], meant: Reading, again: Callable[[list[str]], Reading]
) -> bool:
    reading = again([*lines, written])
    if words in readings(reading) and in_force(reading) == in_force(meant):
        return True
    # units without an order hold, so an additional hold changes nothing
    with_hold = readings(again([written, *lines])) if words.endswith(OF_ALL) else Counter()
    return words in with_hold and not readings(meant) - with_hold


def measured(game: Game, file: Path, show: Console | None) -> Counter[str]:
    """Return the sums over all sheets in *file*; with *show*, print those that were not read as meant."""
    positions = json.loads((file.parent / "positions.json").read_text("utf-8"))
    counts: Counter[str] = Counter()
    for number, sheet in enumerate(tables_of(file.read_text("utf-8"))["sheet"], 1):
        place = positions[f"{sheet['position']:02}"]
        meant = game.read(place["state"], place["power"], None, meant_lines(sheet))
        got = game.read(place["state"], place["power"], None, lines_of(sheet))
        one = classed(meant, got, partial(game.read, place["state"], place["power"], None))
        if offered(game, place, sheet) == readings(meant):
            one = Counter({"as meant": one["as meant"], "refused helpfully": -one["as meant"]})
            one["refused helpfully"] += readings(meant).total()
        counts += one
        if show and one["as meant"] < readings(meant).total():
            show.print(
                f"{game.card.key} {number}: {dict(one)}\n{sheet['body']}", markup=False, highlight=False
            )
    return counts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--show", action="store_true", help="print the sheets that were not read as meant")
    parser.add_argument("--json", action="store_true", help="print the sums as JSON")
    given = parser.parse_args()
    console = Console()
    sums = {
        f"{file.parent.name}, {file.stem}": measured(
            find(file.parent.name), file, console if given.show else None
        )
        for file in sorted(FOLDER.glob("*/*.toml"))
    }
    if given.json:
        print(json.dumps(sums))
        return
    table = Table("game", "orders", *CLASSES)
    for key, counts in sums.items():
        orders = counts.total() - counts["misread"]
        table.add_row(key, str(orders), *(str(counts[one]) for one in CLASSES))
    console.print(table)


if __name__ == "__main__":
    main()
