"""The program that Gradescope runs for each submission: `course grade`, reported in its `results.json`.

What is wrong with a submission earns no points. What goes wrong here costs none: then there is a sentence and no score.
"""

from __future__ import annotations

from nbproctor.system.nbgrader_modules import leave_out

if __name__ == "__main__":
    leave_out()  # before anything imports nbformat

import json
import time
import traceback
from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rich.console import Console

from nbproctor.config import Course
from nbproctor.config.exam_day import SHOWN, ExamDay
from nbproctor.errors import GradingError, PassingError, SandboxError
from nbproctor.intake.notebook_identity import NotebookIdentity
from nbproctor.lms.archive import Archive
from nbproctor.lms.attempt import Attempt
from nbproctor.lms.collection import released_trees
from nbproctor.lms.submission_files import submission_files
from nbproctor.marking.class_grading import ClassGrading
from nbproctor.marking.class_notebooks import released_notebooks
from nbproctor.report.tables.results_table import student_table
from nbproctor.report.words import (
    duration,
    message_of,
    next_step,
    percent_in_words,
    score_in_words,
    shown_titles,
    words,
)
from nbproctor.results import ExerciseResult, Outcome, Result
from nbproctor.system import whole_files
from nbproctor.system.printable import cut, plain

PLACE = Path("/autograder")
_STUDENT = "student"  # whose submission it is, Gradescope knows
_CHARACTERS = 2_000
"""Most characters that are shown of a sentence or a message."""
_TROUBLE = (
    "The autograder had a problem, so your submission has no score yet. You lose no points: ask your instructor to "
    "read the autograder's output and to run it again."
)
_UNSAFE = "The autograder is not safe enough to give points: ask your instructor to set it up again."


def main(place: Path = PLACE) -> int:
    """Grade the submission and write `results.json` in any case; the exit status is 0 if the score stands.

    Args:
        place: the folder that Gradescope puts everything into.
    """
    began, status = time.monotonic(), GradingError.exit_status
    try:
        course = Course(place / "source" / "course")
        try:
            report, status = _report(course, place), 0
        except SandboxError as problem:
            report = _without_points(course, f"{_UNSAFE} {problem}") | {"extra_data": {"sandbox": None}}
    except Exception as error:  # whatever it is, the student gets a sentence, and only the instructor the reason
        print(str(error) if isinstance(error, GradingError) else traceback.format_exc())
        report = {"output": _TROUBLE, "tests": []}
    seconds = round(time.monotonic() - began)
    report |= {"output_format": "text", "stdout_visibility": "hidden", "execution_time": seconds}
    whole_files.write(place / "results" / "results.json", json.dumps(report, indent=2) + "\n")
    return status


def _report(course: Course, place: Path) -> dict[str, Any]:
    """What `results.json` says.

    Raises:
        SandboxError: no sandbox here is as strong as the course asks for, or as the answers need.
        GradingError: it could not be graded, whatever was handed in.
    """
    (assignment,) = course.assignments()
    identity = NotebookIdentity(released_trees(course, assignment))
    submission = place / "submission"
    if not submission.is_dir():
        raise GradingError(f"{submission} is not a folder, so nothing was graded: run the autograder again")
    with TemporaryDirectory(prefix="gradescope-") as scratch:
        submitted, output = Path(scratch, "submitted"), Path(scratch, "graded")
        try:
            remarks = _hand_in(submission, identity, submitted / _STUDENT / assignment)
        except PassingError:
            raise
        except GradingError as problem:
            return _without_points(course, f"Your submission could not be graded: {problem}.")
        remarks += lateness(place / "submission_metadata.json")
        result = _graded(ClassGrading(course, assignment, submitted, output))
    Console(width=120).print(student_table(result))
    print(result.sandbox.weakness)
    return gradescope_results(result, course.exam_day, remarks)


def _hand_in(submission: Path, identity: NotebookIdentity, folder: Path) -> list[str]:
    """Put what was handed in where `course grade` looks for it; returns sentences about what was left out.

    Raises:
        PassingError: the machine does not read one of its files.
        GradingError: it holds no notebook of the assignment, or several.
    """
    with Archive.opened(submission) as opened:
        files = submission_files(Attempt("the submission", (), opened.files), identity, opened.refused)
    for path, content in files.contents.items():
        whole_files.write(folder / path, content)
    return [*files.remarks]


def lateness(metadata: Path) -> list[str]:
    """A sentence on how late it was handed in; none if it was in time, or if nobody can tell."""
    try:
        about = json.loads(metadata.read_text("utf-8"))
        due = (about["users"][0].get("assignment") or about["assignment"])["due_date"]  # the student's own, if extended
        late = datetime.fromisoformat(about["created_at"]) - datetime.fromisoformat(due)
    except (OSError, ValueError, TypeError, LookupError, AttributeError, RecursionError):
        return []
    if late.total_seconds() <= 0:
        return []
    return [f"Handed in {duration(late.total_seconds())} late; no points were deducted for this here."]


def _graded(grading: ClassGrading) -> Result:
    ((_, outcome),) = grading.run()
    if isinstance(outcome, Exception):
        raise outcome
    if grading.reference_failures:
        raise GradingError(
            f"The instructor's own solution fails, so nobody can pass: {'; '.join(grading.reference_failures)}"
        )
    if not {"user", "files"} & {*outcome.sandbox.enforced}:
        raise SandboxError(
            "Submissions run as root here, and nothing keeps them from the answers: this container does not let "
            "root become another user, and has no Landlock"
        )
    if unexamined := ", ".join(outcome.unexamined):
        raise GradingError(f"Exercises could not be graded because of a technical problem: {unexamined}")
    return outcome


def _without_points(course: Course, sentence: str) -> dict[str, Any]:
    """A report in which every exercise has 0 points for the same reason."""
    exercises = [
        (source.titles[exercise.test] or exercise.name, exercise.points)
        for assignment in course.assignments()
        for source, _ in released_notebooks(course, assignment)
        for exercise in source.exercises
        if not exercise.by_hand
    ]
    said = _shown(sentence)
    tests = [
        {"name": title, "score": 0, "max_score": points, "status": "failed", "output": said, "output_format": "text"}
        for title, points in exercises
    ]
    return {"score": 0, "output": said, "tests": tests}


def gradescope_results(result: Result, exam_day: ExamDay, remarks: Sequence[str] = ()) -> dict[str, Any]:
    """A result in the form of Gradescope's `results.json`.

    Args:
        exam_day: says what students see of it, and whether only later, when the grades are published.
        remarks: sentences that the student sees in any case.
    """
    level, is_for_later = SHOWN.index(exam_day.shows), bool(exam_day.shows_from)
    said = list(remarks)
    if result.submission.refused:
        said += [f"Your notebook could not be graded: {repair}" for repair in result.submission.repairs[:1]]
    said += [f"{sentence[:1].upper()}{sentence[1:]}." for sentence in result.submission.other_notebook]
    if level >= SHOWN.index("score") and not is_for_later:
        said.append(f"{score_in_words(result)}, {percent_in_words(result)}")
    else:
        said.append("Graded. The result is not available yet.")
    shown = "after_published" if is_for_later else "visible"
    titles = shown_titles(result.exercises)
    return {
        "score": min(result.score, result.cap),
        "output": "\n".join(map(_shown, said)),
        "visibility": shown if level >= SHOWN.index("outcomes") else "hidden",
        "extra_data": {"sandbox": asdict(result.sandbox), "versions": result.versions},
        "tests": [_test(exercise, title, level) for exercise, title in zip(result.exercises, titles, strict=True)],
    }


def _test(exercise: ExerciseResult, title: str, level: int) -> dict[str, Any]:
    said = [words(exercise.outcome_now)]
    if level >= SHOWN.index("messages"):
        said.append(message_of(exercise))
    if level >= SHOWN.index("cases"):
        said.append(next_step(exercise))
    output = "\n".join(_shown(each) for each in said if each)
    test = {"name": _shown(title), "max_score": exercise.points, "output": output, "output_format": "text"}
    if exercise.is_open:  # a test without a score is not a failed one
        return test
    return {**test, "score": exercise.score, "status": "passed" if exercise.outcome is Outcome.PASSED else "failed"}


def _shown(text: str) -> str:
    return plain(cut(text, _CHARACTERS))


if __name__ == "__main__":
    raise SystemExit(main())
