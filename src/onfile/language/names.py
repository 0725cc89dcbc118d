"""Company names: the short form people say, and when two names mean one company.

Everything here is rule-based. There is no list of companies: what a company is called is read
from the document that speaks of it.
"""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Iterable, Sequence

from onfile.types import Identity

_LEGAL_FORMS = frozenset(
    [
        "inc",
        "incorporated",
        "corp",
        "corporation",
        "co",
        "company",
        "companies",
        "ltd",
        "limited",
        "plc",
        "llc",
        "llp",
        "lp",
        "nv",
        "sa",
        "ag",
        "se",
        "ab",
        "asa",
        "spa",
        "kgaa",
        "pvt",
        "private",
        "pte",
        "bv",
        "gmbh",
        "oyj",
        "sab",
        "trust",
        "de",
        "cv",
        "pjsc",
        "psc",
        "bhd",
        "berhad",
    ]
)
_DROPPED_WHEN_SAID_WITHOUT = frozenset(
    [
        "holdings",
        "holding",
        "group",
        "international",
        "enterprises",
        "global",
        "worldwide",
        "industries",
        "enterprise",
    ]
)
_JOINERS = frozenset({"and", "&", "of", "the"})
_GENERIC = frozenset(
    [
        "company",
        "corporation",
        "registrant",
        "issuer",
        "we",
        "us",
        "our",
        "ours",
        "ourselves",
        "group",
        "parent",
        "trust",
        "partnership",
        "bank",
        "fund",
        "it",
        "its",
        "they",
    ]
)
_WORD = re.compile(r"[^\W_](?:[\w&.'’/-]*[^\W_])?\+?|&")
_MIN_INITIALS = 3
_SAME_WITHOUT_CASE = {"i": "ıİ", "k": "\u212a", "s": "ſ"}  # as ``re`` has it


def is_generic(name: str) -> bool:
    """True for words that stand for any company ("the Company", "we")."""
    words = [word.lower() for word in _WORD.findall(name) if word.lower() not in _JOINERS]
    return not words or all(word in _GENERIC for word in words)


def bare_name(legal_name: str) -> str:
    """The legal name without "The" and without its legal form, in its printed case.

    ``THE ALDER SPRINGS COMPANY`` gives ``ALDER SPRINGS``; ``Northwind & Co., Inc.`` gives
    ``Northwind``. A name that is nothing but such words is given back as it stands.
    """
    tidy = re.sub(r"\s*/[A-Z]{2,3}/?\s*$", "", " ".join(legal_name.split())).strip(" ,;:")
    words = list(_WORD.finditer(tidy))
    first = 1 if len(words) > 1 and words[0].group().lower() == "the" else 0
    last = len(words)
    while last > first + 1 and _is_legal_form(words[last - 1].group()):
        last -= 1
        while last > first + 1 and words[last - 1].group().lower() in {"and", "&"}:
            last -= 1
    if first >= last:
        return tidy
    return tidy[words[first].start() : words[last - 1].end()]


def name_key(name: str) -> str:
    """What two spellings of one name have in common: lower case, letters and digits only.

    ``The Alder-Springs Company`` and ``alder springs`` share a key; a final ``.com`` is dropped.
    """
    bare = re.sub(r"\.com\b", "", bare_name(name).lower()).replace("&", " and ")
    return "".join(character for character in bare if character.isalnum())


def initials(name: str) -> str:
    """The first letters of the words of a bare name ("Advanced Alder Devices" gives "AAD")."""
    words = [word for word in re.split(r"[\s-]+", bare_name(name)) if word]
    letters = [word[0].upper() for word in words if word.lower() not in _JOINERS]
    return "".join(letter for letter in letters if letter.isalnum())


@functools.lru_cache(maxsize=256)
def said(name: str, *, any_case: bool = True) -> re.Pattern[str]:
    """A pattern of the name in a text: whole words, over line ends as well.

    Its first letter is asked for first and by itself: a text without it is passed over several
    times faster than by a pattern that begins with a look behind.
    """
    words = r"\s+".join(re.escape(word) for word in name.split())
    first, rest = words[:1], words[1:]
    flag = "i" if any_case else ""
    if not (first.isascii() and first.isalnum()):
        return re.compile(rf"(?{flag}:(?<!\w){words}(?!\w))")
    if any_case:
        first = first.lower() + first.upper() + _SAME_WITHOUT_CASE.get(first.lower(), "")
    return re.compile(rf"[{first}](?<!\w[{first}])(?{flag}:{rest})(?!\w)")


def as_written(name: str, text: str) -> str:
    """The name in the case in which the text mostly writes it, where it is printed in capitals."""
    if any(character.islower() for character in name):
        return name
    spellings = Counter(said(name).findall(text))
    mixed = {s: n for s, n in spellings.items() if not s.isupper() and not s.islower()}
    if mixed:
        return " ".join(max(mixed, key=lambda s: (mixed[s], s)).split())
    if not spellings or len(name) > 4:
        return " ".join(_title_word(word) for word in name.split())
    return name


def short_name(legal_name: str, text: str, aliases: Sequence[str] = ()) -> str:
    """The name as people say it, judged by how ``text`` (the document) says it.

    Args:
        legal_name: As printed on the cover.
        text: The document's text; decides between "Alder Group" and "Alder".
        aliases: Names that the document defines for itself.
    """
    bare = as_written(bare_name(legal_name), text)
    letters = initials(bare)
    n_bare = _count(bare, text)
    if len(letters) >= _MIN_INITIALS and _count_exact(letters, text) > max(2, n_bare):
        return letters
    for alias in aliases:
        if _begins(alias, bare) and _count_alone(alias, text) > 1:
            return as_written(alias, text)
        if alias == letters and _count_exact(alias, text) > n_bare:
            return alias
    return _said_shorter(bare, text)


def _said_shorter(bare: str, text: str) -> str:
    without_domain = re.sub(r"\.com$", "", bare, flags=re.IGNORECASE)
    if without_domain != bare and _count(without_domain, text) > 1.2 * _count(bare, text):
        return without_domain
    words = bare.split()
    if len(words) > 1 and words[-1].lower() in _DROPPED_WHEN_SAID_WITHOUT:
        shorter = " ".join(words[:-1])
        if _count_alone(shorter, text) > 0.5 * _count(bare, text):
            return shorter
    return bare


def keys_of(identity: Identity) -> frozenset[str]:
    """Every key under which a company is known in one document; equal keys mean one company."""
    names = [identity.legal_name, identity.company, *identity.aliases]
    keys = {name_key(name) for name in names if name and not is_generic(name)}
    if identity.ticker:
        keys.add("$" + identity.ticker.upper())
        keys.add(name_key(identity.ticker))
    return frozenset(key for key in keys if len(key) > 1)


def same_company(a: Identity, b: Identity) -> bool:
    """True when two documents speak of the same company, by ticker, legal name or alias."""
    return bool(keys_of(a) & keys_of(b))


def canonical_names(identities: Sequence[Identity]) -> list[str | None]:
    """One name a company over a whole catalog, in the order of ``identities``.

    Documents are joined when they share a ticker, a legal name or an alias, directly or through
    others. The name is the one most of them use; covers of filings count three times. Ties go to
    the shorter name, then to the alphabet. None where the company is unknown.
    """
    leaders = _join([keys_of(identity) for identity in identities])
    votes: dict[str, Counter[str]] = {}
    for identity, leader in zip(identities, leaders, strict=True):
        if leader is not None and identity.company:
            weight = 3 if (identity.form or "").startswith(("10-", "20-", "8-K")) else 1
            votes.setdefault(leader, Counter())[identity.company] += weight
    chosen = {leader: _winner(names) for leader, names in votes.items()}
    return [
        chosen.get(leader, identity.company) if leader is not None else identity.company
        for identity, leader in zip(identities, leaders, strict=True)
    ]


def _join(key_sets: Iterable[frozenset[str]]) -> list[str | None]:
    """The group of each key set (None for an empty one): union-find over shared keys."""
    parent: dict[str, str] = {}

    def find(key: str) -> str:
        while parent.setdefault(key, key) != key:
            parent[key] = parent[parent[key]]
            key = parent[key]
        return key

    firsts: list[str | None] = []
    for keys in key_sets:
        ordered = sorted(keys)
        firsts.append(ordered[0] if ordered else None)
        for key in ordered[1:]:
            parent[find(key)] = find(ordered[0])
    return [find(first) if first is not None else None for first in firsts]


def _winner(names: Counter[str]) -> str:
    return min(names, key=lambda name: (-names[name], len(name), name))


def _is_legal_form(word: str) -> bool:
    return word.lower().replace(".", "").strip(",") in _LEGAL_FORMS


def _title_word(word: str) -> str:
    has_vowel = any(letter in "AEIOU" for letter in word)
    keep = len(word) <= 3 and word not in {"AND", "THE", "OF"}
    if keep or not has_vowel or any(letter.isdigit() for letter in word):
        return word
    lowered = word.lower() if word in {"AND", "OF", "THE"} else word.title()
    return lowered.replace("'S", "'s")


def _begins(alias: str, bare: str) -> bool:
    """True when the alias is the beginning of the name, by whole words, and shorter."""
    short = [name_key(word) for word in alias.split()]
    whole = [name_key(word) for word in bare.split()]
    return 0 < len(short) < len(whole) and short == whole[: len(short)]


def _count(name: str, text: str) -> int:
    return len(said(name).findall(text))


def _count_alone(name: str, text: str) -> int:
    """How often the name stands for itself, not as the beginning of a longer name."""
    behind = re.compile(r"(?!\s+(?:[A-Z][a-z]|&\s))")
    found = said(name, any_case=False).finditer(text)
    return sum(1 for match in found if behind.match(text, match.end()) is not None)


def _count_exact(name: str, text: str) -> int:
    return len(re.findall(rf"{re.escape(name)}(?!\w)(?<!\w{re.escape(name)})", text))
