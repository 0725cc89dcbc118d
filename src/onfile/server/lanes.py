"""Work in threads, so much at once and no more: the rest waits, and past that is turned away."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from onfile.server.replies import busy

Result = TypeVar("Result")


class Lane:
    """A fixed number of threads with a bounded queue.

    The threads live as long as the server, and with them their connections to the store.

    Args:
        name: Of the threads, for the logs.
        n_workers: Calls that run at the same time.
        n_waiting: Calls that may wait beyond those.
    """

    def __init__(self, name: str, n_workers: int, n_waiting: int) -> None:
        self._name = name
        self._n_workers = n_workers
        self._pool: ThreadPoolExecutor | None = None
        self._room = n_workers + n_waiting
        self.n_inside = 0

    async def run(self, function: Callable[[], Result]) -> Result:
        """What ``function`` gives, called in one of the threads.

        A caller that goes away gives its place back when the work is done: a question that is
        being answered is answered and recorded.

        Raises:
            Failure: 429, where too many wait already.
        """
        return await asyncio.shield(self.submit(function))

    def submit(self, function: Callable[[], Result]) -> asyncio.Future[Result]:
        """Begin ``function`` in one of the threads, when its turn comes. Raises: Failure."""
        if self.n_inside >= self._room:
            raise busy("the server has as many questions as it can take")
        if self._pool is None:
            self._pool = ThreadPoolExecutor(self._n_workers, thread_name_prefix=self._name)
        self.n_inside += 1
        future = asyncio.get_running_loop().run_in_executor(self._pool, function)
        future.add_done_callback(self._left)
        return future

    def close(self) -> None:
        """Let what runs and waits end, and the threads with it."""
        if self._pool is not None:
            self._pool.shutdown(wait=True)
            self._pool = None

    def _left(self, future: asyncio.Future[Result]) -> None:
        self.n_inside -= 1
        if not future.cancelled():
            future.exception()  # its caller may be gone: nothing is left unlooked at
