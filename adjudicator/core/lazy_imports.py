"""One lock for everything that is imported when it is first needed.

A library that is slow to load is imported inside the function that needs it. After a start several threads
do that at once (messages, the warm-up, the web). Two that enter one package from two sides, `rapidfuzz` and
`rapidfuzz.distance`, wait for each other; Python ends that by handing one of them a module that is only
partly loaded. So an import inside a function stands in `with IMPORTS:`, and a test finds those that do not.
The `pbem` command is exempt: it has one thread.
"""

from threading import RLock

IMPORTS = RLock()  # an import may lead to another one, in the same thread
