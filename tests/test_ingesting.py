"""A folder and its store: what changes in the one is followed in the other."""

from __future__ import annotations

import datetime as dt
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from onfile.engine import Engine
from onfile.errors import StoreBusy, StoreError, UsageError
from onfile.index.coverage import coverage_of
from onfile.index.lock import ingest_lock
from onfile.index.store import Store
from onfile.ingesting import IngestOptions, ingest_files, read_passwords, settle_identities
from onfile.types import Document, Identity, LedgerRow, PageStatus, Period, Structure

ONE_WORKER = IngestOptions(workers=1)
SALES = "Net sales of Alder Springs rose in the year, as volumes grew in every region."


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = tmp_path / "in"
    path.mkdir()
    return path


@pytest.fixture
def store(tmp_path: Path) -> Store:
    with Store.open(tmp_path / "store", create=True) as opened:
        yield opened


def letter(path: Path, *pages: str) -> Path:
    canvas = Canvas(str(path), invariant=True)
    for text in pages:
        canvas.drawString(72, 700, text)
        canvas.showPage()
    canvas.save()
    return path


def ingest(store: Store, folder: Path, **options: object):
    return ingest_files(store, [folder], IngestOptions(workers=1, **options))


def names(store: Store) -> list[str]:
    return [document.name for document in store.documents()]


def test_what_is_new_is_read_and_what_is_known_is_passed_over(store: Store, folder: Path) -> None:
    letter(folder / "a.pdf", SALES)
    first = ingest(store, folder)
    assert (first.documents, first.new, first.skipped) == (1, 1, 0)
    letter(folder / "b.pdf", SALES, "Second page.")
    again = ingest(store, folder)
    assert (again.documents, again.pages, again.new, again.skipped) == (1, 2, 1, 1)


def test_a_changed_file_replaces_what_it_held(store: Store, folder: Path) -> None:
    letter(folder / "a.pdf", SALES)
    ingest(store, folder)
    letter(folder / "a.pdf", "Restated: net sales of Alder Springs fell.")
    report = ingest(store, folder)
    assert (report.changed, report.new) == (1, 0)
    (document,) = store.documents()
    assert "Restated" in store.page_text(document.document_id, 1)


def test_a_changed_file_that_is_cut_off_leaves_the_old_version_in_place(
    store: Store, folder: Path
) -> None:
    path = letter(folder / "a.pdf", *[SALES] * 6)
    ingest(store, folder)
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2])
    report = ingest(store, folder)
    (document,) = store.documents()
    assert document.n_pages == 6
    assert [row.status for row in report.failed] == [PageStatus.FAILED]
    assert coverage_of(store).unaccounted_pages == 0
    path.write_bytes(content.replace(b"/Producer", b"/Produces"))
    assert ingest(store, folder).failed == ()
    assert len(store.documents()) == 1


def test_a_changed_file_that_is_put_back_is_no_failure_any_more(store: Store, folder: Path) -> None:
    path = letter(folder / "a.pdf", *[SALES] * 6)
    ingest(store, folder)
    content = path.read_bytes()
    path.write_bytes(content[:200])
    assert len(ingest(store, folder).failed) == 1
    path.write_bytes(content)
    report = ingest(store, folder)
    assert (report.failed, report.documents) == ((), 0)
    assert coverage_of(store).failures == ()


def test_a_moved_file_is_followed_without_reading_it(store: Store, folder: Path) -> None:
    path = letter(folder / "a.pdf", SALES)
    ingest(store, folder)
    (folder / "2024").mkdir()
    path.rename(folder / "2024" / "letter.pdf")
    report = ingest(store, folder)
    assert (report.moved, report.documents, report.missing) == (1, 0, ())
    assert names(store) == ["letter.pdf"]


def test_a_lost_file_is_reported_and_its_document_kept(store: Store, folder: Path) -> None:
    path = letter(folder / "a.pdf", SALES)
    letter(folder / "b.pdf", "Another letter.")
    ingest(store, folder)
    path.unlink()
    assert ingest(store, folder).missing == (str(path),)
    assert names(store) == ["a.pdf", "b.pdf"]
    assert coverage_of(store).missing == (str(path),)
    letter(path, SALES)
    assert ingest(store, folder).missing == ()
    assert coverage_of(store).missing == ()


def test_pruning_drops_the_documents_of_lost_files(store: Store, folder: Path) -> None:
    path = letter(folder / "a.pdf", SALES)
    letter(folder / "b.pdf", "Another letter.")
    ingest(store, folder)
    path.unlink()
    report = ingest(store, folder, prune=True)
    assert (report.removed, report.missing) == (1, ())
    assert names(store) == ["b.pdf"]


def test_pruning_an_empty_folder_removes_nothing(store: Store, folder: Path) -> None:
    path = letter(folder / "a.pdf", SALES)
    ingest(store, folder)
    path.unlink()
    with pytest.raises(UsageError, match="no file left"):
        ingest(store, folder, prune=True)
    assert names(store) == ["a.pdf"]


def test_copies_are_one_document_under_its_first_path(store: Store, folder: Path) -> None:
    letter(folder / "b.pdf", SALES)
    letter(folder / "a.pdf", SALES)
    report = ingest(store, folder)
    assert (report.documents, report.new) == (1, 2)
    (document,) = store.documents()
    assert document.name == "a.pdf"
    assert store.names_of(document.document_id) == ("a.pdf", "b.pdf")


def test_hidden_files_and_stores_are_left_out_and_no_failures(store: Store, folder: Path) -> None:
    letter(folder / "a.pdf", SALES)
    (folder / ".git").mkdir()
    (folder / ".DS_Store").write_bytes(b"\0\1")
    Store.open(folder / "archive", create=True).close()
    report = ingest(store, folder)
    assert report.failed == ()
    assert [Path(row.file).name for row in report.left_out] == [".DS_Store", ".git", "archive"]
    assert coverage_of(store).failures == ()


def test_a_file_that_can_not_be_read_is_a_failure_at_every_look_until_it_can(
    store: Store, folder: Path
) -> None:
    (folder / "a.pdf").write_bytes(b"")
    for _ in range(2):
        (row,) = ingest(store, folder).failed
        assert "0 bytes" in row.reason
    letter(folder / "a.pdf", SALES)
    assert ingest(store, folder).failed == ()
    assert [row.status for row in store.ledger()] == [PageStatus.TEXT]


def test_a_link_to_a_folder_above_is_no_endless_loop(store: Store, folder: Path) -> None:
    letter(folder / "a.pdf", SALES)
    (folder / "loop").symlink_to(folder)
    (folder / "self").symlink_to(folder / "self")
    report = ingest(store, folder)
    assert report.documents == 1
    assert [row.reason for row in report.failed] == ["a link that leads nowhere or to itself"]
    assert [Path(row.file).name for row in report.left_out] == ["loop"]


def test_what_was_never_read_and_is_gone_leaves_the_coverage_at_the_next_look(
    store: Store, folder: Path
) -> None:
    letter(folder / "a.pdf", SALES)
    other = folder.parent / "other"
    other.mkdir()
    (other / "dead").symlink_to(other / "nowhere")
    (other / ".hidden").write_text("x")
    ingest_files(store, [folder, other], ONE_WORKER)
    assert len(coverage_of(store).failures) == len(coverage_of(store).left_out) == 1
    ingest(store, folder)
    assert len(coverage_of(store).failures) == 1  # the link is there still
    (other / "dead").unlink()
    (other / ".hidden").unlink()
    ingest(store, folder)
    assert coverage_of(store).failures == coverage_of(store).left_out == ()


def test_what_is_left_out_by_its_content_is_told_at_every_look(store: Store, folder: Path) -> None:
    (folder / "viewer").write_bytes(b"\x7fELF" + bytes(100))
    for _ in range(3):
        assert [Path(row.file).name for row in ingest(store, folder).left_out] == ["viewer"]
        assert len(coverage_of(store).left_out) == 1


def test_a_file_that_could_not_be_opened_is_tried_again_at_the_next_look(
    store: Store, folder: Path
) -> None:
    path = letter(folder / "a.pdf", SALES)
    status = path.stat()
    reason = "the file could not be opened: Permission denied"
    row = LedgerRow(str(path), None, None, PageStatus.FAILED, reason, 0, 0.0, 0.0, "")
    store.put_ledger(
        [row], path=str(path), n_bytes=status.st_size, mtime_ns=status.st_mtime_ns
    )  # its rights are no part of what is compared
    assert ingest(store, folder.parent / "in").documents == 1
    assert coverage_of(store).failures == ()


def test_a_path_that_is_not_there_is_an_error_that_leaves_no_row(tmp_path: Path) -> None:
    with Engine(tmp_path / "store") as engine:
        with pytest.raises(UsageError, match="no file or folder"):
            engine.ingest([tmp_path / "absent"], embed=False)
        assert engine.coverage().failures == ()


def test_a_folder_that_can_not_be_listed_is_a_row_and_the_rest_is_read(
    store: Store, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    letter(folder / "a.pdf", SALES)
    (folder / "closed").mkdir()
    entries = Path.iterdir

    def iterdir(path: Path) -> Iterator[Path]:
        if path.name == "closed":
            raise PermissionError(13, "Permission denied")
        return entries(path)

    monkeypatch.setattr(Path, "iterdir", iterdir)
    report = ingest(store, folder)
    assert report.documents == 1
    assert [row.reason for row in report.failed] == [
        "the folder could not be read: Permission denied"
    ]


def closed(name: str, monkeypatch: pytest.MonkeyPatch, *methods: str) -> None:
    """As for a user who may not list folders of this name, or not look at what is in them."""

    def refusing(method: Callable[..., object]) -> Callable[..., object]:
        def refused(path: Path, *given: object, **named: object) -> object:
            if name in (path.parts if method.__name__ == "iterdir" else path.parts[:-1]):
                raise PermissionError(13, "Permission denied")
            return method(path, *given, **named)

        return refused

    for method in methods:
        monkeypatch.setattr(Path, method, refusing(getattr(Path, method)))


@pytest.mark.parametrize("methods", [("iterdir", "stat"), ("stat", "is_symlink", "is_dir")])
def test_documents_of_a_folder_that_is_closed_are_neither_missing_nor_pruned(
    store: Store, folder: Path, monkeypatch: pytest.MonkeyPatch, methods: tuple[str, ...]
) -> None:
    letter(folder / "a.pdf", SALES)
    (folder / "closed").mkdir()
    letter(folder / "closed" / "b.pdf", SALES, "Second page.")
    (folder / "closed" / "c.txt").write_text("Alder Springs has three plants.")
    ingest(store, folder)
    with monkeypatch.context() as patch:
        closed("closed", patch, *methods)
        report = ingest(store, folder, prune=True)
    assert (report.removed, report.missing) == (0, ())
    assert {row.reason.split(": ")[1] for row in report.failed} == {"Permission denied"}
    assert names(store) == ["a.pdf", "b.pdf", "c.txt"]
    assert ingest(store, folder).failed == ()


def test_a_locked_file_is_tried_again_when_passwords_are_given(store: Store, folder: Path) -> None:
    canvas = Canvas(str(folder / "a.pdf"), encrypt="rowanberry")
    canvas.drawString(72, 700, SALES)
    canvas.save()
    (row,) = ingest(store, folder).failed
    assert row.status is PageStatus.ENCRYPTED
    assert len(ingest(store, folder, passwords=("larch",)).failed) == 1
    assert ingest(store, folder, passwords=("larch", "rowanberry")).failed == ()
    assert names(store) == ["a.pdf"]
    assert ingest(store, folder).skipped == 1


def test_the_passwords_of_a_file_are_its_lines(tmp_path: Path) -> None:
    file = tmp_path / "passwords"
    file.write_text("larch\n\n two words \nlarch\n", encoding="utf-8")
    assert read_passwords(file) == ("larch", " two words ")
    with pytest.raises(UsageError, match="can't be read"):
        read_passwords(tmp_path / "none")


def test_an_ingest_while_another_runs_says_so(store: Store, folder: Path) -> None:
    with ingest_lock(store.directory), pytest.raises(StoreBusy):
        ingest(store, folder)


FULL = """
import resource, sys
from pathlib import Path
from onfile.errors import StoreError
from onfile.index.store import Store
from onfile.ingesting import IngestOptions, ingest_files

with Store.open(Path(sys.argv[1])) as store:
    size = max(path.stat().st_size for path in Path(sys.argv[1]).glob("onfile.db*"))
    resource.setrlimit(resource.RLIMIT_FSIZE, (size + 40_000, size + 40_000))
    try:
        ingest_files(store, [Path(sys.argv[2])], IngestOptions(workers=1))
    except StoreError as error:
        sys.exit(f"{error} | {error.hint}")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="the system does not limit files")
def test_a_full_disk_is_told_and_leaves_a_store_that_goes_on(store: Store, folder: Path) -> None:
    letter(folder / "a.pdf", SALES)
    ingest(store, folder)
    for number in range(4):
        letter(folder / f"long{number}.pdf", *[f"{SALES} Row {number} {n}." for n in range(120)])
    ended = subprocess.run(
        [sys.executable, "-c", FULL, str(store.directory), str(folder)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 1, ended.stderr
    assert "could not be written" in ended.stderr
    assert "make room on the disk" in ended.stderr
    assert "a.pdf" in names(store)
    assert ingest(store, folder).failed == ()
    assert len(store.documents()) == 5


def test_an_error_in_writing_is_no_success(store: Store, folder: Path) -> None:
    letter(folder / "a.pdf", SALES)
    with store.database.writing() as connection:
        connection.execute(
            "CREATE TRIGGER no BEFORE INSERT ON documents BEGIN SELECT RAISE(ABORT, 'no'); END"
        )
    with pytest.raises(StoreError):
        ingest(store, folder)


def test_a_current_report_is_filed_in_its_companys_own_calendar(store: Store) -> None:
    annual = Identity(
        company="Larch Stores", form="10-K", period=Period(2023), period_end=dt.date(2023, 1, 28),
        fiscal_year_end_month=1,
    )  # fmt: skip
    report = Identity(
        company="Larch Stores", form="8-K", period=Period(2023, 2), period_end=dt.date(2023, 4, 24)
    )
    for name, identity in (("annual", annual), ("report", report)):
        document = Document(f"sha256:{name}", name, name, "text/plain", 1, 0, True, identity)
        store.put(document, [], [], Structure(identity), [], [])
    for _ in range(2):  # nothing changes the second time
        settle_identities(store)
        held = {entry.name: entry.identity.period for entry in store.catalog().entries}
        assert held == {"annual": Period(2023), "report": Period(2024, 1)}
