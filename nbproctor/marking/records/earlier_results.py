"""Earlier results: which submissions need not be graded again, and what of an earlier grade stays."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from nbproctor.errors import PassingError
from nbproctor.intake.handed_in import FurtherFilesRule, checksum, further_files
from nbproctor.intake.submission_folders import Submission
from nbproctor.marking.class_folder import ClassFolder
from nbproctor.marking.mark_scheme import CountedTests
from nbproctor.marking.marker import Marked
from nbproctor.marking.records.feedback_pages import as_decided
from nbproctor.marking.records.record_seal import RecordSeal
from nbproctor.notebook_grades import Decisions, checksum_of
from nbproctor.report.words import number
from nbproctor.results import ExerciseResult, Outcome, Result
from nbproctor.system.scratch_folders import Scratch


class EarlierResults:
    """What earlier runs found and wrote.

    Args:
        folder: where they wrote it.
        fingerprint: that of the assignment as it is now.
        seal: the seal of records; what has none that is right is graded again.
        file_bytes: the size of the largest submitted notebook that is read, in bytes.
        further: which files beside a notebook count.
    """

    def __init__(
        self, folder: ClassFolder, fingerprint: str, seal: RecordSeal, file_bytes: int, further: FurtherFilesRule
    ) -> None:
        self._folder = folder
        self._fingerprint = fingerprint
        self._seal = seal
        self._file_bytes = file_bytes
        self._further = further

    def standing(self, notebooks: Sequence[Submission]) -> Result | None:
        """The earlier result of a student, if the same was handed in then and its autograded notebooks are there.

        Args:
            notebooks: what the student handed in, notebook by notebook.
        """
        first = notebooks[0]
        result = self.recorded(first)
        if result is None:
            return None
        # A refused submission costs little to look at again; and what it was refused for may lie outside of its file.
        # And what could not be examined is tried again, though a person may have graded it meanwhile.
        if result.submission.refused or result.as_found().unexamined or any(notebook.problem for notebook in notebooks):
            return None
        now = (self._fingerprint, first.student, first.received)
        graded_by = result.kept_against if result.kept_since else result.fingerprint
        if now != (graded_by, result.student, result.submission.received):
            return None
        # A page that is gone is made again of what is there.
        if not all(self._folder.notebook_files(notebook)[0].is_file() for notebook in notebooks):
            return None
        sha256 = checksum_of([checksum(notebook, self._file_bytes) for notebook in notebooks])
        try:
            files = further_files(first, self._further).checksums
        except PassingError:
            return None
        return result if (sha256, files) == (result.submission.sha256, result.submission.files) else None

    def recorded(self, submission: Submission) -> Result | None:
        """The record of an earlier run, if there is one, and it has that run's seal.

        Args:
            submission: what the student handed in, whatever was graded then.
        """
        return read_record(self._folder.results_file(submission), self._seal)

    def longest_first(self, submissions: Sequence[Submission]) -> list[Submission]:
        """Put submissions into the order of grading: first those without an earlier result, then those that took long.

        A long one that came last would be graded while all other processors have nothing left to do.
        """
        return sorted(submissions, key=self._seconds, reverse=True)

    def _seconds(self, submission: Submission) -> float:
        """How long a submission took when it was graded last; endless if there is no record that says so."""
        record = self.recorded(submission)
        return math.inf if record is None else sum(exercise.seconds for exercise in record.exercises)


def read_record(path: Path, seal: RecordSeal) -> Result | None:
    """The record in a file, if it is one, and it has its seal."""
    try:
        if not path.is_file() or path.stat().st_size > _LARGEST_RECORD_BYTES:
            return None
        return seal.opened(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None


# No record is larger; what is, was not written by these tools.
_LARGEST_RECORD_BYTES = 50_000_000


# Sums of points in another order differ by less than this.
_SAME_POINTS = 1e-9


class BetterResults:
    """Withholds what was graded of some submissions until it is known that no earlier result is better.

    What counts are the points before a late penalty: the penalty is taken off whichever stays, and may change later.

    Args:
        records: the earlier results that are not to be lowered, by student.
        decided: what persons have decided by now, by student and notebook.
    """

    def __init__(
        self,
        records: Mapping[str, Result],
        decided: Mapping[tuple[str, str], Decisions],
        names: Sequence[str],
    ) -> None:
        self._earlier: dict[str, tuple[Result, Result]] = {}  # as recorded, and as persons have decided since
        for student, record in records.items():
            own = {name: decided[student, name] for name in names if (student, name) in decided}
            now = as_decided(record, own, names)
            if not now.unexamined:  # what is not known yet is not the better
                self._earlier[student] = (record, now)
        self._scratch = Scratch() if self._earlier else None

    def __contains__(self, student: str) -> bool:
        """Whether a student has an earlier result that is not to be lowered."""
        return student in self._earlier

    def withhold(self, student: str, notebook: str, marked: Marked) -> None:
        """Keep the files of a marked notebook where nobody sees them. May be called from several threads.

        Args:
            notebook: its name, without `.ipynb`.
        """
        for path, text in zip(self._withheld(student, notebook), (marked.notebook, marked.feedback), strict=True):
            path.write_text(text, "utf-8", "surrogatepass")

    def released(self, student: str, notebook: str, result: Result) -> Marked:
        """Give back what was withheld of a notebook, with its result; it is withheld no longer."""
        paths = self._withheld(student, notebook)
        texts = [path.read_text("utf-8", "surrogatepass") for path in paths]
        for path in paths:
            path.unlink()
        return Marked(result, *texts)

    def record(self, student: str) -> Result:
        """The record of the earlier result of a student."""
        return self._earlier[student][0]

    def kept(self, student: str, new: Result) -> Result | None:
        """The record of an earlier result that stays, with the reason; None if the new one takes its place.

        It stays if the same was handed in, for the same exercises, and it has more points.

        Args:
            new: what was found now of all notebooks; all of it could be examined.
        """
        record, now = self._earlier[student]
        if new.submission.handed_in != record.submission.handed_in or new.by_cell.keys() != record.by_cell.keys():
            return None
        decided = new.decided({each.cell: each.decision for each in now.exercises})
        if decided.score >= now.score - _SAME_POINTS:
            return None
        return replace(
            record,
            submission=replace(record.submission, received=new.submission.received),
            kept_since=record.kept_since or datetime.now(UTC).isoformat(timespec="seconds"),
            kept_why=_why(now, decided),
            kept_against=new.fingerprint,
        )

    def close(self) -> None:
        """Remove what is still withheld."""
        if self._scratch is not None:
            self._scratch.remove()

    def _withheld(self, student: str, notebook: str) -> list[Path]:
        assert self._scratch is not None
        # A name of a fixed length: the student's own may be as long as that of a file can be.
        name = sha256(f"{student}/{notebook}".encode("utf-8", "surrogateescape")).hexdigest()
        return [self._scratch.path / f"{name}.{kind}" for kind in ("ipynb", "html")]


def _why(earlier: Result, new: Result) -> str:
    before = {each.cell: each.score for each in earlier.exercises}
    fewer = [each.name for each in new.exercises if each.score < before[each.cell]]
    return (
        f"regrading would give {number(new.score)} points instead of {number(earlier.score)}, with fewer for "
        f"{', '.join(fewer)}"
    )


_STILL = "an earlier version left this answer to a manual decision; the test now gives {:g} points"
# Earlier versions said `one kernel gives 2 points (passed)`.
_BEGINNINGS = ("one kernel ", _STILL.partition(";")[0])


def still_open(new: Result, before: Result | None, counted: CountedTests) -> Result:
    """A new result of a notebook, with the points open that an earlier version left to a person.

    They wait as long as the answer is the same one, and neither the test is isolated nor a decision names it. What a
    person has decided about them counts.

    Args:
        before: the result of the run before; None if there is none.
        counted: which tests of the notebook count that are not isolated.
    """
    if before is None:
        return new
    answers, now = before.submission.answers, new.submission.answers
    asked = {
        each.cell: each.disputed
        for each in before.exercises
        if each.disputed.startswith(_BEGINNINGS) and answers.get(each.cell) == now.get(each.cell)
    }
    exercises = tuple(
        _opened(each, asked[each.cell]) if each.cell in asked.keys() - counted.decided.keys() else each
        for each in new.exercises
    )
    # Its page says something else: it is made again.
    return new if exercises == new.exercises else replace(new, exercises=exercises, pages={}).counted()


def _opened(exercise: ExerciseResult, reason: str) -> ExerciseResult:
    if exercise.outcome is Outcome.UNEXAMINED:
        return replace(exercise, disputed=reason)
    if exercise.isolated or not exercise.earned:
        return exercise
    return replace(exercise, earned=0.0, disputed=_STILL.format(exercise.earned))
