"""The clause behind a surprising outcome, for readers to look up with RULES 7.7."""

from collections.abc import Mapping

from adjudicator.core.outcomes import (
    Bounced,
    ConvoyDisrupted,
    ConvoyParadox,
    Destroyed,
    Dislodged,
    NoConvoy,
    Outcome,
    OwnUnit,
    RetreatClash,
    Succeeded,
    SupportCut,
    Void,
)

BY_KIND: Mapping[type, str] = {
    Succeeded: "",
    Bounced: "",
    OwnUnit: "7.7",
    NoConvoy: "8.1",
    ConvoyDisrupted: "8.3",
    ConvoyParadox: "8.8",
    RetreatClash: "9.4",
    SupportCut: "7.3",
    Dislodged: "",
    Void: "",
    Destroyed: "",
}
BY_REASON: Mapping[str, str] = {  # for void orders and destroyed units
    "does not move": "6.3",
    "moves": "6.4",
    "other coast": "6.3",
    "no such convoy": "8.2",
    "signal": "15.2",
    "left": "15.1",
    "out of sight": "15.3",
    "no retreat": "9.1",
    "no order": "9.1",
    "civil disorder": "12.2",
}


def clause_of(outcome: Outcome) -> str:
    """Return the number of the clause, "" if none is needed."""
    match outcome:
        case Void(why=why) | Destroyed(why=why):
            return BY_REASON.get(why, "")
    return BY_KIND[type(outcome)]
