"""The forms of a word in which the rules have it: "armies" finds "army", "paralyse" finds "paralysis"."""

import re

from adjudicator.core.language.words import unaccented
from pbem.commands.lookup import rules_questions

SHORTEST_WORD = 3
ENDING = re.compile(r"(?:ions?|ing|ed|ments?)$")  # of "elimination", "eliminated"
SHORTEST_WITHOUT_ENDING = 5
ANY_ENDING = {
    "ie": "(?:y|ie)",
    "y": "(?:y|ie)",
    "e": "[ei]",
}  # "carry" and "carries", "declare" and "declaring"


def has_word(title: str, wanted: str) -> bool:
    """Return whether words of *title* begin like *wanted*: "gas" is not in "Hungary"."""
    words = re.split(r"[-\s]+", title)
    return any(letters("".join(words[at:])).startswith(letters(wanted)) for at in range(len(words)))


def means_the_same(title: str, wanted: str) -> bool:
    """Return whether *title* has another word for *wanted*: RULES win sends the chapter "Victory"."""
    same = rules_questions.same(wanted)
    return bool(same) and re.search(same, unaccented(title)) is not None


def letters(words: str) -> str:
    """Return words as they are compared with titles: "setup", "Set up" and "SET-UPS" are the same."""
    return re.sub(r"[-\s]", "", stem(words))


def stem(word: str) -> str:
    """Return the word without accents and the ending of a plural: "retreats" is found in "Retreat"."""
    plain = unaccented(word)
    return plain.removesuffix("s") if len(plain) > SHORTEST_WORD and not plain.endswith("ss") else plain


def without_ending(word: str) -> str:
    """Return a single word without the ending of a noun or a participle; others as they are."""
    shorter = ENDING.sub("", stem(word))
    return shorter if len(shorter) >= SHORTEST_WITHOUT_ENDING and " " not in word else word


def forms(word: str) -> str:
    """Return a pattern for a word, its other forms, longer words and other words for it, however joined."""
    if same := rules_questions.same(word):
        return same
    *before, last = re.findall(r"\w+", stem(word)) or [stem(word)]
    ending = next((one for one in ANY_ENDING if last.endswith(one) and len(last) > SHORTEST_WORD), "")
    singular = f"{re.escape(last.removesuffix(ending))}{ANY_ENDING.get(ending, '')}"
    return r"\b" + r"[-\s]*".join([*map(re.escape, before), singular])
