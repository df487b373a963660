"""Collecting: from archives to the students' folders, with a line about everything that found no place."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from shlex import quote
from typing import Any

from nbproctor.config import Course
from nbproctor.config.directory_structure import notebooks_in
from nbproctor.errors import GradingError
from nbproctor.intake.notebook_identity import NotebookIdentity
from nbproctor.intake.student_names import listed, shown
from nbproctor.lms.archive import Archive, Unplaced
from nbproctor.lms.attempt import Attempt, Person
from nbproctor.lms.grade_sheet import SheetCells
from nbproctor.lms.people import FILE, People, UnknownPersonError
from nbproctor.lms.placement import Placement
from nbproctor.lms.submission_files import submission_files
from nbproctor.lms.systems import ARCHIVES, SHEETS, archive_format, sheet_format
from nbproctor.system import whole_files


@dataclass
class Recipients:
    """Finds the students of attempts.

    Args:
        people: None if there is no people file, so that the system's own ids are the students.
        unplaced: the attempts that belong to nobody, and why.
        remarks: sentences about attempts that do not count.
    """

    people: People | None
    unplaced: list[Unplaced] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)

    def counted(self, handed_in: Iterable[Attempt]) -> list[tuple[Attempt, list[str]]]:
        """The attempts of one archive that count, each with the students who get it."""
        attempts: dict[str, list[Attempt]] = {}
        for each, students in self._certain(self._found(handed_in)):
            for student in students:
                attempts.setdefault(student, []).append(each)
        counted: dict[str, tuple[Attempt, list[str]]] = {}
        for student, several in attempts.items():
            if newest := self._newest(student, several):
                counted.setdefault(newest.source, (newest, []))[1].append(student)
        return list(counted.values())

    def _found(self, handed_in: Iterable[Attempt]) -> list[tuple[Attempt, list[str]]]:
        found = []
        for each in handed_in:
            try:
                if each.problem:
                    raise GradingError(each.problem)
                found.append(self._students(each, self.people) if self.people else (each, _own_ids(each)))
            except GradingError as problem:
                self.unplaced.append(Unplaced(each.source, str(problem)))
        return found

    def _students(self, attempt: Attempt, known: People) -> tuple[Attempt, list[str]]:
        """An attempt with the people who handed it in, and the students that they are."""
        if members := known.group(attempt.group):
            if any(known.is_outside(person, members) for person in attempt.people):
                raise GradingError(
                    f"the file of the group {shown(attempt.group)} has the number of somebody not listed as a member: "
                    f"if they are in the group, add it to the groups column of their row in {FILE}"
                )
            return replace(attempt, people=()), members
        people: Sequence[Person] = attempt.people
        if attempt.readings:
            meant = [each for each in people if _is_known(each, known)]
            others = (each for each in attempt.readings if _is_known(each, known))
            meant += [each for each in others if not each.aliases or known.is_named(each)]
            if len(meant) > 1:
                raise GradingError(f"its name matches {listed([str(each) for each in meant])}: place it by hand")
            people = meant or people
        students = [known.student(person) for person in people]
        for person, student in zip(people, students, strict=True):
            name = person.name or "".join(person.aliases)
            if name and known.has_name_of(person) and not known.is_named(person):
                raise GradingError(
                    f"{shown(name)} has the number of {shown(student)}, but {FILE} has another name for that "
                    f"student: correct it there; if {shown(name)} is a group, add it to the groups column of each "
                    "member"
                )
        return replace(attempt, people=tuple(people)), students

    def _certain(self, found: list[tuple[Attempt, list[str]]]) -> list[tuple[Attempt, list[str]]]:
        """Leave out attempts that match only by name, if two people handed in under that name."""
        if self.people is None:
            return found
        ids: dict[str, set[str]] = {}
        for each, students in found:
            for person, student in zip(each.people, students, strict=False):
                ids.setdefault(student, set()).add(str(sorted(person.ids.items())))
        certain = []
        for each, students in found:
            doubted = [student for student in students if len(ids.get(student, ())) > 1]
            if doubted and not all(self.people.has_id_of(person) for person in each.people):
                why = f"two people handed in under the name of {listed(doubted)}: write the system's ids into {FILE}"
                self.unplaced.append(Unplaced(each.source, why))
            else:
                certain.append((each, students))
        for each, _ in certain:
            for person in each.people:
                self.people.learn(person)
        return certain

    def _newest(self, student: str, several: list[Attempt]) -> Attempt | None:
        """The attempt that counts; None if the system states no order."""
        newest = max(several, key=lambda each: each.order)
        others = [each for each in several if each is not newest]
        if others and not all(each.order for each in several):
            why = f"{shown(student)} has {len(several)} attempts in unknown order: remove all but the last"
            self.unplaced += [Unplaced(each.source, why) for each in several]
            return None
        self.remarks += [f"{each.source} is an earlier attempt of {student}: it was not placed" for each in others]
        return newest


def _is_known(person: Person, known: People) -> bool:
    try:
        return bool(known.student(person))
    except UnknownPersonError:
        return False


def _own_ids(attempt: Attempt) -> list[str]:
    """The system's own ids of people, where there is no people file."""
    for person in attempt.people:
        if attempt.readings and not person.aliases:  # Canvas has a rule for its names; others have none
            names = listed([each.own_id for each in (person, *attempt.readings)])
            raise GradingError(f"its name matches {names}: create {FILE}, or name a roster with --sheet")
        if not person.own_id:
            raise GradingError(
                f"the archive names {shown(str(person))} without an id: create {FILE}, or name the sheet of this "
                "assignment with --sheet"
            )
    return [person.own_id for person in attempt.people]


@dataclass(frozen=True)
class Placed:
    """A submission that has its place.

    Args:
        time: in UTC; None if the system states none.
        late: None if the system does not say.
        attempt: the system's number or time of the attempt; None if it has none.
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


def collect(
    course: Course,
    assignment: str,
    sources: Sequence[Path],
    *,
    system: str = "",
    people: Path | None = None,
    sheet: Path | None = None,
    is_trial: bool = False,
) -> Collection:
    """Place the submissions of archives and folders into the students' folders.

    Args:
        system: the system that the archives are from; empty if their contents say so.
        people: the people file; None for the course's.
        sheet: a sheet or a roster that names the people.
        is_trial: whether nothing is written.

    Raises:
        GradingError: there is no such assignment, or an archive, a sheet or the people file cannot be read.
    """
    found = Collection()
    identity = NotebookIdentity(released_trees(course, assignment))
    zone = str(course.config.get("Exchange", {}).get("timezone", "UTC"))
    placement = Placement(course, assignment, zone, is_trial)
    people_path, known = read_people(people, course, sheet)
    recipients = Recipients(known, found.unplaced, found.remarks)
    released = frozenset(path.name for path in (course.release / assignment).glob("*"))
    for source in sources:
        with Archive.opened(source) as opened:
            found.unplaced += opened.refused
            if opened.refused and not opened.files:
                continue
            named = replace(opened, assignment=assignment, released=released)
            name, archive = archive_format(named, system)
            if about := ARCHIVES[name].about_time:
                found.remarks.append(about.format(zone=zone))
            for attempt, students in recipients.counted(ARCHIVES[name].read(archive)):
                _place(attempt, students, name, identity, placement, found)
    placement.save()
    if known and not is_trial and known.save(people_path):
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
    """Read a sheet; a GradingError says that there is none, or that it is no CSV file."""
    content = whole_files.read(path)
    try:
        return SheetCells.read(content)
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
