"""The kind of thing that a question asks of a paper: a date, an amount, a length, a name."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from onfile.answer.request import Reading
from onfile.answer.telling_time import asks_when
from onfile.language.dates import find_dates
from onfile.language.numbers import find_numbers
from onfile.types import QuestionKind

Told = Callable[[str], tuple[str, ...]]
"""What a text tells of the kind, as it stands; empty where it tells nothing."""

_WORDS = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty"
_N = rf"(?:\d[\d,]*(?:\.\d+)?(?:/\d+)?|\b(?:{_WORDS})\b)"
_LENGTH = (
    r"(?:feet|foot|ft|inch(?:es)?|in|yards?|miles?|microns?|[µμ]m|mils?|mm|cm|km|m|met(?:re|er)s?|"
    r"[\"”'’])(?!\w)"
)
_SPAN = (
    r"(?:working |calendar |business |operating )?"
    r"(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?)\b"
)
_UNITS = {
    "length": _LENGTH,
    "span": _SPAN,
    "pressure": r"(?:psi|psf|psig|bar|kpa|mpa|pa|n/mm[2²]|mbar|pounds? per square|inches of|"
    r"feet of|ksi)(?!\w)",
    "temperature": r"(?:degrees?|°|deg)",
    "speed": r"(?:rpm|mph|km/h|m/s|ft/s|fps|feet per|met(?:re|er)s per)\b",
    "weight": r"(?:pounds?|lbs?|kg|kilograms?|tons?|tonnes?|grams?)\b",
    "flow": r"(?:gpm|mgd|cfs|cfm|l/s|l/min|m[3³]/\w+|gallons?|lit(?:re|er)s?|cubic)\b",
    "voltage": r"(?:k?v|volts?)\b",
    "percent": r"(?:%|percent|per cent)",
}
_ASKS = (
    ("often", re.compile(r"\bhow (?:often|frequently)\b|\b(?:interval|frequency)\b", re.I)),
    (
        "span",
        re.compile(
            r"\bhow (?:long (?:does|do|did|will|is|was|has|have|must|can|may|should|shall|before|"
            r"after)|soon|quickly)\b",
            re.I,
        ),
    ),
    (
        "length",
        re.compile(
            r"\bhow (?:deep|wide|high|thick|tall|far)\b|\b(?:what|which)\b[^?]{0,30}\b"
            r"(?:depth|height|width|thickness|diameter|length|clearance|cover|size)\b",
            re.I,
        ),
    ),
    ("pressure", re.compile(r"\b(?:what|which)\b[^?]{0,30}\b(?:pressure|strength)\b", re.I)),
    ("temperature", re.compile(r"\b(?:what|which)\b[^?]{0,30}\btemperature\b|\bhow hot\b", re.I)),
    (
        "speed",
        re.compile(r"\b(?:what|which)\b[^?]{0,30}\b(?:speed|velocity)\b|\bhow fast\b", re.I),
    ),
    ("weight", re.compile(r"\b(?:what|which)\b[^?]{0,30}\bweight\b|\bhow heavy\b", re.I)),
    ("flow", re.compile(r"\b(?:what|which)\b[^?]{0,30}\b(?:flow|capacity)\b", re.I)),
    ("voltage", re.compile(r"\b(?:what|which)\b[^?]{0,30}\bvoltage\b", re.I)),
    (
        "percent",
        re.compile(r"\b(?:what|which)\b[^?]{0,20}\b(?:percent\w*|efficiency|share)\b", re.I),
    ),
)
_MONEY = re.compile(
    r"\bhow much\b[^?]*\b(?:cost|pay|paid|worth|charge[ds]?|bid|bill|budget|for)\b|"
    r"\b(?:cost|price|fee|amount|sum|budget|damages|retainage|rent|deposit|premium)\b|"
    r"\bhow much (?:was|is|were|are) (?:the )?(?:\w+ ){0,3}\d",
    re.I,
)
_HOW_MANY = re.compile(r"\bhow many\s+(?P<noun>[\w-]+(?:\s+[a-z-]+)?)", re.I)
_WHICH = re.compile(r"\bwhich\s+(?P<noun>[a-z-]+)\b", re.I)
_WHAT_OF = re.compile(
    r"\bwhat (?:is|was|are|were) the (?:[\w-]+ ){0,3}?(?P<noun>[\w-]+) (?:of|for|on|in|at)\b", re.I
)
_HOW_MUCH = re.compile(r"\bhow much\b", re.I)
_OFTEN = re.compile(
    rf"\b(?:every|each|per)\s+(?:{_N}\s+)?(?:\w+\s+)?(?:hours?|days?|weeks?|months?|years?|shifts?|"
    r"quarters?|batch(?:es)?)\b|"
    r"\b(?:hourly|daily|weekly|monthly|quarterly|annually|yearly|once|twice)\b",
    re.I,
)
_CONDITION = re.compile(r"\b(?:when|whenever|if|after|before|once|every|until|within)\b", re.I)
_MUST_DO = re.compile(r"\bwhen (?:do|does|should|must|shall|is|are|can)\b", re.I)
_WHO_DID = re.compile(
    r"\bwho (?:has to |had to |must |shall |did |does |will |have to )?([a-z]+)", re.I
)
_OPENS = re.compile(r"(?:^|\n|[.!?]\s)$")
NEXT = 15  # characters from a name that opens a sentence to its verb
_WORD = re.compile(r"[^\W\d_]+")
NEAR = 60  # characters from the verb to the name of who did it
_INTERVAL = r"\b(?:interval|frequency|every)\b"
_TOTAL = re.compile(rf"\bnumber of (?P<of>[^.;]*?)\b(?:is|are|was|were|:)\s+(?P<n>{_N})", re.I)
_PAST = re.compile(r"\b(?:was|were|did|had)\b", re.I)
_OF_A_RULE = re.compile(
    r"\b(?:must|shall|should|supposed|to be|require\w*|need\w*|allow\w*|permit\w*|specified|due|"
    r"limits?|target|deadline|agreed|decided|recommend\w*|resolved|instruct\w*)\b",
    re.I,
)
_MAY_I = re.compile(
    r"^\W*(?:can|may|could|am i|are we)\b|\b(?:allowed|permitted|permissible)\b", re.I
)
_NAME = re.compile(r"\b[A-Z][\w&’'-]*[a-z](?:\s+[A-Z][\w&’'-]*)*|\b[A-Z]\.\s+[A-Z][a-z]+")
_AMOUNT = re.compile(_N, re.I)
_CURRENCY = r"(?:[$€£₹]|\b(?:amount|price|cost|total|sum|value|budget|paid|usd|eur|gbp|inr)\b)"


@dataclass(frozen=True, slots=True)
class Asked:
    """What a sentence must tell.

    Attributes:
        is_kind: One kind of number, date or name is asked for, or whether something is so.
        is_certain: What holds is asked for, not what may.
        is_past: What was so is asked for, not what should be.
        named: Stems of what is asked for by name ("which drawing"): the sentence itself has them.
        unit: A pattern of the units it may have, of a column's name too; empty for none.
        is_name: That is a name.
        test: What of the kind a text tells; None where any sentence will do.
    """

    is_kind: bool
    is_certain: bool = True
    is_past: bool = False
    named: frozenset[str] = frozenset()
    unit: str = ""
    is_name: bool = False
    test: Told | None = field(default=None, repr=False)

    def is_told_in(self, text: str, title: str = "") -> bool:
        """Whether ``text`` tells something of the kind; a name, that ``title`` does not have."""
        if self.test is None:
            return True
        return any(not (self.is_name and told in title) for told in self.test(text))

    def told(self, text: str) -> tuple[str, ...]:
        """What of the kind it tells; the same for any text where no kind is asked for."""
        return () if self.test is None else self.test(text)


def asked_for(reading: Reading) -> Asked:
    """The kind of thing that the question asks for."""
    question = reading.intent.asked
    kind = _kind(reading)
    is_past = _PAST.search(question) is not None and _OF_A_RULE.search(question) is None
    is_past &= reading.intent.kind is not QuestionKind.WHY
    is_certain = kind.is_certain and _MAY_I.search(question) is None
    return dataclasses.replace(kind, is_certain=is_certain, is_past=is_past)


def _kind(reading: Reading) -> Asked:
    question, kind = reading.intent.asked, reading.intent.kind
    if asks_when(reading):
        return Asked(True, False, test=_conditions if _MUST_DO.search(question) else _dates)
    if kind is QuestionKind.WHO:
        return Asked(True, is_name=True, test=_names_beside(reading))
    if kind is QuestionKind.WHY:
        return Asked(False)
    many = _HOW_MANY.search(question)
    if many is not None:
        noun = re.escape(many["noun"].split()[0].rstrip("s"))
        return Asked(True, unit=rf"\b{noun}s?\b", test=_counted(reading, many["noun"]))
    for unit, pattern in _ASKS:
        if pattern.search(question):
            if unit == "often":
                return Asked(True, False, unit=_INTERVAL, test=_often)
            return Asked(True, False, unit=_UNITS[unit], test=_with_unit(_UNITS[unit]))
    if _MONEY.search(question) and (_HOW_MUCH.search(question) or "what" in question.lower()):
        return Asked(True, unit=_CURRENCY, test=_money)
    if _HOW_MUCH.search(question):
        return Asked(True, test=_amounts)
    which = _WHICH.search(question) or _WHAT_OF.search(question)
    named = frozenset(reading.terms(which["noun"])) if which is not None else frozenset[str]()
    return Asked(kind is QuestionKind.YES_NO, kind is not QuestionKind.WHAT, named=named)


def _dates(text: str) -> tuple[str, ...]:
    return tuple(date.text.lower() for date in find_dates(text))


def _conditions(text: str) -> tuple[str, ...]:
    return _dates(text) or ((text,) if _CONDITION.search(text) else ())


def _often(text: str) -> tuple[str, ...]:
    return tuple(match[0].lower() for match in _OFTEN.finditer(text))


def _money(text: str) -> tuple[str, ...]:
    return tuple(
        f"{number.value * number.scale:.2f}"
        for number in find_numbers(text)
        if number.currency is not None
    )


def _amounts(text: str) -> tuple[str, ...]:
    return tuple(match[0].lower() for match in _AMOUNT.finditer(text))


def _with_unit(unit: str) -> Told:
    pattern = re.compile(rf"{_N}(?:\s?(?:to|-|–)\s?{_N})?[\s-]?{unit}", re.I)
    return lambda text: tuple(match[0].lower() for match in pattern.finditer(text))


def _names_beside(reading: Reading) -> Told:
    """Names that the question does not have, near the verb of the question where it has one."""
    known = reading.intent.asked.lower()
    verb = _WHO_DID.search(reading.intent.asked)
    stems = frozenset(reading.terms(verb[1])) if verb is not None else frozenset[str]()

    def told(text: str) -> tuple[str, ...]:
        verbs = [w for w in _WORD.finditer(text) if not stems.isdisjoint(reading.terms(w[0]))]
        return tuple(
            name[0]
            for name in _NAME.finditer(text)
            if name[0].lower() not in known and _is_name_at(name, text, verbs)
        )

    return told


def _is_name_at(name: re.Match[str], text: str, verbs: Sequence[re.Match[str]]) -> bool:
    """A capital may only open a sentence, unless what was done follows: "Davis proposed it"."""
    opens = _OPENS.search(text[: name.start()]) is not None and " " not in name[0]
    if opens and not any(0 < verb.start() - name.end() <= NEXT for verb in verbs):
        return False
    around = [(verb.start() - NEAR, verb.end() + NEAR) for verb in verbs]
    return not around or any(a <= name.start() and name.end() <= b for a, b in around)


def _counted(reading: Reading, noun: str) -> Told:
    """Numbers that stand right before the noun, or before its head."""
    stems = frozenset(reading.terms(noun))

    def told(text: str) -> tuple[str, ...]:
        found = []
        for match in _AMOUNT.finditer(text):
            following = text[match.end() :].split()[:3]
            if not stems.isdisjoint(reading.terms(" ".join(following))):
                found.append(match[0].lower())
        for match in _TOTAL.finditer(text):
            if not stems.isdisjoint(reading.terms(match["of"])):
                found.append(match["n"].lower())
        return tuple(found)

    return told
