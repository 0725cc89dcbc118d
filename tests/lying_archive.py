"""A made-up archive, true claims about it, and every way of bending one into a lie."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal

from onfile.adapters.stemmer import SnowballStemmer
from onfile.answer.request import Reading
from onfile.language.words import content_terms
from onfile.types import (
    EvidenceType,
    Figure,
    Identity,
    Intent,
    Pair,
    Period,
    QuestionKind,
    RefusalCode,
    Reply,
    Span,
)
from onfile.verify.cells import Cells
from onfile.verify.grounds import no_mentions
from onfile.verify.named import Names
from small_archive import SmallArchive

FY2024, FY2023 = Period(2024), Period(2023)
COMPANIES = ("Northwind Beverages", "Alder Springs", "Copperfield Mills")
STEMMER = SnowballStemmer()


def terms(text: str) -> list[str]:
    return content_terms(text, STEMMER)


@dataclass(frozen=True)
class Fact:
    """A true claim: its question, its words, and the quote on page ``page`` that shows it."""

    name: str
    company: str
    question: str
    text: str
    quote: str
    page: int
    kind: QuestionKind = QuestionKind.WHAT
    speaker: str | None = None


@dataclass(frozen=True)
class Lie:
    """A bent reply, the code it must be refused with, and the check that must see it."""

    name: str
    fact: Fact
    reply: Reply
    code: RefusalCode
    check: str


def prose(n: int, company: str) -> tuple[str, ...]:
    return (
        f"Net sales increased {n + 4}.2% to $12.{n} billion in fiscal 2024, "
        "driven by higher prices.",
        f"Freight costs decreased $31{n} million because of lower diesel rates.",
        f"The board declared a dividend of $0.3{n} per share on March {n + 3}, 2024.",
        f"{company} opened 2{n} depots in Ohio during the year.",
        "The bottling plant did not reach full capacity during the year.",
    )


def table(n: int) -> tuple[tuple[str, int, int], ...]:
    return (("Net income", 2105 + n, 1990 + n), ("Capital expenditures", 905 + n, 870 + n))


def build() -> SmallArchive:
    """Three companies, each with a page of prose, a page with a table and a page of risks."""
    archive = SmallArchive()
    for n, company in enumerate(COMPANIES):
        rows = table(n)
        lines = ["(in millions) 2024 2023", *(f"{label} {a:,} {b:,}" for label, a, b in rows)]
        pages = (
            " ".join(prose(n, company)),
            "\n".join(lines),
            "Outlook and risks. Water rights are leased from the county under long contracts.",
        )
        identity = Identity(company=company, form="10-K", period=FY2024)
        document_id = archive.add(f"{n}.pdf", pages, identity=identity)
        archive.stored_figures += figures(document_id, pages[1], rows)
    return archive


def figures(document_id: str, page: str, rows: tuple[tuple[str, int, int], ...]) -> list[Figure]:
    found = []
    for label, *values in rows:
        start = page.index(label)
        end = page.find("\n", start)
        row = Span(2, start, len(page) if end < 0 else end)
        for value, period in zip(values, (FY2024, FY2023), strict=True):
            printed = f"{value:,}"
            at = page.index(printed, start)
            found.append(
                Figure(
                    f"{document_id}{at}", document_id, 2, 1, "Income", "income", label, (),
                    period.name[2:], None, "", period, None, False, Decimal(value), 10**6, "USD",
                    None, False, printed, row, Span(2, at, at + len(printed)),
                )
            )  # fmt: skip
    return found


def facts() -> list[Fact]:
    found = []
    for n, company in enumerate(COMPANIES):
        sales, freight, dividend, depots, plant = prose(n, company)
        rows = table(n)
        found += [
            Fact(f"sales {n}", company, f"What did {company} say of net sales in fiscal 2024?",
                 f"Net sales increased {n + 4}.2% to $12.{n} billion in fiscal 2024.", sales, 1),
            Fact(f"freight {n}", company, f"What happened to freight costs at {company} in 2024?",
                 f"Freight costs decreased $31{n} million.", freight, 1),
            Fact(f"dividend {n}", company, f"What dividend did {company} declare in 2024?",
                 f"The board declared a dividend of $0.3{n} per share on March {n + 3}, 2024.",
                 dividend, 1),
            Fact(f"depots {n}", company, f"What depots did {company} open in 2024?",
                 f"{company} opened 2{n} depots in Ohio.", depots, 1),
            Fact(f"plant {n}", company, f"What of the bottling plant of {company} in 2024?",
                 "The bottling plant did not reach full capacity.", plant, 1),
            *(
                Fact(f"{label} {n}", company, f"What was {label.lower()} of {company} in 2024?",
                     f"{label} was ${a:,} million.", f"{label} {a:,} {b:,}", 2, QuestionKind.WHAT)
                for label, a, b in rows
            ),
        ]  # fmt: skip
    return found


def intent(fact: Fact, *pairs: Pair) -> Intent:
    pair = Pair(fact.company, FY2024)
    subject = fact.question.replace(fact.company, " ")
    content = [t for t in terms(subject) if t.isalpha() and t not in {"say", "happen", "fiscal"}]
    return Intent(
        fact.question, fact.kind, EvidenceType.DOCUMENTS, companies=(fact.company,),
        periods=(FY2024,), pairs=pairs or (pair,), terms=tuple(content),
    )  # fmt: skip


def reading(fact: Fact, archive: SmallArchive, *pairs: Pair) -> Reading:
    return Reading(
        intent=intent(fact, *pairs), evidence=archive.evidence(), archive=archive, quantities=(),
        terms=terms, weight=lambda _: 1.0, expansions={}, precedence={},
    )  # fmt: skip


def cells(archive: SmallArchive) -> Cells:
    names = Names(no_mentions)
    return Cells(lambda d, page: archive.figures([d], pages=[page]), names)


def handle(fact: Fact, page: int | None = None, company: str | None = None) -> str:
    place = COMPANIES.index(company or fact.company) * 3 + (page or fact.page)
    return f"S{place}"


def reply(*claims: dict[str, object], finish: str = "stop", value: object = None) -> Reply:
    body = {"answered": True, "claims": list(claims), "value": value}
    return Reply(json.dumps(body), finish)


def claim(fact: Fact, **changed: object) -> dict[str, object]:
    source = changed.pop("source", handle(fact))
    quote = changed.pop("quote", fact.quote)
    text = changed.pop("text", fact.text)
    return {"text": text, "citations": [{"source": source, "quote": quote}], **changed}


Bend = Callable[[Fact], Iterator[tuple[str, Reply, RefusalCode, str]]]


def lies() -> list[Lie]:
    """Every fact bent in every way that fits it."""
    return [
        Lie(f"{fact.name}: {name}", fact, bent, code, check)
        for fact in facts()
        for bend in (of_quote, of_place, of_number, of_words, of_form)
        for name, bent, code, check in bend(fact)
    ]


def of_quote(fact: Fact) -> Iterator[tuple[str, Reply, RefusalCode, str]]:
    code, check = RefusalCode.QUOTE_NOT_FOUND, "quotes verbatim"
    invented = "Management is pleased to report excellent progress on every front."
    yield "fabricated quote", reply(claim(fact, quote=invented)), code, check
    bent = fact.quote.replace("the year", "the decade").replace("driven", "steered")
    if bent != fact.quote:
        yield "one word of the quote changed", reply(claim(fact, quote=bent)), code, check
    words = fact.quote.split()
    if len(words) >= 9:
        stitched = " ".join([*words[:3], *words[-4:]])
        yield "stitched quote", reply(claim(fact, quote=stitched)), code, check
    yield "empty quote", reply(claim(fact, quote="")), code, check


def of_place(fact: Fact) -> Iterator[tuple[str, Reply, RefusalCode, str]]:
    missing = RefusalCode.CITATION_UNRESOLVED
    check = "handles resolve"
    yield "handle not shown", reply(claim(fact, source="S99")), missing, check
    yield "page number as a handle", reply(claim(fact, source=f"page {fact.page}")), missing, check
    page = reply(claim(fact, source=handle(fact, page=3)))
    yield "quote of another page", page, RefusalCode.QUOTE_NOT_FOUND, "quotes verbatim"
    other = COMPANIES[(COMPANIES.index(fact.company) + 1) % len(COMPANIES)]
    theirs = next(f for f in facts() if f.company == other and f.name[:4] == fact.name[:4])
    foreign = reply(claim(theirs, source=handle(theirs)))
    yield "another company's page", foreign, RefusalCode.WRONG_ATTRIBUTION, "attribution"
    yield "no citation", reply({"text": fact.text, "citations": []}), missing, check


def of_number(fact: Fact) -> Iterator[tuple[str, Reply, RefusalCode, str]]:
    code = RefusalCode.NUMBER_NOT_SUPPORTED
    cell = "units of the cell" if fact.page == 2 else "numbers supported"
    if "million" in fact.text:
        worse = fact.text.replace("million", "billion")
        yield "scale changed", reply(claim(fact, text=worse)), code, cell
    if "billion" in fact.text:
        worse = fact.text.replace("billion", "million")
        yield "scale changed", reply(claim(fact, text=worse)), code, "numbers supported"
    if "$" in fact.text:
        if fact.name.startswith(("sales", "Net income")):  # no word or row that carries a minus
            worse = fact.text.replace("$", "-$")
            yield "sign changed", reply(claim(fact, text=worse)), code, "numbers supported"
        worse = fact.text.replace("$", "€")
        yield "currency changed", reply(claim(fact, text=worse)), code, cell
    for digit in "3579":
        places = [i for i, c in enumerate(fact.text) if c.isdigit() and c != digit]
        years = [i for i in places if "2024" in fact.text[max(0, i - 3) : i + 4]]
        places = [i for i in places if i not in years and not fact.text[:i].endswith("March ")]
        if places:
            at = places[-1]
            worse = fact.text[:at] + digit + fact.text[at + 1 :]
            yield (
                f"number with a {digit}",
                reply(claim(fact, text=worse)),
                code,
                "numbers supported",
            )
    if "per share" in fact.text:
        worse = fact.text.replace("per share", "per depot")
        yield "unit changed", reply(claim(fact, text=worse)), code, "units stated"
    if fact.page == 2:
        _, mine, last = fact.quote.rsplit(" ", 2)
        more = f"{fact.text} It rose by $999 million."
        sums = f"{mine} - {last} = 999".replace(",", "")
        yield "false sum", reply(claim(fact, text=more, arithmetic=sums)), code, "numbers supported"
        worse = fact.text.replace(mine, last)
        column = RefusalCode.WRONG_ATTRIBUTION
        yield "last year's column", reply(claim(fact, text=worse)), column, "period of the cell"
        other = beside_of(fact)
        yield "two rows exchanged", exchanged(fact, other), column, "numbers bound"
        worse = fact.text.replace(" was ", " fell to ")
        turned = RefusalCode.NOT_ENTAILED
        yield "fell where it rose", reply(claim(fact, text=worse)), turned, "moved as said"
        worse = fact.text.replace("$", "").replace(" million", "%")
        yield "made a percentage", reply(claim(fact, text=worse)), code, "numbers supported"
    if "March" in fact.text:
        worse = fact.text.replace("March ", "March 2")
        yield "day changed", reply(claim(fact, text=worse)), code, "dates supported"
        worse = fact.text.replace("March", "June")
        yield "month changed", reply(claim(fact, text=worse)), code, "dates supported"


def beside_of(fact: Fact) -> Fact:
    """The other row of the same table."""
    of_table = [f for f in facts() if f.page == 2 and f.company == fact.company]
    return next(f for f in of_table if f.name != fact.name)


def exchanged(fact: Fact, other: Fact) -> Reply:
    """Both rows in one claim, each with the other's number."""
    mine, theirs = (f.text.split("$")[1] for f in (fact, other))
    text = f"{fact.text.replace(mine, theirs).rstrip('.')} and {other.text.replace(theirs, mine)}"
    cited = [{"source": handle(f), "quote": f.quote} for f in (fact, other)]
    return reply({"text": text, "citations": cited})


def of_words(fact: Fact) -> Iterator[tuple[str, Reply, RefusalCode, str]]:
    code, check = RefusalCode.NOT_ENTAILED, "not contradicted"
    for one, other in (("increased", "decreased"), ("decreased", "increased")):
        if one in fact.text:
            bent = fact.text.replace(one, other, 1)
            yield "direction flipped", reply(claim(fact, text=bent)), code, check
            break
    if "did not reach" in fact.text:
        bent = fact.text.replace("did not reach", "reached")
        yield "denial dropped", reply(claim(fact, text=bent)), code, check
    if " opened " in fact.text:
        bent = fact.text.replace(" opened ", " has not opened ")
        yield "denied", reply(claim(fact, text=bent)), code, check
        bent = fact.text.replace("Ohio", "Nevada")
        yield "another place", reply(claim(fact, text=bent)), code, "words supported"
    verdict = "No" if "not" not in fact.text else "Yes"
    yield "yes for no", reply(claim(fact, text=f"{verdict}: {fact.text}")), code, "verdict follows"
    unsaid = "Management attributes this to a successful restructuring of overseas subsidiaries."
    yield "something else said", reply(claim(fact, text=unsaid)), code, "words supported"
    year = reply(claim(fact, text=f"In 2019 this was so. {fact.text}"))
    yield "another year", year, RefusalCode.WRONG_ATTRIBUTION, "attribution"


def of_form(fact: Fact) -> Iterator[tuple[str, Reply, RefusalCode, str]]:
    good = reply(claim(fact)).text
    unread, check = RefusalCode.MODEL_UNPARSEABLE, "reply read"
    yield "cut off", Reply(good, "length"), RefusalCode.MODEL_TRUNCATED, check
    yield "half of it", Reply(good[: len(good) // 2], "stop"), unread, check
    yield "reasoning left open", Reply(f"<think>{good}", "stop"), unread, check
    declined = Reply("The sources do not state this.", "stop")
    yield "declines", declined, RefusalCode.MODEL_DECLINED, check
    yield "prose", Reply(fact.text, "stop"), unread, check
    yield "a field of its own", reply({**claim(fact), "sure": True}), unread, check
