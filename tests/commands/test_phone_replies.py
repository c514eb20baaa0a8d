"""Reply to any mail on a phone, type one command above the quote, and send."""

import re
from datetime import timedelta
from email.message import EmailMessage

import pytest

from tests.support.gamemaster import gm
from tests.support.table import JUDGE, Table, kind_of, text_of
from tests.support.thorough import every

FRANCE, GERMANY, ITALY = "france@x.org", "germany@z.org", "italy@y.org"
SEATS = {"France": FRANCE, "Germany": GERMANY, "Italy": ITALY}
COMMANDS = {
    "Report": "Your last report is on its way again",
    "Form": "A Par H",
    "Diary: Germany lies": "Noted.",
    "Diary": "Your diary",
    "Status": "Without orders",
    "Help": "You play by mail",
    "Options": 'A Par - Bre, or in place of "Bre": Bur, Gas, Pic',
    "House rules": "Pace: 72h",
    "Votes": "draw",
    "Away 3 to 10 December": "3 Dec",
    "Press to GM: Hello!": "Sent to the GM",
}
KINDS = {  # a word of the subject of each kind of mail
    "report": ("report", "orders"),
    "signed press": ("note", "press between France and Germany"),
    "broadcast": ("note", "Austria"),
    "grey press": ("note", "press from somebody"),
    "echo": ("note", "your message to Italy"),
    "the game master": ("note", "from the game master"),
    "confirmation": ("confirmation", "Re"),
    "status": ("status", "Re"),
    "transcript": ("transcript", "Re"),
    "question": ("please_confirm", "is this message yours"),
    "reminder": ("note", "is due in"),
    "last call": ("note", "last call"),
    "bulletin": ("bulletin", "bulletin"),
}


@pytest.fixture
def std1(table: Table) -> Table:
    """Return a table at which France has received every kind of mail."""
    table.vouched |= set(SEATS.values())
    settings = table.settings.messages.model_copy(update={"answers_an_hour": 500})
    table.settings = table.settings.model_copy(update={"messages": settings})
    table.restart()
    table.opens("std1", "72h; grace 24h", SEATS, "standard")
    table.set_rules("std1", press="grey")
    table.mail(
        GERMANY, "PRESS TO France\nPeace?\nEND\nGREY PRESS TO France\nBoo\nEND\nBROADCAST\nHi\nEND", "std1"
    )
    table.mail(FRANCE, "SET ECHO ON\nSET BULLETIN ON\nPRESS TO Italy: hi", "std1")
    table.mail(FRANCE, "A Par - Bur", "std1")
    table.mail(FRANCE, "CLEAR\nREADY", "std1")
    table.mail(FRANCE, "STATUS", "std1")
    gm(table, "PRESS TO France\nAll well?\nEND\nBROADCAST\nHi all\nEND", "std1")
    table.mail("eve@evil.example", "A Par H", "std1", to=str(table.report_to(FRANCE)["Reply-To"]))
    deadline = table.row("std1").deadline_utc
    assert deadline is not None
    for early in (timedelta(hours=3), timedelta(hours=-1)):
        table.clock.moment = deadline - early
        table.service.look()
    table.deadline_passes("std1")
    return table


def of_kind(table: Table, kind: str, part: str) -> EmailMessage:
    found = [
        mail for mail in table.mails_to(FRANCE) if kind_of(mail) == kind and part in str(mail["Subject"])
    ]
    assert found, [(kind_of(mail), str(mail["Subject"])) for mail in table.mails_to(FRANCE)]
    return found[-1]


def on_a_phone(command: str, mail: EmailMessage) -> str:
    body = mail.get_body(("plain",))
    assert body is not None
    quoted = "\n".join(f"> {line}" for line in str(body.get_content()).splitlines())
    head = f"> On 23 Nov 2026, at 10:00, The Judge <{JUDGE}> wrote:\n>"
    return f"{command}\n\nSent from my iPhone\n\n{head}\n{quoted}\n"


@pytest.mark.parametrize("name", every(5, KINDS))
def test_every_command_works_in_reply_to_every_kind_of_mail(std1: Table, name: str) -> None:
    mail = of_kind(std1, *KINDS[name])
    for command, expected in COMMANDS.items():
        std1.clock.passes(minutes=3)
        others = len(std1.mails_to(GERMANY)), len(std1.mails_to(ITALY))
        std1.reply(mail, on_a_phone(command, mail), sender=FRANCE)
        answers = [one for one in std1.mails_to(FRANCE) if one["Auto-Submitted"] == "auto-replied"]
        said = re.sub(r"\s+", " ", text_of(answers[-1]))
        assert expected in said, f"{command} in reply to {name}"
        assert "NOT DONE" not in said
        assert others == (len(std1.mails_to(GERMANY)), len(std1.mails_to(ITALY)))


def test_a_command_in_reply_to_the_question_leaves_the_message_held(std1: Table) -> None:
    question = of_kind(std1, "please_confirm", "is this message yours")
    std1.reply(question, "Status", sender=FRANCE)
    assert kind_of(std1.last_to(FRANCE)) == "status"
    std1.reply(question, "A Par - Bur", sender=FRANCE)
    assert "neither YES nor NO" in text_of(std1.last_to(FRANCE))
    std1.reply(question, "RESIGN", sender=FRANCE)
    assert "neither YES nor NO" in text_of(std1.last_to(FRANCE))
    std1.reply(question, "NO", sender=FRANCE)
    assert "neither" not in text_of(std1.last_to(FRANCE))
    std1.reply(question, "Status", sender="eve@evil.example")
    assert "On file" not in text_of(std1.last_to("eve@evil.example"))


def test_every_command_works_in_reply_to_a_short_notice(std1: Table) -> None:
    """France owes nothing in the retreats of others or in the builds after them."""
    std1.deadline_passes("std1")
    std1.mail(GERMANY, "A Mun - Tyr\nF Kie - Den", "std1")
    std1.mail(ITALY, "A Ven - Pie\nA Rom - Ven", "std1")
    std1.deadline_passes("std1")
    std1.mail(ITALY, "A Pie - Tyr\nA Ven S A Pie - Tyr", "std1")
    std1.deadline_passes("std1")
    std1.deadline_passes("std1")
    std1.deadline_passes("std1")
    notice = next(mail for mail in reversed(std1.mails_to(FRANCE)) if kind_of(mail) == "phase_notice")
    for command in ("Report", "Diary: Germany lies", "Help", "Votes"):
        std1.clock.passes(minutes=3)
        std1.reply(notice, on_a_phone(command, notice), sender=FRANCE)
        answers = [one for one in std1.mails_to(FRANCE) if one["Auto-Submitted"] == "auto-replied"]
        assert COMMANDS[command] in re.sub(r"\s+", " ", text_of(answers[-1]))
