"""The log: names, numbers and reasons; never what people wrote, nor who they are."""

import json

import pytest
import structlog

from pbem import logs


@pytest.mark.parametrize("form", ["text", "json"])
def test_neither_tokens_nor_addresses_are_logged(capsys: pytest.CaptureFixture[str], form: str) -> None:
    logs.set_up("info", "json" if form == "json" else "text")
    structlog.get_logger("x").info(
        "mail to judge+red.r1.abcdefghijklmnop@judge.example",
        who="ann@x.org",
        tag="[r1 Red #abcdefghijklmnop]",
    )
    said = capsys.readouterr().err
    assert "abcdefghijklmnop" not in said
    assert "ann@x.org" not in said
    assert "mail to" in said


def test_json_is_one_object_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    logs.set_up("info", "json")
    structlog.get_logger("x").warning("turn waits", table="r1")
    structlog.get_logger("x").debug("not shown")
    (line,) = capsys.readouterr().err.splitlines()
    said = json.loads(line)
    assert (said["event"], said["table"], said["level"]) == ("turn waits", "r1", "warning")
