"""Attacks on the judging of students' tests earn nothing, harm no neighbour and learn no judged function."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator

import pytest

from tests.attacks.attack_files import Attack, attacks
from tests.attacks.attacked_course import POINTS, SECRET_WORDS
from tests.attacks.attacked_suite import EXERCISES, make_suite_course, solved_suite_notebook
from tests.attacks.graded_run import Run, Setting, graded
from tests.attacks.surroundings import LOOKS

pytestmark = [pytest.mark.all, pytest.mark.xdist_group("suite attacks")]

GROUP = "students_tests"
_ATTACKS = [attack for attack in attacks() if attack.group == GROUP]
_NAMED = [pytest.param(attack, id=attack.technique) for attack in _ATTACKS]
_SETTINGS = [Setting("A" if os.geteuid() == 0 else "B", ordinary=False), Setting("C", ordinary=False)]


@pytest.fixture(scope="module", params=_SETTINGS, ids=str)
def run(request: pytest.FixtureRequest) -> Iterator[Run]:
    """One run over all of these attacks, with honest submissions between them."""
    with graded(_ATTACKS, request.param, targets=(make_suite_course, solved_suite_notebook)) as made:
        yield made


@pytest.mark.parametrize("attack", _NAMED)
def test_an_attack_earns_what_its_honest_part_is_worth(run: Run, attack: Attack) -> None:
    student = run.students[attack.name]
    expected = {name: attack.points(name, POINTS) for name in EXERCISES}
    points = run.points(student)
    if attack.harms_itself:
        assert all(points[name] <= expected[name] for name in EXERCISES)
    else:
        assert points == expected
    results = run.results(student)["exercises"]
    outcomes = {one["name"]: one["outcome"] for one in results}  # type: ignore[attr-defined]
    assert {name: outcomes[name] for name in attack.outcomes} == attack.outcomes


@pytest.mark.parametrize("attack", _NAMED)
def test_an_attack_brings_no_secret_to_light(run: Run, attack: Attack) -> None:
    student = run.students[attack.name]
    told = run.feedback(student) + run.shown(student) + json.dumps(run.results(student))
    assert not {what for what, word in SECRET_WORDS.items() if word in told}


def test_the_neighbours_scores_are_right_and_their_tests_are_examined_apart(run: Run) -> None:
    assert run.honest
    results = {student: run.results(student) for student in run.honest}
    assert {student: result["score"] for student, result in results.items()} == dict.fromkeys(
        run.honest, POINTS * len(EXERCISES)
    )
    assert all(one["isolated"] for result in results.values() for one in result["exercises"])  # type: ignore[attr-defined]


def test_the_run_ends_well_and_says_nothing_of_its_own(run: Run) -> None:
    assert "Traceback" not in run.said, run.said
    assert run.status == 0, run.said


@pytest.mark.parametrize("look", LOOKS)
def test_nothing_outside_the_sandbox_changes(run: Run, look: str) -> None:
    changes = run.around.changes(look)
    assert not changes, f"{look.replace('_', ' ')}: {changes}"
