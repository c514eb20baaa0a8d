"""Move what says nothing about the orders of its line behind them, as a comment: sums, labels, reasons.

"4 Knights at F8 and 2 Militia at F10, that makes 26", "Now shopping, my favourite part: 2 Griffins at H10",
"Home: Militia B6 holds", "as Dawnport is empty, 2 Knights there".
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from adjudicator.core.language.necessary import Guarded
from adjudicator.core.language.short_texts import remembered
from adjudicator.core.languages import condition_in, doubt_in, names_a_turn
from adjudicator.domination.language.legality import ReadingContext
from adjudicator.domination.language.names_in_text import named_spaces, named_units
from adjudicator.domination.language.reasons import SHORTEST_WRAPPED, ends_with_its_line
from adjudicator.domination.language.sentences.plain_sentences import PLAIN_MOVE
from adjudicator.domination.language.sentences.prose_units import counted
from adjudicator.domination.language.sentences.prose_words import words_of
from adjudicator.domination.language.vocabulary import vocabulary

_MONEY = r"(?:gold|coins?|points?|money|income|pounds?)"
_SUM = Guarded(
    r"\s*(?:[,;–-]\s*|\.\s+)?(?P<sum>\(?(?:and )?"
    r"(?:that|which|this|it|all)(?:['’]s| is| are| makes?| comes to| adds up to| costs?| uses up"
    r"| should be| will be)"
    r"(?: (?:exactly|just|all|a total of|of|my|the|together|about))*"
    r" (?:\d{2,3}|twenty|thirty|forty)(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?"
    rf"(?: {_MONEY})?(?: (?:of my \d+|exactly|altogether|in all|in total|all told|in sum|spent|together))?"
    r"(?: \(?\d+ ?[+x*][^)]*\)?)?\)?)(?=\s*[.!]?\s*$)",
)
_BUILDS = re.compile(
    r"^(?P<label>(?=(?:[^:\d(]|\([^()]*\)){20,70}:\s)(?:[^:\d(]|\([^()]*\))*?"
    r"\b(?:shopping|builds?|building|buying|purchases?|recruit\w*|spending|reinforcements|einkauf\w*|bauten|achats)\b(?:[^:\d(]|\([^()]*\))*:)\s+(?P<orders>\S.*)$",
    re.IGNORECASE,
)
_PLACES = re.compile(  # which part of the board or of the turn the orders are about
    r"^(?P<label>(?:(?:and|now|then|so|next|first|also|meanwhile|back),? )*"
    r"(?:(?:at|in|on|to|for|with) )?(?:(?:the|my|our|all) )*"
    r"(?:(?:far|upper|lower|northern|southern|eastern|western|left|right|main|home|second|first|rear) )*"
    r"(?:home(?: (?:army|front|guard|team|land))?|homeland|front(?: line)?|north|south|east|west"
    r"|cent(?:re|er)|middle|flank|wing|defen[cs]es?|offen[cs]es?|offensive|attack|assault|strike|guards?|garrisons?|reserves?"
    r"|rear|rearguard|border|army|armies|force|air(?: force)?|infantry|cavalry|ground|land|sea|navy|coast"
    r"|interior|outposts?|fights?|fighting|battles?|the rest|others?|heimat|zu hause|angriff|verteidigung"
    r"|norden|süden|osten|westen|mitte|nord|sud|est|ouest|défense|attaque|maison)"
    r"(?: (?:front|flank|wing|side|group|army))?\s*:)\s+(?P<orders>\S.*)$",
    re.IGNORECASE,
)
_PURPOSES = re.compile(  # "attack on Barrowgate mit allem was geht:"
    r"^(?P<label>(?:(?:and|now|then|so|next|first|the|my|our|main|big|all-out|grand|great|der|die|mein|unser"
    r"|großer?|le|la|mon|grande?) )*"
    r"(?:attack|assault|offensive|strike|raid|push|thrust|advance|march|operation|siege|invasion|defen[cs]e|retreat"
    r"|withdrawal|goal|aim|target|objective|angriff|sturm|vorstoß|vormarsch|verteidigung|rückzug|ziel"
    r"|attaque|assaut|offensive|défense|retraite|but|objectif)\b[^:.;!?#]{0,60}:)\s+(?P<orders>\S.*)$",
    re.IGNORECASE,
)
_FIRST_ORDER = re.compile(r"[^,;.]*")
_GOES = re.compile(r"->|\s-+\s|\b(?:to|into|nach|vers|goe?s?|moves?|attacks?)\b", re.IGNORECASE)
_REASON_IN_FRONT = re.compile(
    r"^(?P<label>[^\W\d_]+(?: [^\W\d_]+)?:\s+)?"
    r"(?P<reason>(?:as(?! (?:many|much|few|soon|long|often|well|usual|before|planned|for|to)\b)|since|because"
    r"|seeing that|given that|da|weil|comme|puisque) "
    r"(?P<facts>[^,;:.!?#]{5,80})),\s+"
    r"(?:so |then |i |we |build |want |would like |['’]d like |please )*(?P<orders>.+)$",
    re.IGNORECASE,
)
_STATES = re.compile(  # a fact, not "as a second choice"
    r"\b(?:is|are|was|were|has|have|had|stands?|lies|needs?|looks?|seems?|will|can(?:not)?|got|gets?|do(?:es)?|did"
    r"|\w+n['’]t|ist|sind|hat|haben|steht|stehen|est|sont|a|ont)\b",
    re.IGNORECASE,
)
_THERE = re.compile(r"\b(?:(?:in|at) )?(?:there|dort|là)\b(?! (?:is|are)\b)", re.IGNORECASE)
_IS_OPEN = re.compile(
    r"(?:[,;:+&/-]|\b(?:then|and|or|to|at|in|from|with|the|a|an|my|of|for|dann|und|oder|in|von|nach|et|ou|de|puis"
    r"|one|two|three|four|five|six|seven|eight|nine|ten|\d{1,2}))$",
    re.IGNORECASE,
)
_STOP_IN_BRACKETS = re.compile(r"(?<=\w)\.\)(?=\s+\S)")  # "(C8 - A9 - A10.) All others hold"
_IS_ORDER = re.compile(
    r"\b(?:holds?|stays?|go(?:es)?|moves?|if|when|not|no|but|or|lose|keep|instead)\b", re.IGNORECASE
)


_FORGET = re.compile(r"\b(?:do not|don['’]t|not to|never|please not) forget\b", re.IGNORECASE)


_LISTED_STAY = Guarded(
    r"(?P<order>[^.;!?()]*\b(?:everything|everyone|everybody|all|the whole|entire|rest|remaining|others"
    r"|alles?|tous|tout)\b"
    r"[^.;:!?()]*\b(?:holds?|stays?|remains?|leave|keep|bleib\w*|reste\w*|halten"
    r"|where (?:they|it) (?:is|are))\b[^.;:!?()]*)(?P<bracket>\s\((?P<list>[^()]{5,80})\))",
)
_FOE_ASIDE = Guarded(  # no order is taken back by it
    r"\s*[(,–-]+\s*(?P<aside>(?:never mind|forget|ignoring|ignore|despite|in spite of"
    r"|regardless of|no matter) (?:about )?(?:(?:the|his|her|their|that|those|all|any|what) )*"
    r"(?:[^\W\d_]+ )??(?P<whose>[^\W\d_]+)(?:['’]s)? [^\W\d_]+(?: (?:is|are|stands?))?"
    r"(?: there| at [a-z]\d{1,2})?)\)?"
    r"(?=[.!]*$)",
)
_OF_FOES = frozenset(("enemy", "hostile", "opposing", "foreign"))
_OF_THE_REST = re.compile(r"\b(?:rest|remaining|others?|else)\b", re.IGNORECASE)
MILITIA = "Militia"  # whose name has no plural


def with_asides_behind(context: ReadingContext, lines: Sequence[str]) -> list[str]:
    """Return the lines; sums, labels and reasons in front are comments at the end of their sentence."""
    stopped = map(_with_stop_behind, lines)
    parts = [_parts(context, line) if _may_have_aside(line) else _Parts(line, "") for line in stopped]
    found = [_with_foe_behind(context, _with_sum_behind(one.order)) for one in parts]
    for at, one in enumerate(parts):
        if one.aside:
            end = next(last for last in range(at, len(found)) if _is_end(found, last))
            found[end] = f"{found[end]} # {one.aside}"
    return found


def _is_end(lines: Sequence[str], at: int) -> bool:
    """Return whether the sentence ends with its line; a mail program breaks only long lines."""
    line, after = lines[at], lines[at + 1] if at + 1 < len(lines) else ""
    is_whole = len(line) < SHORTEST_WRAPPED and not _IS_OPEN.search(line.rstrip())
    return is_whole or ends_with_its_line(line, after)


class _Parts(NamedTuple):
    """The orders of a line, and what is in front of them and says nothing; "" for nothing."""

    order: str
    aside: str


@remembered
def _with_stop_behind(line: str) -> str:
    """Return the line with a full stop inside a bracket moved behind it, where the sentence ends."""
    return _STOP_IN_BRACKETS.sub(").", line) if ".)" in line and "#" not in line else line


@remembered
def _may_have_aside(line: str) -> bool:
    if "#" in line or PLAIN_MOVE.fullmatch(line):
        return False
    in_front = (_PLACES, _PURPOSES, _REASON_IN_FRONT, _BUILDS)
    return _LISTED_STAY.search(line) is not None or any(pattern.match(line) for pattern in in_front)


def _parts(context: ReadingContext, line: str) -> _Parts:
    if inventory := _inventory(context, line):
        return _Parts(line.replace(inventory, "", 1), inventory)
    found = _PLACES.match(line)
    if found and not condition_in(found["orders"]):
        return _Parts(found["orders"], found["label"])
    if (found := _PURPOSES.match(line)) and _says_nothing(context, found["label"], found["orders"]):
        return _Parts(found["orders"], found["label"])
    if (found := _REASON_IN_FRONT.match(line)) and (order := _without_reason(context, found)):
        return _Parts(order, found["reason"])
    return _without_label(context, line)


def _says_nothing(context: ReadingContext, label: str, orders: str) -> bool:
    """Return whether the first order after a label has its own units and goal, and the label limits none."""
    if doubt_in(label) or condition_in(label) or named_units(context, label) or names_a_turn(label):
        return False
    first = _FIRST_ORDER.match(orders)
    is_whole = first is not None and len(named_spaces(context, first[0])) > 1
    return first is not None and is_whole and _GOES.search(first[0]) is not None


def _inventory(context: ReadingContext, line: str) -> str:
    """Return the bracket that lists the units of a space, if all of them stay: "G9 all hold (5 Militia)"."""
    found = _LISTED_STAY.search(line)
    spaces = named_spaces(context, found["order"]) if found else []
    if not found or len(spaces) != 1:
        return ""
    words = [word for word in words_of(context, found["list"]) if word.letter != "&"]
    listed = counted(context, words, spaces[0], "") if words else []
    player = context.player
    own = {
        row.kind: row.count
        for row in context.position.units
        if (row.player, row.space) == (player, spaces[0])
    }
    numbers = {one.kind: one.number for one in listed}
    if _OF_THE_REST.search(found["order"]):
        are_there = all(
            number in ("all", *map(str, range(own.get(kind, 0) + 1))) for kind, number in numbers.items()
        )
        return found["bracket"] if numbers and are_there else ""
    is_whole = numbers.keys() == own.keys() and all(
        numbers[kind] in ("all", str(own[kind])) or (kind == MILITIA and numbers[kind] == "1") for kind in own
    )
    return found["bracket"] if is_whole else ""


def _without_reason(context: ReadingContext, found: re.Match[str]) -> str:
    """Return the orders of "as D2 is empty, 2 Knights there" with the place; "" if they may depend on it."""
    reason, orders = found["reason"], found["orders"]
    if condition_in(reason) or not _STATES.search(found["facts"]):
        return ""
    places = named_spaces(context, reason)
    if _THERE.search(orders) and (len(places) != 1 or named_spaces(context, orders)):
        return ""
    placed = _THERE.sub(f"at {places[0]}" if places else "there", orders)
    return f"{found['label'] or ''}{placed}"


@remembered
def _with_sum_behind(line: str) -> str:
    found = _SUM.search(line) if "#" not in line else None
    if not found or not line[: found.start()].strip():
        return line
    return f"{line[: found.start()]}{line[found.end() :]} # {found['sum']}"


@remembered
def _may_be_about_foes(line: str) -> bool:
    return "#" not in line and _FOE_ASIDE.search(line) is not None


def _with_foe_behind(context: ReadingContext, line: str) -> str:
    """Return "Knight E2 - E6 # never mind the yellow wizard there", whose words take back nothing."""
    found = _FOE_ASIDE.search(line) if _may_be_about_foes(line) else None
    if found is None:
        return line
    others = {*vocabulary(context.data).colours} - {context.player.casefold()}
    if not line[: found.start()].strip() or found["whose"].casefold() not in others | _OF_FOES:
        return line
    return f"{line[: found.start()]} # {found['aside']}"


def _without_label(context: ReadingContext, line: str) -> _Parts:
    """Return "Build: 2 Griffins at H10" for "Now shopping, my favourite part: 2 Griffins at H10"."""
    found = _BUILDS.match(line)
    if not found or _IS_ORDER.search(_FORGET.sub("", found["label"])):
        return _Parts(line, "")
    if named_spaces(context, found["label"]) or named_units(context, found["label"]):
        return _Parts(line, "")
    return _Parts(f"Build: {found['orders']}", found["label"])
