"""The command line: parses, calls, prints.

Each command imports its modules when it is called: no command needs all, and imports are most of a short run.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Iterator
from functools import partial
from importlib.metadata import version
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated

import typer

from nbproctor.cli import lms_commands, portal_commands
from nbproctor.cli.console import err, out, print_line, progress_line, relative, stop_at_ctrl_c, tell
from nbproctor.cli.grading_summary import tell_class, tell_grades
from nbproctor.config import Course
from nbproctor.errors import GradingError, StoppedError
from nbproctor.results import Result
from nbproctor.system.machine_trouble import sentence_about
from nbproctor.system.memory import freeze_to_the_end, no_collection
from nbproctor.system.nbgrader_modules import leave_out
from nbproctor.system.standard_streams import StandardStreams

if TYPE_CHECKING:
    from nbproctor.assignment.release import Change
    from nbproctor.marking.class_grading import ClassGrading, GradingOptions
    from nbproctor.marking.marking_place import MarkingPlace

_HELP = """Build, grade and report on a course of autograded notebooks.

Run it in the course folder, which holds nbgrader_config.py or grading_config.py, or in any folder below it."""

app = typer.Typer(
    help=_HELP, epilog="Example: course grade midterm1", no_args_is_help=True, pretty_exceptions_enable=False
)


def _without_slash(name: str) -> str:
    return name.rstrip("/")  # which shells add when they complete the name of a folder


def _without_slashes(names: list[str] | None) -> list[str] | None:
    return names and [*map(_without_slash, names)]


def _completed(begun: str) -> list[str]:
    """The assignments whose names begin so, for a shell that completes a command."""
    try:
        return [name for name in Course.find().assignments() if name.startswith(begun)]
    except GradingError:
        return []


AssignmentName = Annotated[
    str,
    typer.Argument(
        help="The assignment: the name of its folder.",
        callback=_without_slash,
        show_default=False,
        autocompletion=_completed,
    ),
]


_Output = Annotated[
    Path | None, typer.Option(help="The folder that grading wrote to.", show_default="the course's own")
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
    check: Annotated[bool, typer.Option("--check", help="Change nothing; fail if the release is out of date.")] = False,
    unproven: Annotated[
        bool,
        typer.Option(
            "--unproven", help="Build even if course check has not proven the assignment; the release says so."
        ),
    ] = False,
) -> None:
    """Build the release of an assignment from its source."""
    from nbproctor.assignment.release import build as build_assignment

    course = Course.find()
    with progress_line() as progress:
        progress.add_task(f"Building the release of {assignment}", total=None)
        built = build_assignment(course, assignment, check=check, unproven=unproven)
    for line in _in_folders(course, built.changes):
        print_line(out, f"would be {line}" if check else line)
    if built.withheld.left_out and not check:
        print_line(out, f"not released (instructors only): {', '.join(built.withheld.left_out)}")
    for name in built.withheld.shipped:
        print_line(out, f"released because students' code imports it: {relative(course.source_of(assignment) / name)}")
    if built.withheld.missing:
        names = ", ".join(built.withheld.missing)
        cure = (
            "unless a package in requirements.txt provides them, add one that does, put them beside the notebook, or "
            "name them in c.Grading.packages"
        )
        print_line(out, f"imported, but neither released nor in a package that is installed here: {names}; {cure}")
    if not built.changes:
        out.print(f"{assignment} is up to date.")
    elif check:
        raise GradingError(f"the release of {assignment} is out of date: run course build {quote(assignment)}")
    else:
        print_line(out, f"built {assignment}: students get {relative(course.release / assignment)}")


def _in_folders(course: Course, changes: list[Change]) -> Iterator[str]:
    """What was done: a line for each file of an assignment, and one for each folder beside it."""
    found: dict[tuple[str, Path], list[Path]] = {}
    for change in changes:
        place = change.path
        if place.is_relative_to(course.root):
            place = course.root.joinpath(*place.relative_to(course.root).parts[:3])
        found.setdefault((change.verb, place), []).append(change.path)
    for (verb, place), paths in found.items():
        what = relative(paths[0]) if len(paths) == 1 else f"{relative(place)}{os.sep} ({len(paths)} files)"
        yield f"{verb}: {what}"


@app.command(epilog="Example: course new quiz1")
def new(assignment: AssignmentName) -> None:
    """Create an assignment: a notebook with one exercise, its cases, a right solution and a wrong one."""
    from nbproctor.assignment.new_assignment import make_assignment

    for path in make_assignment(assignment):
        print_line(out, f"created: {relative(path)}")
    name = quote(assignment)
    print_line(out, f"Next: run course check {name} to prove that it grades correctly, then course build {name}")


@app.command(epilog="Example: course check midterm1")
def check(
    assignment: AssignmentName,
    json: Annotated[bool, typer.Option("--json", help="Print the checks as JSON.")] = False,
    thorough: Annotated[
        bool,
        typer.Option(
            "--thorough", help="Try the changes declared harmless in equivalent.toml on every possible input."
        ),
    ] = False,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Number of parallel processes.", show_default="the configured number")
    ] = None,
) -> None:
    """Prove that an assignment grades correctly: right solutions pass, wrong ones fail, nothing leaks."""
    from nbproctor.check.findings import as_json, failures
    from nbproctor.check.proofs import ProofOptions, prove
    from nbproctor.report.tables.check_table import verdict_table

    course = Course.find()
    with progress_line() as progress:
        task = progress.add_task("Building the release", total=None)
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
        raise GradingError(f"{assignment} is not proven: {len(found)} of {len(findings)} checks failed")


@app.command(epilog="Example: course grade midterm1 --submitted examples/submitted --output graded")
def grade(
    assignment: AssignmentName,
    submitted: Annotated[
        Path | None, typer.Option(help="The folder with the submissions.", show_default="the course's")
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(help="The folder for everything that grading writes.", show_default="the course's own"),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(min=1, help="Submissions graded at the same time.", show_default="the configured number"),
    ] = None,
    student: Annotated[
        list[str] | None,
        typer.Option(
            help="Grade only this student's submission; may be repeated.", show_default="all", callback=_without_slashes
        ),
    ] = None,
    notebook: Annotated[
        str | None, typer.Option(help="Grade only this notebook of the assignment.", show_default="all")
    ] = None,
    course_id: Annotated[
        str | None, typer.Option("--course", help="The course's id.", show_default="the configured one")
    ] = None,
    regrade: Annotated[bool, typer.Option("--regrade", help="Also regrade submissions that have not changed.")] = False,
    never_lower: Annotated[
        bool, typer.Option("--never-lower", help="Keep an earlier grade where regrading would lower it.")
    ] = False,
    preview: Annotated[
        bool, typer.Option("--preview", help="Change nothing; show who would gain or lose points, and why.")
    ] = False,
    scheduler: Annotated[
        str | None,
        typer.Option(
            help="Grade on the Dask cluster whose scheduler has this address.",
            show_default="the configured one, or none",
        ),
    ] = None,
    json: Annotated[
        bool, typer.Option("--json", help="Print the results as JSON; everything else goes to standard error.")
    ] = False,
) -> None:
    """Grade all submissions of an assignment. Those with a grade are graded again only if something has changed."""
    with no_collection():
        from nbproctor.marking.chosen_place import marking_place
        from nbproctor.marking.class_grading import ClassGrading, GradingOptions

        course = Course.find()
        given = {"notebook_id": notebook, "course_id": course_id}
        course.override(**{name: value for name, value in given.items() if value is not None})
        place = marking_place(course, workers, scheduler)
        if preview:
            from nbproctor.cli.grading_summary import tell_preview
            from nbproctor.marking.class_preview import ClassPreview

            looked_at = ClassPreview(course, assignment, submitted, output)
        else:
            grading = ClassGrading(course, assignment, submitted, output)
            course.remove_former_folders()
    freeze_to_the_end()
    options = GradingOptions(regrade, student or (), never_lower)
    if preview:
        tell_preview(looked_at, place, options, json)
        return
    results, failures = _graded(grading, place, options)
    if json:
        from nbproctor.report.tables.results_table import results_json

        print(results_json(results))
    tell_grades(grading, results, failures, err if json else out)


def _graded(
    grading: ClassGrading, place: MarkingPlace, options: GradingOptions
) -> tuple[list[Result], dict[str, Exception]]:
    """Grade a class, and show how far it is: the results, and the exceptions of those that could not be graded."""
    results: list[Result] = []
    failures: dict[str, Exception] = {}
    with progress_line() as progress:
        remark, total = partial(_remark, grading, place, results, failures), len(grading.asked_for(options.students))
        task = progress.add_task(f"Grading {grading.assignment}", total=total, remark=remark)
        try:
            for submission, outcome in grading.run(place, options):
                if isinstance(outcome, Result):
                    results.append(outcome)
                else:
                    failures[submission.student] = outcome
                # Those graded earlier come first, and at once: with them the time that is left would look too short.
                done = max(len(results) + len(failures) - grading.kept, 0)
                total = len(grading.submissions) - grading.kept - grading.left_out
                progress.update(task, total=total, completed=done)
        except KeyboardInterrupt:
            raise StoppedError(
                f"stopped: the grades of {grading.recorded} of {len(grading.submissions)} submissions are saved. Run "
                "the same command again to grade the others and write the reports"
            ) from None
    return results, failures


def _remark(grading: ClassGrading, place: MarkingPlace, results: list[Result], failures: dict[str, Exception]) -> str:
    """Which of several notebooks is graded, how many got no grade so far, and what the run waits for."""
    refused = sum(result.submission.refused for result in results)
    counts = (refused and f"{refused} refused", failures and f"{len(failures)} not graded")
    remarks = (grading.notebook_progress, *counts, place.waits_for)
    return "; ".join(remark for remark in remarks if remark)


@app.command(epilog="Example: course feedback midterm1")
def feedback(
    assignment: AssignmentName,
    output: _Output = None,
    force: Annotated[
        bool, typer.Option("--force", help="Write all pages again, even those that would not change.")
    ] = False,
) -> None:
    """Update reports with grades and comments from formgrader, without running anything."""
    from nbproctor.marking.class_feedback import ClassFeedback

    again = ClassFeedback(Course.find(), assignment, output)
    results: list[Result] = []
    with progress_line() as progress:
        task = progress.add_task(f"Feedback of {assignment}", total=len(again.students))
        for result in again.run(force):
            results.append(result)
            progress.update(task, completed=len(results))
    tell_class(results, again.aside, again.unused_notes, out)
    print_line(out, f"Pages written again: {again.made} (of {len(again.students)} students)")
    print_line(out, f"Report: {relative(again.report)}")


@app.command(epilog='Example: course note midterm1 1f3a2c4d "Try it with n = 0."')
def note(
    assignment: AssignmentName,
    mistake: Annotated[str, typer.Argument(help="The mistake's name in the class report.", show_default=False)],
    text: Annotated[
        str, typer.Argument(help="The note for these students; an empty string removes it.", show_default=False)
    ],
) -> None:
    """Write a note to all students who made the same mistake; course feedback adds it to their pages."""
    from nbproctor.marking.mistake_notes import write_note

    path = write_note(Course.find(), assignment, mistake, text)
    print_line(
        out, f"wrote {relative(path)}: run course feedback {quote(assignment)} to add the note to the students' pages"
    )


@app.command(epilog="Example: course show student-001 midterm1")
def show(
    student: Annotated[
        str,
        typer.Argument(help="The student's id: the name of their folder.", show_default=False, callback=_without_slash),
    ],
    assignment: AssignmentName,
    output: _Output = None,
    json: Annotated[bool, typer.Option("--json", help="Print the record as JSON.")] = False,
) -> None:
    """Show the result of one student, exercise by exercise."""
    from nbproctor.marking.class_feedback import recorded_result
    from nbproctor.report.tables.results_table import student_table

    result = recorded_result(Course.find(), student, assignment, output)
    if json:
        print(result.to_json(), end="")
    else:
        out.print(student_table(result))


@app.command(epilog="Example: course explain midterm1")
def explain(assignment: AssignmentName) -> None:
    """Show which tests are isolated from student code."""
    from nbproctor.marking.explained_tests import explain as explain_tests
    from nbproctor.report.tables.check_table import explanation_table

    with progress_line() as progress:
        progress.add_task("Running the reference", total=None)
        tests = explain_tests(Course.find(), assignment)
    out.print(explanation_table(assignment, tests))


@app.command(epilog="Example: course doctor")
def doctor() -> None:
    """Check the sandbox on this machine."""
    from nbproctor.examination.doctor import diagnose
    from nbproctor.report.tables.check_table import diagnosis_tables

    course = Course.find()
    diagnosis = diagnose(course)
    for table in diagnosis_tables(diagnosis):
        out.print(table)
    for refusal in diagnosis.refusals:
        print_line(out, f"Why not {refusal}")
    for remark in diagnosis.remarks:
        print_line(out, remark)
    weakest = course.grading.weakest_tier
    if diagnosis.tier > weakest:
        raise GradingError(
            f"the course requires tier {weakest} or stronger, and this machine has tier {diagnosis.tier}"
        )


app.command(epilog="Example: course collect midterm1 submissions.zip --sheet gradebook.csv")(lms_commands.collect)
app.command("hand-back", epilog="Example: course hand-back midterm1 gradebook.csv")(lms_commands.hand_back)
app.command("export-autograder", epilog="Example: course export-autograder midterm1 --for gradescope")(
    lms_commands.export_autograder
)
app.command(epilog="Example: course serve --samples 3")(portal_commands.serve)
app.command(epilog="Example: course roster roster.csv")(portal_commands.roster)
app.command(
    epilog="Example: course submit midterm1 midterm1.ipynb --portal https://exam.example.org --name student-001"
)(portal_commands.submit)
app.command(epilog="Example: course login poker --portal https://exam.example.org --name student-001")(
    portal_commands.login
)
app.command(epilog="Example: course export midterm1")(portal_commands.export)
app.command(epilog="Example: course backup ../portal.tar.gz")(portal_commands.backup)
app.command(epilog="Example: course restore ../portal.tar.gz")(portal_commands.restore)
app.command(epilog="Example: course rehearse midterm1 --students 500 --minutes 60")(portal_commands.rehearse)
app.command("verify-receipt", epilog="Example: course verify-receipt receipt.json --key 1f3a…")(
    portal_commands.verify_receipt
)


def main() -> None:
    """Run the command line. An error that can be cured is one line; a bug keeps its traceback.

    The exit status is not 0 either if something could not be printed.
    """
    leave_out()  # before a command imports nbformat
    streams = StandardStreams()
    stop_at_ctrl_c()
    if not sys.warnoptions:  # packages warn those who program with them
        warnings.simplefilter("ignore")
    status: object = 0
    try:
        app()
    except GradingError as error:
        tell(str(error))
        status = error.exit_status
    except SystemExit as end:
        status = end.code
        if status == StoppedError.exit_status:
            tell("stopped")
    except Exception as error:  # what no sentence says is raised again
        if not (sentence := sentence_about(error)):
            raise
        tell(sentence)
        status = GradingError.exit_status
    for problem in streams.problems():
        tell(problem)
        status = status or 1
    raise SystemExit(status)
