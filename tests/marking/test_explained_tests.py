"""Which tests `course explain` calls isolated, of those that have neither a Tester nor a Suite."""

from __future__ import annotations

from pathlib import Path

import pytest

from nbproctor.marking.explained_tests import explain
from tests.plain_course import make_plain_course

TOTAL = ("def total(numbers):\n    return sum(numbers)", "")


@pytest.mark.parametrize(
    ("solution", "test", "is_isolated"),
    [
        pytest.param("def square(n):\n    return n * n", "assert total([2]) == 2", True, id="of what is given"),
        pytest.param("def square(n):\n    return n * n", "assert square(2) == 4", False, id="of what students write"),
        pytest.param("total.calls = 1", "assert total([2]) == 2", False, id="of what students may change"),
        pytest.param("1 / 0\ntotal = None", "assert total", False, id="of what the reference does not come to bind"),
    ],
)
def test_a_plain_test_is_isolated_if_nothing_of_the_students_decides_it(
    tmp_path: Path, solution: str, test: str, is_isolated: bool
) -> None:
    course = make_plain_course(tmp_path / "course", {"given_total": TOTAL, "ex": (solution, test)})
    (found,) = explain(course, "kinds")
    assert (not found.reason) == is_isolated
