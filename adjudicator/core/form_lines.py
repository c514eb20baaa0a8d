"""Remarks in an order form for builds and removals, next to the default line."""

from collections.abc import Mapping, Sequence

MOST_SHOWN = 24  # orders; OPTIONS lists them all


def instead(form: Sequence[str], choices: Mapping[str, Sequence[str]]) -> list[str]:
    """Return *form* with a remark that lists alternatives; *choices* are those of builds or removals.

    The remark is not an order, so the form is still a legal sheet.
    """
    due = [number for number in choices if number.startswith(("Build ", "Removal "))]
    listed = choices[due[0]] if due else ()
    others = [order for order in listed if order not in form and not order.startswith("Waive")]
    if not others:
        return list(form)
    more = ", ... (OPTIONS lists all)" if len(others) > MOST_SHOWN else ""
    most = "" if due[0].startswith("Removal") else "at most "  # builds may be waived
    many = "one of" if len(due) == 1 else f"{most}{len(due)}, each on a line"
    return [*form, f"# or instead {many}: {', '.join(others[:MOST_SHOWN])}{more}"]
