"""Complete what somebody wrote between the quoted lines of the order form.

A quoted line says which unit or which section of the form the answer below it is about: "to Bur" below
"A Par H", "yes" below "# lose Fort, Militia", "4 Knight A7" below "Build". Only answers to lines of the form
are completed; anything else stays as it was written.
"""

import re
from collections.abc import Sequence

LONGEST_ROW = 80  # characters of a line of the form, or of an answer below it
SHORTEST_WORD = 4  # letters that the answer and the rows of a section share
_MARK = re.compile(r"#\s*")
_ROW = re.compile(
    r"(?P<unit>\w[^#:;,>]*) (?:H|holds?)|#\s*(?P<army>\w[^#:;,>/.]* (?:in )?\w+) - \.\.\.(?: .*)?",
    re.IGNORECASE,
)
_CHOICES = re.compile(r"#\s*(?P<word>[A-Z]{4,}) (?P<choices>\w[^#:;,>.]* / .*)")  # RESEARCH Gas / Attack 1
_PROPOSAL = re.compile(r"#\s*(?P<order>[a-zA-Z][^#:;>/.()]*)")  # an order that waits for its "#" to go
_SETTING = re.compile(  # a line of the form that is an order as it stands
    r"PASS|(?:DECLARE|CANCEL AIR|TRENCH|SECOND LOSS|SUPPORTER LOSS|TECHNOLOGIES|lose|keep|rest) [\w, ]+"
)
_HEADING = re.compile(r"Move|Combat|Build")
_FIRST_HEADING = "Move"  # the section of orders without a heading
_ANSWER = re.compile(  # it lacks the unit that the line above names; "- A Par H" is an item of a list
    r"\s*(?:(?:->?|=>)\s*(?![A-Z] )\w[\w' /.]*$"
    r"|(?i:(?:(?:off|back|up|down|over|out|away|straight|on) )*(?:to|into)"
    r"|moves?|goes|attacks?|supports?|convoys?|retreats?|nach|vers)\b"
    r"(?! (?:be|me|you|all|him|her|us|them|say|do)\b)|with [A-Z] |S [A-Z]|C A )",
)
_WITH_IT = re.compile(  # the unit of the line above: "into Kiel with him"
    r"(?<=\w) (?:along )?with (?:it|him|her|them)\b(?=\W*$|[,.;!])", re.IGNORECASE
)
_PRONOUN = re.compile(  # before what the unit of the line above does: "they stay", "3 of them to A8"
    r"\s*(?:(?:it|they|he|she|these|both|all of (?:it|them))|(?P<count>\d+|one|two|three|four|five|six)"
    r"(?: of (?:them|these|those))?) (?P<does>(?:->? ?|=> ?|to |goes? |moves? |stays?|holds?|attacks? ).*)",
    re.IGNORECASE,
)
_ALSO = re.compile(  # "also E5"
    r"\s*(?:also|likewise|same|auch|ebenso|aussi)[,:]?(?: (?:to|into|nach|vers))? "
    r"(?P<goal>[A-Z][\w'-]*)[\s.!]*"
)
_ALL_OF_THEM = re.compile(  # "yes" to all lines above
    r"(?:(?:for|to|in) )?(?:both|all)(?: (?:of )?(?:them|these|those|the above|above))?[\s.!]*", re.IGNORECASE
)
_ASSENT = re.compile(  # "yes" if it is alone
    r"\s*(?:that['’]s |that is |all |both |is |are )*(?:fine|good|right|correct|alright|all right"
    r"|passt|stimmt|gut|bien|d['’]accord)(?: (?:so|as (?:it is|they are)|like that|with me))?[\s.!]*",
    re.IGNORECASE,
)
MOST_ROWS = 40  # of the form that one answer may be about
_COUNT = re.compile(r"\d+ ")
_YES_OR_NO = re.compile(  # "no pass" is not an answer
    r"\s*(?:(?P<yes>yes|yep|yeah|ok(?:ay)?|agreed|ja|oui)(?: please)?(?=$|[ ,;:.!-])"
    r"|(?:no|nope|nein|non)(?=\s*(?:$|[,;:.!-])))[ ,;:.!-]*(?P<rest>.*)",
    re.IGNORECASE,
)
_DOUBT = re.compile(
    r"\?|\b(?:but|if|unless|when|not|except|only|rather|instead|better|aber|wenn|nicht|mais|si)\b",
    re.IGNORECASE,
)
_IS_ORDER_LIKE = re.compile(r"\d|->?|=>|\b(?:[A-Z]|to|supports?|attacks?|full|reduced)\b")
_IS_MOVE = re.compile(r"->?|=>|\b(?:to|holds?|stays?|moves?|goes|attacks?)\b", re.IGNORECASE)
_IN_SHORT = re.compile(r"\s*\d+ ?[A-Z] [A-Z]")  # "4K A7"
_WORDS = re.compile(r"[^\W\d_]+")


class FormAnswers:
    """The form as it is quoted line by line, with the answers between its lines."""

    def __init__(self) -> None:
        self._above = ""  # the quoted line, if nothing of the writer's own is below it
        self._rows: list[str] = []  # the quoted lines for single units right above
        self._heading = ""  # of the section that is quoted, if nothing but the form is below it
        self._given = _FIRST_HEADING  # the heading that the writer's own lines are under
        self._words: set[str] = set()  # in the rows of the section

    def see(self, quoted: str) -> None:
        """Note the next quoted line."""
        self._above, row = quoted, quoted.strip()
        holds = _ROW.fullmatch(row)
        self._rows = [*self._rows, row][-MOST_ROWS:] if holds and holds["unit"] else []
        if _HEADING.fullmatch(row):
            self._heading, self._words = row, set()
        elif _MARK.match(row):
            self._words |= _words_of(row)
        elif row and not _ROW.fullmatch(row):
            self._heading = ""

    def completed(self, own: str) -> str:
        """Return the writer's own line with what the quoted lines right above it say."""
        if not own.strip():
            return own
        answer = _all_affirmed(self._rows, own) or _in_full(self._above.strip(), own)
        self._rows = []
        heading = self._heading_for(answer)
        self._above = ""
        return f"{heading}\n{answer}" if heading else answer

    def _heading_for(self, answer: str) -> str:
        """Return the heading that *answer* needs, as it stands in another section; "" if none."""
        if not self._above or self._heading in ("", self._given) or len(answer) > LONGEST_ROW:
            return ""
        is_move = self._heading == _FIRST_HEADING
        if not is_move and (_IS_MOVE.search(answer) or not self._is_of_section(answer)):
            return ""
        self._given = self._heading
        return self._heading

    def _is_of_section(self, answer: str) -> bool:
        return bool(self._words & _words_of(answer)) or _IN_SHORT.match(answer) is not None


def _words_of(text: str) -> set[str]:
    """Return the words of *text* that identify what it is about, in the singular."""
    words = (word.casefold().removesuffix("s") for word in _WORDS.findall(text))
    return {word for word in words if len(word) >= SHORTEST_WORD}


def _all_affirmed(rows: Sequence[str], own: str) -> str:
    """Return *rows*, on which units hold as they do without orders, if *own* only says that this is meant."""
    answer = _YES_OR_NO.fullmatch(own)
    is_yes = (
        answer is not None
        and answer["yes"]
        and (not answer["rest"] or _ALL_OF_THEM.fullmatch(answer["rest"]))
    )
    return "\n".join(rows) if is_yes or _ASSENT.fullmatch(own) else ""


def _in_full(above: str, own: str) -> str:
    """Return an answer below the line *above* of the form with its unit, or the order that it affirms."""
    if not 0 < len(above) <= LONGEST_ROW or len(own) > LONGEST_ROW:
        return own
    answer = _YES_OR_NO.fullmatch(own)
    return (
        _chosen(above, own.strip())
        or _of_unit(above, own)
        or (_answered(above, answer) if answer else "")
        or own
    )


def _of_unit(above: str, own: str) -> str:
    """Return the order for the unit on the line *above* that *own* gives without naming it; "" if none."""
    row = _ROW.fullmatch(above)
    if row is None:
        return ""
    unit = row["unit"] or row["army"]
    if _ANSWER.match(own):
        return f"{unit} {_WITH_IT.sub('', own.strip(), count=1)}"
    if found := _ALSO.fullmatch(own):
        return f"{unit} to {found['goal']}"
    found = _PRONOUN.fullmatch(own)
    if found is None or not found["count"]:
        return f"{unit} {found['does']}" if found else ""
    kind = _COUNT.sub("", unit, count=1)
    if kind != unit:
        return f"{found['count']} {kind} {found['does']}"
    return f"{unit} {found['does']}" if found["count"].casefold() in ("1", "one") else ""


def _chosen(above: str, own: str) -> str:
    """Return "RESEARCH Gas" for "Gas" below "# RESEARCH Attack 1 / Gas"."""
    row = _CHOICES.fullmatch(above)
    if row is None:
        return ""
    choices = [choice.strip().casefold() for choice in row["choices"].split("/")]
    return f"{row['word']} {own}" if own.casefold() in choices else ""


def _answered(above: str, answer: "re.Match[str]") -> str:
    """Return what "yes" or "no, ..." below *above* orders; "" if it is not about that line.

    A bare "no" is kept with its line: alone it would take back what the writer ordered above it.
    """
    is_yes, rest, order = bool(answer["yes"]), answer["rest"], _proposed(above)
    if not rest:
        return order if is_yes else _denied(above, order)
    if _DOUBT.search(rest):
        return f"{order}, {rest}" if order and is_yes else ""
    if whole := _of_unit(above, rest):
        return whole
    if _IS_ORDER_LIKE.search(rest):
        return rest if order or _MARK.match(above) else ""
    if order and is_yes:
        return f"{order} # {rest}"
    return f"{_denied(above, order)}, {rest}" if order else ""


def _denied(above: str, order: str) -> str:
    if above == "PASS" or _MARK.match(above):
        return "# no"
    return f"{order} no" if order else ""


def _proposed(above: str) -> str:
    """Return the order that the form has on the line *above*, with or without its "#"; "" if it has none."""
    if proposal := _PROPOSAL.fullmatch(above):
        return proposal["order"]
    row = _ROW.fullmatch(above)
    return above if _SETTING.fullmatch(above) or (row is not None and row["unit"]) else ""
