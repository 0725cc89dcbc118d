from hypothesis import given
from hypothesis import strategies as st

from onfile.structure.running import Joined, body_ranges, lines_of
from onfile.structure.turns import PREPARED, QUESTIONS, find_turns
from onfile.types import Page, PageStatus

RULE = "-" * 80
DOUBLE = "=" * 80


def block(head, words):
    return f"{RULE}\n{head}\n{RULE}\n\n          {words}\n\n"


BLOCKS = (
    "Q2 2024 Alder Springs Inc Earnings Call\n"
    f"{DOUBLE}\nCorporate Participants\n{DOUBLE}\n\n"
    " * Ada Rowe\n   Alder Springs, Inc. - President, CEO\n * Ben Holm\n    - \n\n"
    f"{DOUBLE}\nConference Call Participants\n{DOUBLE}\n\n"
    " * Cy Marsh\n   Larch Securities, LLC, Research Division - MD\n\n"
    f"{DOUBLE}\nPresentation\n{DOUBLE}\n"
    + block("Operator    [1]", "Welcome.")
    + block("Ada Rowe,  Alder Springs, Inc. - President, CEO    [2]", "We grew.\nWe will grow.")
    + f"{DOUBLE}\nQuestions and Answers\n{DOUBLE}\n"
    + block("Operator    [1]", "Cy Marsh, Larch.")
    + block("Cy Marsh,  Larch Securities, LLC, Research Division - MD    [2]", "Why?")
    + block("Ada Rowe,  Alder Springs, Inc. - President, CEO    [3]", "Because.")
    + block("Ben Holm,   -    [4]", "And also.")
)

COLONS = (
    "Kestrel Cements Q3 FY25 Earnings Conference Call\n"
    "MR. AJIT RAO\nCHIEF EXECUTIVE OFFICER\nMR. DEV SEN – HEAD INVESTOR RELATIONS\n",
    "Kestrel Cements Limited\nPage 2 of 4\n"
    "Moderator: Welcome to the call. There will be an opportunity to ask questions.\n"
    "Dev Sen: Thank you. Over to\n",
    "Kestrel Cements Limited\nPage 3 of 4\nAjit.\nAjit Rao: We grew.\n"
    "Moderator: We will now begin the question-and-answer session. The first question is from the "
    "line of Mira Das from Larch Capital. Please go ahead.\nMira Das: How much?\nAjit Rao: Ten.\n",
    "Kestrel Cements Limited\nPage 4 of 4\nModerator: Thank you. That was the last question.\n",
)


def pages(*texts):
    return [Page(number, text, PageStatus.TEXT) for number, text in enumerate(texts, start=1)]


def words(turn, source):
    return [source[span.page - 1].text[span.start : span.end] for span in turn.spans]


def test_blocks_between_rules_are_turns_with_role_affiliation_and_both_numbers():
    source = pages(BLOCKS)
    turns = find_turns(source)
    assert [t.number for t in turns] == [1, 2, 3, 4, 5, 6]
    assert [t.printed_number for t in turns] == [1, 2, 1, 2, 3, 4]
    assert (turns[1].speaker, turns[1].role) == ("Ada Rowe", "President, CEO")
    assert turns[1].affiliation == "Alder Springs, Inc."
    assert words(turns[1], source) == ["We grew.\nWe will grow."]
    assert turns[5].role is None


def test_parts_and_who_asks_come_from_the_headings_and_lists():
    turns = find_turns(pages(BLOCKS))
    assert [t.part for t in turns] == [PREPARED] * 2 + [QUESTIONS] * 4
    assert [t.is_operator for t in turns] == [True, False, True, False, False, False]
    assert [t.is_analyst for t in turns] == [False, False, False, True, False, False]


def test_answers_point_at_the_question_before_them():
    turns = find_turns(pages(BLOCKS))
    assert [t.answers for t in turns] == [None, None, None, None, 4, 4]


def test_the_line_of_a_turn_is_that_of_its_first_word():
    source = pages(BLOCKS)
    lines = BLOCKS.split("\n")
    for turn in find_turns(source):
        assert lines[turn.line - 1].strip() == words(turn, source)[0].split("\n")[0]


def test_paragraphs_that_open_with_a_name_are_turns_and_leave_out_running_heads():
    source = pages(*COLONS)
    turns = find_turns(source)
    assert [t.speaker for t in turns] == [
        "Moderator", "Dev Sen", "Ajit Rao", "Moderator", "Mira Das", "Ajit Rao", "Moderator",
    ]  # fmt: skip
    assert words(turns[1], source) == ["Thank you. Over to", "Ajit."]
    assert [span.page for span in turns[1].spans] == [2, 3]


def test_management_is_who_the_cover_lists_and_analysts_who_the_moderator_announces():
    turns = find_turns(pages(*COLONS))
    by_name = {t.speaker: t for t in turns}
    assert by_name["Ajit Rao"].role == "Chief Executive Officer"
    assert by_name["Dev Sen"].role == "Head Investor Relations"
    assert by_name["Mira Das"].affiliation == "Larch Capital"
    assert by_name["Mira Das"].is_analyst
    assert not by_name["Ajit Rao"].is_analyst


def test_questions_begin_when_the_moderator_says_so_not_when_they_are_announced():
    turns = find_turns(pages(*COLONS))
    assert [t.part for t in turns] == [PREPARED] * 3 + [QUESTIONS] * 4
    assert [t.answers for t in turns] == [None, None, None, None, None, 5, None]


def test_lines_with_a_listed_name_alone_are_headings():
    text = (
        "Alder Springs Q1 2024 Earnings Call Transcript\nCompany Participants\n"
        "Ada Rowe - Chief Executive Officer\nBen Holm - Chief Financial Officer\n"
        "Conference Call Participants\nCy Marsh - Larch Securities\n"
        "Operator\nWelcome.\nAda Rowe\nWe grew, Ben Holm says.\n"
        "Operator\nOur first question comes from Cy Marsh.\nCy Marsh\nWhy?\nBen Holm\nBecause.\n"
    )
    turns = find_turns(pages(text))
    assert [t.speaker for t in turns] == [
        "Operator", "Ada Rowe", "Operator", "Cy Marsh", "Ben Holm",
    ]  # fmt: skip
    assert (turns[1].role, turns[3].affiliation) == ("Chief Executive Officer", "Larch Securities")
    assert [t.is_analyst for t in turns] == [False, False, False, True, False]
    assert turns[4].answers == 4


def test_lines_of_a_name_and_a_role_behind_dashes_are_headings():
    talk = "Ada Rowe -- Chief Executive Officer\nWe grew.\nOperator\nNext question.\n"
    text = "Alder Springs Earnings Call\nOperator\nWelcome.\n" + 2 * talk
    turns = find_turns(pages(text))
    assert [t.speaker for t in turns] == [
        "Operator",
        "Ada Rowe",
        "Operator",
        "Ada Rowe",
        "Operator",
    ]
    assert turns[1].role == "Chief Executive Officer"


def test_a_name_and_a_role_behind_one_hyphen_speak_where_words_follow():
    said = "Revenue grew nine percent and we ended the quarter with more accounts than ever.\n"
    text = (
        "Alder Springs (ALDR)\nSecond Quarter 2023 Earnings Call\n"
        "Participants\nAda Rowe - President and CEO\nBen Holm - Chief Financial Officer\n\n"
        f"Ada Rowe - President and CEO\n{said}\nBen Holm - Chief Financial Officer\n{said}\n"
        "Operator\nOur first question comes from Cy Marsh with Larch Capital.\n"
        "Cy Marsh - Analyst, Larch Capital\nWhy?\nBen Holm - Chief Financial Officer\nMix.\n"
        "Operator\nThat was the last question.\n"
    )
    turns = find_turns(pages(text))
    said_by = [turn.speaker for turn in turns]
    assert said_by == [
        "Ada Rowe", "Ben Holm", "Operator", "Cy Marsh", "Ben Holm", "Operator",
    ]  # fmt: skip
    assert turns[3].is_analyst
    assert turns[4].answers == 4


def test_a_transcript_without_speakers_has_no_turns():
    assert find_turns(pages("Welcome to the call. We grew. Why did you grow? Because.")) == ()
    assert find_turns([]) == ()


def test_definitions_in_a_contract_are_not_speakers():
    contract = "\n".join(f"Vesting Date: the day {n}\nPlan Year: the year {n}" for n in range(12))
    assert find_turns(pages(contract)) == ()


def test_lines_at_the_edge_of_most_pages_are_running_heads():
    source = pages(*(f"Alder Report\nText {chr(97 + n)}.\nPage {n}" for n in range(4)))
    ranges = body_ranges(source, [lines_of(page.text) for page in source])
    bodies = [page.text[a:b].strip() for page, (a, b) in zip(source, ranges, strict=True)]
    assert bodies == ["Text a.", "Text b.", "Text c.", "Text d."]


@given(st.lists(st.text("ab \n", max_size=30), min_size=1, max_size=4))
def test_spans_of_everything_hold_every_character_that_is_not_blank(texts):
    source = pages(*texts)
    joined = Joined(source)
    found = "".join(
        source[s.page - 1].text[s.start : s.end] for s in joined.spans(0, len(joined.text))
    )
    ranges = body_ranges(source, [lines_of(page.text) for page in source])
    bodies = "".join(p.text[a:b] for p, (a, b) in zip(source, ranges, strict=True))
    assert "".join(found.split()) == "".join(bodies.split())
