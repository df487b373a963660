"""Grades by hand: same answers at once, into the gradebook as formgrader writes them, and nothing is overwritten."""

from __future__ import annotations

import re
import shutil
from base64 import b64encode
from html import unescape
from pathlib import Path

import nbformat
import pytest
from starlette.testclient import TestClient

from nbproctor.assignment.release import build
from nbproctor.config import Course
from nbproctor.portal.instructors.gradebook_export import export
from nbproctor.portal.jobs import LIVE, REGRADE, SET_ASIDE, queue
from nbproctor.results import Outcome, Result
from tests.course_copy import Run
from tests.gradebook.decided_course import RIGHT, asked, decide, exercise, gradebook, record
from tests.portal.answered_portal import (
    ANSWERS,
    ESSAY,
    AnsweredPortal,
    answer,
    answered,
    decisions,
    following,
    grade,
    hand_in,
    hidden,
    make_answered,
    words,
)
from tests.portal.graded_portals import change

pytestmark = pytest.mark.all


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Course:
    """The course; its portal is only copied."""
    return make_answered(tmp_path_factory.mktemp("answered") / "course")


def _copied(course: Course, root: Path) -> Course:
    return Course(Path(shutil.copytree(course.root, root, symlinks=True)))


@pytest.fixture
def portal(made: Course, tmp_path: Path) -> AnsweredPortal:
    return AnsweredPortal(_copied(made, tmp_path / "course"))


def _result(portal: AnsweredPortal, student: str) -> Result:
    """The newest result of what a student handed in last."""
    rows = portal.folder.rows.read(
        "SELECT result FROM grades JOIN submissions ON submission = submissions.number WHERE student = ? "
        "ORDER BY submission DESC, grades.number DESC LIMIT 1",
        student,
    )
    return Result.from_json(rows[0]["result"])


def _page_of(teacher: TestClient, text: str) -> str:
    page = teacher.get(ESSAY).text
    while answer(page) != text:
        page = teacher.get(following(page)).text
    return page


# --- what waits -------------------------------------------------------------------------------------


def test_the_same_answers_are_one_group_and_nobody_is_named_until_asked(portal: AnsweredPortal) -> None:
    teacher = portal.browser("teacher")
    # Four essays, and three of the one set aside.
    assert "Grade by hand: 7 answers waiting" in teacher.get("/board").text
    assert "Waiting Graded one 1 0 two 1 0 essay 5 0" in words(teacher.get("/board/by-hand").text)
    seen, page = [], teacher.get(ESSAY).text
    for _ in range(4):
        seen.append((answer(page).strip(), re.findall(r"<h2>(\d+) answers?</h2>", page)[0]))
        assert not [name for name in portal.codes if name in words(page) and name != "teacher"]
        page = teacher.get(following(page)).text
    assert seen[0] == ("Because it is so.", "2"), "the one that most students have is the first"
    assert sorted(seen[1:]) == [
        ("I do not know <b>why</b>.", "1"),
        ("Nobody could run this.", "1"),
        ("The cell is gone, the answer is not.\n\nAnd more.", "1"),
    ]
    assert answer(page).strip() == seen[0][0], "the one after the last is the first"
    assert "same-one" in teacher.get(f"{ESSAY}?names=1").text


def test_what_stands_for_a_missing_cell_and_what_was_not_examined_is_said(portal: AnsweredPortal) -> None:
    teacher = portal.browser("teacher")
    groups = re.findall(r'<li><a href="([^"]+)">([^<]*)', teacher.get(ESSAY).text)
    pages = {text.split("\n")[0]: words(teacher.get(unescape(link)).text) for link, text in groups}
    assert "In 1 of them the answer's cell was missing or unchanged" in pages["The cell is gone, the answer is not."]
    assert "it could not be graded: the grader crashed on every attempt" in pages["Nobody could run this."]
    page = teacher.get("/board/by-hand/ps1/test_one").text
    assert answer(page) == RIGHT["one"]
    assert "<h2>1 answer</h2>" in page


def test_points_that_refusing_leaves_open_wait_and_a_person_closes_them(tmp_path: Path) -> None:
    portal = AnsweredPortal(make_answered(tmp_path / "course", '\nc.ExamDay.not_isolated = "refuse"\n'))
    teacher = portal.browser("teacher")
    page = teacher.get("/board/by-hand/ps1/test_one").text
    assert "the test gives 2 points, but is not isolated" in page
    assert "<h2>6 answers</h2>" in page
    assert "it could not be graded" in page, "the one that was set aside has the same answer"
    data = hidden(page) | {"score": "2", "comment": ""}
    assert teacher.post("/board/by-hand/ps1/test_one", data=data).status_code == 303
    result = _result(portal, "other")
    assert (exercise(result, "test_one").score, exercise(result, "test_one").has_open_points) == (2.0, False)
    assert exercise(result, "test_two").has_open_points
    assert not decisions(portal.course)["other", "test_one"][1]


def _with_image(course: Course, image: bytes, **answers: str) -> bytes:
    """The same text with an image, as JupyterLab pastes it into the answer, or into a cell of the student's own."""
    text = "![image.png](attachment:image.png)"
    made = nbformat.reads(answered(course, RIGHT | {"essay": text} | answers), as_version=4)
    cell = made.cells[-2 if "own" in answers else -1]
    cell.source, cell.attachments = text, {"image.png": {"image/png": b64encode(image).decode()}}
    return nbformat.writes(made).encode()


@pytest.mark.parametrize("answers", [{}, {"own": "", "essay": ""}], ids=["in its cell", "in another cell"])
def test_another_image_is_another_answer(portal: AnsweredPortal, answers: dict[str, str]) -> None:
    course, folder, teacher = portal.course, portal.folder, portal.browser("teacher")
    for student, image in (("same-one", b"cat"), ("same-two", b"dog"), ("other", b"cat")):
        hand_in(folder, student, _with_image(course, image, **answers))
    grade(course, folder)
    page = teacher.get(ESSAY).text
    assert "<h2>2 answers</h2>" in page
    assert '[Image "image.png", ' in answer(page)
    assert portal.save(teacher, page, "3").headers["location"] == f"{ESSAY}?saved=2"
    scores = {
        student: exercise(_result(portal, student), "essay").decision.manual_score for student in ("same-two", "other")
    }
    assert scores == {"same-two": None, "other": 3.0}
    hand_in(folder, "other", _with_image(course, b"dog", **answers))
    grade(course, folder)
    assert exercise(_result(portal, "other"), "essay").decision.look_again


def test_files_that_could_not_be_read_are_no_equal_answers(portal: AnsweredPortal) -> None:
    for student, work in (("same-one", b"{"), ("same-two", b"["), ("other", b"{")):
        number = hand_in(portal.folder, student, work)
        change(portal.folder.rows, "UPDATE jobs SET kind = ? WHERE submission = ?", SET_ASIDE, number)
    # None of them counts what was graded before.
    change(portal.folder.rows, "DELETE FROM grades")
    page = portal.browser("teacher").get(ESSAY).text
    assert "<h2>2 answers</h2>" in page
    assert "could not be read as a notebook" in answer(page)


def test_the_answers_to_an_exercise_that_is_no_longer_there_are_no_equal_answers(portal: AnsweredPortal) -> None:
    """Its cell was renamed in the source since they were graded."""
    course, teacher = portal.course, portal.browser("teacher")
    page = teacher.get(ESSAY).text
    path = course.source / "ps1" / "ps1.ipynb"
    path.write_text(path.read_text().replace('"grade_id": "essay"', '"grade_id": "renamed"'))
    build(course, "ps1")
    assert 'no exercise "essay" in ps1 any more: press Regrade all' in unescape(teacher.get(ESSAY).text)
    refused = portal.save(teacher, page, "0", "typed & kept")
    assert refused.status_code == 400
    assert "typed &amp; kept" in refused.text
    assert decisions(course) == {}


# --- what is given ----------------------------------------------------------------------------------


def test_one_save_writes_for_all_what_formgrader_writes(portal: AnsweredPortal, tmp_path: Path) -> None:
    """The same is decided in formgrader's way, in a gradebook that the same grades were exported to."""
    twin = _copied(portal.course, tmp_path / "twin")
    export(twin, AnsweredPortal(twin).folder, "ps1")
    for student in ("same-one", "same-two"):
        decide(twin, student, "essay", 2.5, comment="Why is it so?\nSay more.")
    teacher = portal.browser("teacher")
    page = teacher.get(ESSAY).text
    saved = portal.save(teacher, page, "2.5", "Why is it so?\r\nSay more.")
    assert saved.headers["location"] == f"{ESSAY}?saved=2"
    assert "Saved for 2 answers." in teacher.get(saved.headers["location"]).text
    ours, theirs = decisions(portal.course), decisions(twin)
    assert ours.keys() == {key for key in theirs if key[0].startswith("same-")}
    assert ours == {key: theirs[key] for key in ours}
    assert ours["same-two", "essay"] == (2.5, False, "Why is it so?\nSay more.")
    assert "teacher gives 2.5 of 3 points to 2 answers to essay of ps1" in teacher.get("/board").text


def test_the_students_report_and_every_table_say_it(portal: AnsweredPortal, run: Run) -> None:
    teacher, student = portal.browser("teacher"), portal.browser("same-two")
    (number,) = portal.folder.rows.read("SELECT number FROM submissions WHERE student = 'same-two'")[0]
    assert "Graded by hand" not in student.get(f"/submissions/{number}/report").text
    portal.save(teacher, teacher.get(ESSAY).text, "1,5", "So *why*?")
    page = student.get(f"/submissions/{number}").text
    assert "graded by hand: 1.5 / 3" in words(page)
    assert "<em>why</em>" in page
    report = student.get(f"/submissions/{number}/report").text
    assert "Graded by hand: 1.5" in report
    assert "<em>why</em>" in report
    assert "Because it is so." in report
    assert "same-two,1,3,5.5,7" in teacher.get("/board/points.csv").text
    # After an export, course feedback has it; and another grading asks nobody again for the same answer.
    root = portal.course.root
    run("course", "export", "ps1", cwd=root, code=1)  # but for the one that was set aside
    said = run("course", "feedback", "ps1", cwd=root).stdout
    assert next(line for line in said.splitlines() if line.startswith("same-two")).split()[1] == "5.5"
    assert exercise(record(portal.course, "same-two"), "essay").decision.comment == "So *why*?"
    assert ("same-two", "essay") not in asked(portal.course)
    run("course", "grade", "ps1", "--regrade", cwd=root)
    assert ("same-two", "essay") not in asked(portal.course)
    assert record(portal.course, "same-two").score == 5.5


def test_a_form_that_is_sent_twice_counts_once(portal: AnsweredPortal) -> None:
    teacher = portal.browser("teacher")
    page = teacher.get(ESSAY).text
    answers = [portal.save(teacher, page, "2", "Good.") for _ in range(2)]
    assert [each.headers["location"] for each in answers] == [f"{ESSAY}?saved=2"] * 2
    assert len(portal.folder.rows.read("SELECT * FROM acts WHERE act LIKE 'gives%'")) == 1


def test_who_is_overtaken_sees_both_and_decides(portal: AnsweredPortal) -> None:
    teacher, assistant = portal.browser("teacher"), portal.browser("assistant")
    pages = teacher.get(ESSAY).text, assistant.get(ESSAY).text
    assert portal.save(teacher, pages[0], "2", "The teacher's.").status_code == 303
    late = portal.save(assistant, pages[1], "3", "The assistant's.")
    assert late.status_code == 409
    assert "Somebody else graded this answer meanwhile" in late.text
    assert "2 answers: 2 points: “The teacher's.”" in words(late.text)
    assert 'value="3"' in late.text
    assert "The assistant&#39;s.</textarea>" in late.text
    assert decisions(portal.course)["same-one", "essay"] == (2.0, False, "The teacher's.")
    assert portal.save(assistant, late.text, "3", "The assistant's.").status_code == 303
    assert decisions(portal.course)["same-one", "essay"] == (3.0, False, "The assistant's.")
    # The first page is now too old by two.
    assert portal.save(teacher, pages[0], "1").status_code == 409
    assert decisions(portal.course)["same-one", "essay"] == (3.0, False, "The assistant's.")


def test_formgrader_and_the_page_do_not_overwrite_each_other(portal: AnsweredPortal) -> None:
    teacher = portal.browser("teacher")
    export(portal.course, portal.folder, "ps1")
    page = teacher.get(ESSAY).text
    decide(portal.course, "same-one", "essay", 1.0, comment="From formgrader.")
    late = portal.save(teacher, page, "2", "From the page.")
    assert late.status_code == 303, "the other one of the group still waited"
    found = decisions(portal.course)
    assert found["same-one", "essay"] == (1.0, False, "From formgrader.")
    assert found["same-two", "essay"] == (2.0, False, "From the page.")
    assert exercise(_result(portal, "same-one"), "essay").decision.comment == "From formgrader."
    decide(portal.course, "same-one", "essay", None)
    assert "<h2>1 answer</h2>" in teacher.get(ESSAY).text


def test_comments_are_offered_again_and_in_another_year(portal: AnsweredPortal, made: Course, tmp_path: Path) -> None:
    teacher = portal.browser("teacher")
    portal.save(teacher, teacher.get(ESSAY).text, "2", "Name a reason.")
    page = teacher.get(ESSAY).text
    (key,) = re.findall(r'<option value="(\w+)" data-text="Name a reason."', page)
    assert portal.save(teacher, page, "1", "Try again.", earlier=key).status_code == 303
    assert "Try again.\n\nName a reason." in {comment for _, _, comment in decisions(portal.course).values()}
    year = _copied(made, tmp_path / "next year")
    shutil.copytree(portal.course.root / "notes", year.root / "notes")
    later = AnsweredPortal(year)
    assert "Name a reason." in later.browser("teacher").get(ESSAY).text
    assert "Name a reason." not in later.browser("teacher").get("/board/by-hand/ps1/test_one").text


# --- what is graded again ---------------------------------------------------------------------------


def test_another_grading_keeps_it_and_another_answer_is_looked_at_again(portal: AnsweredPortal) -> None:
    course, folder, teacher = portal.course, portal.folder, portal.browser("teacher")
    portal.save(teacher, teacher.get(ESSAY).text, "2", "Good.")
    with folder.rows.transaction() as connection:
        for row in connection.execute("SELECT number FROM submissions WHERE student LIKE 'same-%'").fetchall():
            queue(connection, row["number"], REGRADE)
    hand_in(folder, "same-two", answered(course, ANSWERS["same-two"] | {"one": "def one(): return 3"}))
    hand_in(folder, "same-one", answered(course, RIGHT | {"essay": "Because I say so."}))
    grade(course, folder)
    same, other = (exercise(_result(portal, student), "essay") for student in ("same-two", "same-one"))
    assert (same.score, same.decision.comment, same.decision.look_again) == (2.0, "Good.", False)
    assert (other.score, other.decision.look_again) == (2.0, True)
    page = _page_of(teacher, "Because I say so.")
    assert "The answer may have changed since it was graded: 2 points: “Good.”" in words(page)
    assert portal.save(teacher, page, "2", "Good.").status_code == 303
    assert not exercise(_result(portal, "same-one"), "essay").decision.look_again
    export(course, folder, "ps1")
    assert {key for key, (_, asks, _) in decisions(course).items() if asks} == {("other", "essay"), ("moved", "essay")}
    with gradebook(course) as book:
        assert book.find_submission("ps1", "same-two").score == 4.0


def test_what_was_set_aside_has_the_persons_points_and_keeps_them_when_it_is_examined(portal: AnsweredPortal) -> None:
    teacher = portal.browser("teacher")
    page = _page_of(teacher, "Nobody could run this.")
    assert portal.save(teacher, page, "1").status_code == 303
    aside = portal.browser("aside")
    assert "graded by hand: 1 / 3" in words(aside.get("/submissions/1").text)
    assert "Graded by hand: 1" in aside.get("/submissions/1/report").text
    change(portal.folder.rows, "UPDATE jobs SET kind = ?, tries = 0 WHERE submission = 1", LIVE)
    grade(portal.course, portal.folder)
    result = _result(portal, "aside")
    assert result.score == 5.0
    assert [each.outcome for each in result.exercises] == [Outcome.PASSED, Outcome.PASSED, Outcome.WAITING]
    assert not exercise(result, "essay").decision.look_again
    assert not portal.folder.rows.read("SELECT * FROM jobs WHERE kind = ?", SET_ASIDE)


# --- what must fail ---------------------------------------------------------------------------------

NO_SCORES = {
    "negative": "-1", "infinite": "inf", "overflowing": "1e999", "not a number": "nan", "words": "two", "empty": " ",
    "other digits": "٢", "underscores": "0_1", "a formula": "=1+1",
}  # fmt: skip
WRONG_FORMS: dict[str, tuple[dict[str, str | None], int, str]] = {
    **{kind: ({"score": score}, 400, "enter the score as a number") for kind, score in NO_SCORES.items()},
    "missing": ({"score": None, "comment": None}, 400, "enter the score as a number"),
    "above the maximum": ({"score": "3.01"}, 400, "has at most 3 points"),
    "far above": ({"score": "1e300"}, 400, "has at most 3 points"),
    "a long comment": ({"comment": "x" * 4_001}, 400, "more than 4,000 characters"),
    "far too long": ({"comment": "x" * 20_000}, 413, "too large"),
    "no token": ({"csrf": ""}, 403, "did not come from a page"),
    "a forged token": ({"csrf": "A" * 43}, 403, "did not come from a page"),
    "another group": ({"group": f"{'0' * 32}-{'0' * 16}"}, 409, "no longer there"),
    "no group": ({"group": ""}, 409, "no longer there"),
    "a group of SQL": ({"group": "' OR 1=1 --"}, 409, "no longer there"),
    "an unknown earlier comment": ({"earlier": "../x", "score": "4"}, 400, "at most 3 points"),
    "many fields": ({f"field{number}": "1" for number in range(9)}, 400, ""),
}


@pytest.fixture(scope="module")
def refusing(made: Course, tmp_path_factory: pytest.TempPathFactory) -> AnsweredPortal:
    """A portal in which nothing may come of any request."""
    return AnsweredPortal(_copied(made, tmp_path_factory.mktemp("refusing") / "course"))


def _require_nothing_was_done(portal: AnsweredPortal) -> None:
    assert not any(score for score, _, _ in decisions(portal.course).values())
    assert portal.folder.rows.read("SELECT * FROM acts") == []
    assert not (portal.course.root / "notes").exists()


@pytest.mark.parametrize("kind", WRONG_FORMS)
def test_a_wrong_form_changes_nothing_and_what_was_typed_is_shown(refusing: AnsweredPortal, kind: str) -> None:
    changed, status, sentence = WRONG_FORMS[kind]
    teacher = refusing.browser("teacher")
    typed = hidden(teacher.get(ESSAY).text) | {"score": "2", "comment": "typed & kept"} | changed
    form = {name: value for name, value in typed.items() if value is not None}
    refused = teacher.post(ESSAY, data=form)
    assert refused.status_code == status
    assert sentence in refused.text
    if status in (400, 409) and form.get("comment") == "typed & kept" and len(form) < 9:
        assert "typed &amp; kept" in refused.text
    _require_nothing_was_done(refusing)


PATHS = {
    "another assignment": "/board/by-hand/ps2/essay",
    "another exercise": "/board/by-hand/ps1/essay2",
    "an answer of no exercise": "/board/by-hand/ps1/one",
    "a path upwards": "/board/by-hand/..%2f..%2fsource/essay",
    "a path within": "/board/by-hand/ps1/essay%2f..%2ftest_one",
    "a NUL": "/board/by-hand/ps1/essay%00",
    "no exercise": "/board/by-hand/ps1",
}


@pytest.mark.parametrize("path", PATHS.values(), ids=PATHS)
def test_a_path_to_something_else_leads_nowhere(refusing: AnsweredPortal, path: str) -> None:
    teacher = refusing.browser("teacher")
    form = hidden(teacher.get(ESSAY).text) | {"score": "2", "comment": ""}
    assert [teacher.get(path).status_code, teacher.post(path, data=form).status_code] == [404, 404]
    _require_nothing_was_done(refusing)


@pytest.mark.parametrize("who", ["", "other", "same-one"])
def test_nobody_but_instructors_reads_or_gives_anything(refusing: AnsweredPortal, who: str) -> None:
    """A student has a token of a session of their own, and of an instructor's."""
    browser, teacher = refusing.browser(who), refusing.browser("teacher")
    theirs = hidden(teacher.get(ESSAY).text)
    own = re.findall(r'name="csrf" value="([^"]+)"', browser.get("/").text)
    for path in ("/board/by-hand", ESSAY, "/board/by-hand/ps1/test_one", f"{ESSAY}?names=1"):
        answered = browser.get(path)
        assert answered.status_code == 403
        assert "Because it is so" not in answered.text
    for csrf in [*own, theirs["csrf"]]:
        form = theirs | {"csrf": csrf, "score": "3", "comment": "mine"}
        assert browser.post(ESSAY, data=form).status_code == 403
    _require_nothing_was_done(refusing)


def test_a_read_only_portal_shows_and_changes_nothing(made: Course, tmp_path: Path) -> None:
    portal = AnsweredPortal(_copied(made, tmp_path / "course"), is_read_only=True)
    teacher = portal.browser("teacher")
    page = teacher.get(ESSAY).text
    assert answer(page).strip() == RIGHT["essay"]
    assert portal.save(teacher, page, "2").status_code == 403
    assert portal.folder.rows.read("SELECT * FROM answers") == []
    assert not (portal.course.root / "gradebook.db").exists()


def test_a_damaged_file_of_comments_is_said_and_nothing_is_saved(portal: AnsweredPortal) -> None:
    teacher = portal.browser("teacher")
    page = teacher.get(ESSAY).text
    (portal.course.root / "notes").mkdir()
    (portal.course.root / "notes" / "ps1-comments.json").write_text('["no comments"')
    refused = portal.save(teacher, page, "2", "lost?")
    assert refused.status_code == 400
    assert "ps1-comments.json cannot be read" in refused.text
    assert decisions(portal.course).get(("same-one", "essay"), (None,))[0] is None
