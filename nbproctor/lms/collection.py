"""Collecting: from archives to the students' folders, with a line about everything that found no place."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from shlex import quote
from typing import Any

from nbproctor.config import Course
from nbproctor.config.directory_structure import notebooks_in
from nbproctor.errors import GradingError
from nbproctor.intake.notebook_identity import NotebookIdentity
from nbproctor.lms.archive import Archive, Unplaced
from nbproctor.lms.attempt import Attempt
from nbproctor.lms.people import FILE, People
from nbproctor.lms.placement import Placement
from nbproctor.lms.recipients import Recipients
from nbproctor.lms.sheet_cells import SheetCells
from nbproctor.lms.submission_files import submission_files
from nbproctor.lms.systems import ARCHIVES, SHEETS, archive_format, sheet_format


@dataclass(frozen=True)
class CollectOptions:
    """How archives are collected.

    Args:
        system: the system that the archives are from; empty if their contents say so.
        people: the people file; None for the course's.
        sheet: a sheet or a roster that names the people.
        is_trial: whether nothing is written.
    """

    system: str = ""
    people: Path | None = None
    sheet: Path | None = None
    is_trial: bool = False


@dataclass(frozen=True)
class Placed:
    """One submission that has its place.

    Args:
        time: in UTC; None if the system states none.
        late: None if the system does not say.
        attempt: the system's number or time of the attempt; None if it has none.
        what: what became of it.
    """

    student: str
    source: str
    time: str | None
    late: bool | None
    attempt: int | str | None
    what: str


@dataclass
class Collection:
    """What became of everything in the archives."""

    placed: list[Placed] = field(default_factory=list)
    unplaced: list[Unplaced] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)

    def to_json(self) -> str:
        """The form that programs read, in ASCII."""
        placed = [{key: each for key, each in asdict(one).items() if key != "what"} for one in self.placed]
        return json.dumps({"placed": placed, "unplaced": [asdict(one) for one in self.unplaced]}, indent=2)


def collect(course: Course, assignment: str, sources: Sequence[Path], options: CollectOptions) -> Collection:
    """Place the submissions of archives and folders into the students' folders.

    Raises:
        GradingError: there is no such assignment, or an archive, a sheet or the people file cannot be read.
    """
    found = Collection()
    identity = NotebookIdentity(released_trees(course, assignment))
    zone = str(course.config.get("Exchange", {}).get("timezone", "UTC"))
    placement = Placement(course, assignment, zone, options.is_trial)
    people_path, people = read_people(options.people, course, options.sheet)
    recipients = Recipients(people, found.unplaced, found.remarks)
    released = frozenset(path.name for path in (course.release / assignment).glob("*"))
    for source in sources:
        with Archive.opened(source) as opened:
            found.unplaced += opened.refused
            if opened.refused and not opened.files:
                continue
            named = replace(opened, assignment=assignment, released=released)
            system, archive = archive_format(named, options.system)
            if about := ARCHIVES[system].about_time:
                found.remarks.append(about.format(zone=zone))
            for attempt, students in recipients.counted(ARCHIVES[system].read(archive)):
                _place(attempt, students, system, identity, placement, found)
    placement.save()
    if people and not options.is_trial and people.save(people_path):
        found.remarks.append(f"{people_path} now has the students' ids")
    return found


def read_people(path: Path | None, course: Course, sheet: Path | None) -> tuple[Path, People | None]:
    """The people file that is named, or else the course's, with those whom a sheet names; None if there is neither."""
    chosen = path or course.root / FILE
    people = People.read(chosen) if path or chosen.exists() else None
    if sheet:
        cells = read_sheet(sheet)
        people = people or People(())
        people.add([row.person for row in SHEETS[sheet_format(cells, str(sheet))].rows(cells)])
    return chosen, people


def read_sheet(path: Path) -> SheetCells:
    """Read a sheet.

    Raises:
        GradingError: there is none, or it is no CSV file.
    """
    try:
        return SheetCells.read(path.read_bytes())
    except OSError as error:
        raise GradingError(f"{path} could not be read: {error.strerror}") from None
    except GradingError as error:
        raise GradingError(f"{path}: {error}") from None


def released_trees(course: Course, assignment: str) -> dict[str, Any]:
    """The notebooks of a release as parsed JSON, by their names; of a course that releases nothing, the sources."""
    source = course.source_of(assignment)
    paths = notebooks_in(course.release / assignment) or notebooks_in(source)
    if not paths:
        raise GradingError(f"{source} contains no notebook: write one, and run course build {quote(assignment)}")
    try:
        return {path.stem: json.loads(path.read_text("utf-8")) for path in paths}
    except (OSError, ValueError) as error:
        raise GradingError(f"{paths[0].parent} cannot be read: {error}; run course build {quote(assignment)}") from None


def _place(
    attempt: Attempt,
    students: Sequence[str],
    system: str,
    identity: NotebookIdentity,
    placement: Placement,
    found: Collection,
) -> None:
    try:
        files = submission_files(attempt, identity)
    except GradingError as problem:
        found.unplaced.append(Unplaced(attempt.source, str(problem)))
        return
    found.remarks += [f"{attempt.source}: {remark}" for remark in files.remarks]
    time = placement.time_of(attempt)
    number = attempt.order[0] if attempt.order else None
    for student in dict.fromkeys(students):
        try:
            what = placement.place(student, attempt, files, system)
        except GradingError as problem:
            found.unplaced.append(Unplaced(attempt.source, str(problem)))
        else:
            found.placed.append(Placed(student, attempt.source, time, attempt.late, number, what))
