"""Run an asyncio server in a thread, on a free port."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from typing import Any, Self

from aiosmtpd.smtp import SMTP

from tests.support.waiting import LONG

TURNS_TO_ACCEPT = 5  # turns of the event loop in which new connections are accepted and greeted


class Threaded:
    """The server that *opened* creates; it runs in a thread until `close`."""

    def __init__(self, opened: Callable[[asyncio.AbstractEventLoop], Awaitable[asyncio.Server]]) -> None:
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        self.server = asyncio.run_coroutine_threadsafe(self._open(opened), self.loop).result(LONG)
        self.port: int = self.server.sockets[0].getsockname()[1]

    async def _open(
        self, opened: Callable[[asyncio.AbstractEventLoop], Awaitable[asyncio.Server]]
    ) -> asyncio.Server:
        return await opened(self.loop)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        asyncio.run_coroutine_threadsafe(self._close(), self.loop).result(LONG)
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(LONG)
        if self.thread.is_alive():
            raise TimeoutError(f"a server's thread has not ended after {LONG} seconds")
        self.loop.close()

    async def _close(self) -> None:
        """Close the server; first let pending connections be accepted, or asyncio leaks their sockets."""
        for listening in self.server.sockets:
            self.loop.remove_reader(listening.fileno())
        for _ in range(TURNS_TO_ACCEPT):
            await asyncio.sleep(0)
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.server.close()
        await asyncio.sleep(0)


class SmtpServer(Threaded):
    """An aiosmtpd server with *handler*; aiosmtpd's own controller times out on a busy machine."""

    def __init__(self, handler: object, port: int = 0, **settings: Any) -> None:
        super().__init__(
            lambda loop: loop.create_server(
                lambda: SMTP(handler, loop=loop, hostname="mx", **settings), "127.0.0.1", port
            )
        )
