"""Which company a document is about, read from its text only."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from onfile.language.names import bare_name, initials, is_generic, name_key, said
from onfile.structure.cover import Cover, registrant_on
from onfile.structure.running import lines_of
from onfile.types import Page

_WORD = r"(?<![\w.])[a-z]?[A-Z0-9][\w&.'’-]*"
_NAME = rf"(?:The\s+|THE\s+)?{_WORD}(?:\s+(?:{_WORD}|&|and|of|de))*?"
_FORM = (
    r"(?:Inc\.?|INC\.?|Incorporated|INCORPORATED|Corp\.?|CORP\.?|Corporation|CORPORATION|Company"
    r"|COMPANY|Co\.|CO\.|Ltd\.?|LTD\.?|Limited|LIMITED|plc|PLC|N\.V\.|S\.A\.|LLC|L\.P\.)"
)
_LEGAL = re.compile(
    rf"(?<![\w&])((?:The\s|THE\s)?{_WORD}(?:[ ](?:{_WORD}|&|and|of)){{0,5}}?"
    rf",?[ ]{_FORM}(?:,?[ ]{_FORM})?)(?![\w&])"
)
_LISTED = re.compile(
    rf"({_NAME}(?:,\s+{_FORM})?)\s*[\[(]\s*(?:(?:NYSE|NASDAQ|Nasdaq|TSX|LSE|BSE|NSE|ASX)[\w\s]*)"
    r"(?::|\s-)\s*[\"“]?([A-Z][A-Z.]{0,11})[\"”]?\s*[\]);,/|]"
)
_WHOLE_LINE = re.compile(rf"{_WORD}(?:,?[ ](?:{_WORD}|&|and|of)){{0,6}},?[ ]{_FORM}")
_WITH_TICKER = re.compile(  # "Alder Bancorp (ALDR)", the title of a transcript
    rf"({_WORD}(?:,?[ ](?:{_WORD}|&|and|of)){{0,6}}?)[ ]\((?!GAAP)([A-Z]{{2,5}})\)"
    r"(?:[ ](?:Q[1-4]|[12]0\d\d|(?:First|Second|Third|Fourth)[ ]Quarter)\b.*)?"
)
_DOMAIN = re.compile(
    r"(?:www|investors?|ir|corporate)\.([a-z0-9-]{2,30})\.(?:com|co|in|org|net)\b", re.I
)
_REGISTRANT = re.compile(r"^(.{2,80})\n\(\s*Registrant\s*\)", re.IGNORECASE | re.MULTILINE)
_SIGNED_FOR = re.compile(r"duly\s+authorized[^\n]*\n(.{2,80})\n\s*By\b", re.IGNORECASE)
_CALL_TITLE = re.compile(
    r"^\s*Q[1-4]\s+(?:FY\s*)?'?\d{2,4}\s+(?!Earnings|Results|Conference|Financial)"
    r"(.+?)\s+(?:Earnings|Results|Conference)",
    re.MULTILINE,
)
_WELCOME = re.compile(
    r"(?i:welcome\s+(?:everyone\s+)?(?:you\s+)?to)\s+(?:the\s+)?(" + _NAME + r")(?:['’]s)?\s+"
    r"(?=(?:earnings|Q[1-4]\b|(?:\d{4}\s+)?(?:[Ff]irst|[Ss]econd|[Tt]hird|[Ff]ourth)|fiscal|FY|\d{4}))"
)
_SPOKEN_NAME = r"[A-Z0-9][\w&-]*(?:[ ][A-Z][\w&-]*){0,2}"
_SUBJECT = re.compile(
    rf"(?<![\w.’'])({_SPOKEN_NAME})(?:['’]s\b(?=\s[a-z])|\s(?:delivered|returned|reported|expects"
    rf"|continues|remains|generated|completed|announced)\b)|(?<=\bat )({_SPOKEN_NAME})(?=[ ,.])"
    rf"|(?<=\bthe )({_SPOKEN_NAME})(?=\steam\b)"
)
_TITLE_OF_RELEASE = re.compile(
    r"^\s*(" + _NAME + r")\s+(?:Reports|Announces|Reported|Delivers|REPORTS|ANNOUNCES)\b",
    re.MULTILINE,
)
_STARTS_WITH_YEAR = re.compile(r"(?:19|20)\d\d\b")  # "2031 Alder": a heading with its year
_DEFINITION = re.compile(r"[“\"]([^”\"\n]{1,40}?),?[”\"]")
_COMMON_SUBJECTS = frozenset(
    (
        "We",
        "It",
        "That",
        "This",
        "They",
        "He",
        "She",
        "There",
        "Here",
        "What",
        "Who",
        "Let",
        "COVID",
    )
)
_ALIAS_WINDOW = 160
_FEW_PAGES = 3
_LETTERHEAD_LINES = 4


class Found(NamedTuple):
    """A value read from the text, with its page and the words that say it."""

    value: str
    page: int
    quote: str


def find_company(pages: Sequence[Page], cover: Cover | None, text: str) -> Found | None:
    """The company's name as printed where the document names itself, most formal place first.

    A name on a filing's cover that stands nowhere else in it (a misread logo) gives way to the
    next candidate; it is taken when there is none.
    """
    on_cover = _on_cover(cover)
    if on_cover is not None:
        for name in (on_cover.value, _with_initials_joined(on_cover.value)):
            if _is_repeated(name, text):
                return on_cover._replace(value=name)
    candidates = _candidates(pages, cover, text)
    named = (c for c in candidates if not _STARTS_WITH_YEAR.match(c.value))
    found = next((c for c in named if not is_generic(c.value)), None)
    return found or on_cover


def _on_cover(cover: Cover | None) -> Found | None:
    name = registrant_on(cover.page.text) if cover is not None else None
    if cover is None or name is None or is_generic(name):
        return None
    return Found(name, cover.page.number, name)


def _with_initials_joined(name: str) -> str:
    """Small capitals come out as "A LDER S PRINGS": the name with its letters together."""
    return re.sub(r"\b([A-Z]) (?=[A-Z]{2,})", r"\1", name)


def _is_repeated(name: str, text: str) -> bool:
    found = said(bare_name(name)).finditer(text)
    return sum(1 for _, _match in zip(range(2), found, strict=False)) == 2


def _candidates(pages: Sequence[Page], cover: Cover | None, text: str) -> Iterator[Found]:
    if cover is not None:
        yield from _matches(pages, _REGISTRANT)
        yield from _matches(pages, _SIGNED_FOR)
    head = pages[:_FEW_PAGES]
    yield from _matches(head, _CALL_TITLE)
    yield from _first_lines(head[:1])
    yield from _matches(head, _LISTED)
    yield from _matches(head, _WELCOME)
    yield from _named_like_its_site(pages, text)
    yield from _most_frequent_legal_name(pages)
    yield from _matches(head, _TITLE_OF_RELEASE)
    yield from _most_frequent_subject(pages)


def _first_lines(pages: Sequence[Page]) -> Iterator[Found]:
    """A letterhead: one of the first lines is nothing but a company's legal name."""
    for page in pages:
        for line in lines_of(page.text)[:_LETTERHEAD_LINES]:
            titled = _WITH_TICKER.fullmatch(line.text)
            if titled is not None:
                yield Found(titled.group(1), page.number, line.text)
            if _WHOLE_LINE.fullmatch(line.text):
                yield Found(line.text, page.number, line.text)


def _named_like_its_site(pages: Sequence[Page], text: str) -> Iterator[Found]:
    """The name whose letters are those of the web site the document sends its readers to."""
    for page in pages[:_FEW_PAGES]:
        for match in _DOMAIN.finditer(page.text):
            letters = r"[\s-]?".join(re.escape(c) for c in match.group(1).replace("-", ""))
            for name in re.finditer(rf"(?<![\w.@]){letters}(?![\w.]*\.\w)", text, re.IGNORECASE):
                if name.group()[0].isupper() or name.group()[0].isdigit():
                    yield Found(" ".join(name.group().split()), page.number, match.group())
                    break


def _matches(pages: Sequence[Page], pattern: re.Pattern[str]) -> Iterator[Found]:
    for page in pages:
        for match in pattern.finditer(page.text):
            name = re.sub(r"['’]s$", "", " ".join(match.group(1).split()).strip(" ,–-"))
            if any(character.isalpha() for character in name):
                yield Found(_from_sentence(name), page.number, " ".join(match.group().split()))


def _from_sentence(name: str) -> str:
    """Drop what a dateline leaves before the name ("PRNewswire/ -- Alder Springs Inc.")."""
    return re.split(r"\s(?:--|–|—|-)\s", name)[-1]


def _most_frequent_legal_name(pages: Sequence[Page]) -> Iterator[Found]:
    counts: Counter[str] = Counter()
    firsts: dict[str, Found] = {}
    for page in pages:
        for match in _LEGAL.finditer(page.text):
            name = match.group(1)
            key = name_key(name)
            if len(key) > 1 and not is_generic(name):
                counts[key] += 1
                firsts.setdefault(key, Found(name, page.number, name))
    for key, n in counts.most_common(3):
        if n >= min(3, len(pages)):
            yield firsts[key]


def _most_frequent_subject(pages: Sequence[Page]) -> Iterator[Found]:
    """Who "delivers", "returns" and owns things in a text that names nobody formally."""
    counts: Counter[str] = Counter()
    firsts: dict[str, Found] = {}
    for page in pages:
        for match in _SUBJECT.finditer(page.text):
            name = match.group(match.lastindex or 0)
            if any(character.isalpha() for character in name) and name not in _COMMON_SUBJECTS:
                counts[name] += 1
                firsts.setdefault(name, Found(name, page.number, match.group()))
    ranked = counts.most_common(2)
    if ranked and ranked[0][1] >= 3 and (len(ranked) < 2 or ranked[0][1] >= 2 * ranked[1][1]):
        yield firsts[ranked[0][0]]


def find_listing(pages: Sequence[Page]) -> Found | None:
    """The ticker in "(NYSE: …)" or "Scrip Code: …" on the first pages, or in a title."""
    for page in pages[:_FEW_PAGES]:
        for match in _LISTED.finditer(page.text):
            return Found(match.group(2), page.number, " ".join(match.group().split()))
        scrip = re.search(r"(?:Scrip\s+Code|Symbol)\s*:?\s*([A-Z]{3,12})\b", page.text)
        if scrip is not None:
            return Found(scrip.group(1), page.number, " ".join(scrip.group().split()))
    for line in lines_of(pages[0].text)[:_LETTERHEAD_LINES] if pages else ():
        titled = _WITH_TICKER.fullmatch(line.text)
        if titled is not None:
            return Found(titled.group(2), pages[0].number, line.text)
    return None


def find_aliases(legal_name: str, text: str) -> tuple[str, ...]:
    """The names that the text defines for the company beside its legal name, most used first.

    Read are the quoted words near the legal name ('("Alder," "we")'): what stands directly
    behind the name, and elsewhere what is made of the name's own words or its initials.
    """
    letters = initials(legal_name)
    parts = {name_key(word) for word in bare_name(legal_name).split()}
    found: Counter[str] = Counter()
    for match in said(bare_name(legal_name)).finditer(text):
        start, end = max(0, match.start() - _ALIAS_WINDOW), match.end() + _ALIAS_WINDOW
        behind = re.match(r"[^()“\"]{0,70}[(][^)]*[)]", text[match.end() : end])
        window = text[start:end]
        if behind is None and not re.search(r"[“\"](?:we|us|our)\b", window):
            continue
        for quoted in _DEFINITION.findall(window):
            name = quoted.strip(" ,.")
            if _is_alias(name, parts, letters):
                found[name] += 1
    return tuple(name for name, _ in found.most_common(4))


def _is_alias(name: str, parts: set[str], letters: str) -> bool:
    if is_generic(name) or not any(
        character.isupper() or character.isdigit() for character in name
    ):
        return False
    if name.replace("&", "").replace(".", "") == letters:
        return True
    keys = [name_key(word) for word in re.sub(r"^(?:the|The)\s+", "", name).split()]
    return all(key in parts or key in {"and", ""} for key in keys) and any(keys)
