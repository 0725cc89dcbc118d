"""Who may see what, joined: the rules as they are stored, and what follows from them.

Every decision looks at the store's counters first, so that a change of the rules or of the files,
made by whichever process, takes effect on the next question.
"""

from __future__ import annotations

import threading

from onfile import acl_sources
from onfile.access.rules import AUDITOR, Acl
from onfile.errors import UsageError
from onfile.index.store import Store
from onfile.types import Labelled

MAX_KEPT = 1000  # askers whose documents are kept until the next change


class Permissions:
    """What each asker may see of one store. Safe to share between threads."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._at = (-1, -1)
        self._acl = Acl(())
        self._documents: list[Labelled] = []
        self._visible: dict[str, frozenset[str]] = {}

    def visible(self, as_user: str | None) -> frozenset[str] | None:
        """The ids of the documents that an asker may see; None: all there are.

        Args:
            as_user: A name; None is the owner of the store, who sees everything. Names are
                compared as they are written. A name that no rule knows sees what everyone may.

        Raises:
            UsageError: the name is empty.
            RulesUnreadable: a file with rules can't be read.
        """
        if as_user is None or not self.is_in_force(as_user):
            return None
        with self._lock:
            self._catch_up()
            seen = self._visible.get(as_user)
            if seen is None:
                if len(self._visible) >= MAX_KEPT:
                    self._visible.clear()
                seen = self._visible[as_user] = self._acl.visible(as_user, self._documents)
        return seen

    def is_in_force(self, as_user: str) -> bool:
        """True when rules decide what this user may see; files with rules are looked at first.

        Raises:
            UsageError, RulesUnreadable: as ``visible``.
        """
        if not as_user.strip():
            raise UsageError("the user's name is empty", hint="leave it out to ask as the owner")
        acl_sources.catch_up(self._store)
        return self._store.is_access_in_force

    def is_auditor(self, as_user: str | None) -> bool:
        """True for those who may read every record: the owner, and who has that role.

        Raises:
            UsageError, RulesUnreadable: as ``visible``.
        """
        if as_user is None:
            return True
        self.is_in_force(as_user)
        with self._lock:
            self._catch_up()
            return self._acl.has_role(as_user, AUDITOR)

    def truth(self, visible: frozenset[str] | None) -> dict[str, int] | None:
        """What an audit record says of what was hidden: for auditors alone."""
        if visible is None:
            return None
        n_hidden = len(self._store.document_rows()) - len(visible)
        return {"visible": len(visible), "hidden": n_hidden, "rules": self._store.access_change}

    def _catch_up(self) -> None:
        at = (self._store.access_change, self._store.change)
        if at == self._at:
            return
        self._acl = Acl(stored.rule for stored in self._store.access_rules())
        self._documents = self._store.labelled()
        self._visible = {}
        self._at = at
