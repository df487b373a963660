"""Collecting twice is collecting once, whatever people and files are called."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from nbproctor.config import Course
from nbproctor.lms.collection import collect
from tests.lms.conftest import ANSWER, make_exam, placed, zipped

NAMES = st.text(st.characters(codec="utf-8", exclude_characters="\0/\\"), min_size=1, max_size=10)
FORMS = {
    "canvas": lambda name, number, file: f"{name}_{number}_{number + 100}_{file}",
    "moodle": lambda name, number, file: f"{name}_{number}_assignsubmission_file_/{file}",
    "brightspace": lambda name, number, file: f"{number}-1 - {name} - Oct 10, 2025 1022 AM/{file}",
    "blackboard": lambda name, number, file: f"a_{name}_attempt_2025-10-10-10-22-0{number % 10}_{file}",
    "folder": lambda name, number, file: f"{name}/{file}",
}


@settings(max_examples=25)
@given(st.sampled_from(sorted(FORMS)), st.lists(st.tuples(NAMES, NAMES), min_size=1, max_size=4), st.booleans())
def test_collecting_twice_is_collecting_once(system: str, people: list[tuple[str, str]], has_people: bool) -> None:
    with tempfile.TemporaryDirectory() as folder:
        course: Course = make_exam(Path(folder) / "course")
        files = {FORMS[system](name, number, f"{file}.ipynb"): ANSWER for number, (name, file) in enumerate(people, 11)}
        (Path(folder) / "a.zip").write_bytes(zipped(files))
        if has_people:
            (course.root / "people.csv").write_text("student,canvas,blackboard,login\ns1,11,a,b\ns2,12,c,d\n")
        states = []
        for _ in range(2):
            found = collect(course, "midterm1", [Path(folder) / "a.zip"], system=system)
            states.append((placed(course), [each.student for each in found.placed], found.unplaced))
            assert all("\n" not in each.why for each in found.unplaced)
        assert states[0] == states[1]
        assert {path.partition("/")[0] for path in placed(course)} == {*states[0][1]}
        assert len(list(Path(folder).iterdir())) == 2
