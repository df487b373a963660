"""HandGrading: the answers that wait for a person, grouped by their text, and the grade of each group.

The gradebook has what persons decide, as with formgrader. The portal's grades follow it: decisions found there are
taken over whenever somebody looks, or saves.
"""

from __future__ import annotations

import json
import sqlite3
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from nbformat import NotebookNode

from nbproctor.assignment.notebook import Assignment
from nbproctor.config import Course
from nbproctor.config.directory_structure import notebooks_in
from nbproctor.errors import GradingError
from nbproctor.gradebook.gradebook_reader import found_decisions, received_times
from nbproctor.gradebook.gradebook_writer import GradebookWriter
from nbproctor.intake.paper import Refused, is_answered_from_elsewhere, read_paper
from nbproctor.intake.student_names import shown
from nbproctor.marking.class_notebooks import released_notebooks
from nbproctor.marking.exercise_results import answer_texts, answers
from nbproctor.marking.marker import not_run_result
from nbproctor.notebook_grades import Grades
from nbproctor.portal.graders.exam_scheme import exam_scheme, handed_in_file
from nbproctor.portal.instructors.exam_course import CountedWork, ExamCourse
from nbproctor.portal.jobs import SET_ASIDE
from nbproctor.portal.portal_folder import PortalFolder
from nbproctor.portal.portal_rows import By, log_act
from nbproctor.report.words import number, shown_titles
from nbproctor.results import ExerciseResult, HandGrade, Outcome, Result
from nbproctor.system import whole_files
from nbproctor.system.nbgrader_modules import nbgrader
from nbproctor.system.printable import cut

_MOST_CHARACTERS = 20_000  # of an answer that a page shows
_MOST_COMMENTS = 50  # of an exercise
# Of whom nothing counts, as the last submission was set aside.
_SET_ASIDE = """
SELECT submissions.*, trouble FROM jobs JOIN submissions ON submission = number
WHERE assignment = ? AND kind = ? AND NOT previews AND number = (
    SELECT max(number) FROM submissions AS other
    WHERE other.student = submissions.student AND other.assignment = submissions.assignment
)
"""
_ADD_GRADE = """
INSERT INTO grades (submission, graded, result, page, autograded)
SELECT :submission, :now, :result, CASE WHEN autograded = '' THEN page ELSE '' END, coalesce(autograded, '')
FROM (SELECT :grade AS known) LEFT JOIN grades ON number = known
WHERE known IS (SELECT max(number) FROM grades WHERE submission = :submission)
"""


@dataclass(frozen=True)
class AnswerGroup:
    """The answers to an exercise that differ only in outer whitespace, and about which the same was decided.

    Args:
        key: of the text, and of what was decided; another decision gives another key.
        text: the text, or its beginning and end.
        seen: what was decided; no score if nobody gave one.
        waits: whether a person is asked for a grade.
    """

    key: str
    text: str
    seen: HandGrade
    waits: bool
    works: tuple[CountedWork, ...]
    exercise: ExerciseResult

    @property
    def text_key(self) -> str:
        """The part of the key that groups of the same text share."""
        return self.key.partition("-")[0]

    @property
    def found(self) -> list[ExerciseResult]:
        """The machine's results, each once; none where it tested nothing."""
        each = (_exercise(work, self.exercise.cell) for work in self.works)
        return list({(one.outcome, one.message): one for one in each if one.outcome is not Outcome.WAITING}.values())

    @property
    def from_elsewhere(self) -> int:
        """In how many of the submissions the answer is text from outside its cell."""
        results = (work.result for work in self.works if work.result)
        repairs = (result.submission.repairs for result in results)
        return sum(any(is_answered_from_elsewhere(self.exercise.cell, each) for each in those) for those in repairs)


class OvertakenError(GradingError):
    """Somebody else decided about answers meanwhile; `groups` are those that the same text is in now."""

    def __init__(self, groups: Sequence[AnswerGroup]) -> None:
        self.groups = list(groups)
        gone = "these students have handed in again, and this answer is no longer there: nothing was changed"
        super().__init__("somebody else graded this answer meanwhile: compare, and decide" if groups else gone)


@dataclass(frozen=True)
class WaitingExercise:
    """An exercise that persons grade, with the numbers of answers that wait for one, and that have a grade by one."""

    cell: str
    title: str
    waiting: int
    decided: int


class HandGrading:
    """Grades by hand in a portal. Threads may share it."""

    def __init__(self, course: Course, folder: PortalFolder, exam: ExamCourse, is_read_only: bool = False) -> None:
        self._course = course
        self._folder = folder
        self._rows = folder.rows
        self._exam = exam
        self._is_read_only = is_read_only
        self._address = course.gradebook
        self._lock = threading.RLock()
        self._getting_ready: threading.Thread | None = None
        self._released: dict[str, tuple[object, Assignment, NotebookNode]] = {}
        self._unexamined: dict[int, Result | None] = {}

    def go_on(self) -> None:
        """Prepare what the next save needs, if answers were graded here before the portal started; do not wait."""
        if self._rows.read("SELECT 1 FROM answers LIMIT 1"):
            threading.Thread(target=self.waiting, daemon=True).start()

    # What waits.

    def waiting(self) -> int:
        """How many answers wait for a person, as far as the portal knows."""
        count = sum(
            exercise.waits_for_person
            for name, _ in self._exam.states()
            for work in self._works(name)
            if work.result
            for exercise in work.result.exercises
        )
        if count and not self._getting_ready:  # so that nobody waits for what takes seconds the first time
            self._getting_ready = threading.Thread(target=self._get_ready, daemon=True)
            self._getting_ready.start()
        return count

    def exercises(self, assignment: str) -> list[WaitingExercise]:
        """The exercises of an assignment that persons grade, in the notebook's order."""
        with self._lock:
            works = self._taken_over(assignment)
        titles: dict[str, str] = {}
        waiting: Counter[str] = Counter()
        decided: Counter[str] = Counter()
        for result in (work.result for work in works if work.result):
            for title, exercise in zip(shown_titles(result.exercises), result.exercises, strict=True):
                titles.setdefault(exercise.cell, title)
                waiting[exercise.cell] += exercise.waits_for_person
                decided[exercise.cell] += exercise.is_decided and not exercise.waits_for_person
        found = (WaitingExercise(cell, title, waiting[cell], decided[cell]) for cell, title in titles.items())
        return [each for each in found if each.waiting or each.decided]

    def cells(self, assignment: str) -> set[str]:
        """The test cells of an assignment's exercises."""
        return {exercise.test for exercise in self._notebooks(assignment)[0].exercises}

    def groups(self, assignment: str, cell: str) -> list[AnswerGroup]:
        """The answers to an exercise that wait for a person, or were graded by one; those that wait come first.

        Raises:
            GradingError: the assignment has no such exercise any more.
        """
        with self._lock:
            return self._groups(assignment, cell)

    def _groups(self, assignment: str, cell: str) -> list[AnswerGroup]:
        works = [
            work
            for work in self._taken_over(assignment)
            if work.result and (exercise := work.result.by_cell.get(cell))
            if exercise.waits_for_person or exercise.is_decided
        ]
        if works and cell not in self.cells(assignment):  # else all answers would be the same: nothing
            raise GradingError(
                f"there is no exercise {shown(cell)} in {assignment} any more: press Regrade all on the board first"
            )
        texts = self._texts(assignment, works, cell)
        found: defaultdict[tuple[str, HandGrade, bool], list[CountedWork]] = defaultdict(list)
        for work in works:
            assert work.result
            exercise = work.result.by_cell[cell]
            found[texts[work.number][0], HandGrade.of(exercise.decision), exercise.waits_for_person].append(work)
        groups = [
            AnswerGroup(
                key=f"{stripped[:32]}-{_digest(repr((seen, waits)))[:16]}",
                text=texts[works[0].number][1],
                seen=seen,
                waits=waits,
                works=tuple(works),
                exercise=_exercise(works[0], cell),
            )
            for (stripped, seen, waits), works in found.items()
        ]
        return sorted(groups, key=lambda group: (not group.waits, -len(group.works), group.key))

    def comments(self, assignment: str, cell: str) -> list[str]:
        """Earlier comments on an exercise, the newest first; raises GradingError if their file cannot be read."""
        return self._comments(assignment).get(cell, [])

    # What is given.

    def give(self, assignment: str, cell: str, key: str, given: HandGrade, by: By) -> int:
        """Give all answers of a group the same score and comment; returns how many. Sent twice, it counts once.

        Args:
            key: the group's, as the person saw it.

        Raises:
            OvertakenError: somebody decided otherwise meanwhile; their scores and comments stay.
            GradingError: the gradebook, or the file of comments, cannot be written to.
        """
        with self._lock:
            self._comments(assignment)  # if it is damaged, nothing is saved
            groups = self._groups(assignment, cell)
            group = next((each for each in groups if each.key == key), None)
            if group is None:
                alike = [each for each in groups if each.text_key == key.partition("-")[0]]
                if alike and all(each.seen == given and not each.waits for each in alike):
                    return sum(len(each.works) for each in alike)
                raise OvertakenError(alike)
            batch = self._grades(assignment, group.works)
            seen = {work.student: group.seen for work in group.works}
            with self._gradebook(assignment) as gradebook:
                changed = gradebook.give(batch, cell, given, seen)
            count = len(batch) - len(changed)
            points = f"{number(given.score or 0)} of {number(group.exercise.points)} points"
            answered = f"{count} answer{'s' if count != 1 else ''} to {cell} of {assignment}"
            self._taken_over(assignment, (by, f"gives {points} to {answered}"))
            self._remember(assignment, cell, given.comment)
            if changed:
                alike = [each for each in self._groups(assignment, cell) if each.text_key == group.text_key]
                if others := [each for each in alike if each.seen != given or each.waits]:
                    raise OvertakenError(others)
            return count

    # What the portal and the gradebook say of the same work.

    def export(self, assignment: str, works: Sequence[CountedWork]) -> None:
        """Write what counts into the gradebook, and take over what persons decided there."""
        with self._lock:
            with self._gradebook(assignment) as gradebook:
                gradebook.write(self._grades(assignment, works))
            self._taken_over(assignment)

    def _gradebook(self, assignment: str) -> GradebookWriter:
        source, _ = self._notebooks(assignment)
        recorded = self._folder.path / f"cells-{assignment}"
        return GradebookWriter(self._course, self._address, source, recorded=recorded)

    def _grades(self, assignment: str, works: Sequence[CountedWork]) -> list[Grades]:
        """The grades of submissions, each with what the gradebook has of the student, as the portal knows it."""
        notebook = self._notebooks(assignment)[0].path.stem
        times = received_times(self._address, assignment)
        found = []
        for work in works:
            assert work.result
            before: Result | None = work.result
            if work.student in times and not _is_of(work.result, times[work.student]):
                before = self._result_received(assignment, work.student, times[work.student])
            found.append(Grades(notebook, work.result, before=before))
        return found

    def _result_received(self, assignment: str, student: str, received: datetime | None) -> Result | None:
        """The result of what a student handed in at a time; None if there is none."""
        moment = round(received.replace(tzinfo=UTC).timestamp() * 1e6) if received else None
        row = self._rows.read(
            "SELECT result FROM grades JOIN submissions ON submission = submissions.number "
            "WHERE student = ? AND assignment = ? AND received = ? ORDER BY grades.number DESC LIMIT 1",
            student,
            assignment,
            moment,
        )
        return Result.from_json(row[0]["result"]) if row else None

    def _taken_over(self, assignment: str, act: tuple[By, str] | None = None) -> list[CountedWork]:
        """What counts of each student, as the gradebook has it now; the portal's grades become the same."""
        works = self._works(assignment)
        times = received_times(self._address, assignment) if works else {}
        known = [work for work in works if work.student in times]
        changed: list[tuple[CountedWork, Result]] = []
        if known:
            source, _ = self._notebooks(assignment)
            grades = [replace(each, is_new=each.before is not each.result) for each in self._grades(assignment, known)]
            decided = found_decisions(self._address, assignment, grades, {source.path.stem: source.exercises})
            for work in known:
                assert work.result
                if (decisions := decided.get((work.student, source.path.stem))) is not None:
                    lateness = (work.result.penalty, work.result.seconds_late)
                    if _is_of(work.result, times[work.student]):
                        lateness = (decisions.penalty, decisions.seconds_late)
                    result = work.result.decided(decisions.exercises, *lateness)
                    if result != work.result:
                        changed.append((work, result))
        if (changed or act) and not self._is_read_only:
            with self._rows.transaction() as connection:
                for work, result in changed:
                    _add_grade(connection, work, result)
                if act:
                    log_act(connection, *act)
        results = {work.number: result for work, result in changed}
        return [replace(work, result=results.get(work.number, work.result)) for work in works]

    # What was handed in.

    def _works(self, assignment: str) -> list[CountedWork]:
        """What counts of each student; if all was set aside, what was handed in last, as not examined."""
        works = {work.student: work for work in self._exam.counted(assignment)}
        for row in self._rows.read(_SET_ASIDE, assignment, SET_ASIDE):
            work = works[row["student"]]
            if work.result is None and (result := self._unexamined_result(row)):
                works[row["student"]] = replace(work, number=row["number"], result=result)
        return [work for work in works.values() if work.result]

    def _unexamined_result(self, row: sqlite3.Row) -> Result | None:
        """The result of a submission that was set aside; None if its assignment cannot be read either."""
        if row["number"] not in self._unexamined:
            result = None
            with suppress(GradingError):
                scheme = exam_scheme(self._course, row["assignment"])
                file = self._folder.uploads.path(row["sha256"])
                handed_in = handed_in_file(scheme.assignment, row["student"], file, row["received"])
                result = not_run_result(scheme, handed_in, f"it could not be graded: {row['trouble']}")
                with suppress(Refused):
                    paper = read_paper(handed_in, scheme.assignment, scheme.release)
                    texts = answers(scheme.assignment.exercises, paper)
                    result = replace(result, submission=replace(result.submission, answers=texts))
            self._unexamined[row["number"]] = result
        return self._unexamined[row["number"]]

    def _notebooks(self, assignment: str) -> tuple[Assignment, NotebookNode]:
        """The assignment's source notebook and its release, as they are now."""
        folders = (self._course.source_of(assignment), self._course.release / assignment)
        stamp = [(path, path.stat().st_mtime_ns) for folder in folders for path in notebooks_in(folder)]
        known = self._released.get(assignment)
        if known is None or known[0] != stamp:
            source, release = released_notebooks(self._course, assignment)[0]  # the portal takes none of several
            known = self._released[assignment] = (stamp, source, release)
        return known[1], known[2]

    def _texts(self, assignment: str, works: Sequence[CountedWork], cell: str) -> dict[int, tuple[str, str]]:
        """By submission: a checksum of the stripped answer to an exercise, and as much of it as a page shows.

        They are kept in the database, since it takes a second to read three hundred notebooks.
        """
        kept = {
            row["number"]: row
            for row in self._rows.read(
                "SELECT number, checksum, stripped, text FROM submissions JOIN answers USING (sha256) "
                "WHERE assignment = ? AND cell = ?",
                assignment,
                cell,
            )
        }
        found: dict[int, tuple[str, str]] = {}
        for work in works:
            row = kept.get(work.number)
            if row is not None and row["checksum"] == _checksum(work, cell):
                found[work.number] = row["stripped"], row["text"]
            else:
                found[work.number] = self._read(assignment, work).get(cell, (_digest(""), ""))
        return found

    def _read(self, assignment: str, work: CountedWork) -> dict[str, tuple[str, str]]:
        """Read the answers of a submission from its file, and keep them."""
        source, release = self._notebooks(assignment)
        (row,) = self._rows.read("SELECT sha256, received FROM submissions WHERE number = ?", work.number)
        file = self._folder.uploads.path(row["sha256"])
        unread = f"[This file, {row['sha256'][:16]}, could not be read as a notebook]"
        texts = dict.fromkeys((exercise.test for exercise in source.exercises), unread)
        with suppress(Refused):
            handed_in = handed_in_file(source, work.student, file, row["received"])
            texts = answer_texts(source.exercises, read_paper(handed_in, source, release))
        found = {cell: (_digest(text.strip()), cut(text, _MOST_CHARACTERS)) for cell, text in texts.items()}
        if not self._is_read_only:
            kept = [(row["sha256"], cell, _checksum(work, cell), *each) for cell, each in found.items()]
            with self._rows.transaction() as connection:
                connection.executemany("INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?, ?)", kept)
        return found

    def _get_ready(self) -> None:
        """Import what takes seconds, and read what waits."""
        for module in ("api", "utils", "preprocessors"):
            nbgrader(module)
        with suppress(GradingError):
            for name, _ in self._exam.states():
                exercises = self.exercises(name)
                for exercise in exercises:
                    self.groups(name, exercise.cell)
                if exercises and not self._is_read_only:
                    self._gradebook(name).__exit__(None, None, None)

    # Comments.

    def _comments_file(self, assignment: str) -> Path:
        return self._course.root / "notes" / f"{assignment}-comments.json"

    def _comments(self, assignment: str) -> dict[str, list[str]]:
        path = self._comments_file(assignment)
        try:
            found = json.loads(path.read_text(encoding="utf-8"))
            return {str(cell): [str(comment) for comment in comments] for cell, comments in found.items()}
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, AttributeError, TypeError) as error:
            raise GradingError(
                f"the comments in {path} cannot be read: {error}; fix the file, or move it away"
            ) from None

    def _remember(self, assignment: str, cell: str, comment: str) -> None:
        comments = self._comments(assignment)
        known = comments.get(cell, [])
        if comment and known[:1] != [comment]:
            comments[cell] = [comment, *(each for each in known if each != comment)][:_MOST_COMMENTS]
            path = self._comments_file(assignment)
            path.parent.mkdir(exist_ok=True)
            whole_files.write(path, json.dumps(comments, ensure_ascii=False, indent=2) + "\n")


def _exercise(work: CountedWork, cell: str) -> ExerciseResult:
    assert work.result
    return work.result.by_cell[cell]


def _checksum(work: CountedWork, cell: str) -> str:
    return work.result.submission.answers.get(cell, "") if work.result else ""


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _is_of(result: Result, received: datetime | None) -> bool:
    """Whether a result is of what was handed in at a time."""
    own = result.submission.received
    return own is not None and _utc(own) == received


@lru_cache(maxsize=20_000)
def _utc(received: str) -> datetime:
    """A time as the gradebook has it. Pages ask for those of the whole class again and again."""
    parsed: datetime = nbgrader("utils").parse_utc(received)
    return parsed


def _add_grade(connection: sqlite3.Connection, work: CountedWork, result: Result) -> None:
    """Add a grade that a person changed, unless another has come meanwhile."""
    connection.execute(
        _ADD_GRADE,
        {
            "submission": work.number,
            "now": time.time_ns() // 1000,
            "result": result.to_json(),
            "grade": work.grade or None,
        },
    )
