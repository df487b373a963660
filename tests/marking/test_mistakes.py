"""Equal mistakes of a class, from the examination to the pages, and what an instructor says of them."""

from __future__ import annotations

import pytest

from nbproctor.config import Course
from nbproctor.errors import GradingError
from nbproctor.marking.class_feedback import ClassFeedback
from nbproctor.marking.mistake_notes import notes_file, read_notes, write_note
from nbproctor.report.mistake_groups import group_id, mistake_groups
from nbproctor.results import Outcome, Result
from tests.course_copy import Run
from tests.marking.class_runs import graded
from tests.marking.mixed_course import make_course

STUDENTS = ("right", "minus", "minus too", "forgets", "prints", "broken")


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Course:
    return make_course(tmp_path_factory.mktemp("mistakes") / "course", students=STUDENTS)


@pytest.fixture(scope="module")
def results(course: Course) -> dict[str, Result]:
    return graded(course, "mixed")[0]


def test_the_same_behaviour_is_the_same_mistake_and_another_is_another(results: dict[str, Result]) -> None:
    add = {student: group_id(result.exercises[0]) for student, result in results.items()}
    assert add["minus"] == add["minus too"] != ""
    assert len({add[student] for student in ("minus", "forgets", "prints", "broken")}) == 4
    groups = mistake_groups(results.values())
    assert ("minus", "minus too") in [group.students for group in groups["test_add"]]
    assert [group.students for group in groups["test_mean"]] == [("prints",)]


def test_what_passes_and_what_is_recorded_tells_no_case(results: dict[str, Result]) -> None:
    assert {exercise.mistake for exercise in results["minus"].exercises if exercise.outcome is Outcome.PASSED} == {""}
    assert set(results["minus"].exercises[0].mistake) <= set("0123456789abcdef= .")


def test_a_note_stands_on_the_pages_of_all_who_made_the_mistake(
    course: Course, results: dict[str, Result], run: Run
) -> None:
    mistake = group_id(results["minus"].exercises[0])
    said = "Look at the sign: 3 − 2 is <not> 5.\nTry add(0, 3)."
    assert "course feedback mixed" in run("course", "note", "mixed", mistake, said, cwd=course.root).stdout
    assert read_notes(course, "mixed") == {mistake: said}
    feedback = ClassFeedback(course, "mixed")
    told = {result.student for result in feedback.run() if any(each.note for each in result.exercises)}
    assert told == {"minus", "minus too"}
    assert feedback.made == 2
    pages = {student: (course.root / "feedback" / student / "mixed" / "mixed.html").read_text() for student in STUDENTS}
    assert {student for student, page in pages.items() if "3 − 2 is &lt;not&gt; 5." in page} == told
    assert "Note to these students" in feedback.report.read_text()
    # A later run of course grade keeps it, and grades nobody again.
    found, again = graded(course, "mixed")
    assert {student for student, result in found.items() if any(each.note for each in result.exercises)} == told
    assert again.kept == len(STUDENTS)


def test_notes_are_kept_and_changed_in_a_file_that_people_edit_too(course: Course) -> None:
    path = notes_file(course, "mixed")
    path.parent.mkdir(exist_ok=True)
    path.write_text('# Mine.\n"0123abcd" = "first"  # and this\nfeedbeef = """\ntwo\nlines"""\n')
    write_note(course, "mixed", "aaaaaaaa", 'a "new" one\x7f')
    write_note(course, "mixed", "0123abcd", "changed")
    assert read_notes(course, "mixed") == {
        "0123abcd": "changed",
        "feedbeef": "two\nlines",
        "aaaaaaaa": 'a "new" one\x7f',
    }
    assert path.read_text().startswith("# Mine.\n")
    write_note(course, "mixed", "aaaaaaaa", "")
    assert "aaaaaaaa" not in read_notes(course, "mixed")
    with pytest.raises(GradingError, match=r"the note on feedbeef .* cannot change: edit the file"):
        write_note(course, "mixed", "feedbeef", "one line")
    with pytest.raises(GradingError, match="'mine' is not the name of a mistake"):
        write_note(course, "mixed", "mine", "text")
    assert graded(course, "mixed")[1].unused_notes == ["0123abcd", "feedbeef"]
    path.write_text("feedbeef = 3")
    with pytest.raises(GradingError, match="feedbeef is not a string"):
        read_notes(course, "mixed")
    path.write_text("feedbeef")
    with pytest.raises(GradingError, match="cannot be read"):
        graded(course, "mixed")
    path.unlink()
