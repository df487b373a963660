"""The names of students whose folders cannot be called so in the gradebook."""

from __future__ import annotations

import pytest

from nbproctor.intake.student_names import objection, stand_in


@pytest.mark.parametrize("name", ["rais\udcc3\udca9", "one\u202etwo", "a\x1b[31mb", "n" * 200])
def test_a_stand_in_can_be_the_name_of_a_file_everywhere_and_is_the_same_each_time(name: str) -> None:
    assert objection(name)
    made = stand_in(name, ())
    assert made.isascii()
    assert not objection(made)
    assert stand_in(name, ()) == made
    assert stand_in(name, (made,)) != made
