"""Equal mistakes of a class, from the examination to the pages, and what an instructor says of them."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

from nbproctor.config import Course
from nbproctor.errors import GradingError
from nbproctor.marking.class_feedback import ClassFeedback
from nbproctor.marking.class_grading import ClassGrading
from nbproctor.marking.mistake_notes import notes_file, read_notes, write_note
from nbproctor.report.mistake_groups import group_id, mistake_groups
from nbproctor.results import Outcome, Result
from tests.plain_course import make_plain_course

ADD, MEAN = "def add(a, b):\n    return a + b", "def mean(values):\n    return sum(values) / len(values)"
EXERCISES = {
    "add": (ADD, "for a in range(4):\n    assert add(a, 3) == a + 3"),
    "mean": (MEAN, "assert mean([1, 2]) == 1.5\nassert mean([4]) == 4"),
}
# It is called once by the official test, and once more by the visible one, which runs where that has failed.
AGAIN = """
import os, time
calls = []
def add(a, b):
    global mean
    calls.append(a)
    if len(calls) > 2:
        {}
    return -1
"""
# By student: what they wrote for `add` and for `mean`.
WRITTEN = {
    "one": ("def add(a, b):\n    return a - b", MEAN),
    "another": ("def add(first, second):\n    difference = first - second\n    return difference", MEAN),
    "forgets": ("def add(a, b):\n    return a", MEAN),
    "prints": ("def add(a, b):\n    print(a + b)", "def mean(values):\n    return sum(values) // len(values)"),
    "broken": ("def add(a, b)\n    return a + b", MEAN),
    "never ends again": (AGAIN.format("while True: time.sleep(0.01)"), MEAN),
    "ends its process again": (AGAIN.format("os._exit(1)"), MEAN),
    "is right again": (AGAIN.format("return a + b"), MEAN),
    "changes another again": (AGAIN.format("mean = None"), MEAN),
}


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Course:
    course = make_plain_course(tmp_path_factory.mktemp("mistakes"), EXERCISES)
    for student, written in WRITTEN.items():
        folder = Path(shutil.copytree(course.root / "release" / "kinds", course.submitted / student / "kinds"))
        notebook = nbformat.read(folder / "kinds.ipynb", as_version=4)
        for cell in notebook.cells:
            cell.source = dict(zip(EXERCISES, written, strict=True)).get(cell.id, cell.source)
        nbformat.write(notebook, folder / "kinds.ipynb")
    return course


@pytest.fixture(scope="module")
def results(course: Course) -> dict[str, Result]:
    found = {submission.student: result for submission, result in ClassGrading(course, "kinds").run()}
    assert all(isinstance(result, Result) for result in found.values()), found
    return found  # type: ignore[return-value]


def test_the_same_behaviour_is_the_same_mistake_and_another_is_another(results: dict[str, Result]) -> None:
    add = {student: group_id(result.exercises[0]) for student, result in results.items()}
    assert add["one"] == add["another"] != ""
    assert len({add[student] for student in ("one", "forgets", "prints", "broken")}) == 4
    groups = mistake_groups(results.values())
    assert ("another", "one") in [group.students for group in groups["test_add"]]
    assert [group.students for group in groups["test_mean"]] == [("prints",)]


@pytest.mark.parametrize("student", [student for student in WRITTEN if student.endswith("again")])
def test_code_that_behaves_otherwise_when_it_is_asked_again_changes_nothing(
    results: dict[str, Result], student: str
) -> None:
    add, mean = results[student].exercises
    assert (add.outcome, add.earned) == (Outcome.FAILED, 0.0)
    assert (mean.outcome, mean.earned) == (Outcome.PASSED, 1.0)
    assert add.seconds < 10


def test_what_passes_and_what_is_recorded_tells_no_case(results: dict[str, Result]) -> None:
    assert [exercise.mistake for exercise in results["one"].exercises if exercise.outcome is Outcome.PASSED] == [""]
    assert set(results["one"].exercises[0].mistake) <= set("0123456789abcdef= .")


def test_a_note_stands_on_the_pages_of_all_who_made_the_mistake(course: Course, results: dict[str, Result]) -> None:
    mistake = group_id(results["one"].exercises[0])
    said = "Look at the sign: 3 − 2 is <not> 5.\nTry add(0, 3)."
    done = subprocess.run(
        [Path(sys.executable).with_name("course"), "note", "kinds", mistake, said],
        cwd=course.root,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert "course feedback kinds" in done.stdout
    assert read_notes(course, "kinds") == {mistake: said}
    feedback = ClassFeedback(course, "kinds")
    told = {result.student for result in feedback.run() if any(each.note for each in result.exercises)}
    assert told == {"one", "another"}
    assert feedback.made == 2
    pages = {student: (course.root / "feedback" / student / "kinds" / "kinds.html").read_text() for student in WRITTEN}
    assert {student for student, page in pages.items() if "3 − 2 is &lt;not&gt; 5." in page} == told
    assert "Told to its students" in feedback.report.read_text()
    # A later run of course grade keeps it, and grades nobody again.
    again = ClassGrading(course, "kinds")
    assert {result.student for _, result in again.run() if any(each.note for each in result.exercises)} == told  # type: ignore[union-attr]
    assert again.kept == len(WRITTEN)


def test_notes_are_kept_and_changed_in_a_file_that_people_edit_too(course: Course) -> None:
    path = notes_file(course, "kinds")
    path.parent.mkdir(exist_ok=True)
    path.write_text('# Mine.\n"0123abcd" = "first"  # and this\nfeedbeef = """\ntwo\nlines"""\n')
    write_note(course, "kinds", "aaaaaaaa", 'a "new" one\x7f')
    write_note(course, "kinds", "0123abcd", "changed")
    assert read_notes(course, "kinds") == {
        "0123abcd": "changed",
        "feedbeef": "two\nlines",
        "aaaaaaaa": 'a "new" one\x7f',
    }
    assert path.read_text().startswith("# Mine.\n")
    write_note(course, "kinds", "aaaaaaaa", "")
    assert "aaaaaaaa" not in read_notes(course, "kinds")
    with pytest.raises(GradingError, match="feedbeef in another form: change it there"):
        write_note(course, "kinds", "feedbeef", "one line")
    with pytest.raises(GradingError, match="'mine' names no mistake"):
        write_note(course, "kinds", "mine", "text")
    grading = ClassGrading(course, "kinds")
    list(grading.run())
    assert grading.unused_notes == ["0123abcd", "feedbeef"]
    path.write_text("feedbeef = 3")
    with pytest.raises(GradingError, match="feedbeef is no text"):
        read_notes(course, "kinds")
    path.write_text("feedbeef")
    with pytest.raises(GradingError, match="cannot be read"):
        list(ClassGrading(course, "kinds").run())
    path.unlink()
