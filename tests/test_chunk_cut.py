from hypothesis import given
from hypothesis import strategies as st

from onfile.chunk.cut import cut
from onfile.chunk.packing import MAX_WORDS, MIN_WORDS
from onfile.types import (
    Cell,
    Column,
    Identity,
    Page,
    PageStatus,
    Period,
    Row,
    Section,
    Span,
    Structure,
    Table,
    Turn,
)

IDENTITY = Identity(company="Alder Springs", form="10-K", period=Period(2022))
SENTENCE = "The company bottles spring water in three plants near Lake Alder. "  # 11 words


def page(text, number=1):
    return Page(number, text, PageStatus.TEXT, width_pt=612, height_pt=792)


def plain(text):
    return Page(1, text, PageStatus.TEXT)


def section(path, start, end, kind=""):
    return Section(path, kind, len(path), start, end)


def turn(number, speaker, role, span, part="prepared remarks"):
    return Turn(number, speaker, role, None, False, False, part, (span,), 1)


def words(chunk):
    return len(chunk.text.split())


def test_prose_is_filled_by_whole_sentences():
    chunks = cut("d", [page(SENTENCE * 40)], Structure(IDENTITY))
    assert all(chunk.text.endswith(".") for chunk in chunks)
    assert all(MIN_WORDS <= words(chunk) <= MAX_WORDS + MIN_WORDS for chunk in chunks)
    assert sum(words(chunk) for chunk in chunks) == 40 * 11


def test_abbreviations_and_decimals_do_not_end_a_sentence():
    text = ("Sales of Birch Inc. Rose by 3.5 percent in the U.S. North as Mr. Hale expected. ") * 9
    chunks = cut("d", [page(text)], Structure(IDENTITY))
    assert all(chunk.text.endswith("expected.") for chunk in chunks)


def test_a_chunk_never_crosses_a_page_or_a_section():
    first, second = SENTENCE * 12, SENTENCE * 12
    sections = (
        section(("Part I", "Item 1"), (1, 0), (1, len(SENTENCE) * 5), "business"),
        section(("Part I", "Item 1A"), (1, len(SENTENCE) * 5), (2, len(second)), "risk_factors"),
    )
    chunks = cut("d", [page(first), page(second, 2)], Structure(IDENTITY, sections))
    assert [chunk.page for chunk in chunks] == [1, 1, 2]
    assert [chunk.section for chunk in chunks] == [
        "Part I › Item 1",
        "Part I › Item 1A",
        "Part I › Item 1A",
    ]
    assert chunks[1].section_kind == "risk_factors"
    assert chunks[1].header == "Alder Springs · 10-K · FY2022 · Part I › Item 1A"


def test_the_innermost_section_names_a_chunk():
    text = SENTENCE * 4
    sections = (
        section(("Part II",), (1, 0), (1, len(text))),
        section(("Part II", "Item 7"), (1, 0), (1, len(text)), "mdna"),
    )
    (chunk,) = cut("d", [page(text)], Structure(IDENTITY, sections))
    assert chunk.section == "Part II › Item 7"


def table_of(n_rows):
    head = "Sales by plant\n(in millions) 2022 2021\n"
    lines = [f"Plant number {n} of the north 1,{n:03} 9{n:02}\n" for n in range(n_rows)]
    text = head + "".join(lines)
    rows, at = [], len(head)
    for line in lines:
        rows.append(Row(line[:14], (), Span(1, at, at + len(line) - 1), ()))
        at += len(line)
    table = Table(
        1, 1, "Sales by plant", "segments", 10**6, "USD", (Column("2022"),), tuple(rows),
        Span(1, 0, len(text)),
    )  # fmt: skip
    return text, table


def test_a_big_table_is_cut_between_rows_and_names_its_columns_in_the_header():
    text, table = table_of(60)
    chunks = cut("d", [page(text)], Structure(IDENTITY, tables=(table,)))
    assert len(chunks) > 2
    assert {chunk.kind for chunk in chunks} == {"table"}
    assert {chunk.statement for chunk in chunks} == {"segments"}
    assert all(chunk.text.startswith("Plant number") for chunk in chunks[1:])
    assert all("(in millions) 2022 2021" in chunk.header for chunk in chunks[1:])
    assert all("(in millions)" not in chunk.text for chunk in chunks[1:])


def test_a_running_head_joins_the_table_below_it_and_the_page_number_the_text_above_it():
    text, table = table_of(3)
    shifted = "Alder Springs\n" + text + SENTENCE * 5 + "\n58"
    offset = len("Alder Springs\n")
    rows = tuple(
        Row(row.label, (), Span(1, row.span.start + offset, row.span.end + offset), row.cells)
        for row in table.rows
    )
    table = Table(1, 1, "", None, None, None, (), rows, Span(1, offset, offset + len(text)))
    chunks = cut("d", [page(shifted)], Structure(IDENTITY, tables=(table,)))
    assert [chunk.kind for chunk in chunks] == ["table", "prose"]
    assert chunks[0].text.startswith("Alder Springs\nSales by plant")
    assert chunks[1].text.endswith("58")


def test_a_turn_keeps_its_speaker_and_the_line_that_names_the_speaker():
    heading = "Mara Lind -- Chief Financial Officer\n"
    text = heading + SENTENCE * 30
    turns = (turn(4, "Mara Lind", "Chief Financial Officer", Span(1, len(heading), len(text))),)
    chunks = cut("d", [plain(text)], Structure(IDENTITY, turns=turns))
    assert chunks[0].text.startswith("Mara Lind --")
    assert {(c.turn, c.speaker, c.role, c.kind) for c in chunks} == {
        (4, "Mara Lind", "Chief Financial Officer", "turn")
    }
    assert chunks[0].header.endswith("Mara Lind (Chief Financial Officer) · prepared remarks")
    assert chunks[0].part == "prepared remarks"


def test_two_turns_are_never_in_one_chunk():
    text = "Thank you, Oskar. Good morning."
    turns = (turn(1, "A", None, Span(1, 0, 17)), turn(2, "B", None, Span(1, 18, len(text))))
    chunks = cut("d", [plain(text)], Structure(IDENTITY, turns=turns))
    assert [chunk.text for chunk in chunks] == ["Thank you, Oskar.", "Good morning."]


def test_a_transcript_on_one_line_is_cut_at_sentences():
    chunks = cut("d", [plain(SENTENCE * 60)], Structure(IDENTITY))
    assert len(chunks) > 3
    assert all(chunk.text.endswith(".") and chunk.line == 1 for chunk in chunks)


def test_a_text_without_pages_knows_the_line_of_each_chunk():
    text = "\n".join([SENTENCE * 5] * 4)
    chunks = cut("d", [plain(text)], Structure(IDENTITY))
    for chunk in chunks:
        assert text.split("\n")[chunk.line - 1].startswith(chunk.text[:20])
    assert cut("d", [page(text)], Structure(IDENTITY))[0].line is None


def test_contents_pages_are_marked_and_kept():
    structure = Structure(IDENTITY, contents_pages=(1,))
    (chunk,) = cut("d", [page("Item 1. Business 4\nItem 7. MD&A 31")], structure)
    assert (chunk.kind, chunk.is_contents) == ("contents", True)


def test_pages_that_are_not_readable_give_no_chunk():
    pages = [Page(1, "\x01\x02 garbage", PageStatus.GARBAGE_TEXT), page(SENTENCE, 2)]
    assert [chunk.page for chunk in cut("d", pages, Structure(IDENTITY))] == [2]


def test_ids_depend_on_document_number_and_text_alone():
    one = cut("d", [page(SENTENCE * 30)], Structure(IDENTITY))
    again = cut("d", [page(SENTENCE * 30)], Structure(Identity()))
    other = cut("e", [page(SENTENCE * 30)], Structure(IDENTITY))
    assert [chunk.chunk_id for chunk in one] == [chunk.chunk_id for chunk in again]
    assert len({chunk.chunk_id for chunk in one + other}) == 2 * len(one)
    assert [chunk.number for chunk in one] == list(range(1, len(one) + 1))


TEXTS = st.text(st.sampled_from("Ab9 .\n•,("), max_size=400) | st.integers(1, 60).map(
    lambda n: SENTENCE * n
)


@given(texts=st.lists(TEXTS, min_size=1, max_size=4), data=st.data())
def test_every_character_is_in_exactly_one_chunk_and_spans_give_the_text(texts, data):
    pages = [page(text, number) for number, text in enumerate(texts, 1)]
    places = st.integers(1, len(texts)).flatmap(
        lambda n: st.tuples(st.just(n), st.integers(0, len(texts[n - 1])))
    )
    end = (len(texts), len(texts[-1]))
    starts = data.draw(st.lists(places, max_size=4))
    sections = tuple(section((str(n),), start, end) for n, start in enumerate(starts))
    bounds = sorted(data.draw(st.lists(st.integers(0, len(texts[0])), max_size=4)))
    spans = [Span(1, a, b) for a, b in zip(bounds[::2], bounds[1::2], strict=False) if a < b]
    cells: tuple[Cell, ...] = ()
    tables = tuple(
        Table(1, n, "", None, None, None, (), (Row("", (), span, cells),), span)
        for n, span in enumerate(spans)
    )
    chunks = cut("d", pages, Structure(IDENTITY, sections, tables=tables))
    covered = {}
    for chunk in chunks:
        pieces = [texts[span.page - 1][span.start : span.end] for span in chunk.spans]
        assert chunk.text == "\n".join(pieces)
        for span in chunk.spans:
            for offset in range(span.start, span.end):
                covered[span.page, offset] = covered.get((span.page, offset), 0) + 1
    for number, text in enumerate(texts, 1):
        for offset, char in enumerate(text):
            assert char.isspace() or covered.get((number, offset)) == 1
