"""How is an order told in words, with the names of this board?"""

import re
from functools import partial

from adjudicator.hardbop.ground import NAMES
from adjudicator.middle_earth import wording

sentence = partial(wording.sentence, names=NAMES)
unit_name = partial(wording.unit_name, names=NAMES)
place_name = partial(wording.place_name, names=NAMES)

_OF_MANY = re.compile(r"(?<!\bof )(?<!\bfrom )(?<!\bby )(?<!\bto )\b(Dwarves|Elves) (\w+s|may)\b")
_VERBS = {"is": "are", "has": "have", "does": "do", "passes": "pass"}


def agreeing(text: str) -> str:
    """*text* with the verbs of the Dwarves and the Elves in the plural, and their genitive.

    >>> agreeing("Elves is Good, and Elves's Army gains Bree. Elves gains Dale from Dwarves.")
    "Elves are Good, and Elves' Army gains Bree. Elves gain Dale from Dwarves."
    """
    told = text.replace("Dwarves's", "Dwarves'").replace("Elves's", "Elves'")
    return _OF_MANY.sub(lambda found: f"{found[1]} {_of_many(found[2])}", told)


def _of_many(verb: str) -> str:
    return _VERBS.get(verb, verb.removesuffix("s"))
