"""The order that a refusal suggests: what somebody who answers "yes" to "Did you mean A Par - Bur?" means."""

from adjudicator.core.language.words import listed
from adjudicator.core.sentences import say

_BEFORE, _BEHIND = say("did_you_mean", names="\0").split("\0")
_BETWEEN = listed(("\0", "\0")).strip("\0")


def suggested(remedy: str) -> str:
    """Return the only order that *remedy* suggests; "" if it suggests none, or several."""
    if not (remedy.startswith(_BEFORE) and remedy.endswith(_BEHIND)):
        return ""
    order = remedy.removeprefix(_BEFORE).removesuffix(_BEHIND)
    return "" if _BETWEEN in order else order
