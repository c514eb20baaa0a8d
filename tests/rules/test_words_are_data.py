"""No text for people is in the code: sentences are in `sentences.toml` and in `templates/`.

The tests look for whole sentences and error messages in `adjudicator`, and for any text of three words or
more in `pbem`. Lines of the log stay in code, and so do the docstrings of commands and the help of their
options: Typer makes `--help` and the man page from them before the settings are read, which may name other
templates. Each other exception is listed below with its reason.
"""

import ast
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
OF_HOSTS = (
    "adjudicator/__main__.py",
    "adjudicator/replay.py",
    "adjudicator/map_making/",  # tools that make and check a map
    "adjudicator/robots/random_games.py",  # for benchmarks
)
OF_THE_PROGRAM = {  # mistakes in our own files and calls, for the log
    "adjudicator/core/dice.py",
    "adjudicator/core/solving.py",
    "adjudicator/drawing/__init__.py",
    "adjudicator/drawing/arrows.py",
    "adjudicator/drawing/journeys.py",
    "adjudicator/empires/ground.py",
    "adjudicator/empires/language/entries.py",
    "adjudicator/empires/practice.py",
    "adjudicator/empires/resolve/combat.py",
    "adjudicator/empires/resolve/diplomacy.py",
    "adjudicator/hardbop/resolve/order_collection.py",
    "adjudicator/standard/resolve/causes.py",
}
FILES_OF_TEXTS = {  # of `pbem`; each contains only texts of this kind
    "pbem/messages/automatic_phrases.py": "phrases of mail programs that the code recognises",
    "pbem/messages/line_marks.py": "patterns of what people write",
    "pbem/messages/quote_phrases.py": "phrases of mail programs that the code recognises",
    "pbem/messages/verdict.py": "words of other languages, by language",
    "pbem/reports/json_report.py": "what each field of the JSON schema means, for programmers",
    "pbem/service/personal_data.py": "names of columns, declared for maintainers",
    "pbem/web/metrics.py": "what each figure means, in the format of a monitor",
    "pbem/store/migrations/": "SQL",
}
TEXTS = {  # of `pbem`, by the reason why they stay
    "notes on what happened to a message: for the log, compared by code, stored for years": (
        "no orders in it",
        "nothing to confirm",
        "no GM action in it",
        "the game is over",
        "answers a void report",
        "for another turn",
        "held until confirmed",
        "nothing proves the sender, not answered: too many answers",
        "{}, not answered: it looks like a loop",
        "{}, not answered: too many answers this hour",
        "game master, approved",
        "game master, not approved",
        "game master, confirmed",
        "said at the shell",
        "confirmation from another address",
        "signs of automation: {}",
        "a relay's List-Unsubscribe",
        "no envelope sender",
        "neither yes nor no",
        "confirms an address",
        "no delivery report",
        "for several games",
        "a token that nobody has",
    ),
    "lines of the log that a function passes on": (
        "nobody could be informed of a message that failed",
        "no answer to a message that failed",
        "nobody could be informed of a table set aside",
        "which led to:",
    ),
    "mistakes in our own files and calls, for the log": (
        "{} has no time zone",
        "no part of a drawing: {}",
        "this is not SVG",
        "the row has not been written yet",
        "{} people for {} tables with {} places",
        "{} got no report of {}",
    ),
    "keys, and values of settings, which code compares": (
        "the game master",
        "at the end",
        "by the gm",
        "with the turn",
        "mailed and printed",
        "press of gm {} {}",
        "an earlier message",
        " known to you",
        "due from others",
        "page message id",
        "new year's day",
        "new year's eve",
        "downfall-by-mail backup",
        "downfall-by-mail table",
    ),
    "texts of libraries that the code recognises": (
        "at end of document",
        "Input should be ",
        "invalid enum value '(.*)'",
    ),
    "commands, as a person would write them": (
        "END GAME won by {}",
        "TAKE OVER {} in {}",
    ),
    "forms of a URL, headers and other languages of programs": (
        "sqlite:///pbem.sqlite or postgresql+psycopg://user:password@host/name",
        "%40 for @, %3A for :, %2F for /, %25 for %",
        "354 End data with <CR><LF>.<CR><LF>",
        "503 Error: need RCPT command",
        '{} viewBox="{}" width="{}" height="{}">',
        "-//Downfall by mail//deadlines//EN",
        "{}, daily digest <digest.{}>",
        'inline; filename="{}.png"',
        "{}={}; Path={}; Max-Age={}; HttpOnly; SameSite=Strict{}",
        "public, max-age=3600",
        "Content-Type: text/plain; charset=utf-8",
        "Content-Transfer-Encoding: base64",
        "How long it took to paint a picture that was not cached",  # to a monitor
    ),
    "names": ("Downfall by mail", "DejaVu Sans Condensed"),
    "made-up facts for trying out templates and reading": (
        "a word\nand another",
        "no order, so it holds",
        "what would do",
        "From: nobody@localhost\nSubject: orders\n\nA Parsi - Buurgundy tomorow\nA Parsi S 7 and so on\n",
    ),
    "an error before any template can be read": (
        "{}: the templates of the program are missing; install the program again",
    ),
}
WORD = re.compile(r"[A-Za-z]{2,}")
SENTENCE = re.compile(r'[A-Z"{].*[a-z}"][.?!]', re.DOTALL)
PATTERN = re.compile(r"\(\?|\]\*|\)\*")  # of a regular expression
FEWEST = 3  # words that make a text a sentence
OF_LOGS = {"debug", "info", "warning", "error", "exception", "critical", "repeated"}
OF_HELP = {"help", "metavar"}  # of an option of the command line; the man page is made from it
CODE = re.compile(r"PRAGMA|SELECT|SHOW|SET |-----|<|[a-z]+/[a-z]+;|default-src|\w+(\[.*\])? *\||[A-Za-z]+\[")


def _text(node: ast.AST) -> str:
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=values):
            return "".join(str(one.value) if isinstance(one, ast.Constant) else "{}" for one in values)
    return ""


def _sentences(source: str) -> Iterator[tuple[int, str]]:
    """Yield the line and text of each whole sentence and each error message."""
    nodes = list(ast.walk(ast.parse(source)))
    inner = {id(one) for node in nodes if isinstance(node, ast.JoinedStr) for one in node.values}
    inner |= {id(node.value) for node in nodes if isinstance(node, ast.Expr)}  # docstrings
    raised = {
        id(one)
        for node in nodes
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call)
        for one in node.exc.args
    }
    for node in nodes:
        text = "" if id(node) in inner else _text(node)
        words = WORD.findall(text.replace("{}", " "))
        is_said = id(node) in raised or SENTENCE.fullmatch(text.strip())
        if len(words) >= FEWEST and is_said and not PATTERN.search(text):
            yield getattr(node, "lineno", 0), text


def _texts(source: str) -> Iterator[tuple[int, str]]:
    """Yield the line and text of each string of three or more words that is not for a log or `--help`."""
    nodes = list(ast.walk(ast.parse(source)))
    left_out = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    left_out |= {id(one) for node in nodes if isinstance(node, ast.JoinedStr) for one in node.values}
    for node in nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in OF_LOGS:
            left_out |= {id(one) for one in node.args}
        if isinstance(node, ast.keyword) and node.arg in OF_HELP:
            left_out.add(id(node.value))
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "HELP":
            left_out.add(id(node.value))
    for node in nodes:
        text = "" if id(node) in left_out else _text(node)
        is_code = CODE.match(text) or PATTERN.search(text)
        if len(WORD.findall(text.replace("{}", " "))) >= FEWEST and " " in text.strip() and not is_code:
            yield getattr(node, "lineno", 0), text


def test_the_checker_finds_a_sentence_and_the_message_of_an_error() -> None:
    source = '"""A docstring."""\nX = "You have no unit there."\nraise ValueError(f"no {x} of that name")'
    assert list(_sentences(source)) == [
        (2, "You have no unit there."),
        (3, "no {} of that name"),
    ]


def test_the_checker_of_the_service_finds_any_three_words() -> None:
    source = '''
"""A docstring of words."""
X = f"{number} not sent yet, the oldest for {oldest}"
log.warning("a line of the log", why=f"in so many words {x}")
OPTION = typer.Option("--to", help="The file; in a folder it is named after the moment.")
say("relay out of reach")
'''
    assert [text for _, text in _texts(source)] == [
        "{} not sent yet, the oldest for {}",
        "relay out of reach",
        "in so many words {}",
    ]


@cache
def _found(folder: str, texts: Callable[[str], Iterator[tuple[int, str]]]) -> Sequence[tuple[str, int, str]]:
    """Return the name of the file, the line and the text of each."""
    return [
        (str(path.relative_to(ROOT)), line, text)
        for path in sorted((ROOT / folder).rglob("*.py"))
        for line, text in texts(path.read_text("utf-8"))
    ]


def test_there_is_no_sentence_in_the_code_of_the_rules() -> None:
    found = [one for one in _found("adjudicator", _sentences) if not one[0].startswith(OF_HOSTS)]
    assert [one for one in found if one[0] not in OF_THE_PROGRAM] == []


def test_there_is_no_text_in_the_code_of_the_service() -> None:
    exempt = {text for texts in TEXTS.values() for text in texts}
    found = [one for one in _found("pbem", _texts) if not one[0].startswith(tuple(FILES_OF_TEXTS))]
    assert [one for one in found if one[2] not in exempt] == []


def test_each_listed_exception_is_still_in_the_code() -> None:
    for name in OF_THE_PROGRAM:
        assert list(_sentences((ROOT / name).read_text("utf-8"))), f"{name} has no sentences any more"
    found = _found("pbem", _texts)
    for place in FILES_OF_TEXTS:
        assert any(name.startswith(place) for name, _, _ in found), f"{place} has no texts any more"
    unused = [text for texts in TEXTS.values() for text in texts if text not in {one[2] for one in found}]
    assert unused == []
