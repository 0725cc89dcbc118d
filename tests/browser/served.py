"""A server as a process of its own."""

import os
import re
import subprocess
import sys
import time
from pathlib import Path

START_S = 180
STOP_S = 90
_ADDRESS = re.compile(r" is served at (\S+)")


class serving:  # noqa: N801 - a context, as ``open`` is one
    """``onfile serve`` as a process of its own; gives its address."""

    def __init__(self, store: Path, *options: str, **environment: str) -> None:
        self._command = [
            *(sys.executable, "-c", "from onfile.cli.main import main; main()", "serve"),
            *("--store", str(store), "--port", "0", *options),
        ]
        self._environment = environment
        self._log = store.parent / "serve.log"

    def __enter__(self) -> str:
        with self._log.open("w") as log:
            self._process = subprocess.Popen(
                self._command, stderr=log, env=os.environ | self._environment
            )
        end = time.monotonic() + START_S
        while time.monotonic() < end and self._process.poll() is None:
            if found := _ADDRESS.search(self._log.read_text()):
                return found.group(1)
            time.sleep(0.1)
        self.__exit__()
        raise RuntimeError(f"the server did not start: {self._log.read_text()}")

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        self._process.wait(timeout=STOP_S)
