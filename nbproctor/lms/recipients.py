"""Recipients: which students each attempt belongs to, and which attempt of a student counts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from nbproctor.errors import GradingError
from nbproctor.intake.student_names import listed, shown
from nbproctor.lms.archive import Unplaced
from nbproctor.lms.attempt import Attempt, Person
from nbproctor.lms.people import FILE, People, UnknownPersonError


@dataclass
class Recipients:
    """Finds the students of attempts.

    Args:
        people: the known people; None if there is no people file, so that the system's own ids are the students.

    Attributes:
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
                    f"the file of the group {shown(attempt.group)} has the number of somebody who is not listed as a "
                    f"member: if they are one, add the group to the groups column of their row in {FILE}"
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
                    "student: correct the name there; if it is a group, write it into the groups column of each member"
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
            raise GradingError(f"its name matches {names}: write {FILE}, or name a roster with --sheet")
        if not person.own_id:
            raise GradingError(
                f"the archive names {shown(str(person))} without an id: write {FILE}, or name the sheet of this "
                "assignment with --sheet"
            )
    return [person.own_id for person in attempt.people]
