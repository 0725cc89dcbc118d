"""Work spread over processes, where a crash or a hang costs one item and nothing else.

Each worker is a fresh interpreter that is driven through its pipes, so that neither the caller's
threads nor a script without a ``__main__`` guard can get in the way, as they would with fork and
spawn. A thread a worker waits for its replies and kills it when a step takes too long.
"""

from __future__ import annotations

import json
import pickle
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import IO, Any, Generic, TypeAlias, TypeVar

from onfile.errors import StoreError
from onfile.ingest.progress import Lost, Step

Item = TypeVar("Item")
Result = TypeVar("Result")

START_TIMEOUT_S = 120.0  # importing on a cold and busy disk
MEMORY_LIMIT_BYTES = 3 << 29  # 1.5 GiB of data a process; a filing of 500 pages takes 0.3
_OUT_OF_MEMORY = ("SIGABRT", "SIGTRAP", "SIGILL")  # how compiled libraries end themselves
_LENGTH_BYTES = 8
RESULT, ERROR, STEP, STOP = "result", "error", "step", "stop"  # what a worker sends
_COMMAND = "import sys, json; sys.path[:] = json.loads(sys.argv[1]); "
_COMMAND += "from onfile.ingest.worker import main; main()"


@dataclass(frozen=True, slots=True)
class WorkerFailure:
    """An item that gave no result, and why, in plain words.

    ``step`` is what the process was at when it was lost, where it had said so.
    """

    reason: str
    step: Step | None = None


def run_isolated(
    function: Callable[[Item], Result],
    items: Sequence[Item],
    n_workers: int,
    *,
    timeout_s: float,
    retry: Callable[[Item, Lost], Item | None] | None = None,
    memory_bytes: int = MEMORY_LIMIT_BYTES,
) -> Iterator[tuple[Item, Result | WorkerFailure]]:
    """Apply ``function`` to every item in worker processes.

    Args:
        function: A module-level function; it, its argument and its result must pickle.
        items: Each gives exactly one pair.
        n_workers: Processes at most. No more than twice as many results wait in memory.
        timeout_s: Wall time for one item, or up to the first step that it reports
            (``progress.report``), which then has its own time, and so on. A worker that takes
            longer is killed and replaced.
        retry: Given the item and the step at which its worker was lost, says what to give the
            next worker in its place, or None to give the item up.
        memory_bytes: What a worker may allocate, where the system can limit it.

    Yields:
        ``(item, result)`` as they are completed, or ``(item, WorkerFailure)`` where the function
        raised, the process died or the time was up. Closing the iterator, or Ctrl-C, kills the
        workers.

    Raises:
        StoreError: the function raised one, as where the disk is full; no item is tried after.
    """
    todo: queue.SimpleQueue[Item] = queue.SimpleQueue()
    for item in items:
        todo.put(item)
    done: _Done[Item, Result] = queue.Queue(max(n_workers, 1))
    stop = threading.Event()
    lanes = [
        _Lane(function, todo, done, stop, timeout_s, retry, memory_bytes)
        for _ in range(min(max(n_workers, 1), len(items)))
    ]
    for lane in lanes:
        lane.start()
    try:
        for _ in range(len(items)):
            item, result = done.get()
            if isinstance(result, StoreError):
                raise result
            yield item, result
    finally:
        stop.set()
        for lane in lanes:
            lane.kill()
        _drain(done, lanes)


_Done: TypeAlias = "queue.Queue[tuple[Item, Result | WorkerFailure | StoreError]]"


class Worker(Generic[Item, Result]):
    """One worker process that is kept for the next item; for one thread at a time.

    Args:
        function: As of ``run_isolated``.
        timeout_s: Wall time for one item.
        memory_bytes: What the process may allocate, where the system can limit it.
    """

    def __init__(
        self,
        function: Callable[[Item], Result],
        *,
        timeout_s: float,
        memory_bytes: int = MEMORY_LIMIT_BYTES,
    ) -> None:
        nothing, done, never = queue.SimpleQueue[Item](), queue.Queue[Any](), threading.Event()
        self._lane = _Lane(function, nothing, done, never, timeout_s, None, memory_bytes)

    def run(self, item: Item) -> Result | WorkerFailure:
        """What ``function`` gives for one item; a process that dies over it is replaced."""
        result = self._lane._one(item)
        if isinstance(result, StoreError):
            raise result
        return result

    def close(self) -> None:
        """End the process."""
        self._lane._close()


def _drain(
    done: _Done[Item, Result],
    lanes: Sequence[_Lane[Item, Result]],
) -> None:
    """Let threads that wait to hand over a result come to their end."""
    while any(lane.thread.is_alive() for lane in lanes):
        try:
            done.get(timeout=0.02)
        except queue.Empty:
            continue


class _Lane(Generic[Item, Result]):
    """One worker process at a time, and the thread that drives it."""

    def __init__(
        self,
        function: Callable[[Item], Result],
        todo: queue.SimpleQueue[Item],
        done: _Done[Item, Result],
        stop: threading.Event,
        timeout_s: float,
        retry: Callable[[Item, Lost], Item | None] | None,
        memory_bytes: int,
    ) -> None:
        self._function = function
        self._todo = todo
        self._done = done
        self._stop = stop
        self._timeout_s = timeout_s
        self._retry = retry
        self._memory_bytes = memory_bytes
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self.thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        self.thread.start()

    def kill(self) -> None:
        with self._lock:
            if self._process is not None:
                self._process.kill()

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                item = self._todo.get_nowait()
            except queue.Empty:
                break
            self._done.put((item, self._one(item)))
        self._close()

    def _one(self, item: Item) -> Result | WorkerFailure | StoreError:
        current = item
        while True:
            result = self._attempt(current)
            if not isinstance(result, WorkerFailure) or result.step is None:
                return result
            if self._retry is None or self._stop.is_set():
                return result
            changed = self._retry(current, Lost(result.step, result.reason))
            if changed is None:
                return result
            current = changed

    def _attempt(self, item: Item) -> Result | WorkerFailure | StoreError:
        try:
            process = self._ready()
        except (OSError, EOFError, ValueError) as error:
            self._close()
            return WorkerFailure(f"no process could be started to read it: {error}")
        watch = _Watch(process, self._timeout_s)
        try:
            send(process.stdin, item)
            kind, reply = receive(process.stdout)
            while kind == STEP:
                watch.begin(reply)
                kind, reply = receive(process.stdout)
        except (OSError, EOFError, ValueError):
            self._close()
            return WorkerFailure(watch.why(), watch.step)
        finally:
            watch.end()
        if kind == ERROR:
            return WorkerFailure(str(reply))
        if kind == STOP and isinstance(reply, StoreError):
            return reply
        result: Result = reply
        return result

    def _ready(self) -> subprocess.Popen[bytes]:
        with self._lock:
            if self._process is not None and self._process.poll() is None:
                return self._process
            if self._stop.is_set():
                raise OSError("stopped")
            self._process = process = subprocess.Popen(
                [sys.executable, "-c", _COMMAND, json.dumps(sys.path), str(self._memory_bytes)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
            )
        timer = threading.Timer(START_TIMEOUT_S, process.kill)
        timer.daemon = True
        timer.start()
        try:
            send(process.stdin, self._function)
            receive(process.stdout)
        finally:
            timer.cancel()
        return process

    def _close(self) -> None:
        with self._lock:
            process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                try:
                    stream.close()
                except OSError:
                    continue  # what was still to be sent has no reader any more


class _Watch:
    """Kills a process whose step takes longer than it may, and says what happened."""

    def __init__(self, process: subprocess.Popen[bytes], timeout_s: float) -> None:
        self.step: Step | None = None
        self._process = process
        self._timeout_s = timeout_s
        self._deadline = time.monotonic() + timeout_s
        self._is_late = False
        self._timer = self._set(timeout_s)

    def begin(self, step: Step) -> None:
        """The process has begun ``step``."""
        self.step = step
        self._timeout_s = step.timeout_s
        self._deadline = time.monotonic() + step.timeout_s
        if step.timeout_s < self._timer.interval:  # else the timer looks at the deadline itself
            self._timer.cancel()
            self._timer = self._set(step.timeout_s)

    def end(self) -> None:
        """The item is done."""
        self._deadline = float("inf")
        self._timer.cancel()

    def why(self) -> str:
        """What became of the process, in plain words."""
        if self._is_late:
            return f"reading it took longer than {self._timeout_s:g} s and was stopped"
        code = self._process.wait()
        how = f"exit code {code}" if code >= 0 else signal.Signals(-code).name
        often = ", as when it may not have more memory" if how in _OUT_OF_MEMORY else ""
        return f"the process that read it died ({how}{often})"

    def _set(self, delay_s: float) -> threading.Timer:
        timer = threading.Timer(delay_s, self._look)
        timer.daemon = True
        timer.start()
        return timer

    def _look(self) -> None:
        left_s = self._deadline - time.monotonic()
        if left_s <= 0:
            self._is_late = True
            self._process.kill()
        elif left_s != float("inf"):
            self._timer = self._set(left_s)


def send(stream: IO[bytes] | None, message: object) -> None:
    """Write one length-prefixed pickle."""
    if stream is None:
        raise EOFError("the pipe is closed")
    content = pickle.dumps(message, protocol=5)
    stream.write(len(content).to_bytes(_LENGTH_BYTES, "little"))
    stream.write(content)
    stream.flush()


def receive(stream: IO[bytes] | None) -> Any:
    """Read what ``send`` wrote. Raises: EOFError when the other side is gone."""
    if stream is None:
        raise EOFError("the pipe is closed")
    prefix = stream.read(_LENGTH_BYTES)
    if len(prefix) < _LENGTH_BYTES:
        raise EOFError("the other process is gone")
    n_bytes = int.from_bytes(prefix, "little")
    content = stream.read(n_bytes)
    if len(content) < n_bytes:
        raise EOFError("the other process is gone")
    return pickle.loads(content)
