"""Labels, groups, allow and deny, as pure functions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onfile.access.rules import AUDITOR, Acl
from onfile.types import AccessRule, Labelled, RuleKind

LABEL, ALLOW, DENY = RuleKind.LABEL, RuleKind.ALLOW, RuleKind.DENY
MEMBER, ROLE = RuleKind.MEMBER, RuleKind.ROLE


def acl(*rules: tuple[RuleKind, str, str]) -> Acl:
    return Acl(AccessRule(*rule) for rule in rules)


def document(*paths: str, document_id: str = "sha256:aa") -> Labelled:
    return Labelled(document_id, frozenset(paths))


def test_who_is_allowed_sees_and_who_is_not_does_not():
    rules = acl((LABEL, "open", "/a"), (ALLOW, "open", "user:ann"))
    assert rules.may_see("ann", {"open"})
    assert not rules.may_see("ben", {"open"})


def test_a_group_allows_its_members_and_everyone_allows_whoever_has_a_name():
    rules = acl(
        (MEMBER, "staff", "user:ann"), (ALLOW, "open", "group:staff"), (ALLOW, "news", "everyone")
    )
    assert rules.may_see("ann", {"open"})
    assert not rules.may_see("staff", {"open"})
    assert rules.may_see("a stranger", {"news"})


def test_a_denial_of_a_group_wins_over_what_allows_the_user_himself():
    rules = acl(
        (MEMBER, "staff", "user:ann"), (ALLOW, "open", "user:ann"), (DENY, "open", "group:staff")
    )
    assert not rules.may_see("ann", {"open"})


def test_a_denial_of_everyone_leaves_nobody():
    rules = acl((ALLOW, "open", "user:ann"), (DENY, "open", "everyone"))
    assert not rules.may_see("ann", {"open"})


def test_every_label_of_a_document_must_allow():
    rules = acl((ALLOW, "open", "everyone"), (ALLOW, "hold", "user:ann"))
    assert rules.may_see("ann", {"open", "hold"})
    assert not rules.may_see("ben", {"open", "hold"})


def test_a_document_without_a_label_is_seen_by_nobody_who_is_named():
    rules = acl((LABEL, "open", "/a"), (ALLOW, "open", "everyone"))
    assert rules.visible("ann", [document("/b/x.pdf")]) == frozenset()
    assert not rules.may_see("ann", frozenset())


def test_a_label_that_nobody_was_ever_allowed_hides():
    assert acl((LABEL, "hold", "/a")).visible("ann", [document("/a/x.pdf")]) == frozenset()


def test_a_label_on_a_folder_holds_for_all_below_it_and_for_nothing_beside_it():
    rules = acl((LABEL, "hold", "/a/b"))
    assert rules.labels_of(document("/a/b/c/d.pdf")) == {"hold"}
    assert rules.labels_of(document("/a/b")) == {"hold"}
    assert rules.labels_of(document("/a/bc/d.pdf")) == frozenset()
    assert rules.labels_of(document("/a/d.pdf")) == frozenset()


def test_a_label_on_the_root_folder_holds_for_everything():
    assert acl((LABEL, "all", "/")).labels_of(document("/a/b/c.pdf")) == {"all"}


def test_labels_of_all_places_and_of_the_id_add_up():
    rules = acl((LABEL, "open", "/a"), (LABEL, "hold", "/b"), (LABEL, "one", "sha256:aa"))
    assert rules.labels_of(document("/a/x.pdf", "/b/copy.pdf")) == {"open", "hold", "one"}


def test_names_are_compared_as_they_are_written():
    assert not acl((ALLOW, "open", "user:ann")).may_see("Ann", {"open"})


def test_the_role_of_a_group_is_that_of_its_members():
    rules = acl((MEMBER, "audit", "user:ann"), (ROLE, AUDITOR, "group:audit"))
    assert rules.has_role("ann", AUDITOR)
    assert not rules.has_role("ben", AUDITOR)


PRINCIPALS = ("user:ann", "user:ben", "group:g", "everyone")
LABELS = ("open", "hold")
PATHS = ("/", "/a", "/a/b", "/a/b/x.pdf", "/c", "sha256:1")
RULES = st.one_of(
    st.builds(AccessRule, st.just(LABEL), st.sampled_from(LABELS), st.sampled_from(PATHS)),
    st.builds(
        AccessRule,
        st.sampled_from((ALLOW, DENY)),
        st.sampled_from(LABELS),
        st.sampled_from(PRINCIPALS),
    ),
    st.builds(AccessRule, st.just(MEMBER), st.just("g"), st.sampled_from(PRINCIPALS[:2])),
)
DOCUMENTS = [document("/a/b/x.pdf", document_id="sha256:1"), document("/c/y.pdf", "/a/y.pdf")]


@given(st.lists(RULES), st.sampled_from(("ann", "ben", "eve")), st.data())
def test_one_more_denial_never_shows_more(rules, user, data):
    more = AccessRule(
        DENY, data.draw(st.sampled_from(LABELS)), data.draw(st.sampled_from(PRINCIPALS))
    )
    before = Acl(rules).visible(user, DOCUMENTS)
    assert Acl([*rules, more]).visible(user, DOCUMENTS) <= before


@given(st.lists(RULES), st.sampled_from(("ann", "ben", "eve")), st.data())
def test_one_more_label_shows_no_document_that_has_one_already(rules, user, data):
    more = AccessRule(LABEL, data.draw(st.sampled_from(LABELS)), data.draw(st.sampled_from(PATHS)))
    held = [d for d in DOCUMENTS if Acl(rules).labels_of(d)]
    assert Acl([*rules, more]).visible(user, held) <= Acl(rules).visible(user, held)


@given(st.lists(RULES), st.sampled_from(("ann", "ben", "eve")))
def test_what_is_visible_is_what_the_rule_of_one_document_says(rules, user):
    held = Acl(rules)
    expected = {d.document_id for d in DOCUMENTS if held.may_see(user, held.labels_of(d))}
    assert held.visible(user, DOCUMENTS) == expected


@pytest.mark.parametrize("order", [1, -1])
def test_the_order_of_rules_decides_nothing(order):
    rules = [
        AccessRule(ALLOW, "open", "user:ann"),
        AccessRule(DENY, "open", "everyone"),
        AccessRule(LABEL, "open", "/a"),
    ]
    assert Acl(rules[::order]).rules == Acl(rules).rules
