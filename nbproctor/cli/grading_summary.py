"""What `course grade`, its `--preview` and `course feedback` say at their end."""

from __future__ import annotations

import traceback
from collections.abc import Mapping, Sequence
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import TaskID

from nbproctor.cli.console import err, out, print_line, print_wrapped, progress_line, relative, tell
from nbproctor.errors import GradingError, StoppedError, UnexaminedError
from nbproctor.intake.student_names import listed
from nbproctor.report.attention import attention_lines, needs_attention
from nbproctor.report.grade_changes import ClassChanges
from nbproctor.report.tables.preview_table import preview_table
from nbproctor.report.tables.results_table import results_table
from nbproctor.results import Result
from nbproctor.system.machine_trouble import sentence_about
from nbproctor.system.printable import one_line, plain

if TYPE_CHECKING:
    from nbproctor.marking.class_grading import ClassGrading, GradingOptions
    from nbproctor.marking.class_preview import ClassPreview
    from nbproctor.marking.marking_place import MarkingPlace


def tell_class(results: Sequence[Result], aside: list[Path], unused_notes: list[str], out: Console) -> None:
    """Print who needs attention, the results, unused notes, and where pages lie that were in the way."""
    in_order = sorted(results, key=lambda result: result.student)
    if noted := needs_attention(in_order):
        out.print("Needs your attention", style="bold")
        for line in attention_lines(noted):
            print_wrapped(out, plain(line))
        out.print()
    out.print(results_table(in_order))
    if unused_notes:
        print_line(out, f"Unused notes (no student makes these mistakes now): {', '.join(unused_notes)}")
    if aside:
        print_line(
            out,
            f"existing feedback pages from nbgrader were moved aside: {len(aside)}; the first is now "
            f"{relative(aside[0])}",
        )


def tell_grades(grading: ClassGrading, results: list[Result], failures: dict[str, Exception], out: Console) -> None:
    """Print what came of a class, with the exceptions by student; a GradingError if something was not graded."""
    tell_class(results, grading.aside, grading.unused_notes, out)
    if grading.kept:
        out.print(
            f"Not graded again, as nothing has changed: {grading.kept} of {len(grading.submissions)}", highlight=False
        )
    if grading.left_out:
        out.print(
            f"Not selected, and without a grade: {grading.left_out} of {len(grading.submissions)}",
            highlight=False,
        )
    tests = {each.cell for result in results for each in result.exercises}
    not_isolated = {each.cell for result in results for each in result.exercises if not each.isolated}
    if not_isolated:
        print_line(
            out,
            f"Not isolated from the students' code: {len(not_isolated)} of {len(tests)} tests; run course explain "
            f"{quote(grading.assignment)} to see why",
        )
    for failure in grading.reference_failures:
        cure = "Correct the source notebook, build it, and grade again"
        print_line(err, plain(f"Your own solution fails: {failure}. {cure}"))
    for weakness in sorted({result.sandbox.weakness for result in results} - {""}):
        print_line(err, weakness)
    print_line(out, f"Report: {relative(grading.report)}")
    tell_unexamined(grading.unexamined)
    tell_failures(failures)
    if failures:
        raise GradingError(f"{len(failures)} of {len(grading.submissions)} submissions could not be graded; see above")
    passed_over = _about_passed_over(grading)
    unexamined = len(grading.unexamined.keys() | {result.student for result in results if result.unexamined})
    if unexamined:
        if passed_over:
            tell(passed_over)
        raise UnexaminedError(
            f"{unexamined} of {len(grading.submissions)} submissions could not be graded because of a "
            f"technical problem. Earlier grades are unchanged; see {relative(grading.log)}. Run the command again to "
            "retry only these"
        )
    if passed_over:
        raise GradingError(passed_over)


def tell_unexamined(unexamined: Mapping[str, Sequence[str]]) -> None:
    """Print which exercises of which students could not be examined."""
    for student in sorted(unexamined)[:_MOST_SHOWN]:
        print_line(err, f"{one_line(student)} could not be fully graded: {one_line(', '.join(unexamined[student]))}")
    if len(unexamined) > _MOST_SHOWN:
        print_line(err, f"{len(unexamined) - _MOST_SHOWN} more could not be fully graded")


def tell_failures(failures: Mapping[str, Exception]) -> None:
    """Print which students could not be graded, and why."""
    for student, error in failures.items():
        reason = str(error) if isinstance(error, GradingError) else sentence_about(error)
        reason = reason or "\n" + "".join(traceback.format_exception(error))
        err.print(plain(f"{one_line(student)} could not be graded: {reason}"), highlight=False, markup=False)


def _about_passed_over(grading: ClassGrading) -> str:
    """A sentence on archives and notebooks that lie among the students' folders; empty if there are none."""
    if not grading.passed_over:
        return ""
    return (
        f"all folders are graded, but some files beside them belong to no student: {listed(grading.passed_over)}. "
        "Unpack those that are submissions into their students' folders, and move the rest away"
    )


_MOST_SHOWN = 20


def tell_preview(preview: ClassPreview, place: MarkingPlace, options: GradingOptions, json: bool) -> None:
    """Print what another grading would change; a GradingError if something could not be examined."""
    try:
        changes = _looked_at(preview, place, options)
    except KeyboardInterrupt:
        raise StoppedError("stopped; nothing has been changed") from None
    if json:
        print(changes.to_json())
    else:
        out.print(preview_table(changes))
        print_line(out, "Nothing was changed. Run the command without --preview to grade")
    tell_unexamined(preview.unexamined)
    tell_failures(preview.failures)
    if preview.failures:
        raise GradingError(f"{len(preview.failures)} submissions could not be graded; see above")
    if preview.unexamined:
        raise UnexaminedError(
            f"{len(preview.unexamined)} of {len(preview.submissions)} submissions could not be fully graded "
            "because of a technical problem, so the effect on their grades is unknown"
        )


def _looked_at(preview: ClassPreview, place: MarkingPlace, options: GradingOptions) -> ClassChanges:
    with progress_line() as progress:

        def add_task(description: str, total: int) -> TaskID:
            return progress.add_task(description, total=total, remark=lambda: place.waits_for)

        tasks = [add_task(f"Previewing {preview.assignment}", len(preview.submissions))]

        def show(is_second: bool, done: int, total: int) -> None:
            if is_second and len(tasks) == 1:
                tasks.append(add_task("Grading changed submissions a second time", total))
            progress.update(tasks[-1], completed=done, total=total)

        return preview.changes(place, options, show)
