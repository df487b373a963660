"""`course show` and `--json`: results in the terminal and for programs."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from nbproctor.config import Course
from nbproctor.errors import GradingError
from nbproctor.marking.class_feedback import recorded_result
from tests.course_copy import Run
from tests.gradebook.decided_course import decide, feedback, grade, make_course, record

HOSTILE = "Right \x1b[31midea\u202e"


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Course:
    """A graded course, with a person's decisions. Only to be read."""
    course = make_course(tmp_path_factory.mktemp("shown") / "course")
    grade(course)
    decide(course, "one-wrong", "test_one", 1.5, comment=HOSTILE)
    decide(course, "one-wrong", "essay", 3)
    feedback(course)
    return course


def test_one_result_is_shown_exercise_by_exercise(course: Course, run: Run) -> None:
    said = run("course", "show", "one-wrong", "ps1", cwd=course.root).stdout
    lines = said.splitlines()
    assert lines[0].rstrip() == "one-wrong, ps1: 6.5 of 7 points, 92.86 %"
    one = next(line for line in lines if line.startswith("one "))
    assert "✗ failed" in one and "1.5 / 2" in one
    assert "graded by hand: 1.5 / 2: Right idea" in " ".join(said.split())
    essay = next(line for line in lines if line.startswith("essay"))
    assert "✎ graded by hand" in essay and "3 / 3" in essay
    assert "will be graded by hand" not in said
    assert "\x1b" not in said and "\u202e" not in said


def test_what_was_graded_into_another_folder_is_shown_and_written_again_there(
    course: Course, run: Run, tmp_path: Path
) -> None:
    run("course", "grade", "ps1", "--output", tmp_path, cwd=course.root)
    said = run("course", "show", "one-wrong", "ps1", "--output", tmp_path, cwd=course.root).stdout
    assert said.startswith("one-wrong, ps1: 2 of 4 points so far")
    again = ("course", "feedback", "ps1", "--output", tmp_path)
    assert "Pages written again: 0 (of 3 students)" in run(*again, cwd=course.root).stdout
    assert "Pages written again: 3 (of 3 students)" in run(*again, "--force", cwd=course.root).stdout


def test_the_record_is_shown_as_json(course: Course, run: Run) -> None:
    text = run("course", "show", "one-wrong", "ps1", "--json", cwd=course.root).stdout
    assert text.isascii()
    shown = json.loads(text)
    kept = json.loads((course.root / "autograded" / "one-wrong" / "ps1" / "results.json").read_text())
    del kept["seal"]
    assert shown == kept


def test_who_is_not_graded_is_answered_with_those_who_are(course: Course, tmp_path: Path) -> None:
    known = 'those with a grade: "all-right", "one-empty", "one-wrong"'
    for student in ("nobody", "../one-wrong"):
        with pytest.raises(GradingError) as found:
            recorded_result(course, student, "ps1")
        assert str(found.value) == f"{student!r} has no grade in ps1; {known}"
    with pytest.raises(GradingError, match="there is no assignment 'ps9'"):
        recorded_result(course, "one-wrong", "ps9")
    with pytest.raises(GradingError, match="'one-wrong' has no grade in ps1; nobody has one: run course grade ps1"):
        recorded_result(course, "one-wrong", "ps1", tmp_path)


def test_a_record_that_cannot_be_read_is_said_to_be_so(course: Course, tmp_path: Path) -> None:
    root = Path(shutil.copytree(course.root, tmp_path / "course", symlinks=True))
    (root / "autograded" / "one-wrong" / "ps1" / "results.json").write_text('{"student": ')
    with pytest.raises(GradingError, match=r"results\.json is damaged: run course grade ps1$"):
        recorded_result(Course(root), "one-wrong", "ps1")


def test_the_results_of_a_class_are_json_and_nothing_else_on_the_standard_output(course: Course, run: Run) -> None:
    done = run("course", "grade", "ps1", "--json", cwd=course.root)
    results = json.loads(done.stdout)
    assert done.stdout.isascii()
    assert [result["student"] for result in results] == ["all-right", "one-empty", "one-wrong"]
    for result in results:
        whole = json.loads(record(course, result["student"]).to_json())
        assert set(whole["submission"]) - set(result["submission"]) == {"answers", "notebooks"}
        assert set(whole) - set(result) == {"pages"}
        for name in ("score", "percent", "exercises", "fingerprint"):
            assert result[name] == whole[name]
    assert "Not graded again, as nothing has changed: 3 of 3" in done.stderr
