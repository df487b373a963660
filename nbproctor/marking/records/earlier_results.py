"""Earlier results: which submissions need not be graded again, and what of an earlier grade stays."""

from __future__ import annotations

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
from nbproctor.notebook_grades import Decisions, as_decided, checksum_of
from nbproctor.report.words import number
from nbproctor.results import ExerciseResult, Outcome, Result
from nbproctor.system.scratch_folders import Scratch


def still_stands(
    record: Result,
    notebooks: Sequence[Submission],
    folder: ClassFolder,
    fingerprint: str,
    file_bytes: int,
    further: FurtherFilesRule,
) -> bool:
    """Whether a student need not be graded again: the same was handed in, and the autograded notebooks are there.

    Args:
        record: of the student's earlier result.
        notebooks: what the student handed in, notebook by notebook.
        fingerprint: of the assignment as it is now.
        file_bytes: the size of the largest submitted notebook that is read.
        further: which files beside a notebook count.
    """
    # A refused submission costs little to look at again, and the reason may lie outside its file. What could not be
    # examined is tried again, though a person may have graded it meanwhile.
    if record.submission.refused or record.as_found().unexamined or any(notebook.problem for notebook in notebooks):
        return False
    first = notebooks[0]
    graded_by = record.kept_against if record.kept_since else record.fingerprint
    if (fingerprint, first.student, first.received) != (graded_by, record.student, record.submission.received):
        return False
    # A page that is gone is made again from these.
    if not all(folder.notebook_files(notebook)[0].is_file() for notebook in notebooks):
        return False
    sha256 = checksum_of([checksum(notebook, file_bytes) for notebook in notebooks])
    try:
        files = further_files(first, further).checksums
    except PassingError:
        return False
    return (sha256, files) == record.submission.handed_in


# Sums of points in another order differ by less than this.
_SAME_POINTS = 1e-9


class BetterResults:
    """Withholds what was graded of some submissions until it is known that no earlier result is better.

    Points count before a late penalty: it is taken off whichever stays, and may change later.

    Args:
        records: the earlier results that must not be lowered, by student.
        decided: what persons have decided by now, by student and notebook.
        names: of the assignment's notebooks.
    """

    def __init__(
        self,
        records: Mapping[str, Result],
        decided: Mapping[tuple[str, str], Decisions],
        names: Sequence[str],
    ) -> None:
        self._earlier: dict[str, tuple[Result, Result]] = {}  # as recorded, and as persons have decided since
        for student, record in records.items():
            now = as_decided(record, names, decided)
            if not now.unexamined:  # what is not known yet is not better
                self._earlier[student] = (record, now)
        self._scratch = Scratch() if self._earlier else None

    def __contains__(self, student: str) -> bool:
        """Whether a student has an earlier result that must not be lowered."""
        return student in self._earlier

    def withhold(self, student: str, notebook: str, marked: Marked) -> None:
        """Keep the files of a marked notebook where nobody sees them. May be called from several threads."""
        for path, text in zip(self._withheld(student, notebook), (marked.notebook, marked.feedback), strict=True):
            path.write_text(text, "utf-8", "surrogatepass")

    def released(self, student: str, notebook: str, result: Result) -> Marked:
        """Give back a withheld notebook, with its result."""
        paths = self._withheld(student, notebook)
        texts = [path.read_text("utf-8", "surrogatepass") for path in paths]
        for path in paths:
            path.unlink()
        return Marked(result, *texts)

    def record(self, student: str) -> Result:
        """The earlier result as it was recorded."""
        return self._earlier[student][0]

    def kept(self, student: str, new: Result) -> Result | None:
        """The earlier record, with the reason why it stays; None if the new one replaces it.

        It stays if the same was handed in, for the same exercises, and it has more points.

        Args:
            new: of all notebooks; all of it could be examined.
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
    """A new result of a notebook, with the points still open that an earlier version left to a person.

    They stay open while the answer is the same, the test is not isolated, and no decision names it. What a person has
    decided about them counts.

    Args:
        before: the result of the run before.
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
    # Its page says something else: without a checksum, it is made again.
    return new if exercises == new.exercises else replace(new, exercises=exercises, pages={}).counted()


def _opened(exercise: ExerciseResult, reason: str) -> ExerciseResult:
    if exercise.outcome is Outcome.UNEXAMINED:
        return replace(exercise, disputed=reason)
    if exercise.isolated or not exercise.earned:
        return exercise
    return replace(exercise, earned=0.0, disputed=_STILL.format(exercise.earned))
