"""A table is exported at one host, imported at another one, and continues there."""

import json
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.service.transfer import FIRST_NAMES, CannotMove, export_table, import_table
from pbem.store.states import PAUSED, RUNNING
from tests.support.gamemaster import gm
from tests.support.table import MONDAY, Table, header_of, text_of


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Table]:
    """Return the table of another host."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    own = Table(folder)
    own.clock.moment = MONDAY + timedelta(hours=80)
    yield own
    own.store.close()


def played(table: Table) -> None:
    """Run a turn with press, send orders for the next one, and let the GM make a ruling."""
    table.mail("ann@x.org", "go 2")
    table.mail("bob@y.org", "go 3\nPRESS TO Red\nHello Red.\nEND")
    table.deadline_passes()
    table.clock.passes(hours=1)
    table.mail("ann@x.org", "go 4")
    gm(table, "RULING\nA false start counts.\nEND")


@pytest.mark.parametrize("line", ["PAUSE", "PAUSE UNTIL Saturday 18:00"])
def test_a_paused_table_keeps_the_time_that_was_left_at_the_new_host(
    table: Table, elsewhere: Table, line: str
) -> None:
    table.clock.passes(hours=24)  # 48 hours are left
    elsewhere.clock.moment = table.clock.moment
    gm(table, line)
    text = export_table(table.office, "r1", table.clock.now(), closes=True)
    import_table(elsewhere.office, text, elsewhere.clock.now())
    assert (table.row().state, table.row().paused_until_utc) == (PAUSED, None)  # it does not continue here
    assert elsewhere.row().state == PAUSED
    table.clock.passes(hours=240)
    table.service.look()
    assert table.row().state == PAUSED
    gm(elsewhere, "RESUME")
    assert elsewhere.row().deadline_utc == elsewhere.clock.now() + timedelta(hours=48)


def test_a_table_continues_at_another_host(table: Table, elsewhere: Table) -> None:
    played(table)
    here = table.row()
    text = export_table(table.office, "r1", table.clock.now(), closes=True)
    import_table(elsewhere.office, text, elsewhere.clock.now())
    elsewhere.service.look()
    there = elsewhere.row()
    assert table.row().state == PAUSED
    assert (there.position, there.number, there.seed, there.deadline_utc) == (
        here.position, here.number, here.seed, here.deadline_utc,
    )  # fmt: skip
    elsewhere.reply(elsewhere.report_to("Blue"), "go 5")
    elsewhere.mail("cyd@z.org", "go 1")
    elsewhere.deadline_passes()
    assert [turn.number for turn in elsewhere.turns()] == [1, 2]
    assert "Your own step was 4" in text_of(elsewhere.report_to("Red"))
    assert "A false start counts." in text_of(elsewhere.report_to("Red"))


def test_the_dice_are_the_same_at_the_new_host(table: Table, elsewhere: Table) -> None:
    played(table)
    text = export_table(table.office, "r1", table.clock.now(), closes=False)
    import_table(elsewhere.office, text, elsewhere.clock.now())
    table.deadline_passes()
    elsewhere.deadline_passes()
    assert table.turns()[1].record == elsewhere.turns()[1].record
    assert table.turns()[1].orders == elsewhere.turns()[1].orders


def test_an_export_as_a_copy_does_not_change_the_table(table: Table) -> None:
    before = table.row()
    export_table(table.office, "r1", table.clock.now(), closes=False)
    assert (table.row().state, table.row().deadline_utc) == (RUNNING, before.deadline_utc)


def test_an_export_of_an_imported_table_has_the_same_rows(table: Table, elsewhere: Table) -> None:
    played(table)
    first = json.loads(export_table(table.office, "r1", table.clock.now(), closes=False))
    import_table(elsewhere.office, json.dumps(first), elsewhere.clock.now())
    again = json.loads(export_table(elsewhere.office, "r1", elsewhere.clock.now(), closes=False))
    for name in ("seats", "order_sheets", "turns", "press"):
        assert _without_numbers(again["tables"][name]) == _without_numbers(first["tables"][name])
    assert len(again["tables"]["order_lines"]) == len(first["tables"]["order_lines"])


def test_an_export_of_version_1_is_imported_with_the_new_names(table: Table, elsewhere: Table) -> None:
    played(table)
    text = export_table(table.office, "r1", table.clock.now(), closes=False)
    first = text.replace('"version": 2', '"version": 1')
    for old, new in FIRST_NAMES.items():
        first = first.replace(f'"{new}":', f'"{old}":')
    assert first != text
    import_table(elsewhere.office, first, elsewhere.clock.now())
    table.deadline_passes()
    elsewhere.deadline_passes()
    assert table.turns()[1].record == elsewhere.turns()[1].record


def _without_numbers(rows: list[dict[str, object]]) -> list[dict[str, object]]:
    return [{key: value for key, value in row.items() if key not in ("id", "incoming_id")} for row in rows]


def test_a_deadline_that_passes_during_the_move_is_postponed(table: Table, elsewhere: Table) -> None:
    text = export_table(table.office, "r1", MONDAY + timedelta(hours=70), closes=False)
    import_table(elsewhere.office, text, MONDAY + timedelta(hours=80))
    assert elsewhere.row().deadline_utc == MONDAY + timedelta(hours=82)


def test_players_get_a_report_that_says_that_the_game_continues_at_the_new_host(
    table: Table, elsewhere: Table
) -> None:
    played(table)
    text = export_table(table.office, "r1", table.clock.now(), closes=False)
    import_table(elsewhere.office, text, elsewhere.clock.now())
    assert "The game goes on here - " in header_of(elsewhere.outbox("report")[-1].raw, "Subject")


def test_no_export_contains_the_secret_of_the_installation(table: Table) -> None:
    played(table)
    text = export_table(table.office, "r1", table.clock.now(), closes=False)
    assert table.store.secret() not in text


def test_an_import_does_not_replace_a_table(table: Table) -> None:
    text = export_table(table.office, "r1", table.clock.now(), closes=False)
    with pytest.raises(CannotMove, match="already"):
        import_table(table.office, text, table.clock.now())


BAD = [
    ("no JSON", "is not JSON"),
    ("{}", "holds no table"),
    ('{"format": "downfall-by-mail table", "tables": {"tables": [1]}, "version": 99}', "version 99"),
]


@pytest.mark.parametrize(("text", "said"), BAD)
def test_an_import_of_another_file_is_refused(table: Table, text: str, said: str) -> None:
    with pytest.raises(CannotMove, match=said):
        import_table(table.office, text, table.clock.now())


def test_an_import_with_an_unknown_column_changes_nothing(table: Table, elsewhere: Table) -> None:
    whole = json.loads(export_table(table.office, "r1", table.clock.now(), closes=False))
    whole["tables"]["seats"][0]["shoe_size"] = 44
    with pytest.raises(CannotMove, match="shoe_size"):
        import_table(elsewhere.office, json.dumps(whole), elsewhere.clock.now())
    with pytest.raises(CannotMove, match="no table"):
        export_table(elsewhere.office, "r1", elsewhere.clock.now(), closes=False)
