"""Find builds that a second thought below them leaves as they are: "Hang on ... Builds as above"."""

import re
from collections.abc import Sequence

from msgspec.structs import replace

from adjudicator.core.clauses import Clause
from adjudicator.domination.language.legality import ReadingContext
from adjudicator.domination.language.names_in_text import named_spaces, named_units
from adjudicator.domination.language.remedies.corrections import builds_in

_KEPT = re.compile(
    r"\W*(?:and |but |so )*(?:(?:the|my|all) )*(?:builds?|building|recruits|bau(?:ten)?|constructions)"
    r"(?: orders?)?[:,]? (?:(?:are|is|stay|stays|remain|remains|bleiben|bleibt|restent) )?(?:all )?"
    r"(?:(?:just )?as (?:above|before|they (?:are|were)|written|planned|it is)|unchanged|the same|stand"
    r"|wie oben|unverändert|inchangées|comme ci-dessus)\W*",
    re.IGNORECASE,
)


def with_builds_kept(context: ReadingContext, clauses: Sequence[Clause]) -> list[Clause]:
    """Return the clauses; builds above "Builds as above" are not taken back by a mere "Hang on"."""
    found = list(clauses)
    last = max((at for at, one in enumerate(found) if _KEPT.fullmatch(one.text)), default=0)
    for at, one in enumerate(found[:last]):
        if one.taken_back and _says_nothing(context, one.taken_back) and _is_build(context, one):
            found[at] = replace(one, taken_back="")
    return found


def _says_nothing(context: ReadingContext, text: str) -> bool:
    return not (named_units(context, text) or named_spaces(context, text))


def _is_build(context: ReadingContext, clause: Clause) -> bool:
    return 0 < len(clause.orders) == len(builds_in(context, clause))
