"""Check every template at start-up: each is compiled and rendered with sample facts.

The host's own templates replace ours, so a mistake in one of them would stop a turn's mails. Mails are
rendered with the first position of every game; templates whose facts only their own module has are compiled,
and their variables are compared with those of our template. A fault names the file and line.
"""

import difflib
import traceback
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Thread

from jinja2 import Environment, TemplateError, TemplateSyntaxError, meta
from msgspec import Struct
from msgspec.structs import replace

from adjudicator.core.dice import SeededDice
from adjudicator.core.game import Due, Game, InForce, Reading, ReadLine, Tally
from adjudicator.games import every_game
from pbem import reports
from pbem.commands.lookup.help import Prose
from pbem.core.sentences import Words, sentence
from pbem.core.templating import environments, packaged
from pbem.reports.message_bytes import Outgoing

SENT = datetime(2026, 1, 1, tzinfo=UTC)
PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 8"><path d="M0 0h9v8z"/></svg>'
GIVEN_TO_ALL = {"house", "at_table", "frame"}


class Fault(Struct, frozen=True):
    """What is wrong with a template, and where; *line* is 0 if unknown."""

    path: Path
    line: int
    what: Words

    def __str__(self) -> str:
        said = sentence("template_check", "fault", path=self.path, line=self.line, what=self.what)
        return said.words(None)


def faults(own: Path | None) -> list[Fault]:
    """Return the faults of the templates in use; none if every mail can be written."""
    if own is not None and not own.is_dir():
        return [Fault(own, 0, sentence("template_check", "no_folder"))]
    found = [*_compiled(own), *_misnamed(own), *_unknown_names(own)]
    found += [] if found else _unknown_blocks(own)
    found += [] if found else _rendered(own)
    return list({str(fault): fault for fault in found}.values())


def load_beside() -> None:
    """Load our own templates in a background thread; tests check them for faults.

    A running service keeps using them while a newer program is installed.
    """
    Thread(target=lambda: list(_compiled(None)), name="templates", daemon=True).start()


# --- what can be seen without rendering ------------------------------------------------------------------


def _compiled(own: Path | None) -> Iterator[Fault]:
    """Load every template; a service keeps using the templates that were checked."""
    for environment, names in _by_kind(own):
        for name in names:
            try:
                environment.get_template(name)
            except TemplateSyntaxError as fault:
                what = fault.message or sentence("template_check", "unreadable")
                yield Fault(Path(fault.filename or name), fault.lineno, what)
            except (TemplateError, UnicodeDecodeError) as fault:
                yield Fault(Path(name), 0, f"{fault}")


def _by_kind(own: Path | None) -> Iterator[tuple[Environment, list[str]]]:
    texts, pages = environments(own)
    for environment, ending in ((texts, ".txt"), (pages, ".html")):
        yield environment, [name for name in environment.list_templates() if name.endswith(ending)]


def _own_files(own: Path | None) -> Iterator[str]:
    files = sorted(own.rglob("*")) if own else []
    return (str(file.relative_to(own)) for file in files if own and file.suffix in (".txt", ".html"))


def _misnamed(own: Path | None) -> Iterator[Fault]:
    """Find templates of the host whose names are nearly those of ours."""
    ours = [str(file.relative_to(packaged("templates"))) for file in packaged("templates").rglob("*")]
    for name in _own_files(own):
        near = difflib.get_close_matches(name, ours, 1, 0.85)
        if name not in ours and near and own:
            yield Fault(own / name, 0, sentence("template_check", "unknown_file", near=near[0]))


def _unknown_names(own: Path | None) -> Iterator[Fault]:
    """Find variables that our template of the same name is never given."""
    texts, _ = environments(own)
    for name in _own_files(own):
        ours = packaged("templates") / name
        if own is None or not ours.is_file() or name in _RENDERED:
            continue
        text = (own / name).read_text("utf-8")
        unknown = _names(text, texts) - _names(ours.read_text("utf-8"), texts) - GIVEN_TO_ALL
        for word in sorted(unknown):
            line = next((i for i, row in enumerate(text.splitlines(), 1) if word in row), 0)
            yield Fault(own / name, line, sentence("template_check", "unknown_name", name=word))


def _unknown_blocks(own: Path | None) -> Iterator[Fault]:
    """Find sentences of the host that nothing uses; ours replace those that the host's file lacks."""
    for name in _own_files(own):
        if own is None or not name.startswith("sentences/") or not (packaged("templates") / name).is_file():
            continue
        asked = set(environments(None)[0].get_template(name).blocks)
        for block in sorted(set(environments(own)[0].get_template(name).blocks) - asked):
            near = difflib.get_close_matches(block, asked, 1)
            what = sentence("template_check", "unknown_block", block=block, near="".join(near))
            yield Fault(own / name, 0, what)


def _names(source: str, environment: Environment) -> set[str]:
    """Return the variables of a template; *environment* has the filters without which it does not compile."""
    try:
        return meta.find_undeclared_variables(environment.parse(source))
    except TemplateSyntaxError:  # reported already
        return set()


# --- rendering with sample facts --------------------------------------------------------------------------


def _rendered(own: Path | None) -> Iterator[Fault]:
    house = reports.House("The Judge", "judge.example", "judge@judge.example", own, "https://judge.example")
    for mail in _mails(
        reports.MailContext(house, SENT, reports.AnsweredMessage("a@judge.example", (), "orders"))
    ):
        try:
            mail()
        except (TemplateError, TypeError, ValueError, KeyError) as fault:
            yield _placed(fault, own)


def _placed(fault: Exception, own: Path | None) -> Fault:
    """Return the fault at the innermost line of a template in its traceback."""
    folders = [folder for folder in (own, packaged("templates")) if folder]
    rows = [
        row
        for row in traceback.extract_tb(fault.__traceback__)
        if any(Path(row.filename).is_relative_to(folder) for folder in folders)
    ]
    if not rows:
        return Fault(folders[0], 0, str(fault))
    return Fault(Path(rows[-1].filename), rows[-1].lineno or 0, str(fault))


_RENDERED = {
    f"{name}.{ending}"
    for name in [
        "base",
        "part",
        "report",
        "bulletin",
        "section",
        "form",
        "confirmation",
        "status",
        "transcript",
        "command_results",
        "refusal",
        "answer",
        "several",
        "note",
        "please_confirm",
        "please_confirm_guest",
        "gm_notice",
    ]
    for ending in ("txt", "html")
}


def _mails(context: reports.MailContext) -> Iterator[Callable[[], object]]:
    """Yield a builder for each kind of mail."""
    for game in every_game():
        yield from _of_game(context, game)
    yield from _of_the_house(context)


def _of_game(context: reports.MailContext, game: Game) -> Iterator[Callable[[], object]]:
    dice = SeededDice("rehearsal", 1)
    start = game.start({}, dice)
    turn = game.judge(start, {}, dice)
    for state, record in ((start, None), (turn.state, turn.record)):
        due = game.due(state)
        for run in _runs(due, int(record is not None)):
            power = next(iter(run.due.owed), game.card.seats[0])
            sheet, added = game.show(state, record, power), _supplement()
            view = reports.TurnView(
                sheet, game.form(state, power), PICTURE, supplement=added, missed=(sheet,)
            )
            yield _call(reports.turn_report, context, _seat(game, power), run, view)
            yield _call(reports.phase_notice, context, _seat(game, power), run, view)
            yield _call(reports.large_map, context, _seat(game, power), run, view, "")
            public = reports.TurnView(game.show(state, record, None), (), PICTURE, supplement=added)
            yield _call(_bulletin, context, _table(game), run, public)


def _bulletin(
    context: reports.MailContext, table: reports.TableCard, run: reports.Run, view: reports.TurnView
) -> Sequence[Outgoing]:
    return list(reports.bulletins(context, table, [reports.Reader("A", "a@x.org")], run, view))


def _runs(due: Due, number: int) -> Iterator[reports.Run]:
    """Yield runs with and without a deadline, with and without private choices, running and over."""
    everybody = dict.fromkeys(due.owed, "a secret word")
    before = Tally("supply centres", dict.fromkeys(due.owed, 0))
    yield reports.Run(number, due, SENT + timedelta(days=2), before=before)
    yield reports.Run(number, replace(due, asked=everybody), None)
    yield reports.Run(number, replace(due, over=True, owed={}, winners=tuple(due.owed)[:1]), None)


def _supplement() -> reports.Supplement:
    press = (reports.PrintedPress("somebody", "a word\nand another"),)
    return reports.Supplement(
        ("somebody",), ("a note",), "a seed", press, ("a rule",), robots=("a robot",), players=("a player",)
    )


def _of_the_house(context: reports.MailContext) -> Iterator[Callable[[], object]]:
    game = every_game()[0]
    seat = _seat(game, game.card.seats[0])
    due = game.due(game.start({}, SeededDice("rehearsal", 0)))
    held = reports.Held(("a line",), "a@x.org", "judge+a@judge.example", "[tag]")
    trouble = reports.Trouble("what", "unharmed", "to do", "once")
    for run in (reports.Run(1, due, SENT), reports.Run(1, due, None)):
        for said in _answers(seat, run):
            yield _call(reports.answer, context, said)
            yield _call(reports.answers, context, "a@x.org", [("std1", said)])
        yield _call(reports.please_confirm, context, seat, run, held)
    yield _call(reports.ask_guest, context, held)
    yield _call(reports.gm_notice, context, seat, trouble)
    yield _call(reports.host_notice, context, seat.address, trouble)
    for note in (
        reports.Note(subject="s", title="t", text="text", once="1", quoted="quoted", closing="closing"),
        reports.Note(subject="s", title="t", text="", once="2"),
    ):
        yield _call(reports.note, context, seat.table, ("A", "a@x.org"), note)


def _answers(seat: reports.SeatCard, run: reports.Run) -> Iterator[reports.Answer]:
    results = (
        reports.CommandResult(1, "READY", ("done",)),
        reports.CommandResult(0, "VOTE", ("not now",), is_refused=True),
    )
    pages = (
        reports.AnswerPage("a page", "text"),
        reports.AnswerPage("a set page", "text", is_set=True),
        Prose("a book", "text"),
    )
    besides = reports.Besides(("a note",), results, pages)
    force = (
        InForce("Army Paris", "holds", "this message"),
        InForce("Army Rome", "holds", "an earlier message"),
    )
    missing = (InForce("Fleet Brest", "no order, so it holds", "missing"), InForce("", "a build", "missing"))
    bad = (
        ReadLine(3, "A Par - Mun", "refused", "", "too far", "A Par - Bur"),
        ReadLine(0, "x", "refused", "", "why"),
    )
    full = Reading("", bad, (*force, *missing), ("mind this",))
    yield reports.confirmation(seat, run, full, besides)
    yield reports.confirmation(seat, run, Reading("", (), ()))
    yield reports.status(seat, run, reports.OnFile((*force, *missing), ("A Par H",), ("a vote",)))
    yield reports.status(seat, run, reports.OnFile((), ()))
    yield reports.transcript(seat, besides)
    yield reports.transcript("a@x.org", reports.NOTHING_BESIDES)
    yield reports.refusal("a@x.org", "why", "what would do")
    yield reports.text_answer("a@x.org", "title", "text")


def _table(game: Game) -> reports.TableCard:
    card = game.card
    return reports.TableCard(
        "t1",
        card.key,
        card.title,
        "",
        "gm@x.org",
        "00" * 32,
        later_message=card.later_message,
        is_archived=True,
        of_many=card.of_many,
    )


def _seat(game: Game, power: str) -> reports.SeatCard:
    return reports.SeatCard(
        _table(game), power, "A", "a@x.org", "judge+a@judge.example", "[t1 #a]", has_json=True
    )


def _call(build: Callable[..., object], *facts: object) -> Callable[[], object]:
    return lambda: build(*facts)


def first_lines(found: Sequence[Fault], most: int = 3) -> str:
    """Return the first faults in one line."""
    faults, more = [str(fault) for fault in found[:most]], max(len(found) - most, 0)
    return sentence("template_check", "first", faults=faults, more=more).words(None)
