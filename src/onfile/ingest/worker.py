"""The other end of ``workers.py``: a process that applies one function to what it is sent."""

from __future__ import annotations

import os
import signal
import sys

from onfile.ingest.workers import receive, send


def main() -> None:
    """Serve until the pipe closes. Anything that is printed goes to stderr."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides; Ctrl-C reaches us both
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    requests = sys.stdin.buffer
    try:
        function = receive(requests)
        send(answers, (True, None))
        while True:
            item = receive(requests)
            try:
                reply = (True, function(item))
            except Exception as error:  # noqa: BLE001 - the item fails, the worker lives
                reply = (False, f"unexpected {type(error).__name__}: {error}")
            send(answers, reply)
    except (EOFError, BrokenPipeError):
        return
