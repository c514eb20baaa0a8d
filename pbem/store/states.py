"""States of messages, games and mails: words, so that a host can read the database with any tool."""

WAITING, DEFERRED, HELD, DONE, FAILED = "waiting", "deferred", "held", "done", "failed"
FORMING, RUNNING, PAUSED, OVER = "forming", "running", "paused", "over"
SENT, SUSPENDED, SUPERSEDED = "sent", "suspended", "superseded"
DIGEST = "digest"  # a mail that waits to be part of its reader's daily digest
