"""What people said of outcomes, and the calibrations of the archive."""

from __future__ import annotations

from onfile.index.database import Database
from onfile.types import Feedback, FeedbackVerdict


class StoredReviews:
    """The part of ``Store`` that keeps feedback and calibrations; both only ever grow."""

    database: Database

    def add_feedback(self, feedback: Feedback) -> None:
        """Keep what a person said of a record; what was said before stays."""
        with self.database.writing() as connection:
            connection.execute(
                "INSERT INTO feedback (record, created, verdict, comment, person)"
                " VALUES (?, ?, ?, ?, ?)",
                (
                    feedback.record,
                    feedback.created,
                    feedback.verdict.value,
                    feedback.comment,
                    feedback.person,
                ),
            )

    def feedback(self, record: str | None = None) -> list[Feedback]:
        """All feedback, or that on one record, oldest first."""
        with self.database.reading() as connection:
            rows = connection.execute(
                "SELECT record, created, verdict, comment, person FROM feedback"
                " WHERE ? IS NULL OR record = ? ORDER BY row",
                (record, record),
            )
            return [
                Feedback(found, created, FeedbackVerdict(verdict), comment, person)
                for found, created, verdict, comment, person in rows
            ]

    def add_calibration(self, created: str, body: str) -> None:
        """Keep a calibration (JSON); from now on it is the one in force."""
        with self.database.writing() as connection:
            connection.execute(
                "INSERT INTO calibrations (created, body) VALUES (?, ?)", (created, body)
            )

    def calibration(self) -> str | None:
        """The calibration in force (JSON), None where there is none."""
        with self.database.reading() as connection:
            row = connection.execute(
                "SELECT body FROM calibrations ORDER BY row DESC LIMIT 1"
            ).fetchone()
        return None if row is None else str(row[0])
