"""Functions that worker processes run in the tests."""

import os
import signal
import threading


def double(number):
    return 2 * number


def die_on_three(number):
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


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
