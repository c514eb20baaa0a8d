"""How does a test run a server of asyncio beside itself?  In a thread, on a port that was free."""

import asyncio
import threading
from collections.abc import Awaitable, Callable


class Threaded:
    """The server that *opened* gives, until it is closed."""

    def __init__(self, opened: Callable[[asyncio.AbstractEventLoop], Awaitable[asyncio.Server]]) -> None:
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        self.server = asyncio.run_coroutine_threadsafe(self._open(opened), self.loop).result(10)
        self.port: int = self.server.sockets[0].getsockname()[1]

    async def _open(
        self, opened: Callable[[asyncio.AbstractEventLoop], Awaitable[asyncio.Server]]
    ) -> asyncio.Server:
        return await opened(self.loop)

    def close(self) -> None:
        asyncio.run_coroutine_threadsafe(self._close(), self.loop).result(10)
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()

    async def _close(self) -> None:
        self.server.close()
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.sleep(0)
