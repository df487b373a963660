"""A wrong file is refused by what is in it before it counts as an attempt, and taken if its student insists."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from io import BytesIO
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode

from nbproctor.config import Course
from nbproctor.portal.expected_notebooks import ExpectedNotebooks, WrongFileError
from nbproctor.portal.portal_app import PortalApp
from nbproctor.portal.portal_folder import PortalFolder
from tests.portal import graded_portals
from tests.portal.graded_portals import change, visitors

pytestmark = pytest.mark.all


def _other_notebook() -> bytes:
    """The release of another assignment of the same course, whose cells have the same ids."""
    cells = [
        nbformat.v4.new_markdown_cell(f"Read the {number}th letter of the alphabet, and explain at length what it is.")
        for number in range(5)
    ]
    cells.append(nbformat.v4.new_code_cell("pass", metadata={"nbgrader": {"grade_id": "ex1", "solution": True}}))
    return nbformat.writes(nbformat.v4.new_notebook(cells=cells)).encode()


@pytest.fixture(scope="module")
def course(course_copy: Callable[[Path], Course], tmp_path_factory: pytest.TempPathFactory) -> Course:
    """The small course, with another released assignment, `letters`."""
    course = course_copy(tmp_path_factory.mktemp("wrong files") / "course")
    for folder in (course.release, course.source):
        (folder / "letters").mkdir()
        (folder / "letters" / "letters.ipynb").write_bytes(_other_notebook())
    course.exam_day.deadlines = {"numbers": "", "letters": ""}
    course.exam_day.attempts = 1
    return course


@pytest.fixture(scope="module")
def work(course: Course, solved: Callable[[Course], NotebookNode]) -> bytes:
    return nbformat.writes(solved(course)).encode()


WRONG = {
    "notes": (b"my notes: 3 * 3 = 9", "its content is not what Jupyter saves"),
    "a PDF": (b"%PDF-1.7\n\xe2\xe3\xcf\xd3\n1 0 obj", "not what Jupyter saves|NUL|UTF"),
    "blanks": (b" \n\t ", "it is incomplete|not valid JSON|empty|nothing|only whitespace"),
    "JSON of something else": (b'{"students": [1, 2]}', "it has no list of cells"),
    "a list": (b"[]", "not a notebook"),
    "a zip archive": (b"PK\x03\x04" + bytes(50), "zip archive"),
    "a notebook without cells": (
        b'{"cells": [], "nbformat": 4, "nbformat_minor": 5, "metadata": {}}',
        "the file has none of that notebook's cells",
    ),
    "another assignment's": (_other_notebook(), "the file is the notebook of letters"),
}


Require = Callable[..., None]


@pytest.fixture
def require(course: Course) -> Require:
    """What a file must pass that is handed in for an assignment."""
    expected = ExpectedNotebooks(course, ["numbers"])
    return lambda content, name="numbers", size=0: expected.require(BytesIO(content), size or len(content), name)


@pytest.mark.parametrize("kind", WRONG)
def test_what_is_not_the_assignments_notebook_is_refused_with_the_reason(require: Require, kind: str) -> None:
    content, reason = WRONG[kind]
    with pytest.raises(WrongFileError, match=reason) as refusal:
        require(content)
    assert str(refusal.value).startswith("this is not the notebook of numbers: ")


def test_a_notebook_that_is_cut_off_is_refused_and_one_that_lost_its_metadata_is_not(
    require: Require, work: bytes
) -> None:
    with pytest.raises(WrongFileError, match="as if cut off"):
        require(work[:-20], size=len(work))
    stripped = json.loads(work)
    for cell in stripped["cells"]:
        cell["metadata"] = {}
    for content in (work, json.dumps(stripped).encode(), work.decode().encode("utf-16")):
        require(content)


def test_a_notebook_that_was_not_saved_is_refused_and_any_change_is_one(course: Course, require: Require) -> None:
    released = (course.release / "numbers" / "numbers.ipynb").read_bytes()
    notebook = nbformat.reads(released.decode(), as_version=4)
    run = deepcopy(notebook)
    for cell in run.cells:
        cell.metadata["execution"] = {}
        if cell.cell_type == "code":
            cell.execution_count, cell.source = 1, f"{cell.source}\n"
    for content in (released, nbformat.writes(notebook).encode(), nbformat.writes(run).encode()):
        with pytest.raises(WrongFileError, match=r"nothing has been changed in this notebook: save yours \(Ctrl\+S\)"):
            require(content)
    for number in range(len(notebook.cells)):
        changed = deepcopy(notebook)
        changed.cells[number].source += "\nx"
        require(nbformat.writes(changed).encode())
    del notebook.cells[-1]
    require(nbformat.writes(notebook).encode())


def test_a_notebook_that_is_only_run_need_not_be_changed(course_copy: Callable[[Path], Course], tmp_path: Path) -> None:
    course = course_copy(tmp_path / "course")
    path = course.release / "numbers" / "numbers.ipynb"
    notebook = nbformat.read(path, as_version=4)
    for cell in notebook.cells:
        cell.metadata.get("nbgrader", {})["solution"] = False
    nbformat.write(notebook, path)
    content = path.read_bytes()
    ExpectedNotebooks(course, ["numbers"]).require(BytesIO(content), len(content), "numbers")


def test_a_release_that_is_missing_or_broken_refuses_nothing_and_a_new_one_counts(
    course: Course, require: Require, work: bytes
) -> None:
    release = course.release / "letters" / "letters.ipynb"
    content = release.read_bytes()
    with pytest.raises(WrongFileError):
        require(work, "letters")
    release.write_bytes(b"{")
    require(work, "letters")
    release.unlink()
    require(work, "letters")
    release.write_bytes(content)
    with pytest.raises(WrongFileError):
        require(work, "letters")


def _hands_in(portal: PortalApp, *names: str) -> Callable[..., tuple[int, str]]:
    """What hands a file in for somebody: the status and the text of the answer."""
    logged_in = visitors(portal, *names)

    def hand_in(name: str, content: bytes, **fields: str) -> tuple[int, str]:
        browser = logged_in(name)
        page = browser.get("/assignments/numbers").text
        # The page of who has no attempt left has no form, and no key.
        data = {"key": "key-of-no-form"} | dict(re.findall(r'name="(csrf|key)" value="([^"]+)"', page)) | fields
        answer = browser.post("/assignments/numbers", data=data, files={"file": ("numbers.ipynb", content)})
        return answer.status_code, answer.text

    return hand_in


def test_a_refused_file_uses_no_attempt_and_its_student_may_insist(course: Course, work: bytes) -> None:
    folder = PortalFolder(course)
    hand_in = _hands_in(PortalApp(course, folder), "one", "two")
    for content in (b"notes", _other_notebook()):
        status, page = hand_in("one", content)
        assert status == 422
        assert "no attempt was used" in page
        assert "Attempts left: 1." in page
        assert 'name="insist"' in page
    assert list(folder.uploads.path("").iterdir()) == []
    assert hand_in("one", work)[0] == 200
    assert hand_in("two", b"notes", insist="1")[0] == 200
    status, page = hand_in("two", b"other notes", insist="1")
    assert (status, "You have no attempts left (the limit is 1)" in page) == (403, True)
    assert 'name="file"' not in page


def test_who_hands_in_a_wrong_file_at_the_last_second_may_still_insist_on_it(course: Course) -> None:
    folder = PortalFolder(course)
    portal = PortalApp(course, folder)
    hand_in = _hands_in(portal, "punctual", "late")
    status, page = hand_in("punctual", b"notes at the last second")
    assert status == 422
    received = folder.rows.read("SELECT received FROM wrong_files WHERE student = 'punctual'")[0]["received"]
    portal.deadlines["numbers"] = received
    status, page = hand_in("punctual", b"notes at the last second")  # and forgets the box
    assert (status, "until 2 minutes after the deadline" in page, 'name="insist"' in page) == (422, True, True)
    assert hand_in("punctual", b"notes at the last second", insist="1")[0] == 200
    (kept,) = folder.rows.read("SELECT received FROM submissions WHERE student = 'punctual'")
    assert kept["received"] == received
    for fields in ({}, {"insist": "1"}):
        status, page = hand_in("late", b"notes after the deadline", **fields)
        assert (status, "The deadline had passed" in page, 'name="file"' in page) == (403, True, False)


Before = Callable[[PortalApp, PortalFolder], None]
STOP = "INSERT INTO stopped_assignments VALUES ('numbers')"


def _use_the_attempt(portal: PortalApp, folder: PortalFolder) -> None:
    graded_portals.hand_in(folder, "punctual", b"work", received=portal.deadlines["numbers"] or 0)


def _later(portal: PortalApp, folder: PortalFolder) -> None:
    """The deadline, and the file before it, were two minutes and a moment ago."""
    earlier = 121_000_000
    portal.deadlines["numbers"] = (portal.deadlines["numbers"] or 0) - earlier
    change(folder.rows, "UPDATE wrong_files SET received = received - ?", earlier)


def _doing(statement: str) -> Before:
    return lambda portal, folder: change(folder.rows, statement)


INSISTED: dict[str, tuple[int, bytes, Before | None, str]] = {  # extra minutes, the bytes, what happens before, and why
    "the same bytes": (0, b"notes", None, ""),
    "the same bytes in extra time": (30, b"notes", None, ""),
    "other bytes": (0, b"notes, and more", None, "The deadline had passed"),
    "the bytes of a neighbour": (0, b"notes of a neighbour", None, "The deadline had passed"),
    "nothing": (0, b"", None, "The file is missing or empty"),
    "without an attempt": (0, b"notes", _use_the_attempt, "You have no attempts left"),
    "when the exam is stopped": (0, b"notes", _doing(STOP), "stopped this exam"),
    "when extra time was taken away": (30, b"notes", _doing("DELETE FROM extra_times"), "The deadline had passed"),
    "too late": (0, b"notes", _later, "The deadline had passed"),
    "too late in extra time": (30, b"notes", _later, "The deadline had passed"),
}


@pytest.mark.parametrize("which", INSISTED)
def test_what_is_insisted_on_shortly_after_the_deadline(
    course: Course, which: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    minutes, content, before, why = INSISTED[which]
    monkeypatch.setattr(course.exam_day, "folder", f"portal of {which}")
    folder = PortalFolder(course)
    portal = PortalApp(course, folder)
    hand_in = _hands_in(portal, "punctual", "neighbour")
    for name, first in (("punctual", b"notes"), ("neighbour", b"notes of a neighbour")):
        assert hand_in(name, first)[0] == 422
    given = "INSERT INTO extra_times (person, assignment, minutes) VALUES ('punctual', 'numbers', ?)"
    change(folder.rows, given, minutes)
    received = folder.rows.read("SELECT max(received) AS received FROM wrong_files")[0]["received"]
    portal.deadlines["numbers"] = received - minutes * 60_000_000
    if before:
        before(portal, folder)
    made = len(folder.rows.read("SELECT * FROM submissions"))
    keys = [f"key-{number:05}" for number in range(4)]
    with ThreadPoolExecutor(len(keys)) as pool:  # all at once
        answers = list(pool.map(lambda key: hand_in("punctual", content, insist="1", key=key), keys))
    taken = [page for status, page in answers if status == 200]
    assert len(taken) == (not why)
    for status, page in answers:
        assert status in (200, 400 if not content else 403)
        assert page in taken or (why or "You have no attempts left") in page
    assert len(folder.rows.read("SELECT * FROM submissions")) == made + (not why)
