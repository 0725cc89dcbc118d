"""Permissions for a person at a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.padding import Padding
from rich.text import Text

from onfile.cli.render import console
from onfile.rulebook import LabelOverview, Overview, Verdicts
from onfile.types import RuleChange, RuleKind

N_PLACES = 20  # of each label; a mirrored file system has thousands

_SAID = {
    RuleKind.LABEL: "label {subject} on {object}",
    RuleKind.ALLOW: "{subject} allowed to {object}",
    RuleKind.DENY: "{subject} denied to {object}",
    RuleKind.MEMBER: "{object} in group {subject}",
    RuleKind.ROLE: "{object} is {subject}",
}


def show_overview(overview: Overview) -> None:
    """Labels, groups, auditors and sources."""
    out = console()
    if not overview.is_in_force:
        out.print("No permissions are in force: everybody sees everything.")
        if not overview.groups and not overview.auditors:
            out.print("The first label puts them in force: onfile acl label LABEL PATH")
    for label in overview.labels:
        _show_label(label)
    for name, users in overview.groups.items():
        out.print(Text(f"group {name}: {', '.join(users)}"))
    if overview.auditors:
        out.print(Text(f"auditors: {', '.join(overview.auditors)}"))
    for source in overview.sources:
        out.print(Text(f"read from {source}"))
    if overview.is_in_force and overview.unlabelled:
        out.print(
            f"{overview.unlabelled} of {overview.documents} documents have no label:"
            " nobody but the owner of the store sees them."
        )


def show_verdicts(found: Verdicts, user: str, *, is_in_force: bool) -> None:
    """What each label of a document says to a user."""
    out = console()
    verb = "may see" if found.may_see else "may not see"
    out.print(Text(f"{user} {verb} {found.document}"))
    if not is_in_force:
        out.print("  no permissions are in force")
    elif not found.labels:
        out.print("  it has no label")
    for label in found.labels:
        sign = "yes" if label.is_allowed else "no"
        out.print(Text(f"  {sign:<5}{label.label}: {label.reason}"))


def show_history(changes: Sequence[RuleChange]) -> None:
    """Each change on a line."""
    out = console()
    if not changes:
        out.print("No changes.")
    for action, made in changes:
        rule = made.rule
        said = _SAID[rule.kind].format(subject=rule.subject, object=rule.object)
        what = "everything forgotten" if action == "off" else f"{action:<7}{said}"
        origin = f" (from {made.source})" if made.source else ""
        when = made.made_at[:19].replace("T", " ")
        out.print(Text(f"{when} UTC · {made.made_by} · {what}{origin}"))


def _show_label(label: LabelOverview) -> None:
    out = console()
    noun = "document" if label.documents == 1 else "documents"
    out.print(Text(f"{label.label} · {label.documents} {noun}"))
    lines = [f"on {place}" for place in label.covers[:N_PLACES]]
    if len(label.covers) > N_PLACES:
        lines.append(f"… and {len(label.covers) - N_PLACES} more places")
    lines.append(f"allowed to {', '.join(label.allow) or 'nobody'}")
    if label.deny:
        lines.append(f"denied to {', '.join(label.deny)}")
    for line in lines:
        out.print(Padding(Text(line), (0, 0, 0, 2)))
