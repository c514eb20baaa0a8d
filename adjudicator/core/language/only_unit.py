"""Recognise what is said of the only unit that can be meant: "it falls back to the Ruhr"."""

import re

RETREATS = re.compile(  # the only unit that retreats; "he" may be somebody else
    r"(?:(?:(?:i|we)(?: would|\'d|\u2019d)? (?:like|want|wish|prefer) )?"
    r"(?:it|them|they|(?:my|the|that|this) (?:poor |beaten |dislodged )?(?:army|unit|one|fleet|cavalry))"
    r" (?:to )?)?"
    r"(?:(?:should|shall|will|must|please|can|may|then|also|just|simply) )*"
    r"(?:(?:moves?|go(?:es)?|retreats?|falls? back|withdraws?|runs?|flees?|slips?|pulls? back|comes?)"
    r"(?: (?:back|home|off|away|over|down|up))*(?: (?:to|into|in))?|r|-+>?) "
    r"(?:the )?(?P<to>[^\W\d_][\w',. -]{2,80})",
    re.IGNORECASE,
)
OF_KIND = re.compile(
    r"(?:(?:let|have|so|and|then|also|please|now) )*(?:(?:the|my|our) (?:(?:only|one|single) )?)?"
    r"(?P<kind>army|fleet|cavalry) (?P<does>(?!(?:in|at|of|from|on|near)\b).{2,60})",
    re.IGNORECASE,
)
