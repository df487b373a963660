"""The command line: parses, calls, prints.

A command imports what it needs when it is called: each needs something else, and imports are most of a short run.
"""

from __future__ import annotations

import gc
import traceback
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text

from grading.collection import no_collection
from grading.config import Course
from grading.errors import GradingError
from grading.report.plain import one_line, plain
from grading.report.terminal import results_table
from grading.results import Result
from grading.streams import StandardStreams

app = typer.Typer(
    help="Build, grade and report a course of autograded notebooks.",
    epilog="Example: course grade midterm1",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
out = Console()
err = Console(stderr=True)

AssignmentName = Annotated[str, typer.Argument(help="The assignment's name: its folder's.", show_default=False)]


@app.callback()
def course() -> None:
    """Build, grade and report a course of autograded notebooks."""


@app.command(epilog="Example: course build midterm1")
def build(
    assignment: AssignmentName,
    check: Annotated[bool, typer.Option("--check", help="Change nothing; fail if the release has drifted.")] = False,
    unproven: Annotated[
        bool, typer.Option("--unproven", help="Build although course check has not proven it; the release says so.")
    ] = False,
) -> None:
    """Make the release of an assignment from its source."""
    from grading.build import build as build_assignment

    changes = build_assignment(Course.find(), assignment, check=check, unproven=unproven)
    for change in changes:
        verb = f"would be {change.verb}" if check else change.verb
        out.print(f"{verb}: {_relative(change.path)}", highlight=False, markup=False, soft_wrap=True)
    if not changes:
        out.print(f"{assignment} is up to date.")
    elif check:
        raise GradingError(f"the release of {assignment} has drifted from its source: run course build {assignment}")


@app.command(epilog="Example: course check midterm1")
def check(
    assignment: AssignmentName,
    json: Annotated[bool, typer.Option("--json", help="Print the findings as JSON.")] = False,
    thorough: Annotated[
        bool, typer.Option("--thorough", help="Compare equivalent mutants on all inputs that there can be.")
    ] = False,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Processes at once.", show_default="the configured number")
    ] = None,
) -> None:
    """Prove that an assignment grades rightly: right work passes, wrong work fails, nothing leaks."""
    from grading.check.proofs import prove
    from grading.check.verdict import as_json, failures
    from grading.report.verdict import verdict_table

    course = Course.find()
    with _progress() as progress:
        task = progress.add_task("Making the release", total=None, failed=0)
        findings = prove(
            course,
            assignment,
            workers or course.grading.workers,
            lambda what, done, total: progress.update(task, description=what, completed=done, total=total),
            thorough=thorough,
        )
    if json:
        print(as_json(assignment, findings))
    else:
        out.print(verdict_table(assignment, findings))
    if found := failures(findings):
        raise GradingError(f"{assignment} is not proven: {len(found)} of {len(findings)} findings have to be cured")


@app.command(epilog="Example: course grade midterm1 --submitted examples/submitted --output graded")
def grade(
    assignment: AssignmentName,
    submitted: Annotated[
        Path | None, typer.Option(help="The folder of the submissions.", show_default="the course's")
    ] = None,
    output: Annotated[
        Path | None, typer.Option(help="The folder for all that grading writes.", show_default="the course's own")
    ] = None,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Submissions in flight at once.", show_default="the configured number")
    ] = None,
    regrade: Annotated[bool, typer.Option("--regrade", help="Grade those again that have not changed.")] = False,
    scheduler: Annotated[
        str | None,
        typer.Option(help="Grade on the Dask cluster of this scheduler.", show_default="the configured one, or none"),
    ] = None,
) -> None:
    """Grade all submissions of an assignment; those graded before are graded again only if something has changed."""
    with no_collection():
        from grading.grade import Grading

        grading = Grading(Course.find(), assignment, submitted, output)
    gc.freeze()  # what is there now stays until the end, and is not tidied up then
    results: list[Result] = []
    failures: dict[str, Exception] = {}
    with _progress() as progress:
        task = progress.add_task(f"Grading {assignment}", total=len(grading.submissions), failed=0)
        for submission, found in grading.run(workers, regrade, scheduler):
            if isinstance(found, Result):
                results.append(found)
            else:
                failures[submission.student] = found
            # Those graded earlier come first, and at once: they would tell nothing of the time that is left.
            done = max(len(results) + len(failures) - grading.kept, 0)
            progress.update(task, total=len(grading.submissions) - grading.kept, completed=done, failed=len(failures))
    out.print(results_table(sorted(results, key=lambda result: result.student)))
    if grading.kept:
        out.print(
            f"Not graded again, as nothing has changed: {grading.kept} of {len(grading.submissions)}", highlight=False
        )
    _tell_refused([result for result in results if result.submission.refused], grading.log)
    out.print(f"Report: {_relative(grading.report)}", highlight=False, markup=False, soft_wrap=True)
    for student, error in failures.items():
        err.print(f"{one_line(student)} could not be graded:", highlight=False, markup=False)
        err.print(plain("".join(traceback.format_exception(error))), highlight=False, markup=False)
    if failures:
        raise GradingError(f"{len(failures)} of {len(grading.submissions)} submissions could not be graded; see above")


@app.command(epilog="Example: course doctor")
def doctor() -> None:
    """Try on this machine whatever a submission must not do, and show what prevents it."""
    from grading.doctor import diagnose
    from grading.report.diagnosis import diagnosis_table

    course = Course.find()
    diagnosis = diagnose(course)
    out.print(diagnosis_table(diagnosis))
    for refusal in diagnosis.refusals:
        out.print(f"Why not {refusal}", highlight=False, markup=False, soft_wrap=True)
    weakest = course.grading.weakest_tier
    if diagnosis.tier > weakest:
        raise GradingError(f"the course asks for tier {weakest} at least, and this machine has {diagnosis.tier}")


def _tell_refused(refused: list[Result], log: Path) -> None:
    for result in sorted(refused, key=lambda result: result.student)[:_TOLD]:
        text = f"{one_line(result.student)} was refused: {one_line(result.submission.repairs[0])}"
        err.print(text, highlight=False, markup=False, soft_wrap=True)
    if len(refused) > _TOLD:
        text = f"{len(refused) - _TOLD} more were refused; all are in {_relative(log)}"
        err.print(text, highlight=False, markup=False, soft_wrap=True)


_TOLD = 20
"""Most refused submissions that are told in the terminal."""


def main() -> None:
    """Run the command line; what can be cured is one line, a bug keeps its traceback.

    The exit status is not 0 either if something could not be printed.
    """
    streams = StandardStreams()
    status: object = 0
    try:
        app()
    except GradingError as error:
        _tell(str(error))
        status = 1
    except SystemExit as end:
        status = end.code
    for problem in streams.problems():
        _tell(problem)
        status = status or 1
    raise SystemExit(status)


def _tell(problem: str) -> None:
    err.print(plain(f"course: {problem}"), highlight=False, markup=False, soft_wrap=True)


class _Rate(ProgressColumn):
    """How many are done in a second, lately."""

    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        return Text(f"{speed:.1f} a second" if speed else "")


def _progress() -> Progress:
    """One line in a terminal; nothing where nobody looks."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[failed]} failed"),
        _Rate(),
        TimeRemainingColumn(),
        console=err,
        disable=not err.is_terminal,
    )


def _relative(path: Path) -> str:
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)
