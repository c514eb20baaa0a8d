"""Explain a deadline in words: its pace, and what or who moved it."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from pathlib import Path

from pbem.core.dates.lengths import of_notation
from pbem.core.deadlines import Reason
from pbem.core.sentences import Sentence, sentence

LENGTHS = ("after", "daily")  # a pace that counts from a moment
COUNTED_FROM = ("reopened", "rolled_back", "counts_again")  # moments other than the last turn
COUNTED = "counted"


def why(reasons: Sequence[Reason], zone: str, own_templates: Path | None) -> str:
    """Return the reasons as sentences, for a reader in *zone*; "" if none are known."""
    return " ".join(said.words(own_templates) for said in sentences(reasons, zone))


def pace(reasons: Sequence[Reason], own_templates: Path | None) -> str:
    """Return the pace in a few words, "" in a first turn or if something else moved the deadline."""
    if len(reasons) != 1 or reasons[0].kind not in PACES or "since" in reasons[0].words:
        return ""
    return PACES[reasons[0].kind](reasons[0].words).words(own_templates)


def sentences(reasons: Sequence[Reason], zone: str) -> Sequence[Sentence]:
    """Return a sentence for each reason that is known."""
    counted = next((reason.kind for reason in reasons if reason.kind in COUNTED_FROM), "")
    if not counted or not any(reason.kind in LENGTHS for reason in reasons):
        return [SAID[reason.kind](reason.words, zone) for reason in reasons if reason.kind in SAID]
    said = [reason for reason in reasons if reason.kind in SAID and reason.kind not in COUNTED_FROM]
    return [SAID[reason.kind]({**reason.words, COUNTED: counted}, zone) for reason in said]


def _after(words: Mapping[str, str], _: str) -> Sentence:
    length, counted = of_notation(words["length"]), words.get(COUNTED, "")
    return sentence("deadline", "after", length=length, is_first="since" in words, counted=counted)


def _daily(words: Mapping[str, str], _: str) -> Sentence:
    days, hour, zone = int(words["days"]), words["hour"], words["zone"]
    is_first, counted = "since" in words, words.get(COUNTED, "")
    return sentence("deadline", "daily", days=days, hour=hour, zone=zone, is_first=is_first, counted=counted)


def _weekly(words: Mapping[str, str], _: str) -> Sentence:
    days = words["weekdays"].split(", ")
    return sentence("deadline", "weekly", weekdays=days, hour=words["hour"], zone=words["zone"])


def _night(words: Mapping[str, str], _: str) -> Sentence:
    return sentence("deadline", "night", begins=words["begins"], ends=words["ends"])


def _rest(words: Mapping[str, str], _: str) -> Sentence:
    first, last = (date.fromisoformat(words[one]) for one in ("first", "last"))
    return sentence("deadline", "rest", first=first, last=last if last != first else None)


def _extended(words: Mapping[str, str], zone: str) -> Sentence:
    before = datetime.fromisoformat(words["before"])
    by, reason = words.get("by", ""), words.get("reason", "")
    return sentence("deadline", "extended", before=before, zone=zone, by=by, reason=reason)


SAID: Mapping[str, Callable[[Mapping[str, str], str], Sentence]] = {
    "after": _after,
    "daily": _daily,
    "weekly": _weekly,
    "night": _night,
    "rest": _rest,
    "part": lambda words, _: sentence("deadline", "part", length=of_notation(words["length"])),
    "after_part": lambda words, _: sentence(
        "deadline",
        "after_part",
        length=of_notation(words["length"]),
        least=of_notation(words["least"]) if words["least"] else "",
    ),
    "absence": lambda _, __: sentence("deadline", "absence"),
    "absence_goes_on": lambda _, __: sentence("deadline", "absence_goes_on"),
    "extended": _extended,
    "outage": lambda words, _: sentence("deadline", "outage", length=of_notation(words["length"])),
    "resumed": lambda words, _: sentence("deadline", "resumed", left=of_notation(words["left"])),
    "substitute": lambda _, __: sentence("deadline", "substitute"),
    "reopened": lambda _, __: sentence("deadline", "reopened"),
    "rolled_back": lambda _, __: sentence("deadline", "rolled_back"),
    "counts_again": lambda _, __: sentence("deadline", "counts_again"),
    "moved_here": lambda words, _: sentence("deadline", "moved_here", length=of_notation(words["length"])),
    "nobody_plays": lambda _, __: sentence("deadline", "nobody_plays"),
    "run_now": lambda _, __: sentence("deadline", "run_now"),
}

PACES: Mapping[str, Callable[[Mapping[str, str]], Sentence]] = {
    "after": lambda words: sentence("deadline", "pace_after", length=of_notation(words["length"])),
    "daily": lambda words: sentence(
        "deadline", "pace_daily", days=int(words["days"]), hour=words["hour"], zone=words["zone"]
    ),
    "weekly": lambda words: sentence(
        "deadline",
        "pace_weekly",
        weekdays=words["weekdays"].split(", "),
        hour=words["hour"],
        zone=words["zone"],
    ),
}
