"""Each call of `sentence` gives the facts that its block in templates/sentences uses, and each block is used.

The calls are found in the source code, so a misspelled fact is found here and not in a player's mail.
"""

import ast
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from jinja2 import meta, nodes
from msgspec import Struct

from pbem.commands.command import USAGE
from pbem.commands.registry import COMMANDS
from pbem.core.templating import block as said_by
from pbem.core.templating import environments
from pbem.gamemaster.reading import ACTIONS

ROOT = Path(__file__).parents[2]
SENTENCES = ROOT / "templates" / "sentences"


class Call(Struct, frozen=True):
    """One call of `sentence` in the source; *facts* is None if the call does not show them."""

    place: str
    area: str
    name: str
    facts: frozenset[str] | None


@cache
def calls() -> Sequence[Call]:
    return tuple(_calls())


def _calls() -> Iterator[Call]:
    for path in sorted((ROOT / "pbem").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "sentence":
                yield _call(f"{path.relative_to(ROOT)}:{node.lineno}", node)


def _call(place: str, node: ast.Call) -> Call:
    names = [one.value for one in node.args if isinstance(one, ast.Constant) and isinstance(one.value, str)]
    facts = {one.arg for one in node.keywords}
    area, name = names if len(names) == len(node.args) == 2 else ("", "")
    return Call(place, area, name, None if None in facts else frozenset(one for one in facts if one))


@cache
def blocks() -> dict[tuple[str, str], frozenset[str]]:
    """Return the facts that each block uses, by area and name."""
    environment = environments(None)[0]
    found = {}
    for path in sorted(SENTENCES.glob("*.txt")):
        tree = environment.parse(path.read_text("utf-8"))
        for block in tree.find_all(nodes.Block):
            page = nodes.Template(block.body, lineno=1)
            page.environment = environment
            found[path.stem, block.name] = frozenset(meta.find_undeclared_variables(page))
    return found


def test_calls_and_blocks_are_found() -> None:
    assert len(calls()) > 400
    assert len(blocks()) > 400


def test_each_call_gives_the_facts_that_its_block_uses() -> None:
    assert [fault for call in calls() if (fault := _fault(call))] == []


def _fault(call: Call) -> str:
    if not call.area or call.facts is None:
        return f"{call.place}: write out area, name and facts, so that they can be checked"
    if (call.area, call.name) not in blocks():
        return f"{call.place}: there is no block {call.area}.{call.name}"
    wanted = blocks()[call.area, call.name]
    return "" if call.facts == wanted else f"{call.place}: gives {set(call.facts)}, wanted {set(wanted)}"


def test_every_block_is_used() -> None:
    used = {(call.area, call.name) for call in calls()} | {
        (area, one.help_block) for one in ACTIONS for area in ("gm_help", "gm_help_pages")
    }
    used |= {(USAGE, one.usage_block) for one in COMMANDS}
    assert sorted(blocks().keys() ^ used) == []


def test_the_help_of_each_gm_action_uses_the_facts_that_it_gets() -> None:
    used = [facts for (area, _), facts in blocks().items() if area.startswith("gm_help")]
    assert frozenset().union(*used) <= {"first", "second", "example", "short", "soon"}


def test_a_cached_sentence_is_only_used_again_for_the_same_facts() -> None:
    """1, True and 1.0 are equal, but a block may print them differently."""
    said = [said_by("sentences/lengths.txt", "days", {"number": number}) for number in (1, 2, 1, True, 1.0)]
    assert said[0] == said[2] != said[1]
    assert [said[3], said[4]] == [_uncached("days", number=True), _uncached("days", number=1.0)]
    assert said[0] == _uncached("days", number=1)


def _uncached(name: str, **facts: object) -> str:
    page = environments(None)[0].get_template("sentences/lengths.txt")
    return "".join(page.blocks[name](page.new_context(facts)))
