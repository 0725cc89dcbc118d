"""Numbers as they are printed: brackets, dashes, currencies, scale words, Indian grouping.

``find_numbers`` reads running text; ``read_cell`` reads the whole of one table cell, where a
lone dash is nil and brackets are negative.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

SCALE_WORDS: dict[str, int] = {
    "hundred": 100,
    "thousand": 10**3,
    "lakh": 10**5,
    "lac": 10**5,
    "million": 10**6,
    "mn": 10**6,
    "mm": 10**6,
    "crore": 10**7,
    "cr": 10**7,
    "billion": 10**9,
    "bn": 10**9,
    "trillion": 10**12,
    "tn": 10**12,
}

_LETTERS = {"k": 10**3, "m": 10**6, "b": 10**9}  # glued to an amount of money: "$318M"

CURRENCIES: dict[str, str] = {
    "US$": "USD",
    "U.S.$": "USD",
    "U.S. $": "USD",
    "C$": "CAD",
    "A$": "AUD",
    "HK$": "HKD",
    "S$": "SGD",
    "$": "USD",
    "€": "EUR",
    "£": "GBP",
    "¥": "JPY",
    "₹": "INR",
    "Rs": "INR",
    "Rs.": "INR",
    "INR": "INR",
    "USD": "USD",
    "EUR": "EUR",
    "GBP": "GBP",
    "JPY": "JPY",
    "CHF": "CHF",
}

_CURRENCY = r"US\$|U\.S\.\s?\$|C\$|A\$|HK\$|S\$|\$|€|£|¥|₹|Rs\.?(?![a-z])|INR|USD|EUR|GBP|JPY|CHF"
_DIGITS = r"\d{1,3}(?:,\d{2,3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+"
_SCALE = r"hundred|thousand|lakh|lac|million|mn|mm|crore|cr|billion|bn|trillion|tn"

_NUMBER = re.compile(
    rf"""(?<![\w.])(?<![\d],)
    (?P<open>\()?\s?(?P<minus>[-−–]\s?)?
    (?:(?P<currency>{_CURRENCY})\s?)?
    (?P<open2>\()?(?P<minus2>[-−])?
    (?P<digits>{_DIGITS})
    (?P<cents>\s?¢)?
    (?P<percent>\s?(?:%|percent\b|per\ cent\b|percentage\ points?\b))?
    (?P<close>\s?\))?
    (?P<percent2>\s?%)?
    (?P<trailing>[-−](?=\s|$))?
    (?:[\s-]?(?P<scale>{_SCALE})s?\b\.?|(?P<letter>[KMB]))?
    (?![\w])
    """,
    re.VERBOSE | re.IGNORECASE,
)
_YEAR = re.compile(r"(?:19|20)\d\d")
_YEAR_BEFORE = re.compile(
    r"(?:\b(?:in|of|since|fiscal|year|years|during|through|until|FY|and|to|from|by|for|ended|"
    r"Q[1-4]|quarter|Jan\w*|Feb\w*|Mar\w*|Apr\w*|May|Jun\w*|Jul\w*|Aug\w*|Sep\w*|Oct\w*|Nov\w*|"
    r"Dec\w*)|\d,)\s*$",
    re.IGNORECASE,
)
_MONTH_BEFORE = re.compile(
    r"\b(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|"
    r"Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\.?\s*$"
)
_REFERENCE_BEFORE = re.compile(
    r"(?:\b(?:notes?|items?|part|page|pages|section|exhibit|table|figure|footnotes?|no\.|nos\.|"
    r"level|form|rule|article|chapter|appendix|schedule|asc|asu|sfas|ifrs|clause)\s*|§\s*)$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class PrintedNumber:
    """One number as it stands in a text.

    Attributes:
        value: With its sign, as printed, before ``scale``; 0 for a nil dash.
        scale: The power of ten that the words after it state ("billion"); 1 without words.
        currency: ISO code, where a sign or code is printed beside it.
        start, end: Offsets in the text, half-open, with currency, brackets and scale word.
        role: "amount", or what it certainly is instead: "year", "day" or "reference".
    """

    value: Decimal
    scale: int
    currency: str | None
    is_percent: bool
    is_nil: bool
    start: int
    end: int
    printed: str
    role: str = "amount"

    @property
    def amount(self) -> Decimal:
        """``value * scale``."""
        return self.value * self.scale


def find_numbers(text: str) -> list[PrintedNumber]:
    """All numbers of a running text, in order, years and references included by ``role``."""
    found = []
    for match in _NUMBER.finditer(text):
        number = _number_of(match, text)
        if number is not None:
            found.append(number)
    return found


def currency_code(sign: str) -> str | None:
    """The ISO code of a printed currency sign or code; None when it is not one."""
    folded = re.sub(r"\s+", " ", sign.strip())
    for key, code in CURRENCIES.items():
        if folded.lower() == key.lower():
            return code
    return None


def scale_of(word: str) -> int | None:
    """The power of ten of a scale word, singular or plural; None when it is not one."""
    return SCALE_WORDS.get(word.lower().rstrip(".").rstrip("s"))


def decimal_of(digits: str) -> Decimal:
    """The value of printed digits, western or Indian grouping."""
    return Decimal(digits.replace(",", ""))


def format_amount(
    value: Decimal,
    scale: int | None = 1,
    currency: str | None = None,
    *,
    is_percent: bool = False,
) -> str:
    """An amount as an answer shows it: ``$75,111 million``, ``INR 1,712 crore``, ``12.3%``."""
    sign = "-" if value < 0 else ""
    digits = f"{abs(value):,f}"
    if is_percent:
        return f"{sign}{digits}%"
    word = {v: k for k, v in _SCALE_NAMES.items()}.get(scale or 1, "")
    tail = f" {word}" if word else ""
    if currency == "USD":
        return f"{sign}${digits}{tail}"
    return f"{currency + ' ' if currency else ''}{sign}{digits}{tail}"


_SCALE_NAMES = {
    "thousand": 10**3,
    "lakh": 10**5,
    "million": 10**6,
    "crore": 10**7,
    "billion": 10**9,
    "trillion": 10**12,
}


def _number_of(match: re.Match[str], text: str) -> PrintedNumber | None:
    start, end = match.span()
    if _is_part_of_code(match, text) or (match["letter"] and not match["currency"]):
        return None  # "$5M" is money; "5M" may be metres
    is_bracketed = bool((match["open"] or match["open2"]) and match["close"])
    if match["open"] and not match["close"]:
        start += text[start:].index("(") + 1
    if match["close"] and not (match["open"] or match["open2"]):
        end = match.start("close") if not match["percent2"] and not match["scale"] else end
    is_negative = is_bracketed or bool(match["minus2"] or match["trailing"])
    if match["minus"]:
        is_negative = is_negative or _is_sign(match, text)
    value = decimal_of(match["digits"])
    scale_word = match["scale"]
    scale = (scale_of(scale_word) or 1) if scale_word else 1
    scale = _LETTERS[match["letter"].lower()] if match["letter"] else scale
    role = _role_of(match, text)
    if role != "amount":
        is_negative = False
    start += len(text[start:end]) - len(text[start:end].lstrip())
    end = start + len(text[start:end].rstrip())
    return PrintedNumber(
        value=-value if is_negative else value,
        scale=scale,
        currency=currency_code(match["currency"]) if match["currency"] else None,
        is_percent=bool(match["percent"] or match["percent2"]),
        is_nil=False,
        start=start,
        end=end,
        printed=text[start:end],
        role=role,
    )


def _is_part_of_code(match: re.Match[str], text: str) -> bool:
    """True for the digits of "10-K" or "4.2a": part of a name, not a number."""
    after = text[match.end("digits") : match.end("digits") + 2]
    return len(after) == 2 and after[0] in "-–." and after[1].isalpha() and not match["scale"]


def _is_sign(match: re.Match[str], text: str) -> bool:
    """A minus is a sign when it touches its number and nothing stands right before it."""
    minus = match["minus"]
    before = text[match.start("minus") - 1 : match.start("minus")] if match.start("minus") else ""
    return minus.strip() == minus and not before.isalnum()


def _role_of(match: re.Match[str], text: str) -> str:
    digits = match["digits"]
    is_plain = digits.isdigit() and not (
        match["currency"] or match["percent"] or match["scale"] or match["percent2"]
    )
    if not is_plain:
        return "amount"
    before = text[max(0, match.start() - 24) : match.start("digits")]
    if _REFERENCE_BEFORE.search(before):
        return "reference"
    if _is_footnote(match, text):
        return "reference"
    if _YEAR.fullmatch(digits) and (_YEAR_BEFORE.search(before) or before.strip() == ""):
        return "year"
    if len(digits) <= 2 and _MONTH_BEFORE.search(before):
        return "day"
    return "amount"


def _is_footnote(match: re.Match[str], text: str) -> bool:
    """True for the mark of "expenses(2)": one or two digits in brackets glued to a word."""
    at = match.start("digits")
    glued = at > 1 and text[at - 1] == "(" and (text[at - 2].isalpha() or text[at - 2] == ")")
    return bool(glued and match["close"] and len(match["digits"]) <= 2)


_CELL = re.compile(
    rf"""(?P<open>\()?\s*(?P<minus>[-−–—]\s?)?(?:(?P<currency>{_CURRENCY})\s*)?
    (?P<open2>\(\s*)?(?P<minus2>[-−–])?(?:(?P<currency2>\$)\s*)?
    (?P<digits>{_DIGITS})
    \s*(?P<mark>¢|%|x(?=$|\s)|pp?ts\.?|bps)?\s*(?P<close>\)*)\s*(?P<mark2>%|¢|pp?ts\.?|bps)?(?P<trailing>[-−–])?
    (?P<note>\s?(?:\(\w{{1,2}}\))+|[*†‡¹²³]+)?""",
    re.VERBOSE,
)
_NIL = re.compile(rf"(?:{_CURRENCY})?\s*\(?[-−–—]+\)?\s*(?P<percent>%)?")


def read_cell(printed: str) -> PrintedNumber | None:
    """The number of one whole table cell; None when the cell is not a number.

    A lone dash of any kind is nil: ``value`` 0 with ``is_nil``.
    """
    text = printed.strip()
    nil = _NIL.fullmatch(text)
    if nil:
        return _cell(Decimal(0), None, text, is_percent=bool(nil["percent"]), is_nil=True)
    match = _CELL.fullmatch(text)
    if match is None:
        return None
    is_negative = bool(
        match["minus"]
        or match["minus2"]
        or match["trailing"]
        or ((match["open"] or match["open2"]) and match["close"])
    )
    value = decimal_of(match["digits"])
    sign = match["currency"] or match["currency2"]
    return _cell(
        -value if is_negative else value,
        currency_code(sign) if sign else None,
        text,
        is_percent="%" in (match["mark"] or "") + (match["mark2"] or ""),
        is_nil=False,
    )


def _cell(
    value: Decimal, currency: str | None, text: str, *, is_percent: bool, is_nil: bool
) -> PrintedNumber:
    return PrintedNumber(value, 1, currency, is_percent, is_nil, 0, len(text), text)
