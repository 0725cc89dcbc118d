"""The built-in reader: deterministic, no model. It quotes, or gives figures, or declines.

It picks what answers, not what is near: the shape of the question decides where it looks, and
each way has its own test of certainty. When none passes, the reader says ``NOT_STATED`` and what
it did not find.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from onfile.answer.astray import (
    asks_row,
    asks_which_part,
    is_astray,
    is_of_several,
    is_one_of_a_sum,
    is_other_kind_of_number,
    is_row_of_what_was_bought,
    is_whole_for_a_share,
    says_what_it_is,
    without_names,
)
from onfile.answer.causes import FILINGS, is_cause, is_whole, opposite_cause
from onfile.answer.claims import LATER_DOCUMENT, quoted, quoted_of
from onfile.answer.declined import not_stated, nothing_asked, otherwise
from onfile.answer.direction import (
    answer_change,
    answer_direction,
    answer_growth,
    asks_change,
    asks_growth,
)
from onfile.answer.drivers import answer_drivers
from onfile.answer.event import answer_event
from onfile.answer.expected import FIGURE_KINDS, Expected, expected, fitting
from onfile.answer.fields import answer_field
from onfile.answer.guided import answer_guided, asks_guided
from onfile.answer.largest import answer_largest
from onfile.answer.last_look import last_look
from onfile.answer.lines import answer_line, asks_line
from onfile.answer.measures import answer_measures
from onfile.answer.moves import Move, is_of_another_move, moves_of
from onfile.answer.narrower import counts_other_things, is_under_a_part
from onfile.answer.of_a_form import answer_event_of_a_day, answer_of_a_form
from onfile.answer.officers import answer_officer
from onfile.answer.organic import answer_organic
from onfile.answer.outlined import answer_outlined
from onfile.answer.over_pages import goes_on_at
from onfile.answer.over_periods import answer_over_periods
from onfile.answer.overview import answer_overview
from onfile.answer.papers import names_what_is_asked, of_papers
from onfile.answer.passages import Passage, PassageFinder
from onfile.answer.premise import contradicted
from onfile.answer.prose_facts import answer_fact
from onfile.answer.quantities import answer_quantity
from onfile.answer.ranked import answer_ranked
from onfile.answer.registered import answer_registered
from onfile.answer.replaced import answer_replaced
from onfile.answer.reported import answer_reported, asks_announced, is_dated_report
from onfile.answer.request import Quantity, Reading
from onfile.answer.share_of_total import answer_share_of_total
from onfile.answer.short_page import answer_short_page
from onfile.answer.stands_for import answer_stands_for
from onfile.answer.stated import stated_value
from onfile.answer.telling_time import asks_when, says_when
from onfile.answer.together import AVERAGE
from onfile.answer.told import answer_price, answer_told
from onfile.answer.topical import answer_topic
from onfile.answer.verdicts import answer_verdict
from onfile.answer.wanted import ASKS_WHOM
from onfile.answer.where import answer_bare_topic, answer_where
from onfile.answer.whose import Whose, named
from onfile.language.overview import asks_how_it_did
from onfile.types import (
    Draft,
    FigureMatch,
    Pair,
    QuestionKind,
    Refusal,
    Score,
    ScoreKind,
)

MAX_EXTRA = 0.6  # of the passage's subject may be words that were not asked for
MAX_EXTRA_ALONE = 0.34  # where the question has a single telling word
ENOUGH_TO_GO_ON = 2  # telling words; one alone is met by too many passages
OPENING = 60  # characters in which a description names what it describes
_DESCRIBES = re.compile(r"\s*how (?:did|does|do) .*\b(?:describe|characteri[sz]e|see|view)\b", re.I)
_MAY = re.compile(r"\b(?:may|might|could|would)\b")  # "In May" is a month
_SUPERLATIVE = re.compile(
    r"\b(?:most|least|largest|biggest|smallest|highest|lowest|greatest|fewest|best|worst|top|main|"
    r"fastest|slowest|strongest|weakest)\b",
    re.I,
)

_WHICH = re.compile(r"\W*(?:(?:in|of|from|to|with|by|for) )?which\b", re.I)


def read(reading: Reading, earlier: dict[Pair, list[FigureMatch]]) -> Draft | Refusal:
    """An answer to the question, or the reason why there is none.

    Args:
        reading: The question, the evidence, the figures that match.
        earlier: Matches of the first quantity one year before each pair's period.
    """
    found = of_papers(reading) if reading.intent.is_of_papers else _read(reading, earlier)
    return last_look(reading, found) if isinstance(found, Draft) else found


def _read(reading: Reading, earlier: dict[Pair, list[FigureMatch]]) -> Draft | Refusal:
    overview = answer_stands_for(reading) or answer_overview(reading)
    if overview is not None:
        return overview
    if asks_how_it_did(reading.intent.asked) and not reading.quantities_named:
        return not_stated(reading, None)  # no passage says in a sentence how something did
    finder = PassageFinder(reading)
    event = answer_event_of_a_day(reading, finder)
    if event is not None:
        return event
    if not finder.subject.weights and not any(_names_something(q) for q in reading.quantities):
        return nothing_asked(reading)
    officer = answer_officer(reading)
    if officer is not None:
        return officer
    if reading.intent.is_retold:
        return answer_told(reading, finder) or not_stated(reading, None)
    own = answer_of_a_form(reading, finder)
    if own is not None:
        return own
    if asks_line(reading.intent.asked):
        return answer_line(reading) or not_stated(reading, None)
    ranked = answer_organic(reading) or answer_ranked(reading) or answer_largest(reading)
    ranked = ranked or answer_share_of_total(reading, finder)
    ranked = ranked or answer_over_periods(reading)
    if ranked is not None:
        return ranked
    if asks_guided(reading):
        return answer_guided(reading, finder) or not_stated(reading, None)
    replaced = answer_replaced(reading, finder)
    if replaced is None and (is_dated_report(reading) or asks_announced(reading)):
        replaced = answer_reported(reading, finder)
    if replaced is not None:
        return replaced
    asks_rate = asks_growth(reading.intent.asked)
    if asks_which_part(reading):
        told = _passages(reading, finder, {})  # a single amount names no part
        is_ranked = _SUPERLATIVE.search(without_names(reading)) is not None
        topical = None if is_ranked else answer_topic(reading, finder)
        return (topical or told) if isinstance(told, Refusal) else told
    takes_for_granted = reading.intent.kind is not QuestionKind.YES_NO and not asks_rate
    refusal = contradicted(reading, finder, earlier) if takes_for_granted else None
    if refusal is not None:
        return refusal
    if reading.intent.kind is QuestionKind.YES_NO:
        decided = answer_direction(reading, finder, earlier) or answer_verdict(reading)
        if decided is not None:
            return decided
    if reading.intent.kind in FIGURE_KINDS and asks_growth(reading.intent.asked):
        grown = answer_growth(reading, earlier)
        if grown is not None:
            return grown
    if reading.intent.kind is not QuestionKind.WHY and _is_change_of_one(reading):
        changed = answer_change(reading, earlier) or answer_told(reading, finder)
        return changed or not_stated(reading, None)
    asks_figure = reading.intent.kind in FIGURE_KINDS or _names_row(reading)
    if asks_figure and not _is_level_beside_the_point(reading):
        answer = _figures(reading)
        if answer is not None:
            return answer
    if ASKS_WHOM.search(reading.intent.asked):
        return answer_told(reading, finder) or not_stated(reading, None)
    field = answer_field(reading, finder)
    if field is not None:
        return field
    fact = answer_registered(reading) or answer_outlined(reading) or answer_fact(reading, finder)
    if fact is not None:
        return fact
    price = answer_price(reading, finder)
    if price is not None:
        return price
    bare: Draft | Refusal | None = answer_measures(reading) or answer_where(reading, finder)
    bare = bare or answer_bare_topic(reading, finder)
    if bare is not None:
        return bare
    moves = moves_of(reading.quantities, earlier)
    passages = _passages(reading, finder, moves)
    if isinstance(passages, Refusal):
        topical = answer_topic(reading, finder) or answer_drivers(reading, finder, moves)
        return (
            topical
            or answer_event(reading, finder)
            or answer_reported(reading, finder)
            or answer_told(reading, finder)
            or answer_short_page(reading, finder)
            or passages
        )
    return passages


def _is_change_of_one(reading: Reading) -> bool:
    """A change in one period of one company: its level is the answer to another question."""
    is_money = any(q.concept is not None for q in reading.quantities[:1])
    is_one = len(reading.intent.pairs) == 1 and reading.intent.pairs[0].period is not None
    is_yes_no = reading.intent.kind in (QuestionKind.YES_NO, QuestionKind.SAID)
    return is_one and is_money and not is_yes_no and asks_change(reading)


def _names_row(reading: Reading) -> bool:
    """A row of a statement, word for word, and nothing else: "Marketing and selling in 2031"."""
    first = reading.quantities[:1]
    found = [m for q in first for matches in q.matches.values() for m in matches[:1]]
    return reading.intent.kind is QuestionKind.WHAT and any(m.is_literal for m in found)


def _is_level_beside_the_point(reading: Reading) -> bool:
    """Growth of one amount in one period is asked for: the amount is no answer."""
    is_amount = any(q.unit in ("money", "per_share") for q in reading.quantities[:1])
    is_one = len(reading.intent.pairs) <= 1
    return is_amount and is_one and asks_growth(reading.intent.asked)


def _names_something(quantity: Quantity) -> bool:
    return quantity.concept is not None or any(quantity.matches.values())


def _figures(reading: Reading) -> Draft | Refusal | None:
    """The most specific quantity alone: a less specific one answers another question."""
    if is_row_of_what_was_bought(reading) or is_one_of_a_sum(reading):
        return None
    answer = answer_quantity(reading, reading.quantities[0]) if reading.quantities else None
    is_whole = isinstance(answer, Draft) and is_whole_for_a_share(reading, answer.value)
    is_level = isinstance(answer, Draft) and answer.method == "figure"
    words = reading.quantities[0].words if reading.quantities else ""
    rest = reading.intent.asked.replace(words, " ")  # an "average daily rate" is a row
    asks_average = AVERAGE.search(rest) is not None
    is_other = isinstance(answer, Draft) and is_other_kind_of_number(reading, answer.value)
    return None if is_whole or is_other or (is_level and asks_average) else answer


def _passages(
    reading: Reading, finder: PassageFinder, moves: Mapping[Pair, Move]
) -> Draft | Refusal:
    """One block a pair; without pairs one block in all."""
    pairs: Sequence[Pair | None] = reading.intent.pairs or (None,)
    found = finder.find(reading.evidence)
    wanted = expected(reading)
    whose = Whose(reading, finder)
    claims = []
    supports = []
    for pair in pairs:
        mine = _nearest([p for p in found if _is_of(p, pair)], reading)
        if reading.intent.kind is QuestionKind.WHY and pair is not None:
            mine = [p for p in mine if not is_of_another_move(moves.get(pair), p.text)]
            mine = [p for p in mine if not _is_of_part(whose, p)]
        fitting_ones = (p for p in mine if _answers(reading, finder, p, wanted))
        best = _describing(reading, finder, fitting_ones)
        opposite = opposite_cause(reading, finder, mine) if best is None else None
        if opposite is not None:
            return otherwise(reading, opposite)
        if best is None:
            return not_stated(reading, mine[0] if mine else None)
        claims.append(quoted_of(reading.archive, best.document_id, best.span, pair))
        rest = goes_on_at(reading, finder, best)
        if rest is not None:
            claims.append(quoted(reading.archive, best.document_id, rest, pair))
        supports.append(best.coverage)
    answer = "\n".join(c.text for c in claims)
    value = None
    if len(claims) == 1 and wanted.kind:
        value = stated_value(claims[0].citations[0].quote, finder, reading, wanted)
    method = "cause" if reading.intent.kind is QuestionKind.WHY else "quote"
    return Draft(answer, tuple(claims), value, method, min(supports))


def _describing(
    reading: Reading, finder: PassageFinder, passages: Iterable[Passage]
) -> Passage | None:
    """The first; where a description is asked for, the first that opens with what is described."""
    if _DESCRIBES.match(reading.intent.asked) is None:
        return next(iter(passages), None)
    found = list(passages)
    opening = (p for p in found if finder.subject.is_named(p.text[:OPENING]))
    return next(opening, next(iter(found), None))


def _compares_in_one(reading: Reading) -> bool:
    """Two things are compared for one company and period: a passage must state both."""
    is_compared = reading.intent.kind in (QuestionKind.COMPARE, QuestionKind.CHANGE)
    return is_compared and len(reading.intent.pairs) <= 1


def _is_of_period(reading: Reading, passage: Passage) -> bool:
    """Another period's document must name the year that is asked for."""
    if reading.precedence.get(passage.document_id, 0) < LATER_DOCUMENT:
        return True
    return any(str(p.fiscal_year) in passage.text for p in reading.intent.periods)


def _is_statement_item(reading: Reading, passage: Passage) -> bool:
    """A filing states such figures in its statements; a sentence gives a part or a change."""
    kinds = (*FIGURE_KINDS, QuestionKind.YES_NO)
    if reading.intent.kind not in kinds or passage.evidence is None:
        return False
    is_item = any(q.is_statement_item for q in reading.quantities[:1])
    return is_item and passage.evidence.document.identity.form in FILINGS


def _nearest(passages: list[Passage], reading: Reading) -> list[Passage]:
    """Without later periods' documents, where the period's own were found at all."""
    own = [p for p in passages if reading.precedence.get(p.document_id, 0) < LATER_DOCUMENT]
    return own or passages


def _is_of_part(whose: Whose, passage: Passage) -> bool:
    head = passage.text[: passage.cause_at]
    return whose.is_of_part(passage.document_id, passage.span, head, passage.text)


def _is_of(passage: Passage, pair: Pair | None) -> bool:
    found_for = passage.evidence.pair if passage.evidence is not None else None
    return pair is None or found_for in (pair, None)


def _answers(reading: Reading, finder: PassageFinder, passage: Passage, wanted: Expected) -> bool:
    """Whether a passage answers: it covers the question, and is of the kind that is asked for."""
    if not _is_sound(reading, finder, passage):
        return False
    if _SUPERLATIVE.search(without_names(reading)) and not _SUPERLATIVE.search(passage.text):
        return False  # which is the largest is not said by a passage about one of them
    if asks_which_part(reading) and not _names_a_part(reading, passage.text):
        return False
    coverage = Score(passage.coverage, ScoreKind.COVERAGE)
    if reading.intent.kind is QuestionKind.WHY:
        return is_cause(reading, finder, passage)
    is_covered = not coverage < reading.thresholds.quote
    return is_covered and _is_pointed(reading, finder, passage, wanted)


def _names_a_part(reading: Reading, text: str) -> bool:
    names = [named(name) for name in reading.part_names]
    return not names or any(name.search(text) for name in names)


def _is_sound(reading: Reading, finder: PassageFinder, passage: Passage) -> bool:
    """Nothing asked is left out, and it is whole words of the right kind of document."""
    return (
        not passage.unmatched
        and names_what_is_asked(reading, finder.subject, passage)
        and (not passage.is_row or asks_row(reading))
        and _is_of_period(reading, passage)
        and not _is_statement_item(reading, passage)
        and is_whole(passage, goes_on=goes_on_at(reading, finder, passage) is not None)
        and not is_astray(reading, finder.subject, passage.text)
    )


def _is_pointed(
    reading: Reading, finder: PassageFinder, passage: Passage, wanted: Expected
) -> bool:
    """It is about what is asked rather than something narrower, and states what is wanted."""
    is_alone = len(finder.subject.telling) < ENOUGH_TO_GO_ON
    if is_alone and not wanted.kind and not reading.intent.phrases:
        return False
    is_tied = bool(wanted.kind) and stated_value(passage.text, finder, reading, wanted) is not None
    if passage.extra > (MAX_EXTRA_ALONE if is_alone and not is_tied else MAX_EXTRA):
        return False
    is_yes_no = reading.intent.kind is QuestionKind.YES_NO
    if is_yes_no and _MAY.search(passage.text):
        return False
    if is_yes_no and not says_what_it_is(reading.intent.asked, passage.text):
        return False
    is_item = any(q.is_statement_item for q in reading.quantities[:1])
    is_amount = reading.quantities_named and wanted.kind in ("money", "percent", "per_share")
    is_amount &= (
        reading.intent.kind is QuestionKind.FIGURE and not reading.intent.is_forward_looking
    )
    if (is_item or is_amount) and wanted.kind and not is_tied:
        return False  # an amount in the sentence may be a charge or a change
    is_who = reading.intent.kind is QuestionKind.WHO
    if (wanted.kind or is_yes_no or is_who) and passage.n_sentences > 1:
        return False  # sentences joined may lend each other a number or a negation
    if wanted.kind and is_of_several(reading, passage.text):
        return False
    is_count = wanted.kind == "count"
    if is_count and counts_other_things(reading.intent.asked, passage.text):
        return False
    if is_count and is_under_a_part(reading, passage.document_id, passage.span):
        return False
    asks_which = reading.intent.kind is QuestionKind.LIST or _WHICH.match(reading.intent.asked)
    if asks_which and not finder.is_met_in_one(passage):
        return False  # or a name
    if asks_when(reading) and not says_when(passage.text, reading.intent.asked):
        return False
    n_needed = 2 if _compares_in_one(reading) else 1
    n_fitting = len(fitting(passage.text, wanted, reading)) if wanted.kind else n_needed
    return n_fitting >= n_needed and finder.subject.is_named_outside_lists(passage.text)
