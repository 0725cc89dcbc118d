"""What people say of outcomes, kept beside the audit log."""

from __future__ import annotations

from onfile.audit.log import no_record, utc_now
from onfile.audit.record import Record
from onfile.consulting import Consulted
from onfile.errors import UsageError
from onfile.types import Feedback, FeedbackVerdict

MAX_COMMENT = 10_000  # characters: a page of remarks, not a file


class Reviewed(Consulted):
    """The part of ``Engine`` that takes people's verdicts."""

    def feedback(
        self,
        record: str,
        verdict: FeedbackVerdict | str,
        comment: str = "",
        as_user: str | None = None,
    ) -> Feedback:
        """Keep a person's verdict on a recorded outcome; of several, the last one counts.

        Args:
            record: The record's id, as it stands in the outcome.
            verdict: ``right``, ``wrong``, or, of a refusal, ``should_have_answered``.
            comment: In the person's own words.
            as_user: Who says so; None is the owner of the store. Others may only judge what they
                asked themselves.

        Raises:
            UsageError: no such record (or it is another's), an unknown verdict, one that does not
                fit the outcome, or too long a comment.
        """
        judged = _fitting(verdict, self._record_of(record, as_user))
        if len(comment) > MAX_COMMENT:
            raise UsageError(
                f"the comment has {len(comment):,} characters",
                hint=f"at most {MAX_COMMENT:,} are kept",
            )
        text = comment.encode("utf-8", "replace").decode("utf-8")
        feedback = Feedback(record, utc_now(), judged, text, as_user)
        self.store.add_feedback(feedback)
        return feedback

    def _record_of(self, record_id: str, as_user: str | None) -> Record:
        record = self.record(record_id, as_user=as_user)
        if as_user is not None and record.body["asker"] != as_user:
            raise no_record(record_id)
        return record


def _fitting(verdict: FeedbackVerdict | str, record: Record) -> FeedbackVerdict:
    try:
        judged = FeedbackVerdict(verdict)
    except ValueError as error:
        known = ", ".join(FeedbackVerdict)
        raise UsageError(f"{verdict!r} is no verdict", hint=f"there are: {known}") from error
    is_answered = record.body["outcome"]["outcome"] == "answered"
    if judged is FeedbackVerdict.SHOULD_HAVE_ANSWERED and is_answered:
        raise UsageError(
            f"record {record.id} was answered", hint="say whether the answer is right or wrong"
        )
    return judged
