"""Each sentence of a game exists once, as data, and uses exactly the facts that the code passes."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any, get_args

import pytest

from adjudicator.core.outcomes import Outcome
from adjudicator.core.sentences import FILE, Sentences, group
from adjudicator.core.toml import tables_of

RULES = Path(__file__).parents[2] / "adjudicator"
GAMES = sorted(path.parent.name for path in RULES.glob(f"*/{FILE}"))
OF_CORE = (*RULES.glob("*.py"), *(RULES / "drawing").glob("*.py"))
ONLY_TO_CHOOSE = {"count"}  # may choose between two wordings without appearing in them
SHARED = {
    "downfall_xiii": "middle_earth",
    "hardbop": "middle_earth",
}  # the folder whose sentences a game uses besides its own


NUMBER = {"one", "other"}


@cache
def _every_call(game: str) -> list[tuple[Path, ast.Call]]:
    """Return each call in the package of *game*, with its file; top-level modules count as core."""
    modules = [*(RULES / game).rglob("*.py"), *(OF_CORE if game == "core" else ())]
    return [
        (path, node)
        for path in sorted(modules)
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call)
    ]


def _called(node: ast.AST, name: str) -> ast.Call | None:
    """Return *node* if it is a call of the function *name*."""
    match node:
        case ast.Call(func=ast.Name(id=called)) if called == name:
            return node
    return None


def _sentence_of(call: ast.Call, where: str) -> str:
    (name,) = call.args
    assert isinstance(name, ast.Constant), f"{where}: write the name of the sentence out"
    return str(name.value)


def _calls(game: str) -> Iterator[tuple[str, set[str], str]]:
    """Yield the name, the facts and the place of each call of `say` in the package of *game*."""
    for path, node in _every_call(game):
        said = _called(node, "say") or _filled_form(node)
        if said:
            where = f"{path.relative_to(RULES)}:{node.lineno}"
            assert all(word.arg for word in node.keywords), f"{where}: write each fact out"
            yield _sentence_of(said, where), {str(word.arg) for word in node.keywords}, where


def _filled_form(node: ast.Call) -> ast.Call | None:
    """Return `form("name")` in `speech.sentence(form("name"), power=...)`, whose facts *node* has."""
    fills = isinstance(node.func, ast.Attribute) and node.func.attr in ("sentence", "clause")
    return _called(node.args[0], "form") if fills and node.args else None


def _named(game: str, function: str) -> Iterator[tuple[str, str]]:
    """Yield the name and the place of each call of `form` or `group`."""
    for path, node in _every_call(game):
        if said := _called(node, function):
            where = f"{path.relative_to(RULES)}:{node.lineno}"
            yield _sentence_of(said, where), where


def _placeholders(entry: object) -> set[str]:
    wordings = [entry] if isinstance(entry, str) else list(entry.values())  # type: ignore[attr-defined]
    return {name for text in wordings for _, name, _, _ in Formatter().parse(text) if name}


@cache
def _own(game: str) -> dict[str, Any]:
    return tables_of((RULES / game / FILE).read_text("utf-8"))


def _entries(game: str) -> dict[str, Any]:
    """Return the sentences that the code of *game* can name: its own and those it shares."""
    return {**_own(SHARED[game]), **_own(game)} if game in SHARED else _own(game)


def _used(game: str) -> set[str]:
    calls = {name for name, _, _ in _calls(game)}
    return calls | {name for function in ("form", "group") for name, _ in _named(game, function)}


@pytest.mark.parametrize("game", GAMES)
def test_each_call_names_a_sentence_and_passes_its_facts(game: str) -> None:
    entries = _entries(game)
    faults = []
    for name, facts, where in _calls(game):
        if name not in entries:
            faults.append(f'{where}: no sentence "{name}"')
        elif (needed := _placeholders(entries[name])) != facts - (ONLY_TO_CHOOSE - needed):
            faults.append(f"{where}: {name} needs {sorted(needed)}, not {sorted(facts)}")
    for function, kind in (("form", str), ("group", dict)):
        for name, where in _named(game, function):
            if not isinstance(entries.get(name), kind):
                faults.append(f'{where}: no {function} "{name}"')
    assert not faults


@pytest.mark.parametrize("game", GAMES)
def test_each_sentence_is_used(game: str) -> None:
    sharing = [one for one, folder in SHARED.items() if folder == game]
    by_all = set.intersection(*(_used(one) - _own(one).keys() for one in sharing)) if sharing else set()
    assert _own(game).keys() - _used(game) - by_all == set()
    assert _used(game)


@pytest.mark.parametrize("game", SHARED)
def test_a_game_does_not_repeat_shared_sentences(game: str) -> None:
    shared = _own(SHARED[game])
    assert [name for name, entry in _own(game).items() if shared.get(name) == entry] == []


@pytest.mark.parametrize("game", GAMES)
def test_a_sentence_with_a_number_has_both_wordings(game: str) -> None:
    groups = {name for name, _ in _named(game, "group")}
    for name, entry in _own(game).items():
        assert isinstance(entry, str) or entry.keys() == NUMBER or name in groups, name


@pytest.mark.parametrize("game", GAMES)
def test_a_group_has_whole_wordings_by_key(game: str) -> None:
    entries = _entries(game)
    for name, _ in _named(game, "group"):
        for key, text in entries[name].items():
            assert text, f"{name}, {key}"
            assert isinstance(text, str), f"{name}, {key}"
            assert text == text.strip(), f"{name}, {key}"


def test_the_number_decides_between_two_wordings(monkeypatch: pytest.MonkeyPatch) -> None:
    sentences = Sentences("adjudicator.standard")
    counted = {"left": {"one": "{count} build is left", "other": "{count} builds are left"}}
    monkeypatch.setattr(sentences, "entries", counted)
    assert sentences.say("left", count=1) == "1 build is left"
    assert sentences.say("left", count=2) == "2 builds are left"


def test_every_shared_outcome_has_its_words() -> None:
    worded = {type_.__name__ for type_ in get_args(Outcome)} - {"Succeeded", "Void", "Destroyed"}
    assert group("outcomes").keys() == worded  # the others get their words from their reasons, or have none


@pytest.mark.parametrize("game", ["empires", "domination", "hardbop", "downfall_xiii", "middle_earth"])
def test_a_clause_is_named_by_the_command_that_sends_it(game: str) -> None:
    """A newcomer does not know what "(6.1)" means; "(RULES 6.1)" is the command to write."""
    lines = (RULES / game / FILE).read_text("utf-8").splitlines()
    bare = re.compile(r"\((?:\d+|S)\.\d+(?:\.\d+)?(?:, \d+(?:\.\d+)?)*\)")
    assert [line for line in lines if bare.search(line.partition("  # ")[0])] == []
