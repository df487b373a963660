"""The commands of exam day."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Column, Table

from nbproctor.cli.console import out, print_line, progress_line
from nbproctor.config import Course
from nbproctor.errors import GradingError
from nbproctor.portal.rehearsal.upload_curves import Curve
from nbproctor.system.locks import alone
from nbproctor.system.whole_files import write


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as problem:
        raise GradingError(f"{path} could not be read: {problem.strerror}") from None


def roster(
    file: Annotated[Path, typer.Argument(help="A CSV file: a name a line, and after a comma instructor, if they are.")],
    new_code: Annotated[
        list[str] | None, typer.Option(help="Somebody who lost their code gets a new one.", show_default=False)
    ] = None,
    remove: Annotated[
        bool, typer.Option("--remove", help="Remove the students who are not in the file; their submissions stay.")
    ] = False,
) -> None:
    """Let people log in to the portal, and print the codes of those who are new; known people keep theirs."""
    with _understood():
        from nbproctor.portal.people import People
        from nbproctor.portal.portal_folder import PortalFolder
        from nbproctor.portal.roster import decoded_lines
    course = Course.find()
    people = People(PortalFolder(course).rows, course.exam_day.session_hours * 3600)
    change = people.add(decoded_lines(_content(file)))
    _tell_codes(change.codes)
    for sentence in change.sentences():
        print_line(out, sentence)
    if new_code:
        _tell_codes(people.renew(new_code))
    if remove and change.missing_students:
        people.remove(change.missing_students)
        print_line(out, f"Removed: {', '.join(change.missing_students)}.")
    elif change.missing_students:
        print_line(out, "--remove removes the students who are not in the file.")


def serve(
    host: Annotated[str, typer.Option(help="The address that the portal listens at.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535, help="The port that it listens at.")] = 8000,
    samples: Annotated[
        int, typer.Option(min=0, max=100, help="Add so many sample students and an instructor; print their codes.")
    ] = 0,
    read_only: Annotated[
        bool, typer.Option("--read-only", help="People read what is there; nothing is taken, graded or changed.")
    ] = False,
) -> None:
    """Open the portal of the course: students hand in, and read their reports some seconds later; Ctrl-C closes it."""
    with _understood():
        from nbproctor.portal.portal_app import PortalApp, deadlines_of
        from nbproctor.portal.portal_folder import PortalFolder
        from nbproctor.portal.portal_server import serve_portal, write_log
    course = Course.find()
    assignments = list(deadlines_of(course))
    if not assignments:
        raise GradingError("no assignment is released: run course build with the name of one first")
    folder = PortalFolder(course)
    with alone(folder.path):
        if not read_only:
            course.remove_former_folders()
        folder.uploads.remove_unfinished()
        portal = PortalApp(course, folder, read_only)
        if samples:
            students = [f"sample-{number:03}" for number in range(1, samples + 1)]
            portal.people.add([*students, "sample-instructor,instructor"])
            _tell_codes(portal.people.renew([*students, "sample-instructor"]))
        does = "is open for reading" if read_only else f"takes {', '.join(assignments)}"
        print_line(out, f"http://{host}:{port}/ {does}; public key {portal.public_key}")
        write_log()
        serve_portal(course, portal, host, port)


def _tell_codes(codes: dict[str, str]) -> None:
    for name, code in codes.items():
        print_line(out, f"{name}: {'-'.join(code[start : start + 4] for start in range(0, len(code), 4))}")


@contextmanager
def _understood() -> Iterator[None]:
    """Say how to get what the portal needs beside the rest, if it is not there."""
    try:
        yield
    except ModuleNotFoundError as missing:
        if (missing.name or "").startswith("nbproctor"):
            raise
        raise GradingError(f"the portal needs {missing.name}: install nbproctor[portal]") from None


def submit(
    assignment: Annotated[str, typer.Argument(help="The assignment's name.", show_default=False)],
    notebook: Annotated[Path, typer.Argument(help="The notebook to hand in.", show_default=False)],
    portal: Annotated[str, typer.Option(help="The portal's address.", envvar="PORTAL", show_default=False)],
    name: Annotated[str, typer.Option(help="Your name on the roster.", envvar="PORTAL_NAME", show_default=False)],
    code: Annotated[
        str,
        typer.Option(
            prompt="Your code", hide_input=True, help="Your code.", envvar="PORTAL_CODE", show_default="asked for"
        ),
    ],
    insist: Annotated[
        bool, typer.Option("--insist", help="Hand the file in although it is not the assignment's notebook.")
    ] = False,
) -> None:
    """Hand a notebook in to a portal, and keep the receipt beside it; what was handed in last keeps its receipt."""
    with _understood():
        from nbproctor.portal.client.portal_client import PortalClient
    with PortalClient(portal, name) as client:
        client.log_in(code)
        receipt, path = client.submit(assignment, notebook, insist)
    print_line(out, f"{notebook} was received {receipt.received_at} as submission {receipt.number}; {path} says so")


def export(assignment: Annotated[str, typer.Argument(help="The assignment's name.", show_default=False)]) -> None:
    """Write what counts of each student into nbgrader's gradebook, and the notebooks to nbgrader's submissions."""
    with _understood():
        from nbproctor.portal.instructors import gradebook_export
        from nbproctor.portal.portal_folder import PortalFolder
    course = Course.find()
    written, waiting = gradebook_export.export(course, PortalFolder(course), assignment)
    print_line(out, f"the gradebook has what counts of {written} students, and {course.submitted} their notebooks")
    if waiting:
        names = ", ".join(waiting[:20])
        raise GradingError(f"{len(waiting)} still wait for their report, and are not exported: {names}")


def backup(
    file: Annotated[Path, typer.Argument(help="The file that is written.", show_default=False)],
) -> None:
    """Write all that the portal keeps into one file, also while it is open; keep the file as safe as the exam."""
    with _understood():
        from nbproctor.portal.portal_backup import back_up
        from nbproctor.portal.portal_folder import path_of
    submissions = back_up(path_of(Course.find()), file)
    print_line(
        out, f"{file} has {submissions} submissions, their receipts and reports, and the key that signs receipts"
    )


def restore(file: Annotated[Path, typer.Argument(help="What course backup wrote.", show_default=False)]) -> None:
    """Make the portal of a backup, after every file and receipt in it was checked; a portal that is there stays."""
    with _understood():
        from nbproctor.portal import portal_backup
        from nbproctor.portal.portal_folder import path_of
    path = path_of(Course.find())
    submissions = portal_backup.restore(file, path)
    print_line(out, f"{path} has {submissions} submissions, whose receipts were verified; course serve opens it")


def rehearse(
    assignment: Annotated[str, typer.Argument(help="The assignment's name.", show_default=False)],
    students: Annotated[int, typer.Option(min=1, max=100_000, help="How many students hand in.")] = 100,
    minutes: Annotated[float, typer.Option(min=0.01, help="How long the exam lasts.")] = 10.0,
    curve: Annotated[Curve, typer.Option(help="Most hand in shortly before the end, or evenly.")] = Curve.RUSH,
    unbounded: Annotated[
        tuple[float, float],
        typer.Option(min=0, max=50, help="Percent of the students whose code never ends, and takes all memory."),
    ] = (0.0, 0.0),
    output: Annotated[Path, typer.Option(help="The page that says how it went.")] = Path("rehearsal.html"),
) -> None:
    """Have simulated students hand in on this machine, and say whether it is enough for an exam of so many."""
    with progress_line() as progress:
        task = progress.add_task("Loading the portal", total=None)
        with _understood():
            from nbproctor.portal.rehearsal.rehearsal import RehearsalPlan, rehearsed
            from nbproctor.portal.rehearsal.rehearsal_page import rehearsal_page, rows, sentences, verdict

        def tell(step: str, done: int, total: int | None) -> None:
            progress.update(task, description=step, completed=done, total=total)

        endless, exhausting = (percent / 100 for percent in unbounded)
        plan = RehearsalPlan(students, 60 * minutes, curve, endless, exhausting)
        outcome = rehearsed(Course.find(), assignment, plan, tell)
    table = Table("seconds", *(Column(title, justify="right") for title in ("half", "95 %", "99 %", "all")))
    for name, took in rows(outcome):
        table.add_row(name, *(f"{value:.2f}" for value in (took.p50, took.p95, took.p99, took.most)))
    out.print(table)
    for sentence in sentences(outcome):
        print_line(out, sentence)
    write(output, rehearsal_page(assignment, outcome).encode())
    print_line(out, f"{output} has a plot")
    print_line(out, verdict(outcome))
    if outcome.problems:
        raise GradingError(f"{len(outcome.problems)} things went wrong, the first: {outcome.problems[0]}")


def verify_receipt(
    receipt: Annotated[Path, typer.Argument(help="The receipt, as the portal gave it.", show_default=False)],
    key: Annotated[str, typer.Option(help="The portal's public key, which it publishes.", show_default=False)],
    notebook: Annotated[
        Path | None, typer.Option(help="The file that was handed in.", show_default="not compared")
    ] = None,
) -> None:
    """Say what a receipt promises, if the portal with this key gave it; needs no portal."""
    from nbproctor.portal.receipts import verified

    told = verified(_content(receipt), key)
    if notebook and sha256(_content(notebook)).hexdigest() != told.sha256:
        raise GradingError(f"{notebook} is another file than the one of receipt {told.number}")
    print_line(out, f"Receipt {told.number} of {told.course}: {told.student} handed in {told.assignment}")
    print_line(out, f"Received {told.received_at}, {told.bytes:,} bytes, SHA-256 {told.sha256}")
