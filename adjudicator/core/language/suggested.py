"""The order that a refusal suggests: what somebody who answers "yes" to "Did you mean A Par - Bur?" means."""

from adjudicator.core.language.words import listed
from adjudicator.core.sentences import say

_AROUND = tuple(
    words.split("\0") for words in (say("did_you_mean", names="\0"), say("if_order_did_you_mean", names="\0"))
)
_BETWEEN = listed(("\0", "\0")).strip("\0")


def suggested(remedy: str) -> str:
    """Return the only order that *remedy* suggests; "" if it suggests none, or several to choose from."""
    for before, behind in _AROUND:
        if remedy.startswith(before) and remedy.endswith(behind):
            order = remedy.removeprefix(before).removesuffix(behind)
            return "" if _BETWEEN in order else order
    return ""
