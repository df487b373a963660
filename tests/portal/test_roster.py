"""A roster during the exam leaves known people alone, and is refused as a whole if one of its lines is wrong."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from nbproctor.config import Course
from nbproctor.errors import GradingError
from nbproctor.portal.people import People
from nbproctor.portal.portal_app import PortalApp
from nbproctor.portal.portal_folder import PortalFolder
from nbproctor.portal.portal_rows import PortalRows
from nbproctor.portal.roster import RosterPerson, decoded_lines, people_of
from tests.course_copy import Run
from tests.portal.graded_portals import csrf, visitors

WRONG = {
    "student-001;instructor": "a semicolon separates the fields",
    "student-001\tinstructor": "a tab separates the fields",
    "student-001|instructor": "a vertical bar separates the fields",
    "student-001;": "a semicolon",
    "name,role,group": '"role" is not a role',
    "Doe, Jane": "a name must not contain a comma",
    ",instructor": "it has no name",
    '" ",student': "it has no name",
    "a,student,b,c": "it has more than a name, a role and a group",
    'student-001,"student': "a quote is not closed",
    "../student-001": "cannot be the name of a student's folder",
    "a/b": "cannot be the name of a student's folder",
    ".hidden": "cannot be the name of a student's folder",
    "é" * 128: "at most 255 bytes",
    "x" * 129: "has 129 characters",
    "student\u202e001": "characters that are invisible",
    "student-000": "is also on line 1: keep one of them",
    "Student-000": 'and "student-000" on line 1 look alike',
    "ｓtudent-000": 'and "student-000" on line 1 look alike',
}


@pytest.mark.parametrize("line", WRONG)
def test_a_wrong_line_refuses_the_whole_roster_with_its_number_and_a_cure(line: str) -> None:
    with pytest.raises(GradingError, match=r"^nobody was added:\n") as refusal:
        people_of(["student-000", "", line, "student-002"])
    assert "line 3 of the roster: " in str(refusal.value)
    assert WRONG[line] in str(refusal.value)


def test_the_first_wrong_lines_are_named_and_the_others_counted() -> None:
    with pytest.raises(GradingError) as refusal:
        people_of([f"a;{number}" for number in range(9)])
    *_, last, rest = str(refusal.value).splitlines()
    assert last.startswith("line 5 ")
    assert rest == "and 4 more"


@pytest.mark.parametrize("lines", [[], ["", " ", ",,", "\t"]])
def test_a_roster_names_somebody(lines: list[str]) -> None:
    with pytest.raises(GradingError, match="has no names"):
        people_of(lines)


def test_lines_end_in_every_way_and_are_utf8() -> None:
    assert decoded_lines(b"\xef\xbb\xbfa\r\nb\rc\n") == ["a", "b", "c"]
    for content in ("a\nMüller".encode("latin-1"), "a\nb".encode("utf-16")):
        with pytest.raises(GradingError, match=r"line [12] of the roster is not UTF-8"):
            decoded_lines(content)
    assert people_of(['"Jane Doe", Instructor , staff', "x,,"]) == {
        "Jane Doe": RosterPerson("Jane Doe", "instructor", "staff"),
        "x": RosterPerson("x"),
    }


def test_known_people_keep_codes_and_sessions_and_new_ones_get_codes(tmp_path: Path) -> None:
    people = People(rows := PortalRows(tmp_path / "portal.db"), 3600)
    first = people.add(["known", "moved,,morning", "absent", "teacher,instructor,staff"])
    assert set(first.codes) == {"known", "moved", "absent", "teacher"}
    token = people.log_in("known", first.codes["known"], "here", 1)
    change = people.add(["known", "moved,,afternoon", "new"])
    assert (set(change.codes), change.known, change.changed) == ({"new"}, 2, ["moved"])
    assert [tuple(row) for row in rows.read("SELECT name, role, class_group FROM people ORDER BY name")] == [
        *((name, "student", "") for name in ("absent", "known")),
        ("moved", "student", "afternoon"),
        ("new", "student", ""),
        ("teacher", "instructor", "staff"),
    ]
    assert change.missing_students == ["absent"]
    assert [person.name for person in change.missing] == ["absent", "teacher"]
    assert people.session(token, 2)
    for name, code in (first.codes | change.codes).items():
        assert people.log_in(name, code, "here", 3)
    with pytest.raises(GradingError):
        people.add(["known", "newer", "newer"])
    assert people.session(token, 4)


def test_a_new_code_or_removal_names_people_of_the_roster_alone(tmp_path: Path) -> None:
    people = People(PortalRows(tmp_path / "portal.db"), 3600)
    codes = people.add(["one", "two"]).codes
    token = people.log_in("one", codes["one"], "here", 1)
    for act in (people.renew, people.remove):
        for names in (["one", "nobody"], []):
            with pytest.raises(GradingError, match=r"the roster lacks|no name"):
                act(names)
    assert people.session(token, 2)
    people.remove(["one"])
    assert not people.session(token, 3)
    with pytest.raises(GradingError):
        people.log_in("one", codes["one"], "here", 4)
    assert people.log_in("two", codes["two"], "here", 5)


@pytest.mark.all
def test_the_page_tells_who_is_missing_and_removes_them_when_it_is_meant(own_course: Course) -> None:
    portal = PortalApp(own_course, PortalFolder(own_course))
    teacher, leaver = map(visitors(portal, "stays", "leaves", "teacher,instructor"), ("teacher", "leaves"))

    def send(path: str, **sent: str) -> str:
        files = {"roster": ("roster.csv", sent.pop("roster").encode())} if "roster" in sent else None
        return teacher.post(f"/board/{path}", data={"csrf": csrf(teacher)} | sent, files=files).text

    page = send("roster", roster="stays\nteacher,instructor\n")
    assert "There are no new people" in page
    assert "Not in this roster, but still able to log in: 1 (&#34;leaves&#34;)." in page
    assert leaver.get("/assignments/numbers").status_code == 200
    for sent, told in (
        ({"removed": "leaves"}, "tick the box"),
        ({"removed": "leaves\nteacher", "sure": "1"}, "you cannot remove yourself"),
        ({"removed": "leaves\nnobody", "sure": "1"}, "the roster lacks"),
    ):
        refused = send("remove", **sent)
        assert told in refused
        assert 'name="removed" rows="3" required>\nleaves' in refused
    assert leaver.get("/assignments/numbers").status_code == 200
    assert "teacher removes leaves from the roster" in send("remove", removed="leaves", sure="1")
    assert leaver.get("/assignments/numbers").status_code == 403
    page = send("new-codes", lost="stays")
    assert re.findall(r"<li>(\w+): <code>", page) == ["stays"]


@pytest.mark.all
def test_the_command_line_does_the_same(own_course: Course, tmp_path: Path, run: Run) -> None:
    def roster(content: str, *options: str, code: int = 0) -> subprocess.CompletedProcess[str]:
        (tmp_path / "roster.csv").write_text(content)
        return run("course", "roster", tmp_path / "roster.csv", *options, cwd=own_course.root, code=code)

    assert len(roster("one\ntwo\nteacher,instructor\n").stdout.splitlines()) == 3
    refused = roster("one\nbad;name\n", code=1)
    assert "line 2 of the roster: a semicolon separates the fields" in refused.stderr
    told = roster("one\nthree\n", "--new-code", "one").stdout
    assert re.findall(r"^(\w+): \w{4}-\w{4}-\w{4}$", told, re.MULTILINE) == ["three", "one"]
    assert "Not in this roster, but still able to log in: 2 (" in told
    assert "Removed: two." in roster("one\nthree\n", "--remove").stdout
    rows = PortalFolder(own_course).rows.read("SELECT name FROM people ORDER BY name")
    assert [row["name"] for row in rows] == ["one", "teacher", "three"]
