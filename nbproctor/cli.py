"""The command line: parses, calls, prints.

Each command imports its modules when it is called: no command needs all, and imports are most of a short run.
"""

from __future__ import annotations

import gc
import signal
import traceback
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)
from rich.table import Column
from rich.text import Text

from nbproctor.config import Course
from nbproctor.errors import GradingError, StoppedError, UnexaminedError
from nbproctor.report.tables.results_table import results_table
from nbproctor.results import Result
from nbproctor.system.machine_trouble import sentence_about
from nbproctor.system.memory import no_collection
from nbproctor.system.printable import one_line, plain
from nbproctor.system.standard_streams import StandardStreams

if TYPE_CHECKING:
    from nbproctor.marking.class_grading import ClassGrading

_HELP = """Build, grade and report a course of autograded notebooks.

Run it in the folder of the course: where nbgrader_config.py or grading_config.py lies, or below."""

app = typer.Typer(
    help=_HELP,
    epilog="Example: course grade midterm1",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)
out = Console()
err = Console(stderr=True)


def _without_slash(name: str) -> str:
    return name.rstrip("/")  # which shells add when they complete the name of a folder


def _completed(begun: str) -> list[str]:
    """The assignments whose names begin so, for a shell that completes a command."""
    try:
        return [name for name in Course.find().assignments() if name.startswith(begun)]
    except GradingError:
        return []


AssignmentName = Annotated[
    str,
    typer.Argument(
        help="The assignment's name: its folder's.",
        callback=_without_slash,
        show_default=False,
        autocompletion=_completed,
    ),
]


def _show_version(wanted: bool) -> None:
    if wanted:
        print(f"nbproctor {version('nbproctor')}")
        raise typer.Exit


@app.callback()
def course(
    show_version: Annotated[
        bool, typer.Option("--version", help="Show the version and exit.", callback=_show_version, is_eager=True)
    ] = False,
) -> None:
    """Do what is asked for before any command."""


@app.command(epilog="Example: course build midterm1")
def build(
    assignment: AssignmentName,
    check: Annotated[bool, typer.Option("--check", help="Change nothing; fail if the release has drifted.")] = False,
    unproven: Annotated[
        bool, typer.Option("--unproven", help="Build although course check has not proven it; the release says so.")
    ] = False,
) -> None:
    """Make the release of an assignment from its source."""
    from nbproctor.assignment.build import build as build_assignment

    changes = build_assignment(Course.find(), assignment, check=check, unproven=unproven)
    for change in changes:
        verb = f"would be {change.verb}" if check else change.verb
        _print(out, f"{verb}: {_relative(change.path)}")
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
    from nbproctor.check.findings import as_json, failures
    from nbproctor.check.proofs import ProofOptions, prove
    from nbproctor.report.tables.findings_table import verdict_table

    course = Course.find()
    with _progress() as progress:
        task = progress.add_task("Making the release", total=None, failed=0)
        findings = prove(
            course,
            assignment,
            ProofOptions(workers or course.grading.workers, thorough=thorough),
            lambda proof, done, total: progress.update(task, description=proof, completed=done, total=total),
        )
    if json:
        print(as_json(assignment, findings))
    else:
        out.print(verdict_table(assignment, findings))
    if found := failures(findings):
        raise GradingError(f"{assignment} is not proven: {len(found)} of {len(findings)} findings have to be cured")


# many parameters: each is an option of the command line.
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
    student: Annotated[
        list[str] | None, typer.Option(help="Grade this student's submission; may be given again.", show_default="all")
    ] = None,
    notebook: Annotated[
        str | None, typer.Option(help="Grade this notebook alone, of an assignment of several.", show_default="all")
    ] = None,
    course_id: Annotated[
        str | None, typer.Option("--course", help="The course's id.", show_default="the configured one")
    ] = None,
    regrade: Annotated[bool, typer.Option("--regrade", help="Grade those again that have not changed.")] = False,
    scheduler: Annotated[
        str | None,
        typer.Option(help="Grade on the Dask cluster of this scheduler.", show_default="the configured one, or none"),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the results as JSON, and all else as an error.")] = False,
) -> None:
    """Grade all submissions of an assignment; those graded before are graded again only if something has changed."""
    with no_collection():
        from nbproctor.cluster.chosen_place import marking_place
        from nbproctor.marking.class_grading import ClassGrading

        course = Course.find()
        given = {"notebook_id": notebook, "course_id": course_id}
        course.override(**{name: value for name, value in given.items() if value is not None})
        grading = ClassGrading(course, assignment, submitted, output)
        place = marking_place(course, workers, scheduler)
    gc.freeze()  # all objects of now stay until the end; even then they are not collected
    results: list[Result] = []
    failures: dict[str, Exception] = {}
    with _progress() as progress:
        grading.compared = _comparing(progress)
        task = progress.add_task(f"Grading {assignment}", total=len(grading.submissions), failed=0)
        try:
            for submission, outcome in grading.run(place, regrade, student or ()):
                if isinstance(outcome, Result):
                    results.append(outcome)
                else:
                    failures[submission.student] = outcome
                # Those graded earlier come first, and at once: with them the time that is left would look too short.
                done = max(len(results) + len(failures) - grading.kept, 0)
                total = len(grading.submissions) - grading.kept - grading.left_out
                progress.update(task, total=total, completed=done, failed=len(failures))
        except KeyboardInterrupt:
            raise StoppedError(
                f"stopped; {grading.recorded} of {len(grading.submissions)} submissions have their grades, which are "
                f"kept; the same command goes on with the others, and makes the reports"
            ) from None
    if json:
        _print_json(results)
    _tell_grades(grading, results, failures, err if json else out)


@app.command(epilog="Example: course feedback midterm1")
def feedback(
    assignment: AssignmentName,
    output: Annotated[
        Path | None, typer.Option(help="The folder that grading wrote to.", show_default="the course's own")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Make all pages again, also those that say the same.")] = False,
) -> None:
    """Put what persons decided in formgrader into pages, class report and tables; nothing is examined again."""
    from nbproctor.marking.class_feedback import ClassFeedback

    again = ClassFeedback(Course.find(), assignment, output)
    results: list[Result] = []
    with _progress() as progress:
        task = progress.add_task(f"Feedback of {assignment}", total=len(again.students), failed=0)
        for result in again.run(force):
            results.append(result)
            progress.update(task, completed=len(results))
    out.print(results_table(sorted(results, key=lambda result: result.student)))
    _print(out, f"Pages made again: {again.made}, of {len(again.students)} students")
    _tell_decisions(results, again.aside, out)
    _print(out, f"Report: {_relative(again.report)}")


@app.command(epilog="Example: course show student-001 midterm1")
def show(
    student: Annotated[str, typer.Argument(help="The student's id: the name of their folder.", show_default=False)],
    assignment: AssignmentName,
    output: Annotated[
        Path | None, typer.Option(help="The folder that grading wrote to.", show_default="the course's own")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the record as JSON.")] = False,
) -> None:
    """Show the result of one student, exercise by exercise."""
    from nbproctor.marking.class_feedback import recorded_result
    from nbproctor.report.tables.student_table import student_table

    result = recorded_result(Course.find(), student, assignment, output)
    if json:
        print(result.to_json(), end="")
    else:
        out.print(student_table(result))


def _print_json(results: list[Result]) -> None:
    from nbproctor.report.tables.student_table import results_json

    print(results_json(results))


@app.command(epilog="Example: course explain midterm1")
def explain(assignment: AssignmentName) -> None:
    """Say of each test cell whether it is isolated from the student's code, and if not, why."""
    from nbproctor.marking.explained_tests import explain as explain_tests
    from nbproctor.report.tables.explanation_table import explanation_table

    with _progress() as progress:
        tests = explain_tests(Course.find(), assignment, _comparing(progress))
    out.print(explanation_table(assignment, tests))


@app.command(epilog="Example: course doctor")
def doctor() -> None:
    """Try on this machine whatever a submission must not do, and show what prevents it."""
    from nbproctor.examination.doctor import diagnose
    from nbproctor.report.tables.diagnosis_table import diagnosis_table

    course = Course.find()
    diagnosis = diagnose(course)
    out.print(diagnosis_table(diagnosis))
    for refusal in diagnosis.refusals:
        _print(out, f"Why not {refusal}")
    weakest = course.grading.weakest_tier
    if diagnosis.tier > weakest:
        raise GradingError(f"the course asks for tier {weakest} at least, and this machine has {diagnosis.tier}")


def _tell_decisions(results: list[Result], aside: list[Path], out: Console) -> None:
    """Print what is left for persons to decide, and which pages were in the place of ours."""
    exercises = [each for result in results for each in result.exercises]
    if disputed := sum(each.is_disputed for each in exercises):
        _print(out, f"For a person to decide, as isolation alone took points away: {disputed}; the report lists them")
    if again := sum(each.look_again for each in exercises):
        _print(out, f"For a person to look at again, as the answer may have changed: {again}; the report lists them")
    if aside:
        _print(
            out,
            f"nbgrader's feedback lay in the place of ours: {len(aside)}; it is kept beside it now, the first as "
            f"{_relative(aside[0])}",
        )


def _tell_grades(grading: ClassGrading, results: list[Result], failures: dict[str, Exception], out: Console) -> None:
    """Print what came of a class.

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
            f"Not asked for, and without a grade: {grading.left_out} of {len(grading.submissions)}", highlight=False
        )
    _tell_refused([result for result in results if result.submission.refused], grading.log)
    tests = {each.cell for result in results for each in result.exercises}
    not_isolated = {each.cell for result in results for each in result.exercises if not each.isolated}
    if not_isolated:
        _print(
            out,
            f"Not isolated from the students' code: {len(not_isolated)} of {len(tests)} tests; "
            f"course explain {grading.assignment} says why",
        )
    _tell_decisions(results, grading.aside, out)
    for weakness in sorted({result.sandbox.weakness for result in results} - {""}):
        _print(err, weakness)
    _print(out, f"Report: {_relative(grading.report)}")
    unexamined = {result.student: result.unexamined for result in results if result.unexamined}
    for student in sorted(unexamined)[:_REFUSALS_SHOWN]:
        _print(err, f"{one_line(student)} could not be examined: {one_line(', '.join(unexamined[student]))}")
    if len(unexamined) > _REFUSALS_SHOWN:
        _print(err, f"{len(unexamined) - _REFUSALS_SHOWN} more could not be; all are in {_relative(grading.log)}")
    for student, error in failures.items():
        reason = _reason(error)
        err.print(plain(f"{one_line(student)} could not be graded: {reason}"), highlight=False, markup=False)
    if failures:
        raise GradingError(f"{len(failures)} of {len(grading.submissions)} submissions could not be graded; see above")
    passed_over = _about_passed_over(grading)
    if unexamined:
        if passed_over:
            _tell(passed_over)
        raise UnexaminedError(
            f"{len(unexamined)} of {len(grading.submissions)} submissions could not be examined in full, for no fault "
            f"of theirs: their earlier grades stay; {_relative(grading.log)} says more; grade again, and only these "
            "are examined"
        )
    if passed_over:
        raise GradingError(passed_over)


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
        _print(err, f"{one_line(result.student)} was refused: {one_line(result.submission.repairs[0])}")
    if len(refused) > _REFUSALS_SHOWN:
        _print(err, f"{len(refused) - _REFUSALS_SHOWN} more were refused; all are in {_relative(log)}")


_REFUSALS_SHOWN = 20
"""Most refused, and most unexamined submissions that are shown in the terminal."""


def _print(console: Console, line: str) -> None:
    """Print a line as it is: in one colour, not broken."""
    console.print(line, highlight=False, markup=False, soft_wrap=True)


def main() -> None:
    """Run the command line. An error that can be cured is one line; a bug keeps its traceback.

    The exit status is not 0 either if something could not be printed.
    """
    streams = StandardStreams()
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # else whoever started this wants it ignored
        signal.signal(signal.SIGINT, _stop)
    status: object = 0
    try:
        app()
    except GradingError as error:
        _tell(str(error))
        status = error.exit_status
    except SystemExit as end:
        status = end.code
        if status == StoppedError.exit_status:
            _tell("stopped")
    except Exception as error:
        if not (sentence := sentence_about(error)):
            raise
        _tell(sentence)
        status = GradingError.exit_status
    for problem in streams.problems():
        _tell(problem)
        status = status or 1
    raise SystemExit(status)


def _stop(number: int, frame: FrameType | None) -> NoReturn:
    """Stop at Ctrl-C in good order; at the second one, end at once."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    raise KeyboardInterrupt


def _tell(problem: str) -> None:
    _print(err, plain(f"course: {problem}"))


class _Rate(ProgressColumn):
    """How many submissions, or proofs, were done in a second lately."""

    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        return Text(f"{speed:.1f} a second" if speed else "")


def _progress() -> Progress:
    """One line in a terminal; nothing where nobody looks."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(bar_width=None),
        MofNCompleteColumn(),
        TextColumn("{task.fields[failed]} failed"),
        _Rate(table_column=Column(no_wrap=True)),
        TimeRemainingColumn(),
        console=err,
        disable=not err.is_terminal,
    )


def _comparing(progress: Progress) -> Callable[[int, int], None]:
    """What shows how many probes are graded both ways; a line of its own, from the first one on."""
    tasks: list[TaskID] = []

    def show(done: int, total: int) -> None:
        if not tasks:
            tasks.append(progress.add_task("Comparing both ways of grading, once", total=total, failed=0))
        progress.update(tasks[0], completed=done, total=total)

    return show


def _relative(path: Path) -> str:
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)
