import os
import sys

import pytest

import worker_jobs
from onfile.ingest.workers import WorkerFailure, run_isolated


def results(function, items, n_workers=2, timeout_s=60.0):
    return dict(run_isolated(function, items, n_workers, timeout_s=timeout_s))


def _is_alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_every_item_gives_one_result():
    assert results(worker_jobs.double, [1, 2, 3, 4, 5]) == {n: 2 * n for n in range(1, 6)}


def test_no_items_need_no_worker():
    assert results(worker_jobs.double, []) == {}


def test_work_is_done_outside_this_process():
    assert results(worker_jobs.process_id, [1])[1] != os.getpid()


def test_a_crash_costs_its_item_alone():
    found = results(worker_jobs.die_on_three, [1, 2, 3, 4, 5])
    assert found[3] == WorkerFailure("the process that read it died (SIGKILL)")
    assert {n: found[n] for n in (1, 2, 4, 5)} == {1: 1, 2: 2, 4: 4, 5: 5}


def test_a_hang_is_ended_and_costs_its_item_alone():
    found = results(worker_jobs.hang_on_three, [1, 3, 4], n_workers=1, timeout_s=3.0)
    assert found[3] == WorkerFailure("reading it took longer than 3 s and was stopped")
    assert (found[1], found[4]) == (1, 4)


def test_an_exception_names_itself_and_the_worker_lives_on():
    found = results(worker_jobs.fail_on_three, [1, 3, 4], n_workers=1)
    assert found[3] == WorkerFailure("unexpected ValueError: three is not allowed")
    assert found[4] == 4


def test_what_is_printed_does_not_disturb_the_results():
    assert results(worker_jobs.print_and_return, [7], n_workers=1) == {7: 7}


def test_leaving_early_ends_the_workers():
    stream = run_isolated(worker_jobs.process_id, [1, 2, 3, 4], 1, timeout_s=60.0)
    _, pid = next(stream)
    stream.close()
    assert not _is_alive(pid)


def _without_page(task, lost):
    name, skipped = task
    return (name, skipped | {lost.step.page})


def test_a_lost_step_costs_that_step_and_the_item_goes_on_without_it():
    item = ("northwind", frozenset())
    found = dict(
        run_isolated(worker_jobs.read_pages, [item], 1, timeout_s=60.0, retry=_without_page)
    )
    assert found == {item: "northwind without [2, 3]"}


def test_a_lost_step_is_told_with_what_happened():
    reasons = []

    def give_up_at_three(task, lost):
        reasons.append((lost.step.page, lost.reason))
        return _without_page(task, lost) if lost.step.page == 2 else None

    item = ("northwind", frozenset())
    found = dict(
        run_isolated(worker_jobs.read_pages, [item], 1, timeout_s=60.0, retry=give_up_at_three)
    )
    late = "reading it took longer than 0.5 s and was stopped"
    assert reasons == [(2, "the process that read it died (SIGSEGV)"), (3, late)]
    assert found[item].reason == late


@pytest.mark.skipif(sys.platform != "linux", reason="the system does not limit data")
def test_what_a_worker_may_allocate_is_limited_and_it_lives_on():
    small, large = 1 << 20, 1 << 30
    found = dict(
        run_isolated(worker_jobs.allocate, [large, small], 1, timeout_s=60.0, memory_bytes=3 << 28)
    )
    assert found == {large: WorkerFailure("unexpected MemoryError: "), small: small}
