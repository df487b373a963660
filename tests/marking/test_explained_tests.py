"""Which tests `course explain` calls isolated, of those that have neither a Tester nor a Suite."""

from __future__ import annotations

from pathlib import Path

import pytest

from nbproctor.marking.explained_tests import explain
from tests.plain_course import make_plain_course


@pytest.mark.parametrize(
    ("solution", "test", "is_isolated"),
    [
        pytest.param("", "print('Passed! Please submit.')", True, id="that only prints"),
        pytest.param("def square(n):\n    return n * n", "assert square(2) == 4", False, id="of what students write"),
        pytest.param("import sys; sys.ready = 1", "assert sys.ready", False, id="of what students may change"),
        pytest.param("", "assert open('answer.txt').read()", False, id="of files that students may write"),
        pytest.param("", "import helper", False, id="of modules that students may hand in"),
        pytest.param("", "%run helper.py", False, id="in IPython's own words"),
    ],
)
def test_a_plain_test_is_isolated_if_nothing_of_the_students_decides_it(
    tmp_path: Path, solution: str, test: str, is_isolated: bool
) -> None:
    course = make_plain_course(tmp_path / "course", {"ex": (solution or "pass", test)})
    (found,) = explain(course, "kinds")
    assert (not found.reason) == is_isolated
