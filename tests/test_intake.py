"""Letters, from the inlet to their answer."""

from tests.table import Table, text_of


def test_orders_are_confirmed(table: Table) -> None:
    number = table.mail("ann@x.org", "Hello judge,\n\ngo 3\ngo 9\n\nAnn")
    answer = table.last_to("Red")
    assert "Red will go 3" in text_of(answer)
    assert "Write GO and 1 to 6." in text_of(answer)
    assert table.kept(number).note == "orders"
