"""Work spread over processes, where a crash or a hang costs one item and nothing else.

Each worker is a fresh interpreter that is driven through its pipes, so that neither the caller's
threads nor a script without a ``__main__`` guard can get in the way, as they would with fork and
spawn. A thread a worker waits for its reply and kills it when its time is up.
"""

from __future__ import annotations

import json
import pickle
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import IO, Any, Generic, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

START_TIMEOUT_S = 120.0  # importing on a cold and busy disk
_LENGTH_BYTES = 8
_COMMAND = "import sys, json; sys.path[:] = json.loads(sys.argv[1]); "
_COMMAND += "from onfile.ingest.worker import main; main()"


@dataclass(frozen=True, slots=True)
class WorkerFailure:
    """An item that gave no result, and why, in plain words."""

    reason: str


def run_isolated(
    function: Callable[[Item], Result],
    items: Sequence[Item],
    n_workers: int,
    *,
    timeout_s: float,
) -> Iterator[tuple[Item, Result | WorkerFailure]]:
    """Apply ``function`` to every item in worker processes.

    Args:
        function: A module-level function; it, its argument and its result must pickle.
        items: Each gives exactly one pair.
        n_workers: Processes at most. No more than twice as many results wait in memory.
        timeout_s: Wall time for one item; its worker is then killed and replaced.

    Yields:
        ``(item, result)`` as they are completed, or ``(item, WorkerFailure)`` where the function
        raised, the process died or the time was up. Closing the iterator, or Ctrl-C, kills the
        workers.
    """
    todo: queue.SimpleQueue[Item] = queue.SimpleQueue()
    for item in items:
        todo.put(item)
    done: queue.Queue[tuple[Item, Result | WorkerFailure]] = queue.Queue(max(n_workers, 1))
    stop = threading.Event()
    lanes = [
        _Lane(function, todo, done, stop, timeout_s)
        for _ in range(min(max(n_workers, 1), len(items)))
    ]
    for lane in lanes:
        lane.start()
    try:
        for _ in range(len(items)):
            yield done.get()
    finally:
        stop.set()
        for lane in lanes:
            lane.kill()
        _drain(done, lanes)


def _drain(
    done: queue.Queue[tuple[Item, Result | WorkerFailure]],
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
        done: queue.Queue[tuple[Item, Result | WorkerFailure]],
        stop: threading.Event,
        timeout_s: float,
    ) -> None:
        self._function = function
        self._todo = todo
        self._done = done
        self._stop = stop
        self._timeout_s = timeout_s
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

    def _one(self, item: Item) -> Result | WorkerFailure:
        try:
            process = self._ready()
        except (OSError, EOFError, ValueError) as error:
            self._close()
            return WorkerFailure(f"no process could be started to read it: {error}")
        timed_out = threading.Event()
        timer = threading.Timer(self._timeout_s, _kill_late, (process, timed_out))
        timer.daemon = True
        timer.start()
        try:
            send(process.stdin, item)
            is_result, reply = receive(process.stdout)
        except (OSError, EOFError, ValueError):
            self._close()
            return WorkerFailure(_why(process, timed_out, self._timeout_s))
        finally:
            timer.cancel()
        if not is_result:
            return WorkerFailure(str(reply))
        result: Result = reply
        return result

    def _ready(self) -> subprocess.Popen[bytes]:
        with self._lock:
            if self._process is not None and self._process.poll() is None:
                return self._process
            if self._stop.is_set():
                raise OSError("stopped")
            self._process = process = subprocess.Popen(
                [sys.executable, "-c", _COMMAND, json.dumps(sys.path)],
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


def _kill_late(process: subprocess.Popen[bytes], timed_out: threading.Event) -> None:
    timed_out.set()
    process.kill()


def _why(process: subprocess.Popen[bytes], timed_out: threading.Event, timeout_s: float) -> str:
    if timed_out.is_set():
        return f"reading it took longer than {timeout_s:g} s and was stopped"
    code = process.wait()
    how = f"exit code {code}" if code >= 0 else signal.Signals(-code).name
    return f"the process that read it died ({how})"


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
