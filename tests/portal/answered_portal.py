"""A portal whose students have answered an essay and two plain tests: its graders are done, and a person is not."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Mapping
from html import unescape
from pathlib import Path
from typing import Any

import nbformat
from starlette.testclient import TestClient

from nbproctor.config import Course
from nbproctor.portal.graders.embedded_graders import EmbeddedGrader
from nbproctor.portal.jobs import MOST_TRIES, SET_ASIDE
from nbproctor.portal.portal_app import PortalApp
from nbproctor.portal.portal_folder import PortalFolder
from tests.gradebook.decided_course import RIGHT, gradebook, make_course
from tests.portal import graded_portals
from tests.portal.graded_portals import change, until

ESSAY = "/board/by-hand/ps1/essay"
ANSWERS = {
    "same-one": RIGHT,
    "same-two": RIGHT | {"essay": f"\n  {RIGHT['essay']}\n\n"},
    "other": RIGHT | {"essay": "I do not know <b>why</b>."},
    "blank": {name: text for name, text in RIGHT.items() if name != "essay"},
    "moved": RIGHT | {"essay": "", "own": "The cell is gone, the answer is not."},
}


def answered(course: Course, answers: Mapping[str, str]) -> bytes:
    """The release with these answers; `own` is a cell of the student's own, in the place of the essay's."""
    made = nbformat.read(course.release / "ps1" / "ps1.ipynb", as_version=4)
    for cell in made.cells:
        cell.source = answers.get(cell.metadata.nbgrader.grade_id, cell.source)
    if "own" in answers:
        made.cells[-1:] = map(nbformat.v4.new_markdown_cell, (answers["own"], "And more."))
    return nbformat.writes(made).encode()


def hand_in(folder: PortalFolder, student: str, work: bytes) -> int:
    """Hand a file in for `ps1`; the submission's number."""
    return int(json.loads(graded_portals.hand_in(folder, student, work, "ps1"))["number"])


def grade(course: Course, folder: PortalFolder) -> None:
    """Have all that waits graded, as `course serve` has it."""
    waiting = "SELECT 1 FROM jobs WHERE kind < ?"
    with EmbeddedGrader(course, ["ps1"]):
        until(lambda: not folder.rows.read(waiting, SET_ASIDE))


def make_answered(root: Path, settings: str = "") -> Course:
    """The course, with the answers handed in and graded; what `aside` handed in was set aside."""
    course = make_course(root)
    shutil.rmtree(course.submitted)
    with (course.root / "grading_config.py").open("a") as config:
        config.write(settings)
    course = Course(root)
    folder = PortalFolder(course)
    aside = hand_in(folder, "aside", answered(course, RIGHT | {"essay": "Nobody could run this."}))
    values = (SET_ASIDE, MOST_TRIES, "the grader crashed on every attempt", aside)
    change(folder.rows, "UPDATE jobs SET kind = ?, tries = ?, trouble = ? WHERE submission = ?", *values)
    for student, answers in ANSWERS.items():
        hand_in(folder, student, answered(course, answers))
    grade(course, folder)
    folder.rows.close()
    return course


class AnsweredPortal:
    """A portal of such a course, and the code of each of its people."""

    def __init__(self, course: Course, is_read_only: bool = False) -> None:
        self.course = course
        self.folder = PortalFolder(course)
        self._portal = PortalApp(course, self.folder, is_read_only)
        people = ["aside", *ANSWERS, "teacher,instructor", "assistant,instructor"]
        self._portal.people.add(people)
        self.codes = self._portal.people.renew([line.partition(",")[0] for line in people])

    def browser(self, name: str = "") -> TestClient:
        """A browser, in which somebody is logged in."""
        browser = TestClient(self._portal.application(), follow_redirects=False, raise_server_exceptions=False)
        if name:
            assert browser.post("/login", data={"name": name, "code": self.codes[name]}).status_code == 303
        return browser

    def save(self, browser: TestClient, page: str, score: str, comment: str = "", **changed: str) -> Any:
        """Send the form of a page."""
        return browser.post(ESSAY, data=hidden(page) | {"score": score, "comment": comment} | changed)


def hidden(page: str) -> dict[str, str]:
    """The hidden fields of the form that saves a grade."""
    form = page[page.index("data-graded") :]
    return {name: re.findall(rf'name="{name}" value="([^"]*)"', form)[0] for name in ("csrf", "group")}


def answer(page: str) -> str:
    """The answer that a page shows."""
    return unescape(re.findall(r"<pre[^>]*>(.*?)</pre>", page, re.DOTALL)[0])


def following(page: str) -> str:
    """Where the link leads that shows the next answer."""
    return unescape(re.findall(r'accesskey="n" href="([^"]+)"', page)[0])


def words(page: str) -> str:
    """A page without its tags."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", page[page.index("<main>") :])).split())


def decisions(course: Course) -> dict[tuple[str, str], tuple[float | None, bool, str | None]]:
    """The manual score of each grade in the gradebook, whether a person is asked, and the comment on its answer."""
    if not (course.root / "gradebook.db").exists():
        return {}
    with gradebook(course) as book:
        return {
            (submission.student_id, grade.name): (
                grade.manual_score,
                grade.needs_manual_grade,
                {comment.name: comment.comment for comment in notebook.comments}[grade.name.removeprefix("test_")],
            )
            for submission in book.assignment_submissions("ps1")
            for notebook in submission.notebooks
            for grade in notebook.grades
        }
