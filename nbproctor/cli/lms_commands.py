"""The commands that exchange submissions and grades with a learning management system."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from nbproctor.cli.console import err, out, print_line, relative
from nbproctor.config import Course
from nbproctor.errors import GradingError
from nbproctor.report.tables.plain_table import plain_table
from nbproctor.system import whole_files
from nbproctor.system.printable import one_line

if TYPE_CHECKING:
    from nbproctor.lms.collection import Collection
    from nbproctor.lms.hand_back import HandBack

_Assignment = Annotated[
    str, typer.Argument(help="The assignment's name.", callback=lambda name: name.rstrip("/"), show_default=False)
]
_People = Annotated[
    Path | None, typer.Option(help="The file with the students' ids.", show_default="people.csv of the course")
]
_DryRun = Annotated[bool, typer.Option("--dry-run", help="Change nothing; show what would be done.")]
_Json = Annotated[bool, typer.Option("--json", help="Print JSON; everything else goes to standard error.")]


class NotAllPlacedError(GradingError):
    """Some submissions or grades found no place; all others did."""

    exit_status = 3


def collect(
    assignment: _Assignment,
    sources: Annotated[
        list[Path], typer.Argument(metavar="SOURCE...", help="A zip file or folder of submissions.", show_default=False)
    ],
    system: Annotated[
        str,
        typer.Option(
            "--from", help="The system that the submissions come from.", show_default="detected automatically"
        ),
    ] = "",
    people: _People = None,
    sheet: Annotated[
        Path | None, typer.Option(help="A sheet or roster that names the students.", show_default="none")
    ] = None,
    dry_run: _DryRun = False,
    json: _Json = False,
) -> None:
    """Put submissions from a learning management system into the students' folders."""
    from nbproctor.lms import collection as archives

    collection = archives.collect(
        Course.find(), assignment, sources, system=system, people=people, sheet=sheet, is_trial=dry_run
    )
    if json:
        print(collection.to_json())
    _print_collection(collection, err if json else out)
    if collection.unplaced:
        total = len(collection.placed) + len(collection.unplaced)
        raise NotAllPlacedError(f"{len(collection.unplaced)} of {total} submissions could not be placed; see above")


def _print_collection(collection: Collection, console: Console) -> None:
    table = plain_table("", "student", "file", "time", "late", "")
    for each in sorted(collection.placed, key=lambda each: each.student):
        late = "" if each.late is None else "late" if each.late else "no"
        _add(table, each.student, each.source, each.time or "–", late, each.what)
    if collection.placed:
        console.print(table)
    for remark in dict.fromkeys(collection.remarks):
        print_line(console, one_line(remark))
    for unplaced in collection.unplaced:
        print_line(console, f"Not placed: {one_line(unplaced.source)}: {one_line(unplaced.why)}")


def hand_back(
    assignment: _Assignment,
    sheet: Annotated[Path, typer.Argument(help="The grade sheet exported by the system.", show_default=False)],
    column: Annotated[
        str, typer.Option(help="The title of the grade column.", show_default="the assignment's name")
    ] = "",
    to: Annotated[Path | None, typer.Option(help="The file to write.", show_default="<sheet>-graded.csv")] = None,
    people: _People = None,
    scale: Annotated[
        bool,
        typer.Option(
            "--scale",
            help="Scale the grades: write each student's percentage of the sheet's maximum instead of points.",
        ),
    ] = False,
    provisional: Annotated[
        bool, typer.Option("--provisional", help="Also write grades that still need a manual decision.")
    ] = False,
    feedback: Annotated[
        Path | None,
        typer.Option(
            help="Also create a zip file of the feedback pages, with file names that match this archive of submissions."
        ),
    ] = None,
    dry_run: _DryRun = False,
    json: _Json = False,
) -> None:
    """Enter the grades of an assignment in the grade sheet of a learning management system."""
    from nbproctor.lms import hand_back as sheets

    course = Course.find()
    filled = sheets.hand_back(
        course, assignment, sheet, column=column, people=people, scales=scale, takes_open=provisional
    )
    if json:
        print(filled.to_json())
    console = err if json else out
    _print_hand_back(filled, console)
    target = to or sheet.with_name(f"{sheet.stem}-graded{sheet.suffix or '.csv'}")
    with _writing(target):
        if target.exists() and target.samefile(sheet):
            raise GradingError(f"{target} is the sheet itself, which is never overwritten: name another file with --to")
    if not dry_run:
        with _writing(target):
            _write(target, filled.content, console)
        if feedback:
            from nbproctor.lms.feedback_archive import write_feedback

            pages = target.with_name(f"{sheet.stem}-feedback.zip")
            with _writing(pages):
                _put_aside(pages, console)
                packed, without = write_feedback(course, assignment, feedback, sheet, people, pages)
            print_line(console, f"wrote {relative(pages)}; feedback pages: {packed}")
            for each in without:
                print_line(console, f"No feedback: {one_line(each.source)}: {one_line(each.why)}")
    if missing := len(filled.left) + len(filled.not_in_sheet):
        raise NotAllPlacedError(f"grades not written: {missing}; see above")


class _GradingSystem(StrEnum):
    """The systems that run autograders."""

    GRADESCOPE = "gradescope"


def export_autograder(
    assignment: _Assignment,
    system: Annotated[
        _GradingSystem, typer.Option("--for", help="The system that will do the grading.", show_default=False)
    ],
    to: Annotated[
        Path | None, typer.Option(help="The file to write.", show_default="<assignment>-autograder.zip")
    ] = None,
) -> None:
    """Create an autograder package that lets a learning management system grade an assignment itself."""
    from nbproctor.lms.gradescope_autograder import write_autograder

    target = to or Path.cwd() / f"{assignment}-autograder.zip"
    write_autograder(Course.find(), assignment, target)
    print_line(
        out,
        f"wrote {relative(target)}: upload it to {system.capitalize()} as the assignment's autograder. It contains the "
        "answers and the official seed: do not give it to students",
    )


@contextmanager
def _writing(target: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise GradingError(f"{target} could not be written: {error.strerror}; name another file with --to") from None


def _write(target: Path, content: bytes, console: Console) -> None:
    if target.is_file() and target.read_bytes() == content:
        print_line(console, f"{relative(target)} already has these grades")
        return
    _put_aside(target, console)
    whole_files.write(target, content)
    print_line(console, f"wrote {relative(target)}: import it into the system")


def _put_aside(path: Path, console: Console) -> None:
    """Give a file another name, so that nothing replaces it."""
    if path.is_file():
        names = (path.with_name(f"{path.name}.{number}") for number in count(1))
        kept = path.rename(next(name for name in names if not name.exists()))
        print_line(console, f"renamed the existing {relative(path)} to {relative(kept)}")


def _print_hand_back(filled: HandBack, console: Console) -> None:
    table = plain_table(f"{filled.system}: {one_line(filled.column)}", "student", "from", "to")
    for change in filled.changes:
        _add(table, change.student, change.before or "–", change.after)
    console.print(table)
    print_line(console, f"Changed grades: {len(filled.changes)}; unchanged: {filled.same}")
    for warning in filled.warnings:
        print_line(console, f"Warning: {one_line(warning)}")
    for student, why in filled.left.items():
        print_line(console, f"Not changed: {one_line(student)}: {one_line(why)}")
    for title, names in (
        ("In the sheet but not graded; the cell is unchanged", filled.without_grade),
        ("Graded but not in the sheet", filled.not_in_sheet),
    ):
        if names:
            print_line(console, f"{title}: {'; '.join(map(one_line, names))}")


def _add(table: Table, *cells: str) -> None:
    table.add_row(*(Text(one_line(cell)) for cell in cells))
