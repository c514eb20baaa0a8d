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
    is_only = len(due) == len(others) == 1
    is_removal = due[0].startswith("Removal")
    remark = _of_removals(len(due), is_only, orders) if is_removal else _of_builds(len(due), is_only, orders)
    return [*form, f"# {remark}"]


def _of_removals(number: int, is_only: bool, orders: str) -> str:
    if number > 1:
        return say("or_instead", number=number, orders=orders)
    return say("or_instead_one", orders=orders) if is_only else say("or_instead_one_of", orders=orders)


def _of_builds(number: int, is_only: bool, orders: str) -> str:
    """Return the remark below a line that waives: a player who leaves that line unchanged builds nothing."""
    if number > 1:
        return say("to_build_at_most", number=number, orders=orders)
    return say("to_build_one", orders=orders) if is_only else say("to_build_one_of", orders=orders)
