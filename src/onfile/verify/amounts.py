"""Is every number of a claim in what it cites, or computed from numbers that are?"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence
from decimal import Decimal

from onfile.language.numbers import PrintedNumber, find_numbers
from onfile.types import Citation, Claim, Value
from onfile.verify.arithmetic import Step, WrongArithmeticError, steps
from onfile.verify.folding import beside_quotes, own_words, words

# Factors of shown arithmetic that need no source: percentages, averages, months, days.
CONSTANTS = frozenset(Decimal(n) for n in (1, 2, 3, 4, 12, 100, 360, 365, 366))
MAX_SHIFTS = 3  # an operand may be its printed number in other units: 10^±3, ±6, ±9

_DIGITS = re.compile(r"(?<![\w.,])\d[\d,]*(?:\.\d+)?")
_BRACKETED_YEAR = re.compile(r"\((?:19|20)\d\d\)")  # a column's name; attribution judges years
_NIL = re.compile(r"(?:^|[\s$€£₹])[-–—](?=\s|$)", re.MULTILINE)  # a dash in a cell is nothing
_NEGATIVE_WORDS = re.compile(
    r"\b(?:loss(?:es)?|deficit|negative|decreas\w*|declin\w*|fell|down|lower|outflow\w*|"
    r"reduc\w*|less|under|short\w*|gap|differ\w*)\b",
    re.IGNORECASE,
)
# Rows whose brackets mean "paid out" or "deducted", not "negative": their size is the amount.
_OUTFLOW_ROW = re.compile(
    r"\b(?:purchas\w*|payments?|paid|repay\w*|repurchas\w*|acqui\w*|capital expenditures?|capex|"
    r"expenditures?|spend\w*|spent|additions?|invest\w*|expens\w*|costs?|charges?|provision\w*|depreciation|"
    r"amorti[sz]ation|impairment\w*|tax\w*|interest|dividends?|distributions?|used|treasury|"
    r"less|allowances?|accumulated|loss(?:es)?|deficit|decreas\w*|redemption\w*|retire\w*|"
    r"write-?\w*)\b",
    re.IGNORECASE,
)
_RATIO_ROW = re.compile(
    r"%|\b(?:percent\w*|margins?|rates?|ratios?|growth|change|yields?|returns?|shares?)\b",
    re.IGNORECASE,
)


def unsupported_number(claim: Claim, pages: list[str]) -> str:
    """Which number of the claim has no source; empty when every one has.

    A number is supported by an equal one in a quote (scale words counted; where the quote has
    none, the scale is the table's), by a result of the claim's arithmetic, or by standing on a
    cited page in the claim's very words. A number in brackets supports its size alone only in a
    row of payments or deductions, or where the claim has a word that carries the sign.
    """
    sources = [(n, c.quote) for c in claim.citations for n in find_numbers(c.quote)]
    try:
        shown = steps(claim.arithmetic)
        _check_operands(shown, sources, has_nil=_has_nil(claim))
    except WrongArithmeticError as error:
        return str(error)
    for number in find_numbers(_stated(claim)):
        is_year = _BRACKETED_YEAR.fullmatch(number.printed)
        if number.role != "amount" or is_year or _is_of_a_name(number, claim):
            continue
        readings = _readings(number)
        if any(
            supports(source, reading, quote, claim.text)
            for source, quote in sources
            for reading in readings
        ):
            continue
        if any(_is_result(reading, shown, claim) for reading in readings):
            continue
        if number.value == 0 and _has_nil(claim):
            continue
        if _stands_on_page(number, claim, pages):
            continue
        return f"{number.printed} is in none of its quotes"
    return ""


def unsupported_value(value: Value, claims: Sequence[Claim]) -> str:
    """Why the answer's typed value has no source; empty when it has."""
    wanted = PrintedNumber(
        value.number, value.scale, value.currency, value.percent, False, 0, 0, str(value.number)
    )
    for claim in claims:
        quotes = [c.quote for c in claim.citations]
        if any(supports(n, wanted, q, claim.text) for q in quotes for n in find_numbers(q)):
            return ""
        if any(step.result == value.number for step in steps(claim.arithmetic)):
            return ""
        if value.number == 0 and _has_nil(claim):
            return ""
    return f"the value {value.number} is in no quote and no arithmetic"


def supports(source: PrintedNumber, number: PrintedNumber, quote: str, text: str) -> bool:
    """True when the printed number ``source`` of ``quote`` states ``number`` of ``text``."""
    if source.role != "amount" and not _is_bare(number):
        return False
    if number.is_percent and not _may_be_percent(source, quote):
        return False
    if source.is_percent and (number.currency or number.scale != 1):
        return False
    if number.currency and source.currency and number.currency != source.currency:
        return False
    mine, theirs = number.value, source.value
    if source.scale != 1 or not _ends_its_line(source, quote):
        mine, theirs = number.amount, source.amount  # else the scale is the table's
    if mine == theirs:
        return True
    return mine == -theirs and _sign_is_worded(mine, quote, text)


def _has_nil(claim: Claim) -> bool:
    return any(_NIL.search(citation.quote) for citation in claim.citations)


def _may_be_percent(source: PrintedNumber, quote: str) -> bool:
    """In a table the sign may stand in the column's head; then the row or the size must fit."""
    if source.is_percent:
        return True
    if source.currency or source.scale != 1 or not _ends_its_line(source, quote):
        return False
    return abs(source.value) <= 100 or bool(_RATIO_ROW.search(quote))


def _sign_is_worded(mine: Decimal, quote: str, text: str) -> bool:
    if mine > 0:  # printed in brackets, claimed without
        return bool(_OUTFLOW_ROW.search(quote) or _NEGATIVE_WORDS.search(text))
    return bool(_NEGATIVE_WORDS.search(quote) or _OUTFLOW_ROW.search(quote))


def _check_operands(
    shown: list[Step], sources: list[tuple[PrintedNumber, str]], *, has_nil: bool = False
) -> None:
    known = {abs(source.value) for source, _ in sources} | ({Decimal(0)} if has_nil else set())
    for step in shown:
        for operand in step.operands:
            size = abs(operand)
            shifted = {size.scaleb(3 * n) for n in range(-MAX_SHIFTS, MAX_SHIFTS + 1)}
            if size not in CONSTANTS and not _is_power_of_ten(size) and not shifted & known:
                raise WrongArithmeticError(f"{operand} of the arithmetic is in none of its quotes")
        known.add(abs(step.result))


def _is_power_of_ten(size: Decimal) -> bool:
    return size > 0 and size.normalize().as_tuple().digits == (1,) and size >= 1000


def _is_result(number: PrintedNumber, shown: list[Step], claim: Claim) -> bool:
    for step in shown:
        if number.value == step.result:
            return True
        if number.value == -step.result and _NEGATIVE_WORDS.search(claim.text):
            return True
    return False


def _stated(claim: Claim) -> str:
    """The claim's text without its quotes and its arithmetic, which are judged on their own."""
    return beside_quotes(claim.text, (*(c.quote for c in claim.citations), claim.arithmetic))


def _readings(number: PrintedNumber) -> tuple[PrintedNumber, ...]:
    """In a sentence, brackets may be a sign or just brackets: "up $157 million (11.1%)"."""
    if number.printed.startswith("(") and number.value < 0:
        return number, dataclasses.replace(number, value=-number.value)
    return (number,)


def _is_bare(number: PrintedNumber) -> bool:
    return re.fullmatch(r"\d+(?:\.\d+)?", number.printed) is not None


def _ends_its_line(number: PrintedNumber, quote: str) -> bool:
    """True in a table row, where no words come after the numbers."""
    rest = quote[number.end :].split("\n", 1)[0]
    return re.search(r"[A-Za-z]{3}", rest) is None


def _is_of_a_name(number: PrintedNumber, claim: Claim) -> bool:
    """True for the 7 of "Route 7 Foods": a bare number in the name of a company or a section."""
    if not _is_bare(number):
        return False
    names = [name for citation in claim.citations for name in _names(citation)]
    return any(number.printed in _DIGITS.findall(name) for name in names)


def _names(citation: Citation) -> list[str]:
    named = (citation.company, citation.form, citation.section, citation.speaker, citation.note)
    return [name for name in named if name]


def _stands_on_page(number: PrintedNumber, claim: Claim, pages: list[str]) -> bool:
    """True for a number in a heading that the claim takes from the page: "5.75% notes due"."""
    if number.currency or number.scale != 1:
        return False
    return not set(words(number.printed)) & set(own_words(_stated(claim), pages))
