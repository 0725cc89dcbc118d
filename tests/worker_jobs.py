"""Functions that worker processes run in the tests."""

import os
import signal
import threading

import numpy as np

from onfile.errors import SpoolFailed
from onfile.ingest import progress
from onfile.ingest.ocr import read_page
from onfile.ingest.progress import Stage, Step
from onfile.testing import FakeOcrEngine


def double(number):
    return 2 * number


def die_on_three(number):
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def die(_):
    os.kill(os.getpid(), signal.SIGKILL)


def hang_on_three(number):
    if number == 3:
        threading.Event().wait()
    return number


def fail_on_three(number):
    if number == 3:
        raise ValueError("three is not allowed")
    return number


def print_and_return(number):
    os.write(1, b"noise on standard output")
    return number


def process_id(_):
    return os.getpid()


def read_pages(task):
    """Reads pages 1 to 4 of nothing; dies at page 2 and hangs at page 3 unless told to skip."""
    name, skipped = task
    for number in range(1, 5):
        if number in skipped:
            continue
        progress.report(Step(Stage.PAGE, number, 0.5 if number == 3 else 60.0))
        if number == 2:
            os.kill(os.getpid(), signal.SIGSEGV)
        if number == 3:
            threading.Event().wait()
    return f"{name} without {sorted(skipped)}"


def allocate(n_bytes):
    return len(bytearray(n_bytes))


def read_by_number(job):
    """OCR that reads "Sheet N" on page N, and is killed by page 3 of a file named so."""
    if job.page.number == 3 and "deadly" in job.path.name:
        os.kill(os.getpid(), signal.SIGKILL)
    engine = FakeOcrEngine([f"Sheet {job.page.number} of the drillhole records"])
    return read_page(job.page, np.zeros((1584, 1224, 3), np.uint8), engine)


def fail_to_store(_):
    raise SpoolFailed("no room", hint="make room")
