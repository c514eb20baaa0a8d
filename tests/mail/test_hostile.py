"""Hostile messages: each gets an answer in every game, with a bounded amount of work.

`test_incoming_messages` checks that the parser alone survives any bytes. Here its fixtures are damaged on
purpose (headers and parts multiplied, charsets and encodings swapped, lines padded), and every game reads
whatever a message can hold. Work is counted in calls, not in seconds; with `HOSTILE_SECONDS=0.1` (`make
long`) the worst messages that we know are timed too, in processor time.
"""

import gc
import os
import random
import re
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import pbem.messages.line_marks
from adjudicator.core.dice import SeededDice
from adjudicator.core.game import NOTED, REFUSED, REMARK, TAKEN, Reading
from adjudicator.core.language.limits import MOST, MOST_LINES, TOO_MUCH
from adjudicator.games import rule_sets
from pbem.commands.registry import read_script
from pbem.core.lazy_patterns import LazyPatterns
from pbem.messages.message import LIMIT, LONGEST_TEXT, Kind, read
from pbem.messages.quotes import LONGEST_LINE, own_text
from pbem.messages.quotes import MOST_LINES as LETTERS_LINES
from pbem.messages.script import MOST_REQUESTS
from pbem.service import warm_up
from tests.support.table import Table, text_of
from tests.support.thorough import every

MESSAGES = {
    path.stem: path.read_bytes() for path in sorted((Path(__file__).parents[1] / "messages").glob("*.eml"))
}
EXAMPLES = int(os.environ.get("HOSTILE_EXAMPLES", "25"))
SECONDS = float(os.environ.get("HOSTILE_SECONDS", "0"))
UNTIMED = settings(deadline=None, max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
Bend = Callable[[bytes], bytes]
KEYS = [game.card.key for game in rule_sets()]
BY_KEY = {game.card.key: game for game in rule_sets()}

# What lines are padded with: each once made a reader slow, or is hard for regular expressions.
UNITS = (
    "a", "a.", "a-", "a'", "1 ", "A PAR - ", "A PAR S ", "2*A ", "F LON C A ", " - ", "-> ", ", ", ",", ";",
    "; ", "(", "[", "/", "//", "*", "_", "x1 ", ": ", "a:", '"', "@", "a@b.", "<", "=", "|", "# ", ". ",
    "'s ", "orders ", "to the ", "army ", "and ", "not ", "please ", "vote ", "because ", "\u00e0", "\u4e2d",
    "\ufdfa", "\u0345", "\u0130", "\U0001f600", "\u2028x", "\t", "\x0b", "if ", "all ", "via ", "by proxy ",
)  # fmt: skip


@cache
def positions(key: str) -> tuple[tuple[str, str], ...]:
    """A few positions of a game with a power that owes something there: the first and some later ones."""
    game = BY_KEY[key]
    state, found = game.start({}, SeededDice("hostile", 0)), []
    for number in range(1, 8):
        due = game.due(state)
        owing = [*due.owed, *due.asked] or list(game.card.seats)
        found.append((state, owing[number % len(owing)]))
        sheets = {power: game.read(state, power, None, game.form(state, power)).orders for power in owing}
        state = game.judge(state, sheets, SeededDice("hostile", number)).state
    return found[0], found[3], found[6]


def reading(key: str, lines: Sequence[str], at: int = 0) -> Reading:
    """Return how the game reads the lines, and check that every line is accounted for."""
    state, power = positions(key)[at]
    answer = BY_KEY[key].read(state, power, None, lines)
    assert all(line.verdict in (TAKEN, REFUSED, REMARK, NOTED) for line in answer.lines)
    assert all(line.reason for line in answer.lines if line.verdict == REFUSED)
    assert all(0 <= line.number <= len(lines) for line in answer.lines)
    again = BY_KEY[key].read(state, power, answer.orders, ())
    assert BY_KEY[key].read(state, power, again.orders, ()).orders == again.orders
    return answer


# -- order readers

WORDS = st.sampled_from(
    (
        *("A", "F", "C", "E", "R", "P", "PAR", "Paris", "Los", "DAm", "MTi", "Gor", "Verdun", "B10"),
        *(
            "Militia",
            "Knight",
            "-",
            "->",
            "S",
            "H",
            "to",
            "via",
            "and",
            ",",
            ";",
            ":",
            "/",
            "(",
            ")",
            "[",
            "2",
        ),
        *(
            "-1",
            "9" * 20,
            "build",
            "remove",
            "disband",
            "waive",
            "clear",
            "standing",
            "proxy",
            "declare",
            "ring",
        ),
        *("if", "else", "cast", "lose", "keep", "all", "TECHNOLOGIES", "RETREAT", "TRENCH", "PASS", "army"),
        *("support", "holds", "NAME", "France:", "Gondor's", "\0", "\u0661", "\u00bd", "\U0001f600"),
    )
)
SAID = st.one_of(st.text(max_size=60), st.lists(WORDS, max_size=12).map(" ".join))


@pytest.mark.parametrize("key", KEYS)
@UNTIMED
@given(lines=st.lists(SAID, max_size=8), at=st.integers(0, 2))
def test_a_game_reads_any_text(key: str, lines: list[str], at: int) -> None:
    reading(key, lines, at)


@pytest.mark.parametrize("key", KEYS)
@UNTIMED
@given(data=st.data(), at=st.integers(0, 2))
def test_a_game_reads_orders_that_are_nearly_right(key: str, data: st.DataObject, at: int) -> None:
    """Lines of the order form with messages lost, doubled and changed, and two of them run into one."""
    form = [*BY_KEY[key].form(*positions(key)[at]), "CLEAR"]
    first, second = data.draw(st.sampled_from(form)), data.draw(st.sampled_from(form))
    cut, to = data.draw(st.integers(0, len(first))), data.draw(st.integers(0, len(second)))
    reading(key, [first[:cut] + data.draw(st.text(max_size=3)) + second[to:], second], at)


@pytest.mark.parametrize("key", every(2, KEYS))
def test_padded_lines_are_answered_with_bounded_work(key: str) -> None:
    """A line twice as long costs at most about twice as much, whatever it is made of."""
    reading(key, ["A PAR - BUR"])  # grammars and tables are made once
    for unit in UNITS:
        short, long = (drawn_out(unit, LONGEST_LINE // part) for part in (2, 1))
        reading(key, [short, long])
        first, second = (calls(partial(reading, key, [f"{line} q"])) for line in (short, long))
        assert second < 3 * first + 5000, unit


FULL = {  # messages that are read to the end, each with one line that is too much below it
    "lines": (["hello there"] * MOST.orders, "A Par - Bur"),
    "orders in one line": (["; ".join(["A Par - Bur"] * MOST.orders)], "A Par - Bur"),
    "commas": ([",".join(["x"] * 10)] * (MOST.orders // 10), "A Par - Bur"),
    "words": (["x-" * 50] * (MOST.words // 100), "A Par - Bur"),
    "signs": (["x" * 1000] * (MOST.signs // 1000), "A Par - Bur"),
    "empty lines": ([""] * MOST_LINES, ""),
}


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(("full", "more"), FULL.values(), ids=FULL)
def test_a_message_is_read_to_a_limit_and_the_answer_says_where_it_ends(
    key: str, full: list[str], more: str
) -> None:
    assert TOO_MUCH not in [line.reason for line in reading(key, full).lines]
    *_, last = reading(key, [*full, more, "A Par - Bur"]).lines
    assert (last.number, last.verdict, last.reason) == (len(full) + 1, REFUSED, TOO_MUCH)


@pytest.mark.parametrize("key", KEYS)
def test_the_orders_above_the_limit_count(key: str) -> None:
    form = list(BY_KEY[key].form(*positions(key)[0]))
    alone, with_more = reading(key, form), reading(key, [*form, *["hello there"] * MOST.orders])
    assert with_more.orders == alone.orders
    assert with_more.lines[-1].reason == TOO_MUCH


@pytest.mark.parametrize("key", ["downfall-xiii", "hardbop"])
def test_names_with_dots_and_hyphens_are_still_names(key: str) -> None:
    form = next(line for line in BY_KEY[key].form(*positions(key)[0]) if line.startswith("A "))
    place = form.split()[1]
    said = reading(key, [f"A.{place} H", f"A {'.'.join(place)} H"]).lines
    assert said[0].verdict == TAKEN
    assert said[0].reading == said[1].reading or said[1].verdict != TAKEN


# -- messages


@UNTIMED
@given(text=st.one_of(st.text(max_size=400), st.lists(SAID, max_size=8).map("\n".join)))
def test_commands_are_recognised_in_any_text(text: str) -> None:
    script = read_script(text)
    assert len(script.lines) <= len(text.splitlines())
    assert all(1 <= request.line <= len(text.splitlines()) for request in script.requests)


def doubled_headers(raw: bytes, times: int) -> bytes:
    head, blank, body = raw.partition(b"\r\n\r\n" if b"\r\n\r\n" in raw else b"\n\n")
    return b"\r\n".join([head] * times) + blank + body


def nested(raw: bytes, times: int) -> bytes:
    """The message as a part of a part of a part ..."""
    for depth in range(times):
        mark = b"n%d" % depth
        kind = (b"mixed", b"alternative", b"report", b"signed", b"related")[depth % 5]
        raw = b'Content-Type: multipart/%b; boundary="%b"\r\n\r\n--%b\r\n%b\r\n--%b--\r\n' % (
            kind, mark, mark, raw, mark,
        )  # fmt: skip
    return raw


def with_charset(raw: bytes, charset: bytes) -> bytes:
    return re.sub(rb'(?i)charset="?[\w-]+"?', b'charset="' + charset + b'"', raw)


def with_encoding(raw: bytes, encoding: bytes) -> bytes:
    return re.sub(rb"(?i)(content-transfer-encoding:)[^\r\n]*", rb"\1 " + encoding, raw)


def with_word(raw: bytes, word: bytes) -> bytes:
    """Each Subject, From and file name made of strange encoded words (RFC 2047, RFC 2231)."""
    return re.sub(
        rb"(?im)^(subject|from|to|message-id|references):[ \t]*", rb"\1: " + word.replace(b"\\", b""), raw
    )


WORD_ODDITIES = (
    b"=?utf-8?b?=?=", b"=?x?q?=?= ", b"=?utf-8?q?=00=0A=0D?= ", b"=?utf-8?b?w?= =?utf-8?b?6Q==?= ",
    b"=?" * 2000, b"=?utf-7?q?+2AA-?= ", b"\"" * 999, b"(" * 999, b"<" * 999, b"<a@b>" * 3000,
    b"\0\xff\xfe", b"a, " * 3000,
)  # fmt: skip
CHARSETS = (
    b"utf-7",
    b"utf-16",
    b"utf-32",
    b"hz",
    b"iso-2022-jp",
    b"rot13",
    b"zlib",
    b"idna",
    b"",
    b"x" * 99,
    b"\xff",
)
ENCODINGS = (b"base64", b"quoted-printable", b"x")
SIGNS = (b"\n", b" ", b"<", b">", b"-", b";", b"=")


def bends(bend: Callable[..., bytes], *values: Sequence[object]) -> st.SearchStrategy[Bend]:
    return st.tuples(*map(st.sampled_from, values)).map(lambda given: lambda raw: bend(raw, *given))


def multiplied(raw: bytes, sign: bytes, times: int) -> bytes:
    return raw.replace(sign, sign * times)


BENDS = st.one_of(
    bends(doubled_headers, [2, 30, 400]),
    bends(nested, [1, 7, 9, 200]),
    bends(with_charset, CHARSETS),
    bends(with_encoding, ENCODINGS),
    bends(with_word, WORD_ODDITIES),
    bends(multiplied, SIGNS, [2, 50]),
    bends(lambda raw: raw.replace(b"a", b"\0")),
    bends(lambda raw: raw.replace(b"\n", b"")),
    bends(lambda raw: raw[::-1]),
    bends(lambda raw: raw * 20),
)


@settings(UNTIMED, max_examples=4 * EXAMPLES)
@given(name=st.sampled_from(sorted(MESSAGES)), bent=st.lists(BENDS, min_size=1, max_size=3))
def test_a_damaged_message_is_still_a_message(name: str, bent: list[Bend]) -> None:
    raw = MESSAGES[name]
    for bend in bent:
        raw = bend(raw)[: 2 * LIMIT]
    message = read(raw)
    assert len(message.text) <= LONGEST_TEXT
    assert len(message.references) <= 50
    assert len(message.attachments) <= 20
    assert (message.kind is Kind.PLAYER) == bool(message.text)
    message.text.encode()
    lines = message.text.split("\n")
    assert len(lines) <= 2 * LETTERS_LINES + 200
    assert max(map(len, lines)) <= LONGEST_LINE


def test_a_line_of_ten_megabytes_is_cut(table: Table) -> None:
    message = table.mail("ann@x.org", "go 2\n" + "x" * 10_000_000)
    stored = table.stored(message)
    assert stored.state == "done"
    assert "only the first 1024" in text_of(table.last_to("Red"))


def test_the_worst_message_is_answered(table: Table) -> None:
    """It is stored and answered, and the game master need not look at it."""
    number = table.mail("ann@x.org", "\n".join(drawn_out(unit, 1200) for unit in UNITS))
    assert (table.stored(number).state, table.stored(number).fault) == ("done", "")
    assert len(table.mails_to("Red")) == 1
    assert len(table.last_to("Red").as_bytes()) < 2 * LIMIT


@pytest.mark.parametrize("command", ["ZONE x", "VOTE DRAW", "HELP", "GAMES", "GAME r1", "PRESS TO Blue: x"])
@pytest.mark.parametrize("sender", ["ann@x.org", "stranger@x.org"])
def test_of_many_commands_the_first_are_executed_and_the_rest_is_reported(
    table: Table, command: str, sender: str
) -> None:
    number = table.mail(sender, f"{command}\n" * (MOST_REQUESTS + 20))
    assert table.stored(number).state in ("done", "held")
    told = text_of(table.mails_to(sender)[-1])
    assert told.count("this line and all below it were not read") == (table.stored(number).state == "done")


def test_as_many_commands_as_may_be_are_all_done(table: Table) -> None:
    table.mail("ann@x.org", "ZONE x\n" * MOST_REQUESTS)
    assert "not read" not in text_of(table.last_to("Red"))
    assert text_of(table.last_to("Red")).count('There is no time zone "x"') == MOST_REQUESTS


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("words", ["else other ", "of them my ", "the my war ships "])
def test_words_that_may_mean_two_things_are_not_tried_in_every_combination(key: str, words: str) -> None:
    """Forty such words took longer than any game lasts."""
    assert reading(key, [f"all {words * 20}1", f"the rest {words * 20}1"]).orders == reading(key, []).orders


class Counted:
    """A pattern, and through how many characters it has looked."""

    def __init__(self, pattern: LazyPatterns | re.Pattern[str]) -> None:
        self._pattern, self.looked = pattern, 0

    def search(self, text: str) -> re.Match[str] | None:
        self.looked += len(text)
        return self._pattern.search(text)


@pytest.mark.parametrize(
    "line", ["12:30 and so on and so forth", "a@b.c and nothing", "From: 4 Dec", "Sent: x"]
)
@pytest.mark.parametrize("ending", [">", ":", "", "<"])
@pytest.mark.parametrize("name", ["WROTE", "_DATED", "_MAILED"])
def test_a_pattern_goes_over_a_message_once_though_lines_are_read_together(
    line: str, ending: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pattern = Counted(getattr(pbem.messages.line_marks, name))
    monkeypatch.setattr(pbem.messages.line_marks, name, pattern)
    text = f"{line} {'wro ' * 20}{ending}\n" * 300
    own_text(text)
    assert pattern.looked < 2.5 * len(text)  # where two lines meet it looks again


# -- processor time, only on request


@pytest.fixture
def garbage_collector_frozen() -> Iterator[None]:
    """Freeze the garbage collector as the service does, so that older objects cost no time."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.mark.skipif(not SECONDS, reason="timed only when HOSTILE_SECONDS says how many")
@pytest.mark.usefixtures("garbage_collector_frozen")
@pytest.mark.parametrize("key", KEYS)
def test_the_worst_lines_in_time(key: str) -> None:
    reading(key, read_script(read(warm_up.MESSAGE.encode()).text).lines)
    slow = [{name for name, spent in _spent(key, seed) if spent > SECONDS} for seed in range(3)]
    assert not set.intersection(*slow)  # the machine's other work does not count


WORST_LINES = (
    "12:30 a@b z z z z z z z>", "a@b k\u00fcrze k\u00fcrze:", "a@b /\u5e74-/\u5e74-/\u5e74>",
    f"{'- ' * 51}wrote", f"a@b 12345678 {'99 ' * 26}>", f"x a@b.c {'sc ' * 28}:", f"12:30 {'heeft ' * 14}>",
    f"From: {'e- ' * 8}<", f"this message {'confidential ' * 8}", f"{'-' * 9}\nmailman {'this mail ' * 9}",
    f"--\n{'a S ' * 10}", "From: x\nSent: x\nTo: x", f"{'> ' * 40}x", f"{'_' * 20}\n{'www ' * 20}",
)  # fmt: skip


@pytest.mark.skipif(not SECONDS, reason="timed only when HOSTILE_SECONDS says how many")
@pytest.mark.usefixtures("garbage_collector_frozen")
@pytest.mark.parametrize("line", WORST_LINES)
@pytest.mark.parametrize("kind", ["plain", "html"])
def test_the_worst_messages_in_time(line: str, kind: str) -> None:
    ending = "<br>\n" if kind == "html" else "\n"
    head = f"From: ann@x.org\nTo: judge@x.org\nContent-Type: text/{kind}; charset=utf-8\n\n".encode()
    raw = (head + f"{line}{ending}".encode() * 3000)[:LIMIT]
    read(warm_up.MESSAGE.encode())
    assert min(_time(partial(read, raw)) for _ in range(3)) < SECONDS


def _time(work: Callable[[], object]) -> float:
    begun = time.process_time()
    work()
    return time.process_time() - begun


def _spent(key: str, seed: int) -> Iterator[tuple[str, float]]:
    state, power = positions(key)[1]
    for name, lines in _worst(key, seed):
        yield name, _time(partial(BY_KEY[key].read, state, power, None, lines))


def _worst(key: str, seed: int) -> Iterator[tuple[str, list[str]]]:
    """Messages of the greatest length; no line was read before, or is in those of another seed."""
    for unit in UNITS:
        for length in (25, 95, 380, LONGEST_LINE - 10):
            many = range(LONGEST_TEXT // (length + 5))
            yield f"{unit!r} x {length}", [f"{drawn_out(unit, length)}{number}.{seed}" for number in many]
    chance = random.Random(f"{key} {seed}")
    lawful = [line for lines in BY_KEY[key].choices(*positions(key)[1]).values() for line in lines]
    for tail in ("", " x"):
        yield (
            f"misspelt{tail}",
            [f"{_misspelt(chance.choice(lawful), chance)}{tail and f'{tail}{n}'}" for n in range(2000)],
        )


def _misspelt(line: str, chance: random.Random) -> str:
    return " ".join(
        word.replace(chance.choice(word), "q", 1) if len(word) > 2 else word for word in line.split()
    )


def drawn_out(unit: str, length: int) -> str:
    return (unit * (length // len(unit) + 1))[:length]


def calls(work: Callable[[], Any]) -> int:
    """Return how many function calls *work* makes."""
    made = 0

    def count(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal made
        made += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(before)
    return made


def test_work_is_counted() -> None:
    assert calls(lambda: [abs(number) for number in range(100)]) >= 100
    assert calls(lambda: None) < 10
