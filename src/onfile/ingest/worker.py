"""The other end of ``workers.py``: a process that applies one function to what it is sent."""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
import time

from onfile.errors import StoreError
from onfile.ingest import progress
from onfile.ingest.workers import ERROR, RESULT, STEP, STOP, receive, send

_LOOK_S = 1.0
_OBJECTS_BETWEEN_LOOKS = 50_000  # for cycles, of which pages have hardly any: 2 % of the time


def main() -> None:
    """Serve until the pipe closes. Anything that is printed goes to stderr."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides; Ctrl-C reaches us both
    _limit_memory(int(sys.argv[2]))
    threading.Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    requests = sys.stdin.buffer
    progress.listen(lambda step: send(answers, (STEP, step)))
    try:
        function = receive(requests)
        gc.freeze()  # what was imported stays
        gc.set_threshold(_OBJECTS_BETWEEN_LOOKS)
        send(answers, (RESULT, None))
        while True:
            item = receive(requests)
            try:
                reply: tuple[str, object] = (RESULT, function(item))
            except StoreError as error:  # a full disk: no other item would fare better
                reply = (STOP, error)
            except Exception as error:  # noqa: BLE001 - the item fails, the worker lives
                reply = (ERROR, f"unexpected {type(error).__name__}: {error}")
            send(answers, reply)
    except (EOFError, BrokenPipeError):
        return


def _end_with(parent: int) -> None:
    """End this process when the one that drives it is gone, even in the middle of a page."""
    while os.getppid() == parent:
        time.sleep(_LOOK_S)
    os._exit(1)


def _limit_memory(n_bytes: int) -> None:
    """Refuse this process more data than that, so that a bomb can't take the machine along."""
    try:
        import resource
    except ImportError:  # not on this system
        return
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    allowed = n_bytes if hard == resource.RLIM_INFINITY else min(n_bytes, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (allowed, hard))
