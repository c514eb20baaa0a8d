"""Remarks in an order form for builds and removals, next to the default line."""

from collections.abc import Mapping, Sequence

from adjudicator.core.sentences import say

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
    orders = ", ".join(others[:MOST_SHOWN])
    if len(others) > MOST_SHOWN:
        orders = say("more_orders", orders=orders)
    remark = say("or_instead_one", orders=orders) if len(due) == len(others) == 1 else _remark(due, orders)
    return [*form, f"# {remark}"]


def _remark(due: Sequence[str], orders: str) -> str:
    if len(due) == 1:
        return say("or_instead_one_of", orders=orders)
    if due[0].startswith("Removal"):
        return say("or_instead", number=len(due), orders=orders)
    return say("or_instead_at_most", number=len(due), orders=orders)  # builds may be waived
