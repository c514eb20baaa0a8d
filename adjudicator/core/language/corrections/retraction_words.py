"""The words by which a sentence that takes an order back says which one: "the last two", "everything"."""

import re

HESITATION = re.compile(r"(?:h+m+|u+h+|u+m+|er+m?|oh|ah|argh|well|wait|euh|äh+m?)\W*", re.IGNORECASE)
DIGIT = re.compile(r"\d")
TOKENS = re.compile(r"\w+")
_VERBS = (
    "belay|abort|scrap|scrub|scratch|strike|forget|ignore|disregard|delete|cancel|drop|undo|revoke|withdraw|replace"
    "|change"
)
ALL = re.compile(
    rf"\b(?:(?:{_VERBS}|take back)(?: about| out)? (?:please )?(?:everything(?! about)|the lot"
    r"|all(?=\W*$| (?:of )?(?:that|this|it|them|those|these|above|the above|my orders|the orders)\b)"
    r"|(?:all )?(?:(?:the|my) )?(?:rest|others|other ones|foregoing|preceding)"
    r"|the above(?! (?:for|of|in|two|three|four|orders?|lines?|one|move)\b))"
    r"|(?<!after )(?<!for )(?<!with )all(?: of)? (?:that|this|it|them)"
    r"|everything (?:above|i (?:wrote|said|ordered))|(?:all of |everything )?(?:the )?above (?:is|are|was)"
    r"|(?:all|everything) (?:is|was)(?: now| hereby)? (?:cancel\w+|scrapped|off|void|withdrawn|revoked)"
    r"|take (?:everything|(?:it |that )?all) back"
    r"|whole (?:thing|lot|sheet|set|list|turn|batch|mess)"
    r"|(?:these|those|this|the above) (?:is|are) (?:just |only )?(?:some |a few |an? )?"
    r"(?:ideas?|examples?|jokes?)"
    r"|none of (?:this|that|these|those|it|the above) (?:counts?|(?:is|are) (?:final|real|meant))"
    r"|(?:do not|don't|never) (?:process|execute|use|carry out|enter|file) (?:any of |all of )?"
    r"(?:this|these|those|them|the above)(?= (?:yet|please|orders?|moves?|now|sheet)\b|\W*$)"
    r"|draft only,? (?:so )?(?:please )?(?:do not|don't) \w+"
    r"|(?:start|begin) (?:(?:all )?over|again|afresh|anew|from scratch)"
    r"|(?:vergiss|vergesst|streiche?|lösche?|ignoriere?)(?: ich)?(?: bitte| doch)* alles"
    r"|alles (?:bitte |doch |oben |wieder )*(?:zurück|streichen|vergessen|löschen)|von vorne?"
    r"|(?:annul|oubli|ignor|supprim)\w+ tout|recommenc(?:e|ons)|reprenons)\b",
    re.IGNORECASE,
)
MAKES = re.compile(  # the order above goes elsewhere
    r"\W*(?:(?:no+|oh|ok(?:ay)?|sorry|or|and|so|wait|well|actually|better|hm+)[,.! ]+)*"
    r"(?:make (?:that|it)|let['’]?s (?:do|go for|go with|take)|i meant?"
    r"|ich meinte?|je (?:veux|voulais) dire)\b",
    re.IGNORECASE,
)
OTHER_MESSAGE = re.compile(
    r"\b(?:(?:e-?)?mails?|messages?|sheets?|i sent|sent (?:you|in|it|ahead)"
    r"|yesterday|earlier|previous(?! (?:line|order|one|move)\b)"
    r"|old (?:orders?|ones?|moves?|plans?|versions?))\b",
    re.IGNORECASE,
)
IS_NEAR = re.compile(  # these mean the order right above, whatever else is named
    r"\b(?:wait|hang on|hold on|last|line"
    r"|(?:belay|abort|scrap|scrub|scratch|strike|forget|ignore|delete|cancel|drop|undo) (?:that|this|it)"
    r"(?! \w+ (?:thing|order|move|attack|idea|plan)\b| (?:order|line|move|one) (?:for|of)\b))\b",
    re.IGNORECASE,
)
IS_EXPLICIT = re.compile(  # whatever comes after it
    r"\b(?:belay|abort|scrap|scrub|scratch|strike|forget|ignore|delete|cancel|drop|undo)"
    r" (?:that|this|the last|that last) (?:line|order|one)\b",
    re.IGNORECASE,
)
IS_CLEAR = re.compile(  # these take back an order even with other sentences or an empty line between
    r"\b(?:belay|abort|scrap|scrub|scratch|strike|forget|ignore|delete|cancel|drop|skip|undo|withdraw|revoke"
    r"|retract|no longer stands?"
    r"|take back|cross (?:out|that|this|it)\b"
    r"|swap|replace|amend|alter|change|correct(?:ion)?|edit(?:ed)?|instead|meant?"
    r"|thought (?:it over )?again|cancell?ed|withdrawn|revoked|scrapped|void"
    r"|second thoughts?|that(?:'s| is| was) (?:wrong|nonsense|a mistake|not right|rubbish)"
    r"|reflection|reading|change of (?:mind|plan)|chang(?:e|ed) my mind(?! about)|make (?:that|it)"
    r"|anders ?(?:he)?rum|umgekehrt|(?:ver)?tausche?n?|l.inverse|inverse[rz]?|échange[rz]?|permute[rz]?"
    r"|vergiss|streiche?|korrektur|annule[rz]?|oubliez?)\b",
    re.IGNORECASE,
)
_SMALL = r"(?:(?:one|an?|last|final|late|small|slight|little|quick|minor|tiny|another|more|further) )+"
_ENDS = r"\s*(?:[:.!,;-]|$)"
ANNOUNCES_CHANGE = re.compile(
    rf"\b{_SMALL}(?:changes?|corrections?|amendments?|alterations?|modifications?)(?={_ENDS}|\s*to my\b)"
    r"|\bchanged my mind(?! (?:\w+ ){0,3}(?:times?|twice))|\bchange of (?:heart|plans?|mind)\b"
    rf"|\b(?:doch|noch|eine|kleine|letzte|einzige|späte) (?:änderung|korrektur|planänderung)(?={_ENDS})"
    r"|\b(?:anders überlegt|umentschieden)\b|\bchangé d['’]avis\b"
    rf"|\b(?:une|petite|dernière|seule|autre) (?:modification|correction)(?={_ENDS})"
    rf"|\b(?:un|petit|dernier|seul|autre) changement(?={_ENDS})",
    re.IGNORECASE,
)
OF_OTHER_THINGS = re.compile(  # a change of mind about lunch, but not about the west, the fleet or "that"
    r"\bmind about (?:my |our )?(?!(?:arm(?:y|ies)|fleets?|cavalry|rangers?|units?|pieces?|orders?|moves?"
    r"|attacks?|supports?|builds?|retreats?|removals?|(?:north|south|east|west)\w*|fronts?|cent(?:re|er)s?|all|both|it|that"
    r"|this|these|those|them|him|her|everything|others?|rest|last|first|second|third|\w+ing|targets?)\b)"
    r"[a-z]+\W*$"
)
IS_TALK = re.compile(  # never about an order above
    r"\b(?:(?:nearly|almost|totally|quite) forgot|hold on to\b"
    r"|not that (?:it|i|he|she|we|they|you|any|there)\b"
    r"|(?:you|he|she|they) had better|(?:last|next) (?:turn|time|season|year|week|game))\b",
    re.IGNORECASE,
)
IS_CONDITION = re.compile(r"\b(?:if|unless|in case|should you|wenn|falls|sofern|sauf)\b", re.IGNORECASE)
DENIED = re.compile(  # nothing is taken back
    r"\b(?:can't|cannot|do(?:n't|nt)|never|won't|mustn't|shouldn't|not)"
    r" (?:ever |simply |just )*(?:forget|scrap|ignore|cancel|drop|delete)\b"
    r"|\b(?:vergiss|vergesst|vergessen sie) (?:bitte )?nicht\b"
    r"|\bn'(?:oublie[zs]?|ignore[zs]?|annule[zs]?) pas\b",
    re.IGNORECASE,
)
LONGEST_DENIAL = 8  # words of a denial: "Not Krakow, he is there"
SHORT = 3  # words of an interjection: "Hm, no wait"
IS_LAST = re.compile(r"\b(?:last|line|that|this|it)\b(?! [^,;.:!]*[-=]+>?)", re.IGNORECASE)
AS_ABOVE = re.compile(
    r"\b(?:as (?:above|before|written|it (?:is|was)|i (?:said|wrote|ordered)|(?:said|ordered|planned))"
    r"|unchanged|the same|stands?(?! (?:still|down))|remains?(?! (?:where|put|at|in)\b)"
    r"|wie (?:oben|gesagt|geschrieben|geplant)"
    r"|comme (?:dit|prévu|ci-dessus))\b",
    re.IGNORECASE,
)
THIS_KIND = re.compile(
    r"\b(?:this|that|diese|cette) (?:army|fleet|cavalry|ranger|flotte|armee|armée)\b", re.IGNORECASE
)
KIND_NAMED = re.compile(
    r"\b(?:the|my|no|this|that|die|der|diese|la|l'|cette)\W?"
    r"(army|fleet|cavalry|ranger|flotte|armee|armée)s?\b",
    re.IGNORECASE,
)
KIND = re.compile(
    r"\W*(?:\d{1,2}[.):]\s*)?(?:(?:i |please )*(?:build|remove|disband|baue|construis)s? )?(?:the |my |an? )?"
    r"([afcr]|army|fleet|cavalry|ranger|flotte|armee|armée)\b",
    re.IGNORECASE,
)
ONLY = re.compile(
    r"\b(?:only|just|(?:all|everything) (?:but|except)) the (first|last)(?: (one|two|three|four))?\b",
    re.IGNORECASE,
)
ONLY_ONE = re.compile(
    r"\b(?:only|just) (?:the |my )?[^,;:.!?]{3,40}? (?:stands?|counts?|(?:is|are) (?:valid|meant|final|real))"
    r"(?=\W*$)",
    re.IGNORECASE,
)
ONLY_SO_MANY = re.compile(r"\b(?:just|only) (one|two|three) (?:builds?|removals?)\b", re.IGNORECASE)
HOLDS = re.compile(  # an order to hold, or to remove: such a sentence may be the reason for it
    r"\b(?:remove[sd]?|disband\w*|h|holds?|stays?|stands?|remains?|std|hält|bleibt|tient|reste)\b",
    re.IGNORECASE,
)
REMOVES = re.compile(r"\W*(?:(?:i|we|please) )*(?:remove|disband|rem|drop|lose|scrap)s?\b", re.IGNORECASE)
WAIVES = re.compile(r"\b(?:waiv\w+|verzicht\w*|renonc\w+)\b", re.IGNORECASE)
KEEPS = re.compile(  # a unit that was to be removed
    r"(?<!not )(?<!n't )\b(?:keep(?:ing)?|spare|save|need|behalte?n?|garde[rzs]?|gardons)\b"
    r"(?! (?:in mind|in touch|up|me posted|you|your|an eye)\b)",
    re.IGNORECASE,
)
IS_INSTEAD = re.compile(  # in an order in the place of one above
    r"\b(?:instead|rather than|in place of|stattdessen|(?:an)?statt|au lieu|plutôt)\b", re.IGNORECASE
)
IS_A_MOVE = re.compile(  # before the words that take it back
    r"^(?:(?:the|my|our|and|then) )*[^\W\d_][\w' ]{1,40}(?:-+>?| to| into| nach| vers) ?"
    r"(?:the )?[^\W\d_]{2}.*\W-+\W",
    re.IGNORECASE,
)
ADDS = re.compile(  # in a build in addition to those above
    r"\b(?:too|also|as well|another|second|other|more|auch|noch|aussi|autre|encore)\b", re.IGNORECASE
)
ADJUSTS_OTHERWISE = re.compile(  # in a build at a place where one is ordered above
    r"\b(?:instead|rather|after all|on reflection|second thoughts?|stattdessen|doch|lieber)\b"
    r"|\b(?:plutôt|finalement)\b|^\W*make\b",
    re.IGNORECASE,
)
NAMES_ORDERS = re.compile(
    r"\b(?:orders?|moves?|version|list|sheet|befehle|züge|fassung|liste|ordres)\b", re.IGNORECASE
)
MOVES = re.compile(r"-|\b(?:to|into|moves?|goes|attacks?|sails?|marches)\b", re.IGNORECASE)
RESTS = re.compile(  # of a unit: it does not move, or not as ordered
    r"\b(?:no(?!\.| (?:help|support|escort|assistance|backing|company|leader|hurry|worr(?:y|ies)|problem|idea"
    r"|need)\b)"
    r"|not(?! (?:an? |so |too |that |at all )?(?:bad|many|much|only|sure|least|last)\b)|never"
    r"|(?:is|are|do|does|wo|ca|should|must|need|have|has)n['’]t|cannot|no longer"
    r"|instead|rather|(?:had|might|may|should|would|do|does|is|['’]d) better|better (?:not|off)|after all"
    r"|(?!(?-i:SIt\b))(?:stay|hold|remain|rest|sit|stand)s?"  # SIt is South Ithilien
    r"|waits?(?! for (?:nobody|no one|me|you|us))|keep|leave|let|swap"
    r"|replace|strike|mixed|mistake|wrong"
    r"|other way (?:a(?:round|bout)|round)|vice versa|change (?!the\b)|change of|change:"
    r"|changed (?:my|our|its)|thoughts?|fine where|off to|redirect)\b",
    re.IGNORECASE,
)
_SAYING = r"(?! (?:tell|mind|know|care|say|hear|trust|blame|doubt|wait|complain|mean|forget|expect)\b)"
OF_US = re.compile(r"\b(?:i|we|me|us|my|our|i['’]\w+|we['’]\w+)\b", re.IGNORECASE)
REGRETS = re.compile(  # of a place: no unit is to go there
    r"\b(?:(?:gone|went|call(?:ed)?|is|are) off\b(?! to\b)|off the (?:idea|table|menu)|out of"
    r"|thought better of|chang(?:e|ed) (?:my|our) minds?|change of|(?:second|other) thoughts?"
    r"|other way (?:a(?:round|bout)|round)|vice versa"
    rf"|(?:i|we)(?: will| shall| do| would| must|['’]d|['’]ll)? ?(?:not|no longer|never|n['’]t)\b{_SAYING}"
    rf"|(?:i|we) (?:wo|do|sha|ca|would|must|should)n['’]t{_SAYING}|promised not to|leave .{{3,30}} empty"
    r"|(?:let['’]s|please|better) (?:do )?(?:not|don['’]t|never)"
    r"|(?:so|then|but),? (?:not|no)\b|not now|must wait|can wait|stays? empty"
    r"|no longer (?:needed|necessary|wanted|an option)|disregard|ignore"
    r"|forget(?! what (?:the|they|he|she|you)\b)"
    r"|(?:is|are|be|it['’]s|that['’]s|seems|looks) (?:sheer |pure |just |plain |utter |simply )*"
    r"(?:folly|madness|suicid(?:e|al)|insane|crazy|pointless|hopeless|foolish)"
    r"|(?<!what a )mistake|joke|drunk"
    r"|do(?: not|n['’]t) (?:send|go|move|attack|march|sail)"
    r"|too (?:close|far|near|risky|dangerous|exposed|slow|late|early)\b"
    r"(?! (?:for (?:him|her|them|you)|to (?:say|tell))))",
    re.IGNORECASE,
)
IS_LIKE_AN_ORDER = re.compile(
    r"^[#|>-]|-+>|\s-|\b[SH] [A-Z]|\b(?:d|s)\.|\b(?:destroys?|kills?|pass(?:es)?|claims?|builds?|comes)\b"
)
BEGINS_CHANGE = re.compile(r"\W*(?:(?:please|so|and|then)[, ]+)*(?:replace|change|swap)\b", re.IGNORECASE)
IS_HOPE = re.compile(
    r"\W*(?:(?:and|but|so|well|oh)[,. ]+)*"
    r"(?:(?:i|we) (?:hope|think|guess|wonder|believe|fear|bet|suppose|know|doubt)|hopefully|maybe|perhaps)\b",
    re.IGNORECASE,
)
DENIES = re.compile(  # after a question on its line: "Burgundy? No."
    r"\W*(?:(?:oh|hm+|well|actually|sorry|i think)[,.! ]+)*(?:no+|nah|nope|never|better not|rather not)\b"
    r"(?! (?:problem|worries|doubt|matter|way back|idea)\b)",
    re.IGNORECASE,
)
NOT_THERE = re.compile(r"\W*(?:(?:so|and|but|no|then|well|hm+)[,.! ]+)*not there\b", re.IGNORECASE)
NOT_TO = re.compile(r"\W*(?:(?:and|but|just|only) )*(?:not|never) (?:to|into|in) ", re.IGNORECASE)
SEVERAL = re.compile(r"\b(?:the )?(last|first|above|these|those) (two|three|four|[2-4])\b", re.IGNORECASE)
NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "2": 2, "3": 3, "4": 4}
ABOVE = re.compile(r"\babove\b", re.IGNORECASE)
COMMON = frozenset(  # words that do not distinguish orders
    re.findall(
        r"\w+",
        "that this line them they wait scrap order orders have will with make second thoughts thought"
        " anyway nonsense course sorry mean meant instead because there here army armies fleet move moves"
        " attack attacks attacking first last hold holds support supports what then than from into would"
        " should could reach mind changed your please forget ignore strike cancel drop delete mistake"
        " wrong typo rather better only also build builds after before turn just like does doing done"
        " want wanted said wrote not the and but for all any are can did has its may now nor one off our out"
        " she too two use was way who why yes yet you his her him let old new see",
    )
)

# For a game whose orders are taken back by naming the units: "forget the Griffin at A3, it stays".
LEAD = (
    r"\W*(?:(?:h+m+|oh|ah|well|wait|no|sorry|and|also|but|so|actually|p\.?s|correction|on second thoughts?"
    r"|one more thing|come to think of it|please)\b[\s,:;.!-]*)*"
)
TAKES_BACK = (
    rf"{LEAD}(?:forget|cancel|scrap|drop|ignore|delete|strike|undo|scratch) (?:about )?"
    r"(?:(?:the|my) (?:moves?|orders?|attack|line|hold|march|flight) (?:of|for|with|by|from) )?"
    r"(?P<stack>[^,;:]+?)(?:,? please)?"
)
INSTEAD = re.compile(r"\binstead\b(?: of\b)?", re.IGNORECASE)
OTHERWISE = re.compile(
    r"\b(?:otherwise|(?<!thing )(?<!all )else|maybe|perhaps|might|unless|or)\b", re.IGNORECASE
)
_WHAT = (
    r"(?:attacks?|assaults?|marche?s?|moves?|raids?|invasions?|plans?|ideas?|orders?|adventures?|advances?"
    r"|flights?)"
)
_ONLY_SO_MANY = (
    r"only (?:an?|one|two|three|four|five|six|seven|eight|nine|\d{1,2}) ?[^\W\d_]"  # after "no, sorry,"
)
CHANGE = re.compile(
    rf"(?P<head>(?:^|(?<=[.!?] )){LEAD}"
    r"(?:(?:forget|cancel|scrap|drop|ignore|skip|call off|abandon|stop|no)(?: about)? "
    rf"(?:(?:the|that|this|my|all)\b ?)*{_WHAT}"
    r"(?: (?:on|at|of|to|into|against|above) [\w ]{1,25})?(?: please| after all)?\s*[,:;.–-]+"
    r"|(?:on second thoughts?|on reflection|correction|i(?:['’]ve| have)? changed my mind|i meant?"
    r"|p\.? ?s\.?:?)(?!\w)[\s,:;.!–-]*"
    rf"|(?<=[\s,.!])(?={_ONLY_SO_MANY}))\s*)"
    r"(?P<rest>(?=\S).*)",
    re.IGNORECASE,
)
AFTER_ALL = re.compile(r",? (?:after all|instead)(?=\s*(?:[.,;!]|$))", re.IGNORECASE)
OF_SEVERAL = re.compile(
    r"\b(?:attacks?|assaults?|invasions?|raids?|plans?|ideas?|adventures?)\b", re.IGNORECASE
)
SORRY = re.compile(
    r"\W*(?:(?:sorry|oops|oh|no|wait|actually|well|hm+|correction|on second thoughts?|i meant?|p\.?s)\b"
    r"[\s,.!:-]*)+",
    re.IGNORECASE,
)
