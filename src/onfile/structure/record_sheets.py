"""Record sheets: one printed form filled in again and again (drillhole logs, test records).

Each sheet names the thing it records ("HOLE NO. DH 3") and the project; neither is a heading,
and the numbered rows below are no clauses.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from onfile.structure.company import Found
from onfile.structure.marks import PART, Mark
from onfile.types import Page

_THING = re.compile(
    r"\b(?P<title>(?:(?:DRILL|BORE)\s?HOLE|HOLE|TRIAL\s?(?:PIT|TRENCH)|INSPECTION\s?PIT|WELL|PILE"
    r"|PANEL|PIEZOMETER|INCLINOMETER|TEST\s?(?:PIT|PILE)|SAMPLE)\s+(?:NO|NUMBER|REF|ID)\b[.:]*\s*"
    r"(?P<id>[A-Z]{0,4}[-\s]?[A-Z]?\d{1,4}[A-Z]?))(?![\w.])",
    re.IGNORECASE,
)
_MAY_NAME_THING = re.compile(r"\s(?i:NO|NUMBER|REF|ID)\b")
_PROJECT = re.compile(
    r"^\W*(?:PROJECT|CONTRACT|JOB|SITE)(?:[ \t]+(?:NAME|TITLE))?[ \t]*[:.]?[ \t]+"
    r"(?P<value>(?-i:[^\sa-z])[^\n]{9,160})$",  # "contract price is …" goes on with a sentence
    re.IGNORECASE | re.MULTILINE,
)
_NEXT_FIELD = re.compile(r"\.\s+(?=[A-Z]\w*(?: \w+)?:)")  # "Mill Creek Plant. Date: May 4"
_IS_NUMBER = re.compile(r"(?:no|number|ref)\b|\W", re.IGNORECASE)
HEAD_CHARACTERS = 600
MIN_SHARE = 0.5  # of the pages: else the words only happen to stand there
MIN_PROJECT_SHARE = 0.2  # photographs of cores among the sheets name no project


def record_marks(pages: Sequence[Page]) -> list[Mark]:
    """A mark where the sheets of another thing begin; none where most pages name no thing.

    A sheet that names none, or several, opens a section without a name: it may be of the next.
    """
    titles = [_title_on(page) for page in pages]
    if sum(title != "" for title in titles) < max(1, MIN_SHARE * len(pages)):
        return []
    return [
        Mark(index, 0, PART, title, "")
        for index, title in enumerate(titles)
        if index == 0 or title != titles[index - 1]
    ]


def _title_on(page: Page) -> str:
    head = page.text[:HEAD_CHARACTERS]
    if _MAY_NAME_THING.search(head) is None:  # hardly any page does
        return ""
    named = {" ".join(match["title"].split()) for match in _THING.finditer(head)}
    return named.pop() if len(named) == 1 else ""


def project_on(pages: Sequence[Page]) -> Found | None:
    """What the sheets name as their project, as most of them print it."""
    values: Counter[str] = Counter()
    firsts: dict[str, Found] = {}
    for page in pages:
        for match in _PROJECT.finditer(page.text[:HEAD_CHARACTERS]):
            value = " ".join(_NEXT_FIELD.split(match["value"])[0].split())
            is_named = len(re.findall(r"[^\W\d_]{3,}", value)) >= 2
            if is_named and not _IS_NUMBER.match(value):
                values[value] += 1
                firsts.setdefault(value, Found(value, page.number, match.group().strip()))
                break
    if not values or sum(values.values()) < MIN_PROJECT_SHARE * len(pages):
        return None
    return firsts[values.most_common(1)[0][0]]
