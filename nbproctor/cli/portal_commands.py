"""The commands of exam day."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Column, Table

from nbproctor.cli.console import out, print_line, progress_line
from nbproctor.config import Course
from nbproctor.errors import GradingError
from nbproctor.portal.rehearsal.upload_curves import Curve
from nbproctor.system import whole_files
from nbproctor.system.locks import alone

if TYPE_CHECKING:
    from nbproctor.portal.people import People


def roster(
    file: Annotated[
        Path,
        typer.Argument(
            help="A CSV file with one name per line; for an instructor, add a comma and the word instructor."
        ),
    ],
    new_code: Annotated[
        list[str] | None, typer.Option(help="Give this person a new code; may be repeated.", show_default=False)
    ] = None,
    remove: Annotated[
        bool, typer.Option("--remove", help="Remove students who are not in the file; their submissions are kept.")
    ] = False,
) -> None:
    """Add people to the portal, and print login codes for the new ones. People already on the roster keep theirs."""
    with _understood():
        from nbproctor.portal.people import People
        from nbproctor.portal.portal_folder import PortalFolder
        from nbproctor.portal.roster import decoded_lines
    course = Course.find()
    people = People(PortalFolder(course).rows, course.exam_day.session_hours * 3600)
    change = people.add(decoded_lines(whole_files.read(file)))
    _tell_codes(change.codes)
    for sentence in change.sentences():
        print_line(out, sentence)
    if new_code:
        _tell_codes(people.renew(new_code))
    if remove and change.missing_students:
        people.remove(change.missing_students)
        print_line(out, f"Removed: {', '.join(change.missing_students)}.")
    elif change.missing_students:
        print_line(out, "Use --remove to remove the students who are not in the file.")


def serve(
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535, help="The port to listen on.")] = 8000,
    samples: Annotated[
        int, typer.Option(min=0, max=100, help="Add this many sample students and an instructor; print their codes.")
    ] = 0,
    read_only: Annotated[
        bool, typer.Option("--read-only", help="Open the portal read-only: nothing is accepted, graded or changed.")
    ] = False,
    hub: Annotated[
        bool,
        typer.Option(
            "--hub", help="Run as a service of a JupyterHub, which supplies the address and identifies people."
        ),
    ] = False,
) -> None:
    """Open the course portal, where students submit work and read their reports seconds later; Ctrl-C closes it."""
    with _understood():
        from nbproctor.portal.portal_app import PortalApp, deadlines_of, of_several_notebooks
        from nbproctor.portal.portal_folder import PortalFolder
        from nbproctor.portal.portal_server import serve_portal, write_log

        if hub:
            from nbproctor.portal.hub_identity import HubIdentity
            from nbproctor.portal.hub_service import require_hidden
    if read_only and samples:
        raise GradingError("--samples adds people, and --read-only changes nothing: leave one of them out")
    course = Course.find()
    if hub:
        require_hidden(course.source)
    assignments = list(deadlines_of(course))
    left_out = [name for name in of_several_notebooks(course) if name not in assignments]
    if left_out:
        print_line(
            out, f"not accepted, because the portal allows only one notebook per assignment: {', '.join(left_out)}"
        )
    if not assignments:
        raise GradingError("no assignment with exactly one notebook has been released: run course build for one first")
    folder = PortalFolder(course)
    with alone(folder.path):
        if not read_only:
            course.remove_former_folders()
            folder.uploads.remove_unfinished()
        portal = PortalApp(course, folder, read_only, HubIdentity if hub else None)
        if portal.hub:
            host, port = portal.hub.address
        elif samples:
            students = [f"sample-{number:03}" for number in range(1, samples + 1)]
            portal.people.add([*students, "sample-instructor,instructor"])
            _tell_codes(portal.people.renew([*students, "sample-instructor"]))
        elif not read_only and not portal.people.names():
            _tell_first_codes(course, portal.people)
        does = "is read-only" if read_only else f"accepts {', '.join(assignments)}"
        prefix = portal.hub.prefix if portal.hub else ""
        print_line(out, f"http://{host}:{port}{prefix}/ {does}; public key {portal.public_key}")
        write_log()
        serve_portal(course, portal, host, port)


def _tell_first_codes(course: Course, people: People) -> None:
    """Add the students whom nbgrader's gradebook knows, and an instructor, to an empty roster."""
    from nbproctor.gradebook.gradebook_reader import known_students

    instructor = "instructor,instructor"
    students = sorted(known_students(course.gradebook))
    try:
        _tell_codes(people.add([instructor, *students]).codes)
    except GradingError as problem:
        _tell_codes(people.add([instructor]).codes)
        print_line(out, f"The students in the gradebook were not added to the roster: {problem}")


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
        extras = "portal,jupyterhub" if missing.name == "jupyterhub" else "portal"
        raise GradingError(f"the portal needs {missing.name}: install nbproctor[{extras}]") from None


_Assignment = Annotated[str, typer.Argument(help="The assignment's name.", show_default=False)]
_Portal = Annotated[str, typer.Option(help="The portal's address.", envvar="PORTAL", show_default=False)]
_Name = Annotated[str, typer.Option(help="Your name on the roster.", envvar="PORTAL_NAME", show_default=False)]
_Code = Annotated[
    str,
    typer.Option(prompt="Your code", hide_input=True, help="Your code.", envvar="PORTAL_CODE", show_default="prompted"),
]


def submit(
    assignment: _Assignment,
    notebook: Annotated[Path, typer.Argument(help="The notebook to hand in.", show_default=False)],
    portal: _Portal,
    name: _Name,
    code: _Code,
    insist: Annotated[
        bool, typer.Option("--insist", help="Hand in the file even if it is not the assignment's notebook.")
    ] = False,
) -> None:
    """Hand in a notebook to a portal, and save the receipt beside it. An unchanged file is not handed in twice."""
    with _understood():
        from nbproctor.portal.portal_client import PortalClient
    with PortalClient(portal, name) as client:
        client.log_in(code)
        receipt, path = client.submit(assignment, notebook, insist)
    print_line(
        out, f"{notebook} was received at {receipt.received_at} as submission {receipt.number}; the receipt is {path}"
    )


def login(
    course: Annotated[str, typer.Argument(help="The course's name.", show_default=False)],
    portal: _Portal,
    name: _Name,
    code: _Code,
) -> None:
    """Save your login for a course's portal on this machine, so that JupyterLab's assignment list can use it."""
    with _understood():
        from nbproctor.portal.portal_client import KeptLogin, PortalClient, keep_login
    with PortalClient(portal, name) as client:
        client.log_in(code)
        served = client.listing().get("course")
    if served != course:
        raise GradingError(f"{portal} is the portal of {served!r}, not of {course!r}: check both")
    path = keep_login(course, KeptLogin(portal, name, code))
    print_line(out, f"Your login for {course} is saved in {path}, which only you can read.")


def export(assignment: _Assignment) -> None:
    """Export each student's counted submission: its grade to nbgrader's gradebook, its notebook to `submitted`."""
    with _understood():
        from nbproctor.portal.instructors import gradebook_export
        from nbproctor.portal.portal_folder import PortalFolder
    course = Course.find()
    written, waiting = gradebook_export.export(course, PortalFolder(course), assignment)
    print_line(out, f"students exported to the gradebook: {written}; their notebooks are in {course.submitted}")
    if waiting:
        names = ", ".join(waiting[:20])
        raise GradingError(f"not exported, because there is no report yet ({len(waiting)}): {names}")


def backup(file: Annotated[Path, typer.Argument(help="The file to write.", show_default=False)]) -> None:
    """Back up the portal to one file, even while it is open. Keep the file as safe as the exam."""
    with _understood():
        from nbproctor.portal.portal_backup import back_up
        from nbproctor.portal.portal_folder import path_of
    submissions = back_up(path_of(Course.find()), file)
    print_line(
        out,
        f"wrote {file}, which has the key that signs receipts; submissions, with receipts and reports: {submissions}",
    )


def restore(
    file: Annotated[Path, typer.Argument(help="The file that course backup wrote.", show_default=False)],
) -> None:
    """Restore a portal from a backup after checking its files and receipts. An existing portal is never replaced."""
    with _understood():
        from nbproctor.portal import portal_backup
        from nbproctor.portal.portal_folder import path_of
    path = path_of(Course.find())
    submissions = portal_backup.restore(file, path)
    print_line(
        out, f"restored {path}; submissions with verified receipts: {submissions}; course serve opens the portal"
    )


def rehearse(
    assignment: _Assignment,
    students: Annotated[int, typer.Option(min=1, max=100_000, help="How many students submit a notebook.")] = 100,
    minutes: Annotated[float, typer.Option(min=0.01, help="How long the exam lasts.")] = 10.0,
    curve: Annotated[
        Curve, typer.Option(help="When students submit: mostly shortly before the end (rush), or evenly spread (even).")
    ] = Curve.RUSH,
    unbounded: Annotated[
        tuple[float, float],
        typer.Option(
            min=0,
            max=50,
            help="Two percentages: students whose code never ends, and students whose code uses up all memory.",
        ),
    ] = (0.0, 0.0),
    output: Annotated[Path, typer.Option(help="The page for the results.")] = Path("rehearsal.html"),
) -> None:
    """Simulate an exam on this machine, and say whether the machine can handle that many students."""
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
    whole_files.write(output, rehearsal_page(assignment, outcome).encode())
    print_line(out, f"wrote {output}, which has a plot")
    print_line(out, verdict(outcome))
    if outcome.problems:
        raise GradingError(f"problems: {len(outcome.problems)}; the first: {outcome.problems[0]}")


def verify_receipt(
    receipt: Annotated[Path, typer.Argument(help="The receipt, as downloaded from the portal.", show_default=False)],
    key: Annotated[str, typer.Option(help="The portal's public key, which course serve prints.", show_default=False)],
    notebook: Annotated[
        Path | None, typer.Option(help="The file that was handed in.", show_default="not compared")
    ] = None,
) -> None:
    """Check that a receipt comes from the portal with this key, and show what it says. This works offline."""
    from nbproctor.portal.receipts import verified

    proven = verified(whole_files.read(receipt), key)
    if notebook and sha256(whole_files.read(notebook)).hexdigest() != proven.sha256:
        raise GradingError(f"{notebook} is not the file that receipt {proven.number} is for")
    print_line(out, f"Receipt {proven.number} of {proven.course}: {proven.student} handed in {proven.assignment}")
    print_line(out, f"Received {proven.received_at}, {proven.bytes:,} bytes, SHA-256 {proven.sha256}")
