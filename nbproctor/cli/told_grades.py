"""What `course grade` and `course feedback` say at their end."""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from nbproctor.cli.console import err, print_line, relative, tell
from nbproctor.errors import GradingError, UnexaminedError
from nbproctor.report.tables.results_table import results_table
from nbproctor.results import Result
from nbproctor.system.machine_trouble import sentence_about
from nbproctor.system.printable import one_line, plain

if TYPE_CHECKING:
    from nbproctor.marking.class_grading import ClassGrading


def tell_decisions(results: list[Result], aside: list[Path], unused_notes: list[str], out: Console) -> None:
    """Print what waits for a decision, what is kept, and which pages were in the place of ours.

    Args:
        aside: where pages lie now that were in the place of ours.
        unused_notes: the mistakes of which there is a note, and nobody makes them.
    """
    exercises = [each for result in results for each in result.exercises]
    if waiting := Counter(each.cell for each in exercises if each.has_open_points):
        tests = ", ".join(f"{test} ({count})" for test, count in waiting.items())
        print_line(
            out, f"Points wait for a decision about these tests: {tests}. Name each in c.Grading.counted_tests once"
        )
    if again := sum(each.look_again for each in exercises):
        print_line(
            out, f"{again} exercises need another look by a person: the answer may have changed. The report lists them"
        )
    if kept := sum(bool(result.kept_since) for result in results):
        print_line(
            out,
            f"Kept, as graded again they would have fewer points: {kept} of {len(results)}; the report lists them, and "
            "--regrade without --never-lower gives these grades up",
        )
    if unused_notes:
        print_line(out, f"Unused notes (no student makes these mistakes now): {', '.join(unused_notes)}")
    if aside:
        print_line(
            out,
            f"nbgrader's feedback lay in the place of ours: {len(aside)}; it is kept beside it now, the first as "
            f"{relative(aside[0])}",
        )


def tell_grades(grading: ClassGrading, results: list[Result], failures: dict[str, Exception], out: Console) -> None:
    """Print what came of a class.

    Args:
        failures: the exceptions of those that could not be graded, by student.

    Raises:
        GradingError: something was not graded.
    """
    out.print(results_table(sorted(results, key=lambda result: result.student)))
    if grading.kept:
        out.print(
            f"Not graded again, as nothing has changed: {grading.kept} of {len(grading.submissions)}", highlight=False
        )
    if grading.left_out:
        out.print(
            f"{grading.left_out} of {len(grading.submissions)} submissions were not selected and have no grade",
            highlight=False,
        )
    _tell_refused([result for result in results if result.submission.refused], grading.log)
    tests = {each.cell for result in results for each in result.exercises}
    not_isolated = {each.cell for result in results for each in result.exercises if not each.isolated}
    if not_isolated:
        print_line(
            out,
            f"Not isolated from the students' code: {len(not_isolated)} of {len(tests)} tests; "
            f"course explain {grading.assignment} says why",
        )
    tell_decisions(results, grading.aside, grading.unused_notes, out)
    for weakness in sorted({result.sandbox.weakness for result in results} - {""}):
        print_line(err, weakness)
    print_line(out, f"Report: {relative(grading.report)}")
    unexamined = grading.unexamined | {result.student: result.unexamined for result in results if result.unexamined}
    tell_unexamined(unexamined, f"; all are in {relative(grading.log)}")
    tell_failures(failures)
    if failures:
        raise GradingError(f"{len(failures)} of {len(grading.submissions)} submissions could not be graded; see above")
    passed_over = _about_passed_over(grading)
    if unexamined:
        if passed_over:
            tell(passed_over)
        raise UnexaminedError(
            f"{len(unexamined)} of {len(grading.submissions)} submissions could not be graded because of a machine "
            f"problem. Earlier grades are unchanged; {relative(grading.log)} says more. Run the command again to retry "
            "only these"
        )
    if passed_over:
        raise GradingError(passed_over)


def tell_unexamined(unexamined: Mapping[str, Sequence[str]], where: str = "") -> None:
    """Print who could not be examined.

    Args:
        unexamined: the exercises that could not be, by student.
        where: where all are named, if they are too many.
    """
    for student in sorted(unexamined)[:_REFUSALS_SHOWN]:
        print_line(err, f"{one_line(student)} could not be examined: {one_line(', '.join(unexamined[student]))}")
    if len(unexamined) > _REFUSALS_SHOWN:
        print_line(err, f"{len(unexamined) - _REFUSALS_SHOWN} more could not be{where}")


def tell_failures(failures: Mapping[str, Exception]) -> None:
    """Print who met a bug of ours, and which."""
    for student, error in failures.items():
        reason = _reason(error)
        err.print(plain(f"{one_line(student)} could not be graded: {reason}"), highlight=False, markup=False)


def _reason(error: Exception) -> str:
    """A sentence, or else the traceback of a bug."""
    if isinstance(error, GradingError):
        return str(error)
    return sentence_about(error) or "\n" + "".join(traceback.format_exception(error))


def _about_passed_over(grading: ClassGrading) -> str:
    """A sentence on archives and notebooks that lie among the students' folders; empty if there are none."""
    from nbproctor.intake.student_names import listed

    if not grading.passed_over:
        return ""
    return (
        f"all folders are graded; beside them lies what belongs to no student, {listed(grading.passed_over)}: put what "
        "is a submission into a student's folder, unpacked, and move the rest away"
    )


def _tell_refused(refused: list[Result], log: Path) -> None:
    for result in sorted(refused, key=lambda result: result.student)[:_REFUSALS_SHOWN]:
        print_line(err, f"{one_line(result.student)} was refused: {one_line(result.submission.repairs[0])}")
    if len(refused) > _REFUSALS_SHOWN:
        print_line(err, f"{len(refused) - _REFUSALS_SHOWN} more were refused; all are in {relative(log)}")


_REFUSALS_SHOWN = 20
"""Most refused, and most unexamined submissions that are shown in the terminal."""
