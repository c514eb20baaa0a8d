"""Turn facts (a report, a reading, a refusal) into outgoing mail, with templates/.

One function for each kind of mail. None of them knows more than its arguments: what a reader may know was
decided by the game's `sight.py`, and nothing is looked up here. Times are arguments.

    private                  a player's report of a turn
    bulletin                 the newsletter, for everybody
    replies                  the answer to a message
    confirmation_requests  is this message yours?
    digest                   bulletins and news of several tables, once a day
    notices                  notes of the service, problems reported to the GM and the host
    context                  house, table, seat, turn: the facts of every mail
    first_mail               what game this is, for one power: part of the first report
    envelope                 subject, thread, ids, calendar file
"""

from pbem.reports.bulletin import bulletins
from pbem.reports.confirmation_requests import Held, ask_guest, please_confirm
from pbem.reports.context import (
    AnsweredMessage,
    House,
    MailContext,
    PrintedPress,
    Reader,
    Run,
    SeatCard,
    SeatView,
    Supplement,
    TableCard,
    TurnView,
)
from pbem.reports.digest import DigestEntry, digest
from pbem.reports.envelope import deadline_event, picture
from pbem.reports.first_mail import FirstMail, first_mail, key_to_places, of_place
from pbem.reports.notices import Note, Trouble, gm_notice, host_notice, note, note_id
from pbem.reports.private import large_map, phase_notice, report_page, turn_report
from pbem.reports.replies import (
    NOTHING_BESIDES,
    Answer,
    AnswerPage,
    Besides,
    CommandResult,
    OnFile,
    Written,
    answer,
    answers,
    as_written,
    confirmation,
    each_once,
    refusal,
    standing_number,
    status,
    text_answer,
    transcript,
    written,
)
from pbem.reports.several_powers import one_report_each, together

__all__ = [
    "NOTHING_BESIDES",
    "Answer",
    "AnswerPage",
    "AnsweredMessage",
    "Besides",
    "CommandResult",
    "DigestEntry",
    "FirstMail",
    "Held",
    "House",
    "MailContext",
    "Note",
    "OnFile",
    "PrintedPress",
    "Reader",
    "Run",
    "SeatCard",
    "SeatView",
    "Supplement",
    "TableCard",
    "Trouble",
    "TurnView",
    "Written",
    "answer",
    "answers",
    "as_written",
    "ask_guest",
    "bulletins",
    "confirmation",
    "deadline_event",
    "digest",
    "each_once",
    "first_mail",
    "gm_notice",
    "host_notice",
    "key_to_places",
    "large_map",
    "note",
    "note_id",
    "of_place",
    "one_report_each",
    "phase_notice",
    "picture",
    "please_confirm",
    "refusal",
    "report_page",
    "standing_number",
    "status",
    "text_answer",
    "together",
    "transcript",
    "turn_report",
    "written",
]
