"""Every nasty file of the shared corpus ends with a clear row, where the corpus is at hand."""

import pytest

from onfile.processing import process


@pytest.mark.corpus
def test_every_page_of_every_nasty_file_is_accounted_for_and_the_readable_ones_can_be_searched(
    shared,
):
    for path in sorted((shared / "corpus" / "nasty").iterdir()):
        done = process(path)
        if done.document is None:
            (row,) = done.ledger
            assert row.page is None, path.name
            assert row.reason, path.name
            continue
        n_pages = done.document.n_pages
        assert [row.page for row in done.ledger][:n_pages] == list(range(1, n_pages + 1)), path.name
        readable = {page.number for page in done.pages if page.status.is_readable}
        assert {chunk.page for chunk in done.chunks} == readable, path.name
        assert all(page.reason for page in done.pages if not page.status.is_readable), path.name
