"""Sentences that say once where several stacks go, or that send on the exception of a stack that stays.

"Everything in the west goes for Hawkhurst: the 3 Knights from H5, the Griffin from H9" is "the 3 Knights from
H5, the Griffin from H9 go to Hawkhurst", and "all in B6 stay, except the Knight, who goes to B5" has two
orders.
"""

import re
from collections.abc import Callable, Sequence

from adjudicator.core.language.corrections.changed_minds import words_of
from adjudicator.core.languages import condition_in
from adjudicator.domination.language.legality import ReadingContext
from adjudicator.domination.language.names_in_text import named_spaces, named_units
from adjudicator.domination.language.sentences.rewording import PLACE
from adjudicator.domination.language.sentences.written_numbers import numbers_in

Writer = Callable[[ReadingContext, re.Match[str], Sequence[str]], str]
STAYS = words_of("stays")
_LIST_FOR_A_GOAL = re.compile(
    r"(?:^|(?<=[.;!?] ))(?P<label>[^:.;!?#]{5,140})"
    r"(?:: |[.!]+ (?:i mean|that is|namely|i\.e\.|that means),? )(?P<list>[^:.;!?#]{5,200}?)"
    r"(?P<all>,? (?:and )?(?:all|both)(?: of (?:them|these|those))?(?: (?:go|going|move|march|fly))? "
    rf"(?:to|into|for|against) (?P<goal>{PLACE}))?(?:,? please)?(?=[.;!]|$)",
    re.IGNORECASE,
)
_ENDS_WITH_GOAL = re.compile(
    r"\b(?:to|into|for|against|attacks?|attacking|storms?|hits?|strikes?(?: at)?|takes?|joins?|reinforces?) "
    rf"(?:the )?(?P<goal>{PLACE})$",
    re.IGNORECASE,
)
MAY_BE = re.compile(r": |\b(?:every|all|spend|invest|i mean|that is|namely)", re.IGNORECASE)
_SPENDS = re.compile(
    r"\b(?:spend|invest|put|use) (?:exactly )?(?P<sum>\d{1,2})(?: (?:gold|coins?|points|of (?:it|that)))? "
    r"(?:on|in|into|for) (?:new )?(?P<kind>[^\W\d_]{3,}(?: riders?| ships?)?)(?= (?:in|at|for) )",
    re.IGNORECASE,
)
_ROWS_OF_A_KIND = re.compile(
    r"^\W*(?:(?:the|my|all) )?(?P<kind>[^\W\d_]{4,}(?: riders?| ships?)?)\s*[:–] "
    r"(?P<rows>[a-z]\d{1,2} ?(?:\(\w+\) ?)?(?:->?|>|to|stays?|holds?|attacks?)[^:#?!]*?)[.;]*$",
    re.IGNORECASE,
)
_BETWEEN_ROWS = re.compile(r"\s*[,;]\s*(?:and )?|\s+and\s+")
_ROW = re.compile(
    r"(?P<space>[a-z]\d{1,2}) ?(?:\((?P<number>\d{1,2}|all)\) ?)?"
    r"(?P<does>(?:(?:->?|>|to|attacks?) ?[a-z]\d{1,2}|stays?|holds?))",
    re.IGNORECASE,
)
_KIND_ONCE = re.compile(  # "Militia: the one at E7 goes to E6, the one in E15 stays"
    r"(?:^|(?<=[.;!?] ))(?:(?:the|my|our) )?(?P<kind>[^\W\d_]{3,}(?: riders?| ships?)?)\s*: "
    r"(?P<does>[^:#?!]*\bthe (?:other )?one (?:in|at|from|on) [^:#?!]*)$",
    re.IGNORECASE,
)
_THE_ONE = re.compile(r"\bthe (?:other )?one(?= (?:in|at|from|on) )", re.IGNORECASE)
_EVERYBODY = re.compile(r"\b(?:every(?:body|one|thing)|all|the whole (?:lot|army))\b", re.IGNORECASE)
_A_SPACE = re.compile(r"(?:(?:in|at|from) )?[a-z]\d{1,2}", re.IGNORECASE)
_DENIED = re.compile(
    r"\b(?:not|never|no|nobody|none|without|except|instead|maybe|perhaps|or|otherwise|else|stay\w*|hold\w*"
    r"|build\w*|buy|lose|losses|keep|target)\b|n['’]t\b",
    re.IGNORECASE,
)
_ITEMS = re.compile(r"\s*(?:[,&+]|\b(?:and|plus|as well as)\b)+\s*", re.IGNORECASE)
_DOES = re.compile(
    r"->|>|\s-+\s|\b(?:to|into|via|goe?s?|moves?|attacks?|who|which|with|for|stays?|holds?|remains?|if|but|not)\b",
    re.IGNORECASE,
)
_NO_KIND = re.compile(  # "the one in A1", "the pair in D15"
    r"^(?P<number>(?:(?:the|my|all|both) )*(?:one|pair|two|three|four|five|six|\d{1,2}))"
    r"(?= (?:in|at|from|on) )",
    re.IGNORECASE,
)
_WHO_GOES = re.compile(
    rf"(?P<all>\b(?:everything|everybody|everyone|all)(?: (?:units|of them))? (?:in|at|on) (?P<place>"
    rf"{PLACE}?) (?:(?:all|just|will|should|shall) )*{STAYS}\b(?: (?:there|put|at home|in place))?),? "
    r"(?:except|but not|apart from|save|bar|excepting)(?: for)? "
    r"(?P<unit>(?:the|my|one|two|three|four|an?|both|\d) [^\W\d_]{3,}),? (?:who|which|that) "
    r"(?P<does>[^.;:!?#]{4,80})",
    re.IGNORECASE,
)


def _to_their_goal(context: ReadingContext, found: re.Match[str], _above: Sequence[str]) -> str:
    """Return "the 3 Knights from H5, the Griffin from H9 go to H10"; "" if anything else may be meant."""
    label, items = found["label"], [item for item in _ITEMS.split(found["list"]) if item]
    last = _ENDS_WITH_GOAL.search(label)
    goals = {
        *(named_spaces(context, last["goal"]) if last else ()),
        *(named_spaces(context, found["goal"]) if found["goal"] else ()),
    }
    if len(goals) != 1 or condition_in(label) or _DENIED.search(label) or len(items) < 2:
        return ""
    [goal] = goals
    kinds = named_units(context, label)
    is_of_all = _EVERYBODY.search(label) is not None
    named = [f"all {item}" if is_of_all and _A_SPACE.fullmatch(item) else item for item in items]
    named = [_with_kind(item, kinds) for item in named]
    if not all(_is_stack(context, item, goal) for item in named) or not _adds_up(context, label, named):
        return ""
    return f"{' and '.join(named)} go to {goal}"


def _with_kind(item: str, kinds: Sequence[str]) -> str:
    """Return "the two Griffin in D15" for "the pair in D15" after a label about Griffins."""
    found = _NO_KIND.match(item) if len(kinds) == 1 else None
    if found is None:
        return item
    number = re.sub(r"\bpair$", "two", found["number"], flags=re.IGNORECASE)
    is_one = number.casefold().endswith("one")
    return f"{number} {kinds[0]}{'' if is_one else 's'}{item[found.end() :]}".replace("the one ", "the ")


def _is_stack(context: ReadingContext, item: str, goal: str) -> bool:
    """Return whether *item* names units and only the space where they stand."""
    spaces = named_spaces(context, item)
    are_units = item.startswith("all ") or bool(named_units(context, item))
    return len(spaces) == 1 and spaces != [goal] and are_units and not _DOES.search(item)


def _adds_up(context: ReadingContext, label: str, items: Sequence[str]) -> bool:
    """Return whether the number of units in the label, if it has one, is that of the list."""
    said = numbers_in(context.data, label)
    numbers = [numbers_in(context.data, _without_spaces(item)) for item in items]
    total = sum(max(number, default=1) for number in numbers)
    return not said or said == {total}


def _without_spaces(item: str) -> str:
    return re.sub(r"\b[a-z]\d{1,2}\b", "", item, flags=re.IGNORECASE)


def _except_who(context: ReadingContext, found: re.Match[str], _above: Sequence[str]) -> str:
    """Return "all in B6 stay except the Knight. the Knight in B6 goes to B5"."""
    is_plain = len(named_spaces(context, found["place"])) == 1 and named_units(context, found["unit"])
    if not is_plain or condition_in(found["does"]):
        return ""
    return f"{found['all']} except {found['unit']}. {found['unit']} at {found['place']} {found['does']}"


def _of_one_kind(context: ReadingContext, found: re.Match[str], _above: Sequence[str]) -> str:
    """Return "the Militia at E7 goes to E6, the Militia in E15 stays"."""
    kinds = named_units(context, found["kind"])
    return _THE_ONE.sub(f"the {kinds[0]}", found["does"]) if len(kinds) == 1 else ""


def _rows_of_a_kind(context: ReadingContext, found: re.Match[str], _above: Sequence[str]) -> str:
    """Return "3 Knight D4 to D2, all Knight D15 to D11" for "Knights: D4 (3) to D2, D15 to D11"."""
    kinds = named_units(context, found["kind"])
    rows = [_ROW.fullmatch(row) for row in _BETWEEN_ROWS.split(found["rows"])]
    if len(kinds) != 1 or not all(rows):
        return ""
    other = "all" if found["kind"].casefold().endswith("s") else "1"
    said = (f"{row['number'] or other} {kinds[0]} {row['space']} {row['does']}" for row in rows if row)
    return ", ".join(said)


def _bought(context: ReadingContext, found: re.Match[str], _above: Sequence[str]) -> str:
    """Return "build 3 Knight" for "spend 15 on Knights"; "" if the sum does not buy a whole number."""
    kinds = named_units(context, found["kind"])
    unit = context.data.units.get(kinds[0]) if len(kinds) == 1 else None
    number, over = divmod(int(found["sum"]), unit.cost) if unit and unit.cost else (0, 0)
    return f"build {number} {kinds[0]}" if number and not over else ""


SENTENCES: tuple[tuple[re.Pattern[str], Writer], ...] = (
    (_LIST_FOR_A_GOAL, _to_their_goal),
    (_WHO_GOES, _except_who),
    (_KIND_ONCE, _of_one_kind),
    (_SPENDS, _bought),
    (_ROWS_OF_A_KIND, _rows_of_a_kind),
)
