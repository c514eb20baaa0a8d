"""Write as the game master to the reply address of a table, and read the answers."""

from email.message import EmailMessage

from pbem.tables.identity import gm_seat
from pbem.tables.people.reply_addresses import seat_address
from tests.support.table import ASKS, JUDGE, Table, kind_of, text_of

GM_ADDRESS = "gm@w.org"


def gm(table: Table, body: str, key: str = "r1") -> str:
    """Send *body* from the GM to the reply address of the table; confirm a preview with YES.

    Return the answer, or the preview and the answer.
    """
    first = gm_asks(table, body, key)
    return f"{first} {gm_answers(table, 'YES')}" if ASKS in first else first


def gm_asks(table: Table, body: str, key: str = "r1") -> str:
    """Send *body* from the GM to the reply address of the table; return the answer or a preview."""
    to = seat_address(table.office.credentials.seal, gm_seat(table.row(key)), JUDGE)
    table.mail(GM_ADDRESS, body, key, to)
    return text_of(answers_to_gm(table)[-1])


def gm_answers(table: Table, word: str) -> str:
    """Reply to the last answer that the GM got; return the answer to that."""
    table.reply(answers_to_gm(table)[-1], word)
    return text_of(answers_to_gm(table)[-1])


def may_open_tables(table: Table, *addresses: str) -> None:
    """Restart the program with settings that let *addresses* open tables."""
    house = table.settings.house.model_copy(update={"gms": addresses})
    table.settings = table.settings.model_copy(update={"house": house})
    table.restart()


def answers_to_gm(table: Table) -> list[EmailMessage]:
    return [mail for mail in table.mails_to(GM_ADDRESS) if str(mail["Subject"]).startswith("Re:")]


def news_to(table: Table, who: str, subject: str) -> EmailMessage:
    """Return the last mail to *who*, other than a report, with *subject* in its subject."""
    mails = [mail for mail in table.mails_to(who) if kind_of(mail) != "report"]
    return [mail for mail in mails if subject in str(mail["Subject"])][-1]


def got(table: Table, who: str, subject: str) -> bool:
    """Return whether *who* got a mail with *subject* in its subject."""
    return any(subject in str(mail["Subject"]) for mail in table.mails_to(who))
