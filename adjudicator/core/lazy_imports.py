"""A lock for imports at first use.

A library that is slow to load is imported inside the function that needs it. After a start several threads do
that at once (messages, the warm-up, the web). Two that import a package in different ways, `rapidfuzz` and
`rapidfuzz.distance`, would deadlock; Python resolves that by giving one of them a partly loaded module. So an
import inside a function must be in `with IMPORTS:`, and a test finds those that are not. The `pbem` command
is exempt: it has one thread.
"""

from threading import RLock

IMPORTS = RLock()  # reentrant: an import may lead to another one in the same thread
