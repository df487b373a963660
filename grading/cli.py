"""The command line: parses, calls, prints."""

from __future__ import annotations

import traceback
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from grading.build import build as build_assignment
from grading.config import Course
from grading.errors import GradingError
from grading.grade import Grading
from grading.report.terminal import results_table
from grading.results import Result

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
) -> None:
    """Make the release of an assignment from its source."""
    changes = build_assignment(Course.find(), assignment, check=check)
    for change in changes:
        verb = f"would be {change.verb}" if check else change.verb
        out.print(f"{verb}: {_relative(change.path)}", highlight=False, markup=False, soft_wrap=True)
    if not changes:
        out.print(f"{assignment} is up to date.")
    elif check:
        raise GradingError(f"the release of {assignment} has drifted from its source: run course build {assignment}")


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
) -> None:
    """Grade all submissions of an assignment."""
    grading = Grading(Course.find(), assignment, submitted, output)
    results: list[Result] = []
    failures: dict[str, Exception] = {}
    with _progress() as progress:
        task = progress.add_task(f"Grading {assignment}", total=len(grading.submissions), failed=0)
        for submission, found in grading.run(workers):
            if isinstance(found, Result):
                results.append(found)
            else:
                failures[submission.student] = found
            progress.update(task, advance=1, failed=len(failures))
    out.print(results_table(sorted(results, key=lambda result: result.student)))
    out.print(f"Report: {_relative(grading.report)}", highlight=False, markup=False, soft_wrap=True)
    for student, error in failures.items():
        err.print(f"{student} could not be graded:", highlight=False, markup=False)
        err.print("".join(traceback.format_exception(error)), highlight=False, markup=False)
    if failures:
        raise GradingError(f"{len(failures)} of {len(grading.submissions)} submissions could not be graded; see above")


def main() -> None:
    """Run the command line; what can be cured is one line, a bug keeps its traceback."""
    try:
        app()
    except GradingError as error:
        err.print(f"course: {error}", highlight=False, markup=False, soft_wrap=True)
        raise SystemExit(1) from None


def _progress() -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[failed]} failed"),
        TimeRemainingColumn(),
        console=err,
    )


def _relative(path: Path) -> str:
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)
