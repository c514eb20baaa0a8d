"""Put what players write around or after an order into plainer words, line by line.

"reinforce Metz x2" is "reinforce Metz, reinforce Metz", "Nancy - attacks" is "Nancy attacks", and a reason
such as "so the capital is not empty" is a comment.
"""

import re
from functools import cache

from adjudicator.empires.ground import ZONE_NAMES
from adjudicator.empires.language.sentences.air_missions import with_air_missions
from adjudicator.empires.language.sentences.lead_ins import without_lead_ins
from adjudicator.empires.language.sentences.lexicon import heard, is_a_zone, letters_of, word_tables

_ONES = "twice|two times|zweimal|deux fois"
_MANY = {"two": "2", "both": "2", "zwei": "2", "beide": "2", "three": "3", "drei": "3"}
_COUNT_BEHIND = re.compile(
    r"(?<!\d )(?<!two )(?<!both )(?<!three )(?<!x )\b"
    r"(?:(?P<verb>(?:reinf\w*|strengthen|verst[äa]e?rken?|renforcez?)(?: in)?) "
    r"(?P<zone>[^\W\d_][^,;:&()\d]{2,30}?)"
    r"|(?P<what>(?:full|red(?:uced)?) [^\W\d_][^,;:&()\d]{2,40}?)) ?"
    rf"(?:\(?[x×] ?(?P<n>[2-4])\)?|\((?P<m>(?(what)[3-4]|[2-4])|{'|'.join(_MANY)})\)|(?P<twice>{_ONES}))"
    r"(?=\s*(?:$|[,;.&+]|and\b|und\b|et\b))",
    re.IGNORECASE,
)
_DASH = re.compile(r"\s+[-–]+>?\s+(?=attacks?\b(?!\s+\d))", re.IGNORECASE)
_HELPING = re.compile(
    r"(?P<with>\bwith (?:the |my |its )?[^,;:.()]{3,40}?) (?:helping(?: out| it)?|assisting(?: it)?"
    r"|backing it up|lending a hand)(?=\s*(?:$|[,;.]))",
    re.IGNORECASE,
)
_WITH = re.compile(r"(?<=[\s,])w\. ?(?=[A-Z])")
_NO_ATTACK = re.compile(  # of an army that moves: "Cologne - Brussels (no attack)"
    r"^(?P<order>(?!.*\b(?:att?a?c?k?s?|atk|assault\w*|x)\b.*[,;(–-]).*?[^\s(,;–-])[\s,;–-]+"
    r"(?P<note>\(?(?:no attack|not? attacking|without (?:an |any )?attack(?:ing)?"
    r"|(?:(?:just|only|a|plain|simple|normal|ordinary) )+(?:move|march)|move only"
    r"|(?:kein|ohne) angriff|sans attaque(?:r)?)\)?(?:,? in any (?:case|event))?)\W*$",
    re.IGNORECASE,
)
_REASON = re.compile(  # a reason that names no army: "so the capital is not empty"
    r"(?P<order>^.*\S),? (?P<reason>so (?:that )?(?:the|my|our|his|their) "
    r"(?!army|armies|attack|others?|rest|one\b|full|reduced)[a-zäöüß]+ "
    r"(?:is|are|does|do|will|can|has|have)(?:n['’]t| not| never| no longer)\b[^,;:.!?#]*)[.!]?$"
)
_FOR_TRENCH = re.compile(  # what an order is good for: "so that the trench there becomes level 2"
    r"^(?P<order>.*?[^\s,]),? (?P<reason>so (?:that )?(?:the|its|that|my|our|his) trench(?:es)?\b[^,;:!?#]*"
    r"|(?:up )?to level (?:[1-4]|one|two|three|four)(?:,? please)?\W*)$",
    re.IGNORECASE,
)
_ASIDE = re.compile(  # "that uses up both steps if I count right", "there's only half a Russian left"
    r"^(?P<order>.*[^\s,(–-])(?:\s*[,;–-]+\s*|\s+(?=\())(?P<note>\(?(?:and |but )?"
    r"(?:(?:that|which|this|it|all that) (?:uses?|makes?|is|takes?|comes to|costs?|should be)"
    r"(?: (?:up|all|both|exactly|together|of|my|the|our|then))*(?: (?:[1-6]|one|two|three|four|five|six))?"
    r"(?: of)?(?: my| the| our)? (?:steps?|actions?)\b"
    r"(?: (?:if|as|when) i (?:count|counted|can count|add|see)\b)?"
    r"|(?:as |since |because |for )?there(?:['’]s| is| are) (?:only|just|but|nothing but)\b"
    r"|(?:as|since|because) (?:only|just)\b(?=.*\b(?:is|are|was|were|has|have)\b))"
    r"(?![^#]*\b(?:attacks?|moves?|go(?:es)?|supports?|helps?|march(?:es)?|stays?|holds?|if|unless)\b)"
    r"[^,;:.!?#]*[.!)]*)$",
    re.IGNORECASE,
)
_BRACKET = re.compile(  # "Cologne to Brussels (nobody there)", "Sarajevo goes for Belgrade (yes, attack)"
    r"\s*(?P<note>\((?:because |since |as |for )?(?:nobody|no one|no-one|noone|(?:it|that)(?:['’]s| is)"
    r"|empty|vacant|undefended|yes|yep|finally|at last|sorry|hooray|niemand|leer|ja|endlich|personne|vide|oui"
    r"|enfin)\b[^()#]*\))"
)
_FACT = re.compile(  # the same without brackets: "danzig goes to berlin its empty"
    r"^(?P<order>.{0,200}?[^\s,(–-])[\s,;–-]+(?P<note>(?:because |since |as |cos |cause |bc |for )?"
    r"(?:(?:it|that|he|she|nobody|noone|no one|no-one|there)(?:['’]?s| is)|they(?:['’]?re| are)"
    r"|nobody|noone|no one|no-one|nothing)"
    r"(?: (?:all|quite|now|still|totally|only|just|completely))*"
    r" (?:empty|free|vacant|undefended|unguarded|unoccupied|wide open|there|home|at home|in it|left|nobody"
    r"|no one|noone)"
    r"(?: (?:there|now|anyway|home|in it|left|lol|haha|hehe|isn['’]?t it|innit|right))*)\W*$",
    re.IGNORECASE,
)
_PURPOSE = re.compile(  # of a march: "Nantes to Orleans in order to protect Paris"
    r"^(?P<order>.{0,200}?[^\s,])[\s,]+(?P<note>(?:in order |so as )?to (?:protect|guard|cover|defend|watch"
    r"|screen"
    r"|shield|secure|be (?:ready|near|close|there)|threaten|prepare|garrison|fill the gap|close the gap)\b"
    r"(?![^#]*\b(?:attacks?|supports?|helps?|with|if|unless|then)\b)[^,;:.!?#]*)[.!]?$",
    re.IGNORECASE,
)
LONGEST_FACT = 60  # characters at the end of a line
_MAY_BE_FACT = re.compile(
    r"\b(?:it|its|it['’]s|that|thats|that['’]s|he|she|they|theyre|they['’]re|there|nobody|noone|no one|no-one"
    r"|nothing)\b",
    re.IGNORECASE,
)
_MAY_BE_PURPOSE = re.compile(
    r" to (?:protect|guard|cover|defend|watch|screen|shield|secure|be|threaten|prepare|garrison|fill"
    r"|close)\b",
    re.IGNORECASE,
)
_SUBORDINATE = re.compile(r"\b(?:that|before|after|because|since|while|dass|weil|que|avant)\b", re.IGNORECASE)
_ATTACKS = re.compile(
    r"\b(?:attack|assault|angr[ie]|greif|attaqu|hits?|strikes?|goes for|go for)\w*", re.IGNORECASE
)
_DEPENDS = re.compile(r"\b(?:if|unless|only|when|not|n['’]t|or|wenn|falls|nicht|si|pas)\b|\?", re.IGNORECASE)
_CONCLUSION = re.compile(  # "The French in Brussels are alone, so Cologne attacks Brussels"
    r"^(?P<facts>(?=[^.;:!?#]*\b(?:is|are|was|were|has|have|had|looks?|seems?)\b)[^.;:!?#]{10,120}), so "
    r"(?P<order>(?:the |my |our )?(?:army in )?[A-ZÀ-Ý][^.;:!?#]*[.!]?)$"
)
_OF_ACTIONS = frozenset("mkgtsahrqepM")  # letters of words that say what is done
_WITH_BEHIND = re.compile(r"\b(?P<what>activate|activation|recruit),? with (?=[A-ZÀ-Ý])", re.IGNORECASE)
_NO_SUPPORT = re.compile(  # "Lutsk fights on (attacks in Lutsk, no support)"
    r"^(?P<order>[^()#]{0,200}?[^\s,(])(?:\s*,\s*|\s+(?=\()|\s+(?=without\b))"
    r"(?P<note>\(?(?:(?:it )?attacks? (?:in|at) (?P<zone>[^\W\d_][\w'-]+),? )?(?:with )?"
    r"(?:no|without(?: any)?|nobody|no one) (?:support(?:s|ers?)?|helps?)(?: (?:it|him))?\)?)\W*$",
    re.IGNORECASE,
)
_PAUSE = re.compile(  # "Then PAUSE, I order the rest when I have seen what happens"
    r"^(?P<order>\W*(?:(?:then|and|now|please|so|after that)[, ]+)*pause(?: here| there| now| please)?)"
    r"(?:\s*[,;:.(–-]+\s*|\s+)(?P<note>(?:i|we|so|because|as|since|before|until|to (?:see|look|wait)"
    r"|and (?:then )?(?:i|we))\b.*)$",
    re.IGNORECASE,
)
_NAME = r"[^\W\d_][\w'-]{2,20}(?:[ -][^\W\d_][\w'-]{2,20})??"
_SAME_ZONE = re.compile(  # "Wilna (= Vilna)", "Cracovie (Krakow)"
    rf"(?<![\w'-])(?P<one>{_NAME}) ?\((?:(?:=|i\.? ?e\.?|aka|a\.k\.a\.|alias|also|or|that is|meaning|soit)"
    rf"[:,]? )?(?P<other>{_NAME})\)",
    re.IGNORECASE,
)
_LABEL = re.compile(  # "First the good old recruiting office: reinforce Vienna"
    r"(?:^|(?<=[.!?] ))(?P<label>(?:(?!\b(?:no|not|without|cancel|drop|if|lieber|besser"
    r"|stattdessen|plutôt)\b)[^:;.!?#\d]){0,40}?"
    r"\b(?P<what>recruit|recrut|rekrut|activat|aktivier"
    r"|raise(?=[sd]? (?:new )?(?:troops|armies|men|forces)\b))\w*\b"
    r"(?:[^:;,.!?#\d]|\d(?= (?:steps?|schritte?|étapes?|pas)\b)){0,30}):(?:\s+(?=\w)|\s*$)",
    re.IGNORECASE,
)
_DOUBTS = re.compile(  # "Failing that, an activation:", "Possibly an activation:"
    r"\b(?:otherwise|else|failing|alternatively|(?:in|for|under) (?:that|this|the other|which) case"
    r"|plan [b-z]|(?:option|variant) (?:[b-z]|[2-9])|maybe|perhaps|possibly|probably|might|whether|when"
    r"|should|if|unless|provided|assuming|either|except|wenn|falls|si|sonst|ansonsten|andernfalls|vielleicht|eventuell|sinon|autrement|peut-être)\b",
    re.IGNORECASE,
)
_FRESH = re.compile(r"\bfresh\b", re.IGNORECASE)  # full, of an army
_FROM_NOW_ON = re.compile(
    r"^(?:(?:and|also|then|please)[, ]+)*(?:from (?:now|this turn|here) on|until further notice"
    r"|for the future"
    r"|as (?:a )?standing orders?|ab sofort|ab jetzt|dorénavant|désormais"
    r"|for when (?:he|she|it|they|the [^\W\d_]+) (?:comes?|attacks?)(?: us| me| again| at last)?)\s*[:,]\s*"
    r"(?=.*\b(?:loss|trench|cancel air|retreat))",
    re.IGNORECASE,
)
_TURN = r"(?:my|our) (?:turn|move|go|sheet|mail)"
_MY_TURN = (
    r"(?:(?:it is|it['’]s|it comes to) (?:my|our) (?:turn|move|go)(?: comes| to (?:move|act))?"
    rf"|{_TURN}(?: comes(?: round| around| up)?| is due| begins| starts| arrives)"
    r"|(?:i am|i['’]m|we are|we['’]re) (?:on|up|next|to move|to act)"
    r"|(?:i|we) (?:move|act|come to act|get to act)"
    r"|(?:this|my sheet|my mail) is (?:read|carried out)|(?:it|that) comes to me)"
)
_BY_THEN = re.compile(  # a condition is decided when the turn comes, whatever is said about that
    r"(?P<if>\bif\b[^:;.!?]*?)"
    r",? (?:by then|at (?:that|the) (?:time|moment)"
    rf"|(?:when|once|as soon as|by the (?:time|moment)|at the (?:time|moment)(?: when)?) {_MY_TURN}"
    rf"|(?:by|at|on|in) (?:the (?:time|moment|start|beginning) of )?{_TURN})"
    r"(?=\s*(?:[,:]|(?:i|we) \w|[.!]?\s*$))",
    re.IGNORECASE,
)
LONGEST_LABEL = 80  # characters
_HEADS = {
    "raise": "r",
    "recruit": "r",
    "recrut": "r",
    "rekrut": "r",
    "activat": "a",
    "aktivier": "a",
}  # in `lexicon`
_MANY_STEPS = r"(?:[1-6]|one|two|three|four|five|six) steps?"
_STEPS_OF = re.compile(  # "RECRUIT (four steps)", "Recruitment, I have four steps:": what it costs in sum
    r"(?P<head>\b(?:recruit\w*|recr?)\b)\s*"
    rf"(?:\((?:all |uses |for )*{_MANY_STEPS}\)|,? (?:i|we) have {_MANY_STEPS}(?=\s*:))",
    re.IGNORECASE,
)
_THERE = re.compile(  # "a full army in Cologne, and reinforce the weak one that stands there"
    r"(?P<before>\b(?:in|at) (?P<zone>[^\W\d_][\w'-]+(?: [^\W\d_][\w'-]+)??)"
    r"(?:\s*[,;]|\s+and\b)\s*(?:and |also |then )*"
    r"(?:reinforce|strengthen|bring up) (?:the |my )?(?:weak|reduced|half)(?: one| army)?)"
    r" (?:(?:that|which) (?:stands|is|sits) )?there\b",
    re.IGNORECASE,
)
_BEFORE_THEM = re.compile(  # "Lille up to Brussels before the Germans get there"
    r"^(?P<order>.{0,200}?[^\s,]),? (?P<note>before (?:the )?"
    r"(?:he|she|it|they|enemy|someone|somebody|anyone|anybody|[A-Z][a-z]+)(?: else)? "
    r"(?:can |could |do(?:es)? )?(?:gets?|arrives?|comes?|takes?|reach(?:es)?)\b"
    r"[^,;:.!?#]{0,20})[.!]?$"
)
_USES = re.compile(
    r"^(?:(?:then|and|finally|next|also)[, ]+)*(?:we|i)(?:['’]ll| will| shall)? (?:also )?"
    r"(?:use|launch|play|start|begin|order|take|declare) (?:the|our|my|an?) (?=offensive\b)",
    re.IGNORECASE,
)
_KIND_BEHIND = re.compile(  # "reinforce Verdun (the reduced French one)"
    r"\b(?P<verb>reinforce|strengthen|verstärke|renforce[rz]?)(?: in)? "
    r"(?P<zone>[^\W\d_][\w'-]+(?: [^\W\d_][\w'-]+)?)"
    r"\s*\((?:the )?(?:(?:reduced|weak|half) )?(?P<kind>[^\W\d_]+)(?: (?:reduced|weak))? (?:one|army)\)",
    re.IGNORECASE,
)
_ALREADY_THERE = re.compile(  # "Posen attacks Warsaw, supported by the two armies that are already there"
    r"(?P<before>^[^;:.!?#]*\b(?:support\w*|with|help\w*|unterstützt\w*|soutien)\b[^;:.!?#,]*?)"
    r"(?P<armies>\b(?:the |both |my |our )*(?:(?:one|two|three|[1-3]|other) )?(?:arm(?:y|ies)|ones?))"
    r" (?:(?:that|which|who) (?:is|are|stands?) )?already (?:there|in it)\b(?! with\b)",
    re.IGNORECASE,
)
_ZONE = r"[^\W\d_][\w'-]+(?: [^\W\d_][\w'-]+)??"
_TAKES_BACK = re.compile(
    r"\b(?:(?:take|takes|taking|get|fetch) back (?:(?:the|my|our|german|ceded|lent|reduced|full) )*"
    r"|(?:take|bring|get|fetch) (?:the |my |our )?ceded (?:german )?)army (?:from|in|at|of) "
    rf"(?P<zone>{_ZONE}) (?:back (?:home )?)?(?:to|into) (?P<goal>{_ZONE})(?!\w)",
    re.IGNORECASE,
)
_BOTH = re.compile(
    rf"\bboth (?P<in>(?:in|from) )?(?P<one>{_ZONE}) and (?P<other>{_ZONE})(?!\w)", re.IGNORECASE
)
_ITEMS = re.compile(r"[,;.]\s|\b(?:and|und|et)\b")
_VERBS = {"r": "recruit", "a": "activate"}
_OF_ORDERS = frozenset("ZXHMpehdkq")
_AROUND = frozenset("nft#&AD")  # of words that may be around them


def _taken_back(found: re.Match[str]) -> str:
    """Return "Army Lemberg => Breslau" for "take back the ceded army in Lemberg to Breslau". 14.3"""
    zones = found["zone"], found["goal"]
    return f"Army {zones[0]} => {zones[1]}" if all(map(is_a_zone, zones)) else found[0]


def with_plain_words(text: str) -> str:
    """Return a line with the plainer words."""
    text = _TAKES_BACK.sub(_taken_back, text)
    text = _KIND_BEHIND.sub(_with_kind, _USES.sub("", without_lead_ins(with_air_missions(text))))
    text = _CONCLUSION.sub(_concluded, _SAME_ZONE.sub(_named_once, text) if "(" in text else text)
    text = _step_left().sub("", _WITH_BEHIND.sub(r"\g<what>: ", text))
    text = _without_label(_STEPS_OF.sub(r"\g<head>", text))
    text = _FROM_NOW_ON.sub("", _HELPING.sub(r"\g<with>", _DASH.sub(" ", _WITH.sub("with ", text))))
    if "#" not in text:
        text = _without_bracket(text)
        text = _FACT.sub(_beside_a_fact, text) if _MAY_BE_FACT.search(text[-LONGEST_FACT:]) else text
        text = _NO_SUPPORT.sub(_alone, _PAUSE.sub(_paused, text))
        text = _NO_ATTACK.sub(r"\g<order> # \g<note>", text)
        text = _ASIDE.sub(r"\g<order> # \g<note>", text)
        text = _PURPOSE.sub(_beside_a_fact, text) if _MAY_BE_PURPOSE.search(text) else text
        text = _BEFORE_THEM.sub(_beside_a_fact, text)
        text = _FOR_TRENCH.sub(r"\g<order> # \g<reason>", text)
        text = _REASON.sub(r"\g<order> # \g<reason>", text)
    text = _THERE.sub(
        lambda one: f"{one['before']} in {one['zone']}" if is_a_zone(one["zone"]) else one[0], text
    )
    return _COUNT_BEHIND.sub(_counted, _BOTH.sub(_one_of_each, _ALREADY_THERE.sub(_standing_there, text)))


def _one_of_each(found: re.Match[str]) -> str:
    """Return "Temesvar and Agram" for "both Temesvar and Agram": one army of each, not two of the first."""
    one, other = found["one"], found["other"]
    are_two = is_a_zone(one) and is_a_zone(other) and one.casefold() != other.casefold()
    return f"{found['in'] or ''}{one} and {other}" if are_two else found[0]


def _with_kind(found: re.Match[str]) -> str:
    """Return "reinforce French in Verdun" for "reinforce Verdun (the reduced French one)"."""
    is_kind = letters_of(found["kind"]) in ("N", "S", "F") and is_a_zone(found["zone"])
    return f"{found['verb']} {found['kind']} in {found['zone']}" if is_kind else found[0]


def _standing_there(found: re.Match[str]) -> str:
    """Return "the two armies in Warsaw" for "the two armies that are already there", if it goes to Warsaw."""
    zones = [word.said for word in heard(found["before"]) if word.letter == "Z"]
    return f"{found['before']}{found['armies']} in {zones[-1]}" if zones else found[0]


@cache
def _step_left() -> re.Pattern[str]:
    """Return the pattern of "with the step that is left over" before "reinforce Lyon" or "a reduced one"."""
    table = word_tables()["recruiting"]
    steps, armies = "|".join(table["last_step"]), "|".join(table["behind_the_step"])
    return re.compile(rf"(?<!\w)(?:{steps})\s*[,:]? ?(?=(?:{armies})\b)", re.IGNORECASE)


def _without_label(text: str) -> str:
    """Return a line with the heading of an action in plain words, if only other words are around it."""
    found = _LABEL.search(text)
    if not found or letters_of(found["label"]) or len(found["label"]) > LONGEST_LABEL:
        return text
    letters = {word.letter for word in heard(_FRESH.sub("", found["label"]))}
    if letters & _OF_ORDERS or not letters <= _AROUND | set(_HEADS[found["what"].casefold()]):
        return text
    if is_conditional(found["label"]):
        return text  # what is below depends on it
    verb = _VERBS[_HEADS[found["what"].casefold()]]
    return f"{text[: found.start()]}{verb}: {text[found.end() :]}"


def _alone(found: re.Match[str]) -> str:
    """Return an attack with "no support" as a comment, unless that is about another zone."""
    words = heard(found["order"])
    zones = [ZONE_NAMES.meant(word.said) for word in words if word.letter == "Z"]
    is_of_it = not found["zone"] or ZONE_NAMES.meant(found["zone"]) in zones
    is_attack = any(word.letter == "k" for word in words)
    return f"{found['order']} # {found['note']}" if zones and is_attack and is_of_it else found[0]


def _paused(found: re.Match[str]) -> str:
    """Return PAUSE alone; what follows it says why, if it names nothing of the board."""
    letters = {word.letter for word in heard(found["note"])}
    return found[0] if letters & set("ZXH") else f"{found['order']} # {found['note']}"


def _named_once(found: re.Match[str]) -> str:
    """Return "Wilna" for "Wilna (= Vilna)", two names of one zone."""
    other = ZONE_NAMES.meant(found["other"])
    names = (found["one"], found["one"].split()[-1])  # "nach Wilna", "Wilna"
    is_same = len(other) == 1 and any(ZONE_NAMES.meant(one) == other for one in names)
    return found["one"] if is_same else found[0]


def is_conditional(heading: str) -> bool:
    """Return whether what is below a heading depends on something: "Failing that, an activation:"."""
    return _DOUBTS.search(heading) is not None


def _concluded(found: re.Match[str]) -> str:
    """Return "Cologne attacks Brussels" for "The French there are alone, so Cologne attacks Brussels"."""
    facts = found["facts"]
    letters = {word.letter for word in heard(facts)}
    told = {word.letter for word in heard(found["order"])}
    is_fact = (
        not (letters & _OF_ACTIONS or _DEPENDS.search(facts)) and "Z" in told and bool(told & _OF_ACTIONS)
    )
    return f"{found['order'].rstrip('.! ')} # {facts}" if is_fact else found[0]


def _without_bracket(text: str) -> str:
    """Return a line with a bracket that states a fact after it, as a comment.

    "(yes, attack)" says more than a fact, unless the order before it is an attack anyway.
    """
    found = _BRACKET.search(text)
    if not found or _DEPENDS.search(found["note"]):
        return text
    before = text[: found.start()]
    if not {word.letter for word in heard(before)} & set("ZXH"):
        return text
    if _ATTACKS.search(found["note"]) and not _ATTACKS.search(_ITEMS.split(before)[-1]):
        return text
    return f"{before}{text[found.end() :]} # {found['note']}"


def _beside_a_fact(found: re.Match[str]) -> str:
    """Return "danzig goes to berlin" for "danzig goes to berlin its empty", with the fact as a comment."""
    letters = {word.letter for word in heard(found["order"])}
    is_order = "Z" in letters and letters & _OF_ACTIONS and not _DEPENDS.search(found["order"])
    is_order = is_order and not _SUBORDINATE.search(found["order"])
    return f"{found['order']} # {found['note']}" if is_order else found[0]


def without_then(text: str) -> str:
    """Return a condition without "by then" and the like."""
    return _BY_THEN.sub(r"\g<if>", text)


def _counted(found: re.Match[str]) -> str:
    said = found["n"] or found["m"] or "2"
    number = _MANY.get(said.casefold(), said)
    if found["verb"]:
        return ", ".join([f"{found['verb']} {found['zone']}"] * int(number))
    return f"{number} {found['what']}"
