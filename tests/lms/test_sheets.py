"""What goes out: sheets in the forms that instructors download, filled and read back by the importers' rules."""

from __future__ import annotations

import codecs
import csv
import io
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nbproctor.config import Course
from nbproctor.errors import GradingError
from nbproctor.lms import blackboard, brightspace, canvas, moodle, plain_csv
from nbproctor.lms.grade_sheet import SheetCells, chosen_column
from nbproctor.lms.hand_back import hand_back
from nbproctor.results import Outcome
from tests.lms import importers
from tests.lms.conftest import Graded, Pack

CANVAS = '''\
Student,ID,SIS User ID,SIS Login ID,Section,Notes,midterm1 (77),Final Score (78),Lesson (79)
    Points Possible,,,,,,15.00,15,(read only)
"Doe, Jane",11,s1,jane,A,"two
lines, ""quoted""",12.50,,
"=""=1+1""",12,s2,zoe,A,,,,
"Test, Student",13,,,A,,EX,,
'''
MOODLE = """\
Identifier,Full name,Email address,Username,Status,Grade,Maximum grade,Grade can be changed,Last modified (grade)
Participant 501,Jane Doe,jane@example.org,jane,Submitted,,15.00,Yes,-
Participant 502,"Zoë, =1",zoe@example.org,zoe,Submitted,3.00,15.00,No,-
Participant 503,A B,ab@example.org,ab,,,15.00,Yes,-
"""
MOODLE_FR = """\
Identifiant,Nom complet,Adresse,Statut,Note,Note maximale,La note peut être modifiée,Dernière modification (note)
Participant501,Jane Doe,jane@example.org,Remis,,"15,00",Oui,-
Participant502,Zoë,zoe@example.org,Remis,"3,00","15,00",Oui,-
"""
MOODLE_BLIND = """\
Identifier,Status,Grade,Maximum grade,Grade can be changed,Last modified (grade)
Participant 501,Submitted,-,15.00,Yes,-
"""
BRIGHTSPACE = """\
OrgDefinedId,Username,Last Name,midterm1 Points Grade <Numeric MaxPoints:15 Weight:10>,End-of-Line Indicator
#jane,#jane,Doe,,#
#zoe,#zoe,"Smith, Z",4,#
"""
BLACKBOARD = '"Last Name"\t"Username"\t"midterm1 [Total Pts: 15 Score] |12345"\n"Doe"\t"jane"\t""\n"S"\t"zoe"\t"4.00"\n'
PLAIN = 'Student ID;Remark;midterm1\njane;"a;b\n";\nzoe;\'=x;7,5\n'

_WITH_SEMICOLONS = CANVAS.replace("Doe, ", "Doe. ").replace("lines, ", "").replace(",", ";")
CANVAS_WITH_COMMAS = _WITH_SEMICOLONS.replace(".00", ",00").replace("12.50", "12,50").replace("\n", "\r\n")
MAILS = "student,email\njane,jane@example.org\nzoe,zoe@example.org\n"


@dataclass(frozen=True)
class Sheet:
    """A sheet, how an importer reads it, and the people file; the cells that change, and who stays as they are."""

    content: bytes
    read_back: Callable[[bytes], dict[str, str]]
    people: str = ""
    changed: Mapping[str, str] = field(default_factory=lambda: {"jane": "10.25", "zoe": "7.5"})
    left: frozenset[str] = frozenset()


SHEETS = {
    "canvas": Sheet(CANVAS.encode(), lambda sheet: importers.canvas(sheet, "midterm1 (77)")),
    "canvas: BOM, semicolons, decimal comma, other line ends": Sheet(
        codecs.BOM_UTF8 + CANVAS_WITH_COMMAS.encode(), lambda sheet: importers.canvas(sheet, "midterm1 (77)")
    ),
    "moodle: a locked row": Sheet(
        codecs.BOM_UTF8 + MOODLE.encode(),
        lambda sheet: importers.moodle(sheet, 5),
        changed={"jane": "10.25"},
        left=frozenset({"zoe"}),
    ),
    "moodle: in French": Sheet(MOODLE_FR.encode(), lambda sheet: importers.moodle(sheet, 4), MAILS),
    "brightspace": Sheet(BRIGHTSPACE.encode(), lambda sheet: importers.brightspace(sheet, BRIGHTSPACE.split(",")[3])),
    "blackboard: UTF-16 with tabs": Sheet(
        codecs.BOM_UTF16_LE + BLACKBOARD.encode("utf-16-le"),
        lambda sheet: importers.blackboard(sheet, "midterm1 [Total Pts: 15 Score] |12345"),
    ),
    "any CSV: the grade is there": Sheet(
        PLAIN.encode(), lambda sheet: importers.plain(sheet, "midterm1"), changed={"jane": "10.25"}
    ),
}


@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_is_filled_and_read_back(name: str, exam: Course, graded: Graded, pack: Pack) -> None:
    case = SHEETS[name]
    sheet, changed = case.content, case.changed
    for student, score in {"jane": 10.25, "zoe": 7.5, "gone": 3}.items():
        graded(student, score)
    people = pack(case.people, "people.csv") if case.people else None
    found = hand_back(exam, "midterm1", pack(sheet, "sheet.csv"), people=people)
    assert {each.student: each.after for each in found.changes} == changed
    assert (set(found.left), found.not_in_sheet) == (case.left, ["gone"])
    before, after = case.read_back(sheet), case.read_back(found.content)
    assert sorted(after[key] for key in after if after[key] != before[key]) == sorted(changed.values())
    is_same = [a == b for a, b in zip(importers.table(sheet), importers.table(found.content), strict=True)]
    assert is_same.count(False) == len(changed)
    kept = sheet.replace(b"\r\n", b"\n").split(b"\n"), found.content.replace(b"\r\n", b"\n").split(b"\n")
    assert len(kept[0]) == len(kept[1])
    assert sheet.count(b"\r\n") == found.content.count(b"\r\n")


@pytest.mark.parametrize(
    ("sheet", "options", "grade", "says"),
    [
        (CANVAS.replace("15.00", "100"), {}, 10, "100 points in the sheet but 15 or 12 in the course.*--scale"),
        (CANVAS.replace("15.00", "100"), {"scales": True}, 6, {"jane": "50"}),
        (CANVAS.replace("15.00", "12"), {}, 14, {"jane": "12"}),
        (CANVAS, {"column": "Final Score"}, 9, {"jane": "9"}),
        (CANVAS, {"column": "homework"}, 9, "no column called .homework.: name one with --column"),
        (CANVAS.replace("SIS Login ID", "EX"), {}, 9, {}),
        (MOODLE, {}, 15.5, {}),
        (MOODLE_BLIND, {}, 9, {}),
        (PLAIN.replace("Student ID", "who"), {}, 9, "no column with ids"),
        ("identifier,github_username\njane,j\n", {}, 9, "is a roster"),
        ("", {}, 9, "not a known sheet"),
        ("\0PK", {}, 9, "not as an Excel workbook"),
    ],
)
def test_what_a_sheet_may_not_say(
    sheet: str,
    options: dict[str, Any],
    grade: float,
    says: str | dict[str, str],
    exam: Course,
    graded: Graded,
    pack: Pack,
) -> None:
    graded("jane", grade, cap=12.0)
    path = pack(sheet, "sheet.csv")
    if isinstance(says, str):
        with pytest.raises(GradingError, match=says):
            hand_back(exam, "midterm1", path, **options)
    else:
        found = hand_back(exam, "midterm1", path, **options)
        assert {each.student: each.after for each in found.changes} == says
        assert found.content == sheet.encode() or says
        assert bool(found.left or found.not_in_sheet) is not bool(says)


@pytest.mark.parametrize(
    ("title", "assignment", "is_its"),
    [
        ("Lab 15", "lab15", True),
        ("Lab-15 (77)", "lab15", True),
        ("Lab_15", "lab15", True),
        ("Lab 1.5", "lab15", False),
        ("Lab 1 5", "lab15", False),
        ("Lab 1_5 (77)", "lab15", False),
        ("Lab 1.5", "lab1-5", True),
        ("Lab 1", "lab11", False),
    ],
)
def test_the_column_of_another_number_is_another_assignments(title: str, assignment: str, is_its: bool) -> None:
    if is_its:
        assert chosen_column({3: title}, "", assignment) == 3
    else:
        with pytest.raises(GradingError, match="has no column called"):
            chosen_column({3: title}, "", assignment)


def test_open_points_are_not_handed_back_unless_asked_for(exam: Course, graded: Graded, pack: Pack) -> None:
    graded("jane", 0, Outcome.WAITING)
    graded("zoe", 7)
    for takes_open, changed in ((False, {"zoe"}), (True, {"jane", "zoe"})):
        found = hand_back(exam, "midterm1", pack(CANVAS, "sheet.csv"), takes_open=takes_open)
        assert {each.student for each in found.changes} == changed
        assert set(found.left) == {"jane", "zoe"} - changed


@pytest.mark.parametrize("title", ["Final Score", "Lesson"])
def test_a_column_that_canvas_drops_is_warned_of(title: str) -> None:
    assert canvas.grade_sheet(SheetCells.read(CANVAS.encode()), title, "").warnings


# Properties. A name may be anything that a CSV file can hold.

NAMES = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=12)
POINTS = st.integers(1, 150_000).map(lambda count: count / 10_000)
# For each system: the lines above the people, how a person's line begins and ends, and the title of the grades.
FORMS: dict[str, tuple[list[list[str]], Callable[[str, str], list[str]], list[str], str]] = {
    "canvas": (
        [["Student", "ID", "Section", "a (1)", "b (2)"], ["    Points Possible", "", "", "15", "9.5"]],
        lambda key, name: [name, key, "A"],
        [""],
        "a (1)",
    ),
    "moodle": (
        [["Identifier", "Full name", "Email address", "Status", "Grade", "Maximum grade", "Grade can be changed"]],
        lambda key, name: [f"Participant {key}", name, "", "-"],
        ["15", "Yes"],
        "Grade",
    ),
    "brightspace": (
        [["OrgDefinedId", "Last Name", "a Points Grade", "End-of-Line Indicator"]],
        lambda key, name: [f"#{key}", name],
        ["#"],
        "a Points Grade",
    ),
    "blackboard": ([["Last Name", "Username", "a |1"]], lambda key, name: [name, key], [], "a |1"),
    "plain": ([["id", "note", "a"]], lambda key, name: [key, name], [], "a"),
}
WRITES: dict[str, tuple[Any, Callable[..., dict[str, str]]]] = {
    "canvas": (canvas, importers.canvas),
    "moodle": (moodle, lambda sheet, _: importers.moodle(sheet, 4)),
    "brightspace": (brightspace, importers.brightspace),
    "blackboard": (blackboard, importers.blackboard),
    "plain": (plain_csv, importers.plain),
}


@pytest.mark.parametrize("system", FORMS)
@given(data=st.data())
def test_the_importer_reads_the_grades_and_no_other_byte_changes(system: str, data: st.DataObject) -> None:
    above, before, after, title = FORMS[system]
    delimiter, end = data.draw(st.sampled_from(",;\t")), data.draw(st.sampled_from(["\n", "\r\n"]))
    encoding, always = data.draw(st.sampled_from(["utf-8", "utf-8-sig", "utf-16"])), data.draw(st.booleans())
    names = data.draw(st.lists(NAMES, min_size=1, max_size=5))
    grades = {str(100 + place): data.draw(POINTS) for place in range(len(names)) if data.draw(st.booleans())}

    def cell(text: str) -> str:
        needs_quotes = always or any(sign in text for sign in (delimiter, '"', "\r", "\n"))
        return '"{}"'.format(text.replace('"', '""')) if needs_quotes else text

    def sheet(texts: dict[str, str]) -> bytes:
        people = [
            [*before(key, name), texts.get(key, ""), *after]
            for key, name in ((str(100 + place), name) for place, name in enumerate(names))
        ]
        return "".join(delimiter.join(map(cell, line)) + end for line in [*above, *people]).encode(encoding)

    module, read_back = WRITES[system]

    def filled_in(content: bytes) -> bytes:
        filled: bytes = module.grade_sheet(SheetCells.read(content), title, "").filled(grades)
        return filled

    written = filled_in(sheet({}))
    texts = {key: f"{points:.4f}".rstrip("0").rstrip(".") for key, points in grades.items()}
    commas = {key: text.replace(".", ",") for key, text in texts.items()}
    assert written in (sheet(texts), sheet(commas))
    filled = {key: value for key, value in read_back(written, title).items() if value}
    assert filled == {key: str(points) for key, points in grades.items()}
    assert filled_in(written) == written


@given(st.text(st.sampled_from('a,;\t"\r\n =é'), max_size=40))
def test_cells_are_those_of_pythons_reader(text: str) -> None:
    cells = SheetCells.read(text.encode())
    expected = list(csv.reader(io.StringIO(text, newline=""), delimiter=cells.delimiter))
    assert [[cell.text for cell in row] for row in cells.rows] == expected
    assert cells.replaced(0, {}) == text.encode()
