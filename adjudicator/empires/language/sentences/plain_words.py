"""Put what players write around or behind an order into plainer words, line by line.

"reinforce Metz x2" is "reinforce Metz, reinforce Metz", "Nancy - attacks" is "Nancy attacks", and a reason
such as "so the capital is not empty" is a comment.
"""

import re

_ONES = "twice|two times|zweimal|deux fois"
_MANY = {"two": "2", "both": "2", "zwei": "2", "beide": "2", "three": "3", "drei": "3"}
_COUNT_BEHIND = re.compile(
    r"(?<!\d )(?<!two )(?<!both )(?<!three )(?<!x )\b"
    r"(?:(?P<verb>(?:reinf\w*|strengthen|verst[äa]e?rken?|renforcez?)(?: in)?) "
    r"(?P<zone>[^\W\d_][^,;:&()\d]{2,30}?)"
    r"|(?P<what>(?:full|red(?:uced)?) [^\W\d_][^,;:&()\d]{2,40}?)) ?"
    rf"(?:\(?[x×] ?(?P<n>[2-4])\)?|\((?P<m>[2-4]|{'|'.join(_MANY)})\)|(?P<twice>{_ONES}))"
    r"(?=\s*(?:$|[,;.&+]|and\b|und\b|et\b))",
    re.IGNORECASE,
)
_DASH = re.compile(r"\s+[-–]+>?\s+(?=attacks?\b(?!\s+\d))", re.IGNORECASE)
_HELPING = re.compile(
    r"(?P<with>\bwith (?:the |my |its )?[^,;:.()]{3,40}?) (?:helping(?: out| it)?|assisting(?: it)?"
    r"|backing it up|lending a hand)(?=\s*(?:$|[,;.]))",
    re.IGNORECASE,
)
_REASON = re.compile(  # of nobody's army: "so the capital is not empty"
    r"(?P<order>^.*\S),? (?P<reason>so (?:that )?(?:the|my|our|his|their) "
    r"(?!army|armies|attack|others?|rest|one\b|full|reduced)[a-zäöüß]+ "
    r"(?:is|are|does|do|will|can|has|have)(?:n['’]t| not| never| no longer)\b[^,;:.!?#]*)[.!]?$"
)
_FROM_NOW_ON = re.compile(
    r"^(?:(?:and|also|then|please)[, ]+)*(?:from (?:now|this turn|here) on|until further notice"
    r"|for the future"
    r"|as (?:a )?standing orders?|ab sofort|ab jetzt|dorénavant|désormais)\s*[:,]\s*"
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


def with_plain_words(text: str) -> str:
    """Return a line with the plainer words."""
    text = _FROM_NOW_ON.sub("", _HELPING.sub(r"\g<with>", _DASH.sub(" ", text)))
    if "#" not in text:
        text = _REASON.sub(r"\g<order> # \g<reason>", text)
    return _COUNT_BEHIND.sub(_counted, text)


def without_then(text: str) -> str:
    """Return a condition without "by then" and the like."""
    return _BY_THEN.sub(r"\g<if>", text)


def _counted(found: re.Match[str]) -> str:
    said = found["n"] or found["m"] or "2"
    number = _MANY.get(said.casefold(), said)
    if found["verb"]:
        return ", ".join([f"{found['verb']} {found['zone']}"] * int(number))
    return f"{number} {found['what']}"
