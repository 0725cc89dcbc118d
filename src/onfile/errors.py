"""Everything that can go wrong, as one tree.

A *refusal* is not here: refusing is a result (see ``types.Refusal``). An error means that
onfile itself could not do its work.

    OnfileError
    ├── UsageError              the call, a setting or a given file is wrong
    │   ├── SettingError        a setting or registry file is invalid
    │   └── ScoreKindError      two scores of different kinds were compared
    ├── SourceError             a document could not be read
    │   ├── UnreadableFile      the whole file: damaged, empty, of an unknown type
    │   ├── EncryptedFile       a password is needed
    │   └── PageFailed          one page of a file
    ├── StoreError              the store could not be opened, read or written
    │   ├── StoreMissing        there is no store at this place
    │   ├── StoreBusy           another process is writing
    │   ├── StoreDamaged        what is stored contradicts itself
    │   ├── SpoolFailed         what is made of a long file can't wait on disk: it is full
    │   └── RulesUnreadable     a file with permissions can't be read: named users see nothing
    ├── AccessBreach            a stage reached for what the asker may not see: a bug
    ├── ModelError              an embedding, reranking or language model failed
    └── AuditError              the record could not be written, or the chain is broken

Every error carries ``code`` (stable, for programs), ``retryable`` and ``hint`` (what to do).
"""

from __future__ import annotations


class OnfileError(Exception):
    """Base of every error that onfile raises on purpose."""

    code = "ERROR"
    retryable = False

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class UsageError(OnfileError):
    """The call, a setting or a given file is wrong."""

    code = "USAGE"


class SettingError(UsageError):
    """A setting or the registry file is invalid."""

    code = "SETTING_INVALID"


class ScoreKindError(UsageError):
    """Two scores of different kinds were compared or added."""

    code = "SCORE_KINDS_DIFFER"


class SourceError(OnfileError):
    """A document could not be read."""

    code = "SOURCE"


class UnreadableFile(SourceError):
    """The whole file is damaged, empty or of an unknown type."""

    code = "FILE_UNREADABLE"


class EncryptedFile(SourceError):
    """The file needs a password."""

    code = "FILE_ENCRYPTED"


class PageFailed(SourceError):
    """One page could not be read; the others may be fine."""

    code = "PAGE_FAILED"


class StoreError(OnfileError):
    """The store could not be opened, read or written."""

    code = "STORE"


class StoreMissing(StoreError):
    """There is no store at this place."""

    code = "STORE_MISSING"


class StoreBusy(StoreError):
    """Another process is writing to the store."""

    code = "STORE_BUSY"
    retryable = True


class StoreDamaged(StoreError):
    """What is stored contradicts itself."""

    code = "STORE_DAMAGED"


class SpoolFailed(StoreError):
    """What is made of a long file can't be written to wait for the rest of it."""

    code = "SPOOL_FAILED"


class RulesUnreadable(StoreError):
    """A file with permissions can't be read, so nobody who is named sees anything until it can."""

    code = "ACCESS_UNREADABLE"
    retryable = True


class AccessBreach(OnfileError):
    """A stage reached for what the asker may not see, or a result holds it: a bug, never shown.

    The message names nothing, since the asker may read it; ``place`` is for those who mend it.
    """

    code = "ACCESS_BREACH"

    def __init__(self, place: str) -> None:
        super().__init__(
            "a check on permissions failed, so nothing is shown",
            hint="this is a bug in onfile; please report what was asked for",
        )
        self.place = place


class ModelError(OnfileError):
    """An embedding, reranking or language model failed."""

    code = "MODEL"
    retryable = True


class AuditError(OnfileError):
    """The audit record could not be written, or the chain is broken."""

    code = "AUDIT"
