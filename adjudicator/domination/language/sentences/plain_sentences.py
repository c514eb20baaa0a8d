"""Put sentences that say an order in a roundabout way into plain ones, wherever their lines break.

"Everybody who is in B12, that is the Militia and the Griffin, should stay there" is "the Militia and the
Griffin in B12 stay", and "the Knight in C11 does not go to C5, it stays" is "the Knight in C11 stays".
"""

import re
from collections.abc import Sequence

from adjudicator.core.language.necessary import Guarded
from adjudicator.core.language.rewording import rewordings_of
from adjudicator.core.language.short_texts import remembered
from adjudicator.domination.language.legality import ReadingContext
from adjudicator.domination.language.names_in_text import named_spaces, named_units
from adjudicator.domination.language.sentences import said_once
from adjudicator.domination.language.sentences.rewording import PLACE
from adjudicator.domination.language.sentences.said_once import STAYS, Writer

MOST = 12  # sentences of a message that are tried
MOST_LINES = 3  # of a sentence
LONGEST = 300  # characters of these lines
_THERE = (
    r"(?: (?:there|put|at home|in place|where (?:they are|it is|they stand|it stands)|behind|as well|too"
    r"|instead))*"
)
_EVERYBODY = re.compile(
    r"\b(?:everybody|everyone|everything|all(?: (?:the|my))?(?: (?:units|men|troops|pieces))?)"
    rf"(?: (?:who|which|that)(?: is| are| stands?| sits?)?)? (?:in|at) (?P<place>{PLACE}?),? "
    r"(?:that is(?: to say)?|namely|i\.e\.|that means|which (?:is|means)|meaning|to wit),? "
    r"(?P<list>[^.;:!?]{3,120}?),? "
    rf"(?P<does>(?:(?:should|shall|will|must|please|all|just) )*{STAYS}\b{_THERE})",
    re.IGNORECASE,
)
_DENIED = re.compile(
    rf"(?P<who>(?:(?:the|my|all|both|these|those) )*[^,;:.!?]{{2,60}}? (?:in|at|from|of) {PLACE}?) "
    r"(?:(?:do|does|will|shall|should|must|is|are)(?: not|n['’]t)|won['’]t|no longer) (?:to )?"
    r"(?:go|move|march|fly|ride|attack|going|moving|marching|flying)(?: (?:anywhere|at all))?"
    rf"(?: (?:to|into|for|on) {PLACE}?|(?<=attack) {PLACE}?)?(?: after all)?"
    rf"(?: but(?: rather)? (?:to|into) (?P<goal>{PLACE}?)"
    rf"|(?:[,;]| but| and)+ (?:(?:it|they|he|she|rather|will|should|just|simply) )*{STAYS}{_THERE}"
    rf"(?: (?:in|at) {PLACE}?)?{_THERE})?(?: after all)?(?=\s*(?:[.!;]|$))",
    re.IGNORECASE,
)
_LISTED_STAY = re.compile(  # "Was schon in Coldwell steht (4 Milizen, Ritter), bleibt da"
    r"\b(?P<who>(?:everybody|everyone|everything|all|what(?:ever)?|who(?:ever)?|alles|alle|was|wer|tout|tous"
    r"|ceux|ce)\b"
    r"[^(),;:.!?]{2,60}?) \((?P<list>[^()]{3,120})\),? "
    rf"(?P<does>{STAYS})\b"
    r"(?: (?:there|put|at home|in place|da|dort|stehen|là|sur place))*",
    re.IGNORECASE,
)
_OTHERS_STAY = re.compile(  # "Everybody else stays in any case: Knight in Harrowby, Militia in Hawkhurst"
    r"(?:every(?:body|one|thing) else|(?:all |the )*(?:others?|rest)|all other units) "
    rf"(?:(?:should|shall|will|just|all) )*{STAYS}\b[^:;.!?]{{0,25}}:\s*"
    r"(?P<list>[^:;.!?]{5,160})(?<![,&+ ])(?=[.!]|$)",
    re.IGNORECASE,
)
_WHERE_THEY_STAY = re.compile(  # "to Dawnport, where the three Griffins stay at home"
    r",(?P<gap>\s+)where(?P<units>\s+(?:(?:the|my|both|all|our)\s+)+[^,;.:!?]{2,40}?)"
    rf"(?P<does>\s+(?:(?:already|still|will|shall|just)\s+)*{STAYS}\b)",
    re.IGNORECASE,
)
_WANTED = re.compile(  # "I first wanted to send the four Knights from Aldgate as well, but no, they stay"
    r"(?:^|(?<=[.;!?] ))(?:i|we) (?:(?:at )?first |originally |initially )?"
    r"(?:wanted|meant|planned|intended|was going|were going|thought) (?:to|of|about) "
    r"(?:send|sending|move|moving|take|taking|bring|bringing|use|using) "
    rf"(?P<who>(?:the |my |all |both )*[^,;:.!?]{{2,50}}? (?:in|at|from|of) {PLACE}?)"
    r"(?: (?:as well|too|also|there|along))*(?: (?:to|into) [^,;:.!?]{2,30})?,? but "
    r"(?:(?:no|then|now|instead|rather|in the end|on second thoughts?|i (?:have )?changed my mind)\b"
    r"[\s,]*(?:and )?)*"
    rf"(?:they|it|he|she)(?: (?:will|shall|should|just|rather|all|both))* (?P<does>{STAYS})\b",
    re.IGNORECASE,
)
_NEITHER = re.compile(  # "Neither the Griffin at F6 nor the Knight at F7 moves"
    r"\bneither (?P<one>[^,;:.!?]{2,50}?),? nor (?P<other>[^,;:.!?]{2,50}?) (?:(?:will|shall|should|may) )?"
    r"(?:moves?|goe?s?(?: anywhere)?|leaves?|budges?|attacks?|stirs?)(?=\W*$|[,;.!])",
    re.IGNORECASE,
)
_SPENDING = re.compile(  # "Build with 20: ...", "Spend: ...", "b 3K F8"
    r"^(?P<lead>\W*(?:\d{1,2}[.)]\s*)?)(?:(?:(?:my|the) )?"
    r"(?:builds?|buildings?|buy(?:ing)?|purchases?|shopping|spend(?:ing)?)"
    r" (?:with|for|from|using|of) (?:(?:my|the|all|these|those) )*\d{1,3}(?: (?:gold|coins?|points?))?\s*:\s*"
    r"|spend(?:ing)?\s*:\s*|b (?=\d))(?=\S)",
    re.IGNORECASE,
)
_STATED = re.compile(  # "Keep the griffin to the last, it was expensive"
    r", (?P<fact>(?:please,? )?(?:it|they|he|she|those|these) (?:was|were|is|are|has been|costs?|cost me)"
    r"(?: (?:so|too|very|rather|quite|really|much))* (?!to\b)[^,;:.!?#]{3,40})(?=[.!]|\s*$)",
    re.IGNORECASE,
)
_LOSES = re.compile(r"\b(?:keep|keeps|save|spare|lose|lost|loses|losses)\b", re.IGNORECASE)
_EXCEPTION = re.compile(
    r"^(?P<lead>\W*(?:\d{1,2}[.)]\d{0,2}[.)]?\s+)?)"
    r"(?:by way of exception|exceptionally|as an exception|(?:the|with one|one|only) exception(?: is)?)"
    r"\s*[,:]?\s+"
    rf"(?P<at>(?:at|in) {PLACE}\s*:)",
    re.IGNORECASE,
)
_MAY_BE = re.compile(
    r"\b(?:every(?:body|one|thing)|all|not|exception\w*|make|mean|say|scratch|meine|daraus|disons|dire)\b"
    r"|n['’]t\b|, | \(",
    re.IGNORECASE,
)
_MAY_TELL = re.compile(
    r"every|all|no[t ]|n['’]t|\(|(?:others?|rest)\b[^:]{3,80}:", re.IGNORECASE
)  # what each of the long patterns needs
PLAIN_MOVE = re.compile(  # "2 Militia B10 - B14" has no word of any such sentence, and no sign of one
    r"(?:\d{1,2} )?[a-z]+ [a-z]\d{1,2}(?: (?:-|to) [a-z]\d{1,2})+", re.ASCII | re.IGNORECASE
)

_MAY_BE_PLAINER = Guarded(
    r"\b(?:un)?(?:mention|name|list|order|spoken|talked|said|genannt|erwähnt|aufgeführt|nomm|cité)"
    r"|\b(?:joined|accompanied|followed) by\b|\b(?:lose|keep|sacrifice)\b|^\W*l\s*:"
    r"|\b(?:walls?|forts?|mauern?|murailles?) (?:first|zuerst|d['’]abord)\b"
    r"|\b(?:ships?|boats?|fleets?|navy|transports?|schiffe|bateaux|tower|city|town|castle|capital|space|hex|field"
    r"|place|square|forest|wood|hill|mountains?|port|harbour|coast|water|sea)\b|\["
    r"|\bloose\b|\bin (?:any|every|each|all|a|the) (?:fight|battle|combat)"
    r"|^\W*(?:(?:the|my|our|all) )*(?:militia|mili[zc]\w*) "
    r"|\b(?:so (?:he|she|it|they)|not|neither|nor|of them|casualties|before|never|wrong|only (?:if|when|once)"
    r"|though|rest|left|should)\b"
    r"|[–—]|\s-\s|n['’]t\b|\b(?:kill|losses|verluste|pertes)\b|^\W*(?:combat|fight|battle|kampf)"
    r"|\b(?:three|four|five|six|seven|eight|nine|ten|\d) [^\W\d_]{3,} (?:in|at|on|from) "
    r"|\b(?:which(?:ever)?|what(?:ever)?|everything|everyone|everybody|alike|or,? if|as possible after"
    r"|(?:the|my|our|other|remaining|last) (?:two|three|four|five|six|\d)|third|fourth|fifth|sixth|seventh)\b"
    r"|\bvia\b|\bby way of\b|\bthrough\b|\bjoins?\b|\bnights?\b|\bcomma\b|\bperiod\b|\bfull stop\b",
)
_HESITATION = re.compile(  # after a dash: another sentence
    r"\s+(?:-+|–|—|\.{2,}|…)\s*(?=(?:h+m+|no+|nope|wait|actually|oops|sorry|scrap|scratch|nein|halt|moment|quatsch"
    r"|non|euh|attends)\b)",
    re.IGNORECASE,
)
_KEPT_LAST = re.compile(  # "Losses: Militia, then Fort. Wizard last."
    r"(?P<first>\b(?:loose|los[est]\w*|casualt\w+|verlust\w*|pertes|walls?|forts?)\b[^.!?\n]{3,100}[.;]\s+)"
    r"(?P<kept>(?:(?:and|the|my|all|die|der|das|les|le)\s+)*(?P<kind>[^\W\d_]{3,})\s+"
    r"(?:(?:are|is|only|kept|to|be|als|nur|as|at|go|goes|come|comes|dies?|the|very|please|should|zu|ganz)\s+)*"
    r"(?:last|zuletzt|letztes|letzter|letzte))(?:\s+(?:of\s+all|one))?(?=[.!]|[^\S\n]*(?:\n|$))[.!]?",
    re.IGNORECASE,
)
_CASE = re.compile(r"\b(?:if|when(?:ever)?|should|in case|with|but|wenn|falls|si)\b", re.IGNORECASE)
_SENTENCE = re.compile(r"(?<=[.!?;])(?= +\S)")
_STOPS = re.compile(r"[.!?\n]")
_END = re.compile(r"[.;\s]+$")
_AND = re.compile(r"(?<=\w) ['’]?n['’]? (?=\d|an? |the |my )", re.IGNORECASE)  # "4 Knights n 3 Militia"
_RUNS_ON = re.compile(  # "3 militia h14 go to hawkhurst the militia thats there stays"
    r"(?<![,;:.!?&+>-])(?<!\band)(?<!\bbut)(?<!\bwith)(?<!\bwhile)(?<!\bthen)(?<!\bso) "
    r"(?=(?:the|my) (?:(?:\d|one|two|three|four|five|other) )?[^\W\d_]+ "
    r"(?:(?:that|who|which)(?:['’]?s| is| are)? )?(?:already )?there "
    r"(?:(?:just|all|both|also) )*(?:stays?|holds?|remains?|waits?)\b)",
    re.IGNORECASE,
)
_NUMBER = (
    r"\d{1,2}|an?|one|two|three|four|five|six|seven|eight|nine|ten|zwei|drei|vier|fünf|deux|trois|quatre"
)
_AT = rf"(?: (?:in|at|on|from|aus|von|à|de) {PLACE}?)"
_MAY_CORRECT = re.compile(
    r"\b(?:make|mean(?:t)?|say|scratch|meine|sagen|daraus|dire|disons)\b", re.IGNORECASE
)
_MAKE_THAT = re.compile(  # "five Knights in A7... no, make that 6 Knights in A7"
    rf"\b(?P<number>{_NUMBER}) (?P<unit>[^\W\d_]{{2,}}(?: riders?| ships?)?)"
    rf"(?P<place>{_AT}?)(?P<goal>(?: (?:to|into|nach|vers) {PLACE}?)?)"
    r"(?:\s*(?:[,;.!(]|…|\s[–-]+\s)[\s,.!…(–-]*|\s+(?=no\b|sorry\b|oops\b))"
    r"(?:(?:no|nope|oh|wait|sorry|hm+|actually|well|oops|argh|nein|halt|moment|non|pardon)\b[\s,.!…–-]*)*"
    r"(?:make (?:that|it)|i mean(?:t)?(?: to say)?|let['’]?s (?:make it|say)|scratch that[,:]?|ich meine"
    r"|sagen wir|mach(?:en wir)? daraus|je veux dire|disons)\s+"
    rf"(?P<number2>{_NUMBER})(?: (?P<unit2>[^\W\d_]{{2,}}(?: riders?| ships?)?))??"
    rf"(?P<place2>{_AT}?)(?P<goal2>(?: (?:to|into|nach|vers) {PLACE}?)?)\)?"
    r"(?=\s*(?:[.,;!]|$)| and\b| und\b| et\b)",
    re.IGNORECASE,
)
_IS_OPEN = re.compile(r"\b(?:in|at|to|of|the|from|make that|nach|auf|en|à)\s*$", re.IGNORECASE)
_NUMBER_OF_ITEM = re.compile(r"\s*(?:\(?\d{1,2}[.)]|[a-z]\)|[-*•])\s+", re.IGNORECASE)
LONGEST_MESSAGE = 3000  # characters, that are searched as one text
_MAY_BE_LAST = Guarded(r"\b(?:last|zuletzt|letzte[rs]?)\b")
MOST_ABOVE = 40  # lines above in which an order is looked for
_SAYS_MORE = re.compile(
    r"\b(?:to|into|attack(?= \w)|stays?|holds?|remains?|waits?|after all)\b", re.IGNORECASE
)


def with_plain_sentences(context: ReadingContext, lines: Sequence[str]) -> list[str]:
    """Return the lines with such sentences in plain words."""
    found, left = [_plain_line(line) for line in _with_kept_last(context, _with_those_there(lines))], MOST
    for at, line in enumerate(found):
        is_open = _MAY_BE.search(line) or said_once.MAY_BE.search(line)
        if left and "#" not in line and len(line) <= LONGEST and is_open:
            left -= 1
            _rewrite(context, found, at)
    return found


def _with_those_there(lines: Sequence[str]) -> Sequence[str]:
    """Return the lines with ", and the Griffins there stay" for ", where the Griffins stay"."""
    if not any("where" in line for line in lines):
        return lines
    text = _WHERE_THEY_STAY.sub(r",\g<gap>and\g<units> there\g<does>", "\n".join(lines))
    return text.split("\n")


def _with_kept_last(context: ReadingContext, lines: Sequence[str]) -> Sequence[str]:
    """Return the lines with "Keep Wizard" for "Wizard last" after a sentence about losses."""

    def kept(found: re.Match[str]) -> str:
        broken = "\n" * found["kept"].count("\n")
        before = _STOPS.split(found.string[max(0, found.start() - LONGEST) : found.start()])[-1]
        sentence = f"{before}{found['first']}"
        is_everywhere = not (named_spaces(context, sentence) or _CASE.search(sentence))
        if not named_units(context, found["kind"]) or not is_everywhere:
            return found[0]
        if ";" in found["first"][-3:] and _are_all(context, f"{found['first']} {found['kind']}"):
            broken += "\n" * found["first"].count("\n")
            return f"{_END.sub('', found['first'])}, then {found['kind']}.{broken}"
        return f"{found['first']}Keep {found['kind']}.{broken}"

    if not any(map(_MAY_BE_LAST.search, lines)):
        return lines
    text = "\n".join(lines)
    return _KEPT_LAST.sub(kept, text).split("\n") if len(text) <= LONGEST_MESSAGE else lines


def _are_all(context: ReadingContext, losses: str) -> bool:
    """Return whether *losses* names every kind of units that the player has, so that it is one list."""
    standing = {row.kind for row in context.position.units if row.player == context.player}
    return bool(standing) and standing <= {*named_units(context, losses)}


@remembered
def _plain_line(line: str) -> str:
    """Return *line* in the words of the table: "all others stay" for "everybody I have not named stays".

    A second thought after a dash is a sentence of its own: "Griffin F11 to F16 - hmm, no, to F6".
    """
    if PLAIN_MOVE.fullmatch(line):
        return line
    if "#" not in line:
        line = _HESITATION.sub(". ", _SPENDING.sub(r"\g<lead>Build: ", line))
    if "#" not in line and len(line) <= LONGEST:
        line = _NEITHER.sub(r"\g<one> and \g<other> stay", line) if " nor " in line else line
        line = _WANTED.sub(r"\g<who> \g<does>", line) if " but " in line else line
        line = _AND.sub(" and ", _RUNS_ON.sub(", ", line) if "there" in line else line)
    if len(line) > LONGEST:
        sentences = _SENTENCE.split(line)
        return "".join(map(_plain_line, sentences)) if max(map(len, sentences)) <= LONGEST else line
    if not _MAY_BE_PLAINER.search(line):
        return line
    number = _NUMBER_OF_ITEM.match(line)
    begin = number.end() if number else 0
    text = line[begin:]
    for wording in rewordings_of("adjudicator.domination", "<space>", PLACE, "plain_lines"):
        text = wording.pattern.sub(wording.to, text)
    return f"{line[:begin]}{text}"


def _corrected(context: ReadingContext, found: re.Match[str]) -> str:
    """Return "6 Knights in A7" for "five Knights in A7, no, make that 6", if both name units."""
    units = [unit for unit in (found["unit"], found["unit2"]) if unit]
    if not all(named_units(context, f"1 {unit}") for unit in units):
        return found[0]
    place, goal = (found[f"{part}2"] or found[part] or "" for part in ("place", "goal"))
    return f"{found['number2']} {units[-1]}{place}{goal}"


def _rewrite(context: ReadingContext, lines: list[str], at: int) -> None:
    """Rewrite the first such sentence that begins on line *at*."""
    if _MAY_CORRECT.search(lines[at]):
        _join_open(lines, at)
        lines[at] = _MAKE_THAT.sub(lambda one: _corrected(context, one), lines[at])
    lines[at] = _EXCEPTION.sub(r"\g<lead>\g<at>", lines[at])
    if _LOSES.search(lines[at]):
        lines[at] = _STATED.sub(r". \g<fact>", lines[at])
    first = lines[at]
    for end in range(at + 1, min(at + MOST_LINES, len(lines)) + 1):
        text = " ".join(" ".join(lines[at:end]).split())
        if not lines[end - 1].strip() or len(text) > LONGEST:
            return
        may_tell = _MAY_BE.search(first) and _MAY_TELL.search(text)
        for pattern, write in (*(_SENTENCES if may_tell else ()), *said_once.SENTENCES):
            match = pattern.search(text)
            if match and _begins_on(lines[at], match) and (plain := write(context, match, lines[:at])):
                lines[at] = f"{text[: match.start()]}{plain}{text[match.end() :]}"
                lines[at + 1 : end] = [""] * (end - at - 1)
                return


def _join_open(lines: list[str], at: int) -> None:
    """Append the next line to "a Griffin ... make that two Griffins in", which a mail program broke."""
    below = lines[at + 1] if at + 1 < len(lines) else ""
    is_whole = "#" in below or not below.strip() or len(lines[at] + below) > LONGEST
    if not is_whole and _IS_OPEN.search(lines[at]):
        lines[at], lines[at + 1] = f"{lines[at].rstrip()} {below.strip()}", ""


def _begins_on(line: str, match: re.Match[str]) -> bool:
    return match.start() < len(" ".join(line.split()))


def _all_stay(context: ReadingContext, match: re.Match[str], _above: Sequence[str]) -> str:
    """Return "the Militia and the Griffin in B12 stay"; "" if it is not plain who is meant."""
    has_units = bool(named_units(context, match["list"])) and not named_spaces(context, match["list"])
    is_plain = has_units and len(named_spaces(context, match["place"])) == 1
    return f"{match['list']} in {match['place']} {match['does']}" if is_plain else ""


def _listed_stay(context: ReadingContext, match: re.Match[str], _above: Sequence[str]) -> str:
    """Return "in Coldwell everybody stays: 4 Milizen, Ritter"; "" if it is not plain who is meant."""
    spaces = named_spaces(context, match["who"])
    is_plain = len(spaces) == 1 and named_units(context, match["list"])
    return f"in {spaces[0]} everybody stays: {match['list']}" if is_plain else ""


def _others_stay(context: ReadingContext, match: re.Match[str], _above: Sequence[str]) -> str:
    """Return "Knight in Harrowby, Militia in Hawkhurst stay"; "" unless units and their spaces are listed."""
    is_list = named_units(context, match["list"]) and named_spaces(context, match["list"])
    return f"{match['list'].strip()} stay" if is_list else ""


def _stay(context: ReadingContext, match: re.Match[str], above: Sequence[str]) -> str:
    """Return "the Knight in C11 stays"; "" if it is not plain who is meant.

    With an order above for the same space it says "after all": that order does not count.
    """
    does = f"goes to {match['goal']}" if match["goal"] else "stays"
    spaces = named_spaces(context, match["who"])
    says_more = _SAYS_MORE.search(match[0][len(match["who"]) :])
    if len(spaces) != 1 or not named_units(context, match["who"]) or not says_more:
        return ""
    is_second = any({*spaces} & {*named_spaces(context, line)} for line in above[-MOST_ABOVE:])
    return f"{match['who']} {does}{' after all' if is_second else ''}"


_SENTENCES: tuple[tuple[re.Pattern[str], Writer], ...] = (
    (_EVERYBODY, _all_stay),
    (_LISTED_STAY, _listed_stay),
    (_OTHERS_STAY, _others_stay),
    (_DENIED, _stay),
)
