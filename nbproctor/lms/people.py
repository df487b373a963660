"""The people file: `people.csv`, which says under which ids each system knows a student."""

from __future__ import annotations

import csv
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from io import StringIO
from pathlib import Path

from nbproctor.errors import GradingError
from nbproctor.intake.student_names import shown
from nbproctor.lms.attempt import Person
from nbproctor.system import whole_files

FILE = "people.csv"
IDS = ("email", "login", "canvas", "sis", "moodle", "gradescope", "brightspace", "blackboard", "github")
"""The columns of ids."""
COLUMNS = ("student", "name", *IDS, "groups")
PARTICIPANT = "participant"
"""The id of a person in one assignment, as Moodle gives it; it is never written into the file."""
# A name to log in with is often the same in several systems.
_SAME_AS = {"moodle": ("login",), "blackboard": ("login",), "gradescope": ("sis", "login")}
# A spreadsheet runs what begins so; the apostrophe before it is taken off when the file is read.
_FORMULA = re.compile(r"'*[=+\-@\t\r]")


class UnknownPersonError(GradingError):
    """No student matches a person, or several do."""


class People:
    """The students of a course.

    Args:
        rows: by columns; an instructor's own columns stay.
        columns: in the order of the file.
        is_file: whether there is a file, so that a person who is not in it is unknown.
        form: the byte order mark and the delimiter of the file.
    """

    def __init__(
        self,
        rows: Iterable[dict[str, str]],
        columns: Sequence[str] = COLUMNS,
        is_file: bool = True,
        form: tuple[str, str] = ("", ","),
    ) -> None:
        self._rows = list(rows)
        self._columns = [*columns, *(column for column in COLUMNS if column not in columns)]
        self._is_file = is_file
        self._form = form
        self._has_changed = False
        self._places: dict[tuple[str, str], set[int]] = {}
        for place in range(len(self._rows)):
            self._index(place)

    @classmethod
    def read(cls, path: Path) -> People:
        """Read the file.

        Raises:
            GradingError: it has no column `student`, a student twice, or a row that is longer than the first.
        """
        try:
            text = whole_files.read(path).decode("utf-8")
        except UnicodeDecodeError:
            raise GradingError(f"{path} is not in UTF-8: save it as CSV UTF-8") from None
        mark = "\ufeff" if text.startswith("\ufeff") else ""
        first = text.partition("\n")[0]
        form = mark, max(",;\t", key=first.count)
        try:
            lines = list(csv.reader(StringIO(text.removeprefix(mark), newline=""), delimiter=form[1]))
        except csv.Error as error:
            raise GradingError(f"{path} is not a CSV file: {error}") from None
        header = [_column(cell) for cell in lines[0]] if lines else []
        if "student" not in header or len(set(header)) < len(header):
            raise GradingError(f"{path} needs one column called student, and may have {', '.join(COLUMNS[1:])}")
        rows = []
        for number, cells in enumerate(lines[1:], 2):
            if len(cells) > len(header):
                raise GradingError(f"{path}: row {number} has more cells than the first row: put quotes around commas")
            if any(cell.strip() for cell in cells):
                rows.append({column: _read_cell(column, cell) for column, cell in zip(header, cells, strict=False)})
        for student, count in Counter(row.get("student", "") for row in rows).items():
            if count > 1 or not student:
                raise GradingError(
                    f"{path} has {count} rows for the student {shown(student)}: each student may have only one"
                )
        return cls(rows, header, form=form)

    @classmethod
    def of_students(cls, students: Iterable[str]) -> People:
        """People of whom only the students' ids are known: those of their folders."""
        return cls(({"student": student} for student in students), is_file=False)

    def student(self, person: Person) -> str:
        """The student who matches a person.

        A row with one of the person's ids is theirs. Without one, the name decides if exactly one row has it and that
        row has no other id of the same system.

        Raises:
            UnknownPersonError: no student matches, or several do.
        """
        return self._rows[self._found(person)]["student"]

    def has_id_of(self, person: Person) -> bool:
        """Whether a student matches by an id, and not only by the name."""
        return bool(self._by_id(person))

    def learn(self, person: Person) -> None:
        """Fill in what the file lacks about a person, if exactly one student matches."""
        found = self._candidates(person)
        if len(found) != 1:
            return
        (place,) = found
        row = self._rows[place]
        for column, value in {"name": person.name, **person.ids}.items():
            if value and column in (*self._columns, PARTICIPANT) and not row.get(column):
                row[column] = value
                self._has_changed |= column != PARTICIPANT
                self._add(column, value, place)

    def add(self, people: Sequence[Person]) -> None:
        """Add the people of a sheet; of those who are known, learn the ids.

        A person who matches only by a name that the sheet has twice is skipped.
        """
        names = Counter(_key(person.name) for person in people)
        for person in people:
            if self._candidates(person):
                if names[_key(person.name)] == 1 or self._by_id(person):
                    self.learn(person)
            elif person.own_id and ("student", _key(person.own_id)) not in self._places:
                row = {"student": person.own_id, "name": person.name, **person.ids}
                self._rows.append({column: row[column] for column in row if column in (*self._columns, PARTICIPANT)})
                self._has_changed = True
                self._index(len(self._rows) - 1)

    def group(self, name: str) -> list[str]:
        """The students in a group; none if no row names it."""
        wanted = _squeezed(name)
        groups = ((row["student"], row.get("groups", "").split(";")) for row in self._rows)
        return [student for student, own in groups if wanted and wanted in map(_squeezed, own)]

    def is_outside(self, person: Person, members: Sequence[str]) -> bool:
        """Whether a person's ids are those of somebody who is not among these students.

        In Moodle's archives a team may have a number of its own.
        """
        inside = {place for place, row in enumerate(self._rows) if row["student"] in members}
        if known := self._by_id(person):
            return known.isdisjoint(inside)
        return PARTICIPANT not in person.ids and all(self._is_another(self._rows[place], person) for place in inside)

    def is_named(self, person: Person) -> bool:
        """Whether an archive and the file have the same name for a person who is known.

        Canvas removes signs and blanks from it, and some Moodle sites put a word before it. Other systems state ids.
        """
        own = self._rows[self._found(person)].get("name", "")
        names = person.aliases or ([person.name, person.name.partition(" ")[2]] if PARTICIPANT in person.ids else [own])
        return not {_squeezed(form) for form in _forms(own)}.isdisjoint(map(_squeezed, names))

    def has_name_of(self, person: Person) -> bool:
        """Whether the file has a name for a person who is known."""
        return bool(self._rows[self._found(person)].get("name"))

    def save(self, path: Path) -> bool:
        """Write the file if something was learned; whether it was."""
        if self._has_changed:
            mark, delimiter = self._form
            text = StringIO(newline="")
            writer = csv.writer(text, delimiter=delimiter, lineterminator="\n")
            writer.writerow(self._columns)
            for row in self._rows:
                writer.writerow([_written_cell(column, row.get(column, "")) for column in self._columns])
            whole_files.write(path, mark + text.getvalue())
        return self._has_changed

    def _found(self, person: Person) -> int:
        found = sorted(self._candidates(person))
        if len(found) == 1:
            return found[0]
        where = f"in {FILE}" if self._is_file else "among the students' folders"
        if not found:
            cure = f": add a line for them to {FILE}, or name a newer sheet with --sheet"
            raise UnknownPersonError(f"{shown(str(person))} is not {where}{cure}")
        names = ", ".join(shown(self._rows[place]["student"]) for place in found[:5])
        raise UnknownPersonError(
            f"{shown(str(person))} could be any of {names}: write the system's own ids into {FILE}"
        )

    def _candidates(self, person: Person) -> set[int]:
        if by_id := self._by_id(person):
            return by_id
        wanted = [("name", form) for form in _forms(person.name)] + [("alias", _squeezed(a)) for a in person.aliases]
        by_name = set[int]().union(*(self._places.get(each, set()) for each in wanted))
        return {place for place in by_name if not self._is_another(self._rows[place], person)}

    def _by_id(self, person: Person) -> set[int]:
        found: set[int] = set()
        for column, value in person.ids.items():
            for same in (column, *_SAME_AS.get(column, ())):
                found |= self._places.get((same, _key(value)), set())
            # A number of Canvas's may be somebody else's id at the university.
            if column != PARTICIPANT and not (self._is_file and column == "canvas"):
                found |= self._places.get(("student", _key(value)), set())
        return found

    def _is_another(self, row: dict[str, str], person: Person) -> bool:
        """Whether a row of the same name has another id in the person's system."""
        return any(row.get(column) and _key(row[column]) != _key(value) for column, value in person.ids.items())

    def _index(self, place: int) -> None:
        for column, value in self._rows[place].items():
            if value and column in ("student", "name", *IDS, PARTICIPANT):
                self._add(column, value, place)

    def _add(self, column: str, value: str, place: int) -> None:
        keys = [(column, _key(value))]
        if column == "name":
            keys = [("name", form) for form in _forms(value)] + [("alias", _squeezed(form)) for form in _forms(value)]
        for key in keys:
            self._places.setdefault(key, set()).add(place)


def _column(title: str) -> str:
    """The name of a column: upper case makes no difference in `COLUMNS`, and an instructor's own columns stay."""
    return title.strip().casefold() if title.strip().casefold() in COLUMNS else title


def _read_cell(column: str, text: str) -> str:
    own = text.strip()
    is_defused = own.startswith("'") and _FORMULA.match(own)
    return text if column not in COLUMNS else own[1:] if is_defused else own


def _written_cell(column: str, text: str) -> str:
    return f"'{text}" if column in COLUMNS and _FORMULA.match(text) else text


def _key(text: str) -> str:
    """A text as it is compared: without regard to case, blanks and how letters are composed."""
    return " ".join(unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold()).split())


def _squeezed(name: str) -> str:
    """A name as Canvas writes it into the names of files."""
    return re.sub(r"\W", "", _key(name))


def _forms(name: str) -> set[str]:
    """The ways to write a name: `doe, jane` and `jane doe`."""
    last, comma, first = _key(name).partition(",")
    words = last.split()
    turned = f"{first} {last}" if comma else f"{words[-1]}, {' '.join(words[:-1])}" if len(words) > 1 else ""
    return {_key(name), _key(turned)} - {""}
